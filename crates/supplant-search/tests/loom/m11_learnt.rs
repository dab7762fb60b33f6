//! M11: shared move scores and iteration counts never exceed what the workers added.

use std::sync::Arc;

use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;
use supplant_search::fault::{SharedFault, plant};
use supplant_search::search::{Crowd, Pooled};

use crate::harness::{explore, finds};

fn tell(note: impl Fn(&'static str)) {
    let scores = Arc::new(Pooled::new(1));
    let other = {
        let scores = scores.clone();
        thread::spawn(move || scores.add(0, 5))
    };
    scores.add(0, 8);
    let meanwhile = scores.score(0);
    other.join().unwrap();
    let last = scores.score(0);
    note(match (meanwhile.max(last), last) {
        (14.., _) => "more than was told",
        (_, 6) => "both, halved once",
        _ => "one is lost, or halved twice",
    });
}

#[test]
fn pooled_scores_are_never_more_than_was_told() {
    let outcomes = explore("pooled_scores_are_never_more_than_was_told", |outcomes| {
        tell(|what| outcomes.note(what));
    });
    outcomes.are_exactly(&["both, halved once", "one is lost, or halved twice"]);
}

/// Control: two workers that halve by subtraction can leave a negative sum, which as an unsigned
/// number is greater than all that was added.
#[test]
fn halves_that_are_taken_away_twice_leave_less_than_nothing() {
    plant(Some(SharedFault::HalvesByTakingAway));
    finds("more than was told", "halves_that_are_taken_away_twice_leave_less_than_nothing", |outcomes| {
        tell(|what| outcomes.note(what));
    });
    plant(None);
}

trait Counts: Send + Sync + 'static {
    const COUNTS_OUT: bool;
    fn begin(&self);
    fn end(&self) {}
    fn has_half(&self) -> bool;
}

impl Counts for Crowd {
    const COUNTS_OUT: bool = false;
    fn begin(&self) {
        Crowd::begin(self, 3);
    }
    fn has_half(&self) -> bool {
        Crowd::has_half(self, 3)
    }
}

fn gather<C: Counts>(counts: C, note: impl Fn(&'static str)) {
    let counts = Arc::new(counts);
    let other = {
        let counts = counts.clone();
        thread::spawn(move || {
            counts.begin();
            counts.end();
        })
    };
    counts.begin();
    let meanwhile = counts.has_half();
    counts.end();
    other.join().unwrap();
    note(match (meanwhile, counts.has_half()) {
        (_, true) if C::COUNTS_OUT => "crowded by nobody",
        (true, _) => "crowded",
        (false, true) => "crowded at the end",
        (false, false) => "one is not counted",
    });
}

#[test]
fn an_iteration_is_crowded_by_those_who_began_it() {
    let outcomes = explore("an_iteration_is_crowded_by_those_who_began_it", |outcomes| {
        gather(Crowd::of(4), |what| outcomes.note(what));
    });
    outcomes.are_exactly(&["crowded", "crowded at the end", "one is not counted"]);
}

struct CountedOut(AtomicU64);

impl Counts for CountedOut {
    const COUNTS_OUT: bool = true;
    fn begin(&self) {
        self.0.store(self.0.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }
    fn end(&self) {
        self.0.store(self.0.load(Ordering::Relaxed).wrapping_sub(1), Ordering::Relaxed);
    }
    fn has_half(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 2
    }
}

#[test]
fn who_is_counted_out_and_was_not_counted_leaves_a_crowd_of_nobody() {
    finds(
        "crowded by nobody",
        "who_is_counted_out_and_was_not_counted_leaves_a_crowd_of_nobody",
        |outcomes| {
            gather(CountedOut(AtomicU64::new(0)), |what| outcomes.note(what));
        },
    );
}
