//! M3: a slot with some words of a store validates no key, even where the bare equation holds.

use std::sync::Arc;

use loom::thread;
use supplant::entry::Packed;
use supplant::entry::slot::{Slot, Words, signature};
use supplant::scheme::New;
use supplant::table::SizedBucket;
use supplant::{Key, TableBuilder};

use crate::broken::PlainXor;
use crate::harness::explore;
use crate::positions::{A, B};

fn tempting(key: Key, data: u64) -> [Key; 3] {
    [Key(0), Key(signature(&[data])), Key(key.0 ^ signature(&[data]))]
}

#[test]
fn a_half_written_fresh_slot_validates_no_key() {
    let name = "a_half_written_fresh_slot_validates_no_key";
    let outcomes = explore(name, |outcomes| {
        let slot = Arc::new(Slot::<1>::default());
        let writer = {
            let slot = slot.clone();
            thread::spawn(move || slot.save(Words::seal(A.key, [A.data])))
        };
        let words = slot.load();
        for key in tempting(A.key, A.data) {
            assert_eq!(words.open(key), None, "{key:?}");
        }
        outcomes.note(match words.claimed_key() {
            None => "nothing",
            Some(key) => {
                assert_eq!((key, words.data()), (A.key, [A.data]));
                "whole"
            }
        });
        writer.join().unwrap();
    });
    outcomes.are_exactly(&["nothing", "whole"]);
}

#[test]
fn a_fresh_slot_that_two_writers_fill_validates_no_tempting_key() {
    explore("a_fresh_slot_that_two_writers_fill_validates_no_tempting_key", |_| {
        let slot = Arc::new(Slot::<1>::default());
        let writers = [A, B].map(|p| {
            let slot = slot.clone();
            thread::spawn(move || slot.save(Words::seal(p.key, [p.data])))
        });
        let words = slot.load();
        for key in [A, B].iter().flat_map(|p| tempting(p.key, p.data)) {
            assert_eq!(words.open(key), None, "{key:?}");
        }
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    });
}

#[test]
fn a_table_answers_no_tempting_key_while_a_fresh_slot_is_written() {
    let name = "a_table_answers_no_tempting_key_while_a_fresh_slot_is_written";
    let outcomes = explore(name, |outcomes| {
        let table = Arc::new(TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap());
        let writer = {
            let table = table.clone();
            thread::spawn(move || table.store(A.key, A.entry()))
        };
        for spread in tempting(A.key.spread(), Packed::from(A.entry()).word()) {
            assert_eq!(table.probe(Key::from_spread(spread)), None, "{spread:?}");
        }
        outcomes.note(if table.probe(A.key).is_some() { "hit" } else { "miss" });
        writer.join().unwrap();
    });
    outcomes.are_exactly(&["hit", "miss"]);
}

#[test]
fn without_the_zero_rule_a_half_written_slot_answers_three_keys_nobody_stored() {
    let name = "without_the_zero_rule_a_half_written_slot_answers_three_keys";
    let outcomes = explore(name, |outcomes| {
        let slot = Arc::new(PlainXor::<1>::empty());
        let writer = {
            let slot = slot.clone();
            thread::spawn(move || slot.store(A.key, [A.data]))
        };
        let (check, [data]) = slot.load();
        let tempting = [0, A.data, A.key.0 ^ A.data];
        let accepted = tempting.iter().position(|&key| check ^ data == key);
        outcomes.note(match accepted {
            Some(0) => "key 0 accepted",
            Some(1) => "the key equal to the data accepted",
            Some(_) => "the key equal to the check accepted",
            None => "whole",
        });
        writer.join().unwrap();
    });
    outcomes.are_exactly(&[
        "key 0 accepted",
        "the key equal to the data accepted",
        "the key equal to the check accepted",
        "whole",
    ]);
}
