//! M9: a probe that refreshes an entry invents nothing, and restores nothing over a newer store.
//!
//! Only the variant with stores as swaps shows the second half: loom lets a plain store fall
//! between read and write of another thread's compare-exchange, which no machine does.

use std::sync::Arc;

use loom::thread;
use supplant::fault::{Fault, plant};
use supplant::scheme::Stale;
use supplant::{SizedTable, TableBuilder};

use crate::broken::stores_are_swaps;
use crate::harness::{Outcomes, explore, finds};
use crate::positions::{A, OLD};

fn with_a_stale_entry() -> Arc<SizedTable<Stale>> {
    let table = TableBuilder::new().slots(8).build().unwrap();
    table.store(OLD.key, OLD.entry());
    table.new_generation();
    Arc::new(table)
}

#[test]
fn freshness_written_back_beside_a_racing_store_invents_nothing() {
    let name = "freshness_written_back_beside_a_racing_store_invents_nothing";
    let outcomes = explore(name, |outcomes| {
        let table = with_a_stale_entry();
        let prober = {
            let table = table.clone();
            thread::spawn(move || {
                if let Some(found) = table.probe(OLD.key) {
                    assert!(OLD.is(found));
                }
            })
        };
        table.store(A.key, A.entry());
        prober.join().unwrap();
        outcomes.note(match (table.probe(OLD.key), table.probe(A.key)) {
            (Some(old), None) => {
                assert!(OLD.is(old));
                "the old entry over the newer store"
            }
            (None, Some(new)) => {
                assert!(A.is(new));
                "the newer store"
            }
            (None, None) => "a dead slot",
            (Some(_), Some(_)) => "both in one slot",
        });
    });
    outcomes.are_exactly(match stores_are_swaps() {
        true => &["the newer store"],
        false => &["the newer store", "the old entry over the newer store", "a dead slot"],
    });
}

fn refresh_with(fault: Fault) -> impl Fn(&Outcomes) + Send + Sync + 'static {
    plant(Some(fault));
    |outcomes| {
        let table = with_a_stale_entry();
        let prober = {
            let table = table.clone();
            thread::spawn(move || table.probe(OLD.key).is_some())
        };
        table.store(A.key, A.entry());
        prober.join().unwrap();
        outcomes.note(match (table.probe(OLD.key), table.probe(A.key)) {
            (Some(old), _) if !OLD.is(old) => "invented",
            (Some(_), _) => "the old entry over the newer store",
            (_, Some(_)) => "the newer store",
            _ => "a dead slot",
        });
    }
}

#[test]
fn freshness_written_back_by_plain_stores_resurrects_the_old_entry() {
    let name = "freshness_written_back_by_plain_stores_resurrects_the_old_entry";
    finds("the old entry over the newer store", name, refresh_with(Fault::RefreshesByPlainStores));
    plant(None);
}

#[test]
fn freshness_from_a_second_look_invents_an_entry() {
    let name = "freshness_from_a_second_look_invents_an_entry";
    finds("invented", name, refresh_with(Fault::RefreshesBySecondLook));
    plant(None);
}

#[test]
fn freshness_written_back_by_two_probers_leaves_the_entry_whole() {
    let name = "freshness_written_back_by_two_probers_leaves_the_entry_whole";
    let outcomes = explore(name, |outcomes| {
        let table = with_a_stale_entry();
        let prober = {
            let table = table.clone();
            thread::spawn(move || table.probe(OLD.key).is_some())
        };
        let here = table.probe(OLD.key).is_some();
        let there = prober.join().unwrap();
        let found = table.probe(OLD.key).expect("both wrote the same words");
        let held = table.iter().next().expect("it was found");
        assert!(OLD.is(found) && held.age == 0);
        outcomes.note(if here && there { "both found it" } else { "one met half of the other's words" });
    });
    outcomes.are_exactly(&["both found it", "one met half of the other's words"]);
}
