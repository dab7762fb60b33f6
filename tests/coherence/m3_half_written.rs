//! M3: a half-written fresh slot validates no key.

use supplant::entry::slot::{Slot, Words, signature};
use supplant::table::SizedBucket;
use supplant::{Key, TableBuilder, scheme::New};

use crate::broken::PlainXor;
use crate::model::Model;
use crate::positions::{A, B, Position};

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
