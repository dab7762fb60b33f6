//! M7: an entry has a generation that was current during its store. A worker that receives its job
//! through a lock stores in the generation of the job.

use std::sync::Arc;

use loom::sync::atomic::{AtomicBool, Ordering};
use loom::sync::{Condvar, Mutex};
use loom::thread;
use supplant::entry::bucket::OneWord;
use supplant::entry::{Bucket, Generation, SizedEntry};
use supplant::scheme::{Deep, New};
use supplant::{SizedTable, TableBuilder};

use crate::broken::{Word, stores_are_swaps};
use crate::broken_bucket::{Broken, EXCHANGES_BY_A_STORE};
use crate::harness::{Outcomes, explore, finds};
use crate::positions::{A, B};

fn table() -> Arc<SizedTable<New>> {
    Arc::new(TableBuilder::new().slots(1).build().unwrap())
}

fn searches(table: &SizedTable<New>) -> u8 {
    Generation::new(0).age(table.generation())
}

fn generation_of_a(table: &SizedTable<New>) -> &'static str {
    match table.iter().next().filter(|_| table.probe(A.key).is_some()).map(|held| held.age) {
        None => "lost",
        Some(1) => "old generation",
        Some(0) => "new generation",
        Some(_) => "a generation that never was",
    }
}

#[test]
fn a_store_during_new_generation_carries_the_old_or_the_new() {
    let name = "a_store_during_new_generation_carries_the_old_or_the_new";
    let outcomes = explore(name, |outcomes| {
        let table = table();
        let worker = {
            let table = table.clone();
            thread::spawn(move || table.store(A.key, A.entry()))
        };
        table.new_generation();
        worker.join().unwrap();
        outcomes.note(generation_of_a(&table));
    });
    outcomes.are_exactly(&["new generation", "old generation"]);
}

#[test]
fn a_generation_of_two_words_gives_one_that_never_was() {
    let name = "a_generation_of_two_words_gives_one_that_never_was";
    let outcomes = explore(name, |outcomes| {
        let halves = Arc::new([Word::new(15), Word::new(0)]);
        let worker = {
            let halves = halves.clone();
            thread::spawn(move || halves[0].load(Ordering::Relaxed) + 16 * halves[1].load(Ordering::Relaxed))
        };
        halves[0].store(0, Ordering::Relaxed);
        halves[1].store(1, Ordering::Relaxed);
        outcomes.note(match worker.join().unwrap() {
            15 => "old generation",
            16 => "new generation",
            _ => "a generation that never was",
        });
    });
    outcomes.are_exactly(&["old generation", "new generation", "a generation that never was"]);
}

#[test]
fn two_stores_during_new_generation_carry_the_old_or_the_new_or_kill_the_slot() {
    let name = "two_stores_during_new_generation_carry_the_old_or_the_new";
    let outcomes = explore(name, |outcomes| {
        let table = table();
        let workers = [A, B].map(|p| {
            let table = table.clone();
            thread::spawn(move || table.store(p.key, p.entry()))
        });
        table.new_generation();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        outcomes.note(generation_of_a(&table));
    });
    outcomes.are_exactly(&["lost", "new generation", "old generation"]);
}

#[test]
fn a_generation_handed_over_through_a_lock_is_seen() {
    let outcomes = explore("a_generation_handed_over_through_a_lock_is_seen", |outcomes| {
        let table = table();
        let job = Arc::new((Mutex::new(false), Condvar::new()));
        let worker = {
            let (table, job) = (table.clone(), job.clone());
            thread::spawn(move || {
                let mut given = job.0.lock().unwrap();
                while !*given {
                    given = job.1.wait(given).unwrap();
                }
                drop(given);
                table.store(A.key, A.entry());
            })
        };
        table.new_generation();
        *job.0.lock().unwrap() = true;
        job.1.notify_one();
        worker.join().unwrap();
        outcomes.note(generation_of_a(&table));
    });
    outcomes.are_exactly(&["new generation"]);
}

#[test]
fn a_generation_handed_over_through_a_relaxed_flag_may_not_be_seen() {
    let name = "a_generation_handed_over_through_a_relaxed_flag_may_not_be_seen";
    finds("old generation", name, |outcomes| {
        let table = table();
        let given = Arc::new(AtomicBool::new(false));
        let worker = {
            let (table, given) = (table.clone(), given.clone());
            thread::spawn(move || {
                if given.load(Ordering::Relaxed) {
                    table.store(A.key, A.entry());
                }
            })
        };
        table.new_generation();
        given.store(true, Ordering::Relaxed);
        worker.join().unwrap();
        outcomes.note(generation_of_a(&table));
    });
}

#[test]
fn racing_advances_may_count_as_one_and_never_go_back() {
    let outcomes = explore("racing_advances_may_count_as_one_and_never_go_back", |outcomes| {
        let table = table();
        let count = |table: &SizedTable<New>| {
            let before = searches(table);
            table.new_generation();
            assert!(searches(table) > before, "a call raises the count");
        };
        let worker = {
            let table = table.clone();
            thread::spawn(move || count(&table))
        };
        count(&table);
        count(&table);
        worker.join().unwrap();
        outcomes.note(match searches(&table) {
            2 => "two calls count as one",
            3 => "each call counts",
            _ => "a count that never was",
        });
    });
    outcomes.are_exactly(&["each call counts", "two calls count as one"]);
}

/// A store that meets an old entry holds its age at half the range, if the bucket verifies a tag.
/// Here this store is refused, and another thread's concurrent store must stay.
fn an_age_is_held_beside_a_store<B: Bucket<Payload = SizedEntry>>(outcomes: &Outcomes) {
    let table = Arc::new(TableBuilder::<Deep, B>::new().slots(8).build().unwrap());
    table.store(A.key, SizedEntry { depth: 60, ..A.entry() });
    (0..10).for_each(|_| table.new_generation());
    let worker = {
        let table = table.clone();
        thread::spawn(move || table.store(A.key, SizedEntry { depth: 61, ..A.entry() }))
    };
    table.store(B.key, SizedEntry { depth: 1, ..B.entry() });
    worker.join().unwrap();
    let held = table.iter().next().expect("nothing is lost in one word");
    outcomes.note(match (held.payload.depth, held.age) {
        (61, 0) => "the store",
        (60, _) => "the old entry over the store",
        _ => "anything else",
    });
}

#[test]
fn a_store_while_an_age_is_held_is_not_undone() {
    let name = "a_store_while_an_age_is_held_is_not_undone";
    // loom lets a plain store fall into another thread's compare-exchange; no machine does that.
    explore(name, an_age_is_held_beside_a_store::<OneWord<1, SizedEntry>>).are_exactly(
        match stores_are_swaps() {
            true => &["the store"],
            false => &["the store", "the old entry over the store"],
        },
    );
}

type Undoing = Broken<OneWord<1, SizedEntry>, EXCHANGES_BY_A_STORE>;

#[test]
fn an_age_held_by_a_plain_store_undoes_a_store() {
    let name = "an_age_held_by_a_plain_store_undoes_a_store";
    finds("the old entry over the store", name, an_age_is_held_beside_a_store::<Undoing>);
}
