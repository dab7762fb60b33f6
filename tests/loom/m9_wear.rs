//! M9: a refused store that wears its resident invents nothing, undoes no store, and kills no live
//! entry. The exceptions are in `tests/coherence/m9_wear.rs`.
//!
//! A thread that looks between the two words of an exchange sees a dead slot and may take it (I3):
//! then a store succeeds that was too weak. An iteration that begins meanwhile changes the worth of
//! an entry and nothing else.

use std::sync::Arc;

use loom::thread;
use supplant::entry::bucket::Pairs;
use supplant::fault::{Fault, plant};
use supplant::scheme::{FourIter, Merit, Siege};
use supplant::{SizedEntry, Table, TableBuilder};

use crate::broken::stores_are_swaps;
use crate::harness::{Outcomes, explore, finds};
use crate::positions::{A, OLD, Position};

const WEAK: Position = Position { size: 1, ..OLD.again(0) };

fn weak(last_bits: u64) -> Position {
    WEAK.moved_by(last_bits)
}

fn with_a_resident() -> Arc<Table<Siege, Pairs<1, SizedEntry>>> {
    let table = TableBuilder::new().slots(8).build().unwrap();
    table.store(OLD.key, OLD.entry());
    Arc::new(table)
}

fn wear(table: &Table<Siege, Pairs<1, SizedEntry>>) -> Option<u8> {
    table.iter().next().map(|held| held.wear)
}

fn beside_a_store(outcomes: &Outcomes) {
    let table = with_a_resident();
    let wearer = {
        let table = table.clone();
        thread::spawn(move || table.offer(weak(1).key, weak(1).entry()))
    };
    assert!(table.offer(A.key, A.entry()));
    let was_kept = wearer.join().unwrap();
    let holds = |position: Position| {
        table.probe(position.key).is_some_and(|found| {
            assert!(position.is(found), "invented");
            true
        })
    };
    outcomes.note(match [OLD, A, weak(1)].map(holds) {
        [true, ..] => "the old entry over the newer store",
        [_, true, _] => "the newer store",
        [.., true] => {
            assert!(was_kept);
            "the weak store, over half of the newer"
        }
        _ => "a dead slot",
    });
}

#[test]
fn wear_beside_a_racing_store_invents_nothing() {
    let outcomes = explore("wear_beside_a_racing_store_invents_nothing", beside_a_store);
    outcomes.are_exactly(match stores_are_swaps() {
        true => &["the newer store", "the weak store, over half of the newer", "a dead slot"],
        false => &[
            "the newer store",
            "the old entry over the newer store",
            "the weak store, over half of the newer",
            "a dead slot",
        ],
    });
}

#[test]
fn wear_by_plain_stores_resurrects_the_old_entry() {
    let name = "wear_by_plain_stores_resurrects_the_old_entry";
    plant(Some(Fault::WearsByPlainStores));
    finds("the old entry over the newer store", name, beside_a_store);
    plant(None);
}

#[test]
fn wear_by_two_at_once_leaves_the_entry_whole() {
    let name = "wear_by_two_at_once_leaves_the_entry_whole";
    let outcomes = explore(name, |outcomes| {
        let table = with_a_resident();
        let wearer = {
            let table = table.clone();
            thread::spawn(move || table.offer(weak(1).key, weak(1).entry()))
        };
        let here = table.offer(weak(2).key, weak(2).entry());
        let there = wearer.join().unwrap();
        let wear = wear(&table);
        let is_whole = table.probe(OLD.key).is_some_and(|found| OLD.is(found));
        assert!(is_whole || here || there, "a live entry was killed");
        outcomes.note(match wear {
            _ if here || there => "taken while it was half written",
            Some(4) => "one of the two wore it",
            Some(5) => "both wore it",
            _ => "something else",
        });
    });
    outcomes.are_exactly(&["taken while it was half written", "one of the two wore it", "both wore it"]);
}

#[test]
fn wear_beside_a_probe_that_mends_the_entry_leaves_it_whole() {
    let name = "wear_beside_a_probe_that_mends_the_entry_leaves_it_whole";
    let outcomes = explore(name, |outcomes| {
        let table = with_a_resident();
        let prober = {
            let table = table.clone();
            thread::spawn(move || {
                if let Some(found) = table.probe(OLD.key) {
                    assert!(OLD.is(found));
                }
            })
        };
        let was_kept = table.offer(weak(1).key, weak(1).entry());
        prober.join().unwrap();
        let wear = wear(&table);
        let is_whole = table.probe(OLD.key).is_some_and(|found| OLD.is(found));
        assert!(is_whole || was_kept, "a live entry was killed");
        outcomes.note(match wear {
            _ if was_kept => "taken while it was half written",
            Some(1) => "mended, and the store was late",
            Some(2) => "mended and worn",
            Some(4) => "worn, and the probe was late",
            _ => "something else",
        });
    });
    outcomes.are_exactly(&[
        "taken while it was half written",
        "mended, and the store was late",
        "mended and worn",
        "worn, and the probe was late",
    ]);
}

/// FOURITER: the bit of the iteration lies beside the wear.
#[test]
fn a_store_during_new_iteration_carries_the_old_or_the_new() {
    let name = "a_store_during_new_iteration_carries_the_old_or_the_new";
    let outcomes = explore(name, |outcomes| {
        let table: Table<FourIter, Pairs<1, SizedEntry>> = TableBuilder::new().slots(8).build().unwrap();
        let table = Arc::new(table);
        let worker = {
            let table = table.clone();
            thread::spawn(move || table.store(A.key, A.entry()))
        };
        table.new_iteration();
        worker.join().unwrap();
        assert!(table.probe(A.key).is_some_and(|found| A.is(found)), "lost or invented");
        outcomes.note(match table.iter().next().map(|held| held.is_of_odd_iteration) {
            Some(false) => "old iteration",
            Some(true) => "new iteration",
            None => "lost",
        });
    });
    outcomes.are_exactly(&["old iteration", "new iteration"]);
}

#[test]
fn racing_new_iterations_may_count_as_one() {
    let outcomes = explore("racing_new_iterations_may_count_as_one", |outcomes| {
        let table: Table<FourIter, Pairs<1, SizedEntry>> = TableBuilder::new().slots(8).build().unwrap();
        let table = Arc::new(table);
        let other = {
            let table = table.clone();
            thread::spawn(move || table.new_iteration())
        };
        table.new_iteration();
        other.join().unwrap();
        outcomes.note(if table.generation().is_in_odd_iteration() { "one" } else { "two" });
    });
    outcomes.are_exactly(&["one", "two"]);
}

/// MERIT: each store of a position counts, unless two read the same entry. A store that meets half of
/// another does not see the entry, and counts as the first.
#[test]
fn racing_stores_of_one_position_may_not_all_count() {
    let outcomes = explore("racing_stores_of_one_position_may_not_all_count", |outcomes| {
        let table: Table<Merit, Pairs<1, SizedEntry>> = TableBuilder::new().slots(8).build().unwrap();
        table.store(A.key, A.entry());
        let table = Arc::new(table);
        let other = {
            let table = table.clone();
            thread::spawn(move || table.store(A.key, A.entry()))
        };
        table.store(A.key, A.entry());
        other.join().unwrap();
        assert!(table.probe(A.key).is_none_or(|found| A.is(found)), "invented");
        outcomes.note(match table.iter().next().map(|held| held.wear) {
            Some(0) => "none counts",
            Some(1) => "one counts",
            Some(2) => "both count",
            Some(_) => "more than both",
            None => "a dead slot",
        });
    });
    outcomes.are_exactly(&["a dead slot", "both count", "none counts", "one counts"]);
}
