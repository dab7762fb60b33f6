//! M3: a half-written fresh slot validates no key.

use supplant::entry::bucket::Pairs;
use supplant::entry::slot::{Slot, Words, signature};
use supplant::entry::{Packed, Payload};
use supplant::scheme::{FourIter, New};
use supplant::table::SizedBucket;
use supplant::{Key, SizedEntry, TableBuilder};

use crate::broken::PlainXor;
use crate::model::Model;
use crate::positions::{A, B, OLD, Position};

fn tempting(p: Position) -> [Key; 3] {
    let signature = signature(&[p.data]);
    [Key(0), Key(signature), Key(p.key.0 ^ signature)]
}

#[test]
fn a_fresh_slot_that_two_writers_fill_validates_no_tempting_key() {
    let slot = Slot::<1>::default();
    let save = |p: Position| {
        slot.save(Words::seal(p.key, [p.data]));
        ""
    };
    let read = || {
        let words = slot.load();
        let is_open = |key| words.open(key).is_some();
        match [A, B].into_iter().flat_map(tempting).any(is_open) {
            true => "answered",
            false if is_open(A.key) || is_open(B.key) => "hit",
            false => "miss",
        }
    };
    Model::new("a_fresh_slot_that_two_writers_fill_validates_no_tempting_key")
        .thread(read)
        .thread(|| save(A))
        .thread(|| save(B))
        .explore()
        .of_thread_are_exactly(0, &["hit", "miss"]);
}

#[test]
fn a_table_answers_no_tempting_key_while_a_fresh_slot_is_written() {
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap();
    let store = || {
        table.store(A.key, A.entry());
        ""
    };
    let read = || if table.probe(Key(0)).is_some() { "answered" } else { "miss" };
    Model::new("a_table_answers_no_tempting_key_while_a_fresh_slot_is_written")
        .thread(store)
        .thread(read)
        .explore()
        .of_thread_are_exactly(1, &["miss"]);
}

/// A store that looks for dead slots asks only whether the key that a slot claims lies in the bucket.
/// Half of a store passes: in a table of one bucket always.
#[test]
fn half_a_store_that_repels_a_weak_one_validates_no_tempting_key() {
    const NEW_WEAR: u64 = 2;
    const WEAK: Position =
        Position { key: Key::from_spread(Key(OLD.key.spread().0 & !63)), depth: 1, size: 1, ..OLD };
    let table = TableBuilder::<FourIter, Pairs<1, SizedEntry>>::new().slots(1).build().unwrap();
    let age = SizedEntry::FACTS.age.unwrap();
    let word = Packed::from(A.entry()).word() | age.of(NEW_WEAR);
    let tempting = Key::from_spread(Key(signature(&[word])));
    let store = |p: Position| if table.offer(p.key, p.entry()) { "kept" } else { "repelled" };
    let outcomes = Model::new("half_a_store_that_repels_a_weak_one_validates_no_tempting_key")
        .thread(|| store(A))
        .thread(|| store(WEAK))
        .thread(|| if table.probe(tempting).is_some() { "answered" } else { "miss" })
        .explore();
    outcomes.of_thread_are_exactly(1, &["kept", "repelled"]);
    outcomes.of_thread_are_exactly(2, &["miss"]);
}

#[test]
fn half_a_store_that_is_amended_answers_a_key_nobody_stored() {
    let slot = Slot::<1>::default();
    Model::new("half_a_store_that_is_amended_answers_a_key_nobody_stored")
        .thread(|| {
            slot.save(Words::seal(A.key, [A.data]));
            ""
        })
        .thread(|| {
            let words = slot.load();
            slot.exchange(words, words.amend([A.data ^ 1 << 40]));
            ""
        })
        .thread(|| match slot.load().open(Key(signature(&[A.data]))) {
            Some(_) => "answered",
            None => "miss",
        })
        .finds("answered");
}

#[test]
fn without_the_zero_rule_a_half_written_slot_answers_three_keys() {
    for (fault, key) in [("zero", Key(0)), ("the data", Key(A.data)), ("the check", Key(A.key.0 ^ A.data))] {
        let slot = PlainXor::default();
        Model::new("without_the_zero_rule_a_half_written_slot_answers_three_keys")
            .thread(|| {
                slot.store(A.key, A.data);
                ""
            })
            .thread(|| if slot.claimed_key() == key { fault } else { "" })
            .finds(fault);
    }
}
