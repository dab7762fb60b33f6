//! M1: a probe returns an entry that some thread stored for that key, whole, or nothing.

use std::sync::Arc;

use loom::thread;
use supplant::entry::bucket::Pairs;
use supplant::entry::slot::{Slot, Words, signature};
use supplant::entry::{Bucket, SizedEntry};
use supplant::scheme::{Deep, New};
use supplant::{Key, Scheme, TableBuilder};

use crate::harness::{Outcomes, explore, finds};
use crate::pair::{KeyBesideData, Pair};
use crate::positions::{A, B, OLD, Position};

fn read(slot: &Slot<1>, stored: &[Position], outcomes: &Outcomes) {
    let words = slot.load();
    let hits: Vec<_> = stored.iter().filter(|p| words.open(p.key).is_some()).collect();
    for hit in &hits {
        let data = words.data()[0];
        assert!(
            stored.iter().any(|p| p.key == hit.key && p.data == data),
            "{data:x} was not stored for {hit:?}"
        );
    }
    outcomes.note(match (hits.is_empty(), words.claimed_key()) {
        (false, _) => "hit",
        (true, Some(_)) => "rejected",
        (true, None) => "miss",
    });
}

fn slot_model(name: &str, resident: Option<Position>, stored: &'static [Position]) -> Outcomes {
    explore(name, move |outcomes| {
        let slot = Arc::new(Slot::<1>::default());
        if let Some(old) = resident {
            slot.save(Words::seal(old.key, [old.data]));
        }
        let write = |p: &Position| {
            let (slot, p) = (slot.clone(), *p);
            thread::spawn(move || slot.save(Words::seal(p.key, [p.data])))
        };
        let writers: Vec<_> = stored.iter().map(write).collect();
        let known: Vec<_> = resident.into_iter().chain(stored.iter().copied()).collect();
        read(&slot, &known, outcomes);
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    })
}

#[test]
fn two_writers_never_invent_an_entry() {
    slot_model("two_writers_never_invent_an_entry", None, &[A, B]).are_exactly(&["hit", "miss", "rejected"]);
}

#[test]
fn two_writers_over_an_old_entry_never_invent_one() {
    slot_model("two_writers_over_an_old_entry_never_invent_one", Some(OLD), &[A, B])
        .are_exactly(&["hit", "rejected"]);
}

#[test]
fn two_writers_of_one_position_never_mix_their_entries() {
    const STORED: &[Position] = &[A, A.again(1)];
    slot_model("two_writers_of_one_position_never_mix_their_entries", None, STORED)
        .are_exactly(&["hit", "miss", "rejected"]);
}

#[test]
fn three_writers_never_invent_an_entry() {
    slot_model("three_writers_never_invent_an_entry", None, &[A, B, OLD])
        .are_exactly(&["hit", "miss", "rejected"]);
}

fn through_a_table<S: Scheme, B: Bucket<Payload = SizedEntry>>() -> impl Fn(&Outcomes) + Send + Sync + 'static
{
    |outcomes| {
        let table = Arc::new(TableBuilder::<S, B>::new().slots(1).build().unwrap());
        let writers = [A, B].map(|p| {
            let table = table.clone();
            thread::spawn(move || table.store(p.key, p.entry()))
        });
        for p in [A, B] {
            outcomes.note(match table.probe(p.key) {
                Some(found) if p.is(found) => "hit",
                Some(_) => "a torn entry is believed",
                None => "miss",
            });
        }
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    }
}

#[test]
fn stores_that_look_before_they_write_never_invent_an_entry() {
    let name = "stores_that_look_before_they_write_never_invent_an_entry";
    explore(name, through_a_table::<Deep, Pairs<1, SizedEntry>>()).are_exactly(&["hit", "miss"]);
}

#[test]
fn stores_that_always_replace_never_invent_an_entry() {
    let name = "stores_that_always_replace_never_invent_an_entry";
    explore(name, through_a_table::<New, Pairs<1, SizedEntry>>()).are_exactly(&["hit", "miss"]);
}

/// Control: a layout that compares the bare key.
#[test]
fn without_validation_stores_that_look_before_they_write_invent_an_entry() {
    let name = "without_validation_stores_that_look_before_they_write_invent";
    finds("a torn entry is believed", name, through_a_table::<Deep, Pair<1, KeyBesideData>>());
}

#[test]
fn without_validation_stores_that_always_replace_invent_an_entry() {
    let name = "without_validation_stores_that_always_replace_invent";
    finds("a torn entry is believed", name, through_a_table::<New, Pair<1, KeyBesideData>>());
}

/// A limit of any 64-bit signature: one key in 2⁶⁴ equals a torn read.
#[test]
fn a_third_key_that_equals_a_mixture_is_answered() {
    let third = Key(A.key.0 ^ signature(&[A.data]) ^ signature(&[B.data]));
    let outcomes = explore("a_third_key_that_equals_a_mixture_is_answered", move |outcomes| {
        let slot = Arc::new(Slot::<1>::default());
        let writers = [A, B].map(|p| {
            let slot = slot.clone();
            thread::spawn(move || slot.save(Words::seal(p.key, [p.data])))
        });
        outcomes.note(match slot.load().open(third) {
            Some([data]) if data == B.data => "false hit",
            Some(_) => "something else",
            None => "miss",
        });
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    });
    outcomes.are_exactly(&["false hit", "miss"]);
}
