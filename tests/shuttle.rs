//! Eight threads on whole tables in random interleavings.
//!
//! shuttle runs one thread at a time and chooses the next thread at each access to a word. It has
//! more threads than loom, but every load returns the last store (sequential consistency).
//! `SHUTTLE_RANDOM_SEED` replaces the fixed seed.
#![cfg(shuttle)]
#![allow(clippy::unwrap_used, reason = "a panic is how a model fails")]

#[path = "common/broken_bucket.rs"]
mod broken_bucket;
#[path = "common/positions.rs"]
mod positions;
#[path = "common/validation.rs"]
mod validation;

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::sync::Arc;
use shuttle::{Config, Runner, thread};
use supplant::entry::bucket::{Cluster, OneWord, Pairs};
use supplant::entry::slot::{Slot, Words};
use supplant::entry::{Bucket, Generation, Zeroed};
use supplant::scheme::{
    Crafty, Deep, ExactAge, New, Scheme, Siege, Slots, Stale, Thompson, TwoBig1, TwoDeep,
};
use supplant::table::SizedBucket;
use supplant::{SizedEntry, SizedTable, Table, TableBuilder};

use broken_bucket::{Broken, CLAIMS_ANOTHER_KEY, FINDS_FOR_ANY_KEY, OPENS_FOR_ANY_KEY};
use positions::{A, OLD, Position};
use validation::read;

const THREADS: usize = 8;

const SCHEDULES: usize = 5000;

/// The PCT scheduler finds faults of at most this number of ordered events with a bounded
/// probability; a torn read needs three.
const DEPTH: usize = 3;

const SEED: u64 = 1994;

/// Counting in `std` atomics adds no switch points.
#[derive(Default)]
struct Counts {
    hits: AtomicU64,
    misses: AtomicU64,
    faults: AtomicU64,
}

impl Counts {
    fn note(&self, fault: bool, hit: bool) {
        let count = match (fault, hit) {
            (true, _) => &self.faults,
            (_, true) => &self.hits,
            (_, false) => &self.misses,
        };
        count.fetch_add(1, Relaxed);
    }

    fn probe<S: Scheme>(&self, table: &SizedTable<S>, p: Position) {
        let found = table.probe(p.key);
        self.note(found.is_some_and(|found| !p.is(found)), found.is_some());
    }
}

fn explore(name: &str, model: fn(&'static Counts)) -> [u64; 3] {
    let start = Instant::now();
    let counts: &'static Counts = Box::leak(Box::default());
    run(RandomScheduler::new_from_seed(SEED, SCHEDULES), model, counts);
    run(PctScheduler::new_from_seed(SEED, DEPTH, SCHEDULES), model, counts);
    let found = [&counts.hits, &counts.misses, &counts.faults].map(|count| count.load(Relaxed));
    let [hits, misses, faults] = found;
    let (schedules, seconds) = (2 * SCHEDULES, start.elapsed().as_secs_f64());
    let line = format!(
        "model {name:<48} {schedules} schedules {hits:>6} hits {misses:>6} misses {faults:>5} faults {seconds:>5.2} s\n"
    );
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    found
}

fn run(scheduler: impl Scheduler + 'static, model: fn(&'static Counts), counts: &'static Counts) {
    Runner::new(scheduler, Config::new()).run(move || model(counts));
}

fn eight(work: impl Fn(usize) + Clone + Send + 'static) {
    let threads: Vec<_> = (0..THREADS)
        .map(|number| {
            let work = work.clone();
            thread::spawn(move || work(number))
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

fn position(number: usize) -> Position {
    let moved = A.moved_by((number as u64 + 1) * 0x0001_0001_0001_0001);
    Position { data: A.data + number as u64, depth: 5 + number as u8, size: 100 << number, ..moved }
}

fn on_one_bucket<S: Scheme>(counts: &'static Counts) {
    let table = Arc::new(
        TableBuilder::<S, SizedBucket<S>>::new().slots(8 * <S::Slots as Slots>::DEFAULT).build().unwrap(),
    );
    let shared = table.clone();
    eight(move |number| {
        let own = position(number);
        shared.store(own.key, own.entry());
        counts.probe(&shared, position((number + 1) % THREADS));
        if number == 0 {
            shared.new_generation();
        }
        counts.probe(&shared, OLD);
        shared.store(OLD.key, OLD.entry());
    });
    (0..THREADS).map(position).chain([OLD]).for_each(|p| counts.probe(&table, p));
}

#[test]
fn eight_threads_never_find_what_nobody_stored() {
    fn holds<S: Scheme>() {
        let [hits, misses, faults] = explore(S::NAME, on_one_bucket::<S>);
        assert_eq!(faults, 0, "{}", S::NAME);
        assert!(hits > 0 && misses > 0, "{}: the threads meet", S::NAME);
    }
    holds::<New>();
    holds::<Deep>();
    holds::<TwoDeep>();
    holds::<TwoBig1>();
    holds::<Thompson>();
    holds::<Stale>();
    holds::<ExactAge>();
    holds::<Crafty>();
}

fn in_one_slot<L: Bucket<Payload = SizedEntry>>(counts: &'static Counts) {
    let cells = Arc::new(L::Cells::empty());
    let stored: Vec<_> = (0..THREADS).map(position).collect();
    eight(move |number| {
        let own = stored[number];
        L::save(&cells, 0, L::seal(own.key, [own.data]));
        let seen = read::<L>(&cells, 0, &stored);
        counts.note(["invented", "at odds"].contains(&seen), seen == "hit");
    });
}

type Pair = Pairs<1, SizedEntry>;

#[test]
fn eight_threads_never_open_what_nobody_stored() {
    fn holds<L: Bucket<Payload = SizedEntry>>(can_tear: bool) {
        let [hits, misses, faults] = explore(L::NAME, in_one_slot::<L>);
        assert!(hits > 0 && (misses > 0) == can_tear && faults == 0, "{}", L::NAME);
    }
    holds::<Pair>(true);
    holds::<Cluster<SizedEntry>>(true);
    holds::<OneWord<1, SizedEntry>>(false);
}

#[test]
fn a_function_that_takes_any_key_is_seen_in_each_layout() {
    fn is_seen<L: Bucket<Payload = SizedEntry>>() {
        let [_, _, opened] = explore(L::NAME, in_one_slot::<Broken<L, OPENS_FOR_ANY_KEY>>);
        let [_, _, found] = explore(L::NAME, in_one_slot::<Broken<L, FINDS_FOR_ANY_KEY>>);
        assert!(opened > 0 && found > 0, "{}", L::NAME);
    }
    is_seen::<Pair>();
    is_seen::<Cluster<SizedEntry>>();
    is_seen::<OneWord<1, SizedEntry>>();
    let [_, _, claimed] =
        explore("a bucket that claims another key", in_one_slot::<Broken<Pair, CLAIMS_ANOTHER_KEY>>);
    assert!(claimed > 0);
}

fn with_a_stale_entry() -> Arc<SizedTable<Stale>> {
    let table = TableBuilder::new().slots(1).build().unwrap();
    table.store(OLD.key, OLD.entry());
    table.new_generation();
    Arc::new(table)
}

#[test]
fn seven_probers_that_refresh_undo_no_store() {
    let name = "seven_probers_that_refresh_undo_no_store";
    let [hits, _, faults] = explore(name, |counts| {
        let table = with_a_stale_entry();
        let shared = table.clone();
        eight(move |number| match number {
            0 => shared.store(A.key, A.entry()),
            _ => counts.probe(&shared, OLD),
        });
        counts.note(!table.probe(A.key).is_some_and(|found| A.is(found)), true);
    });
    assert!(hits > 0 && faults == 0);
}

#[test]
fn seven_refused_stores_that_wear_an_entry_bring_it_back_over_no_store() {
    let name = "seven_refused_stores_that_wear_bring_nothing_back";
    let [_, _, faults] = explore(name, |counts| {
        let of_size = |p: Position, size| SizedEntry { size, ..p.entry() };
        let table: Arc<Table<Siege, Pair>> = Arc::new(TableBuilder::new().slots(1).build().unwrap());
        table.store(OLD.key, of_size(OLD, 1 << 20));
        let shared = table.clone();
        eight(move |number| match number {
            0 => shared.store(A.key, of_size(A, 1 << 40)),
            _ => shared.store(position(number).key, of_size(position(number), 1)),
        });
        counts.note(table.probe(OLD.key).is_some(), true);
    });
    assert_eq!(faults, 0);
}

#[test]
fn eight_calls_at_once_never_take_a_search_back() {
    let [_, _, faults] = explore("eight_calls_at_once_never_take_a_search_back", |counts| {
        let table: Arc<SizedTable<Stale>> = Arc::new(TableBuilder::new().slots(1).build().unwrap());
        eight(move |_| {
            let searches = || Generation::new(0).age(table.generation());
            let before = searches();
            table.new_generation();
            counts.note(searches() <= before, true);
        });
    });
    assert_eq!(faults, 0);
}

#[test]
fn eight_probers_that_refresh_leave_the_entry_whole_and_fresh() {
    let name = "eight_probers_that_refresh_leave_the_entry_whole";
    let [hits, misses, faults] = explore(name, |counts| {
        let table = with_a_stale_entry();
        let shared = table.clone();
        eight(move |_| counts.probe(&shared, OLD));
        let is_fresh = |found| OLD.is(found) && table.iter().all(|held| held.age == 0);
        counts.note(!table.probe(OLD.key).is_some_and(is_fresh), true);
    });
    assert!(hits > 0 && misses > 0 && faults == 0);
}

#[test]
fn without_validation_torn_entries_are_believed() {
    let [_, _, faults] = explore("without_validation_torn_entries_are_believed", |counts| {
        let words = Arc::new([0, 0].map(shuttle::sync::atomic::AtomicU64::new));
        eight(move |number| {
            let [key, data] = &*words;
            let (own, sought) = (position(number), position((number + 1) % THREADS));
            key.store(own.key.0, Relaxed);
            data.store(own.data, Relaxed);
            let found = (key.load(Relaxed) == sought.key.0).then(|| data.load(Relaxed));
            counts.note(found.is_some_and(|data| data != sought.data), found.is_some());
        });
    });
    assert!(faults > 0, "nothing was torn, so the models that say so show nothing");
}

#[test]
fn a_refresh_by_plain_stores_undoes_a_store() {
    let [_, _, faults] = explore("a_refresh_by_plain_stores_undoes_a_store", |counts| {
        let slot = Arc::new(Slot::<1>::default());
        slot.save(Words::seal(OLD.key, [OLD.data]));
        let shared = slot.clone();
        eight(move |number| match number {
            0 => shared.save(Words::seal(A.key, [A.data])),
            _ => {
                let words = shared.load();
                if words.open(OLD.key).is_some() {
                    shared.save(words.amend([OLD.data ^ 1 << 40]));
                }
            }
        });
        counts.note(slot.load().open(A.key).is_none(), true);
    });
    assert!(faults > 0, "nothing was undone, so the model that says so shows nothing");
}
