//! Checks that the search is neither too narrow nor too wide.

use std::sync::atomic::Ordering::Relaxed;

use supplant::entry::slot::{Slot, Words};
use supplant::oracle::AtomicU64;
use supplant::scheme::New;
use supplant::table::SizedBucket;
use supplant::{SizedTable, TableBuilder};

use crate::model::Model;
use crate::positions::{A, B, OLD, Position};

/// loom keeps loads before later stores; processors other than x86 do not.
#[test]
fn load_buffering_is_reached_through_a_table() {
    const ELSEWHERE: Position = B.moved_by(1 << 63);
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(2).build().unwrap();
    let probe_then_store = |sought: Position, stored: Position| {
        let found = table.probe(sought.key).is_some_and(|found| sought.is(found));
        table.store(stored.key, stored.entry());
        found
    };
    let outcomes = Model::new("load_buffering_is_reached_through_a_table")
        .thread(|| probe_then_store(ELSEWHERE, A))
        .thread(|| probe_then_store(A, ELSEWHERE))
        .explore();
    assert!(outcomes.0.contains(&vec![true, true]), "both find what the other stores after its own look");
    assert_eq!(outcomes.0.len(), 4);
}

#[test]
fn store_buffering_is_reached_too() {
    let words = [AtomicU64::new(0), AtomicU64::new(0)];
    let store_then_load = |mine: usize| {
        words[mine].store(1, Relaxed);
        words[1 - mine].load(Relaxed)
    };
    let outcomes = Model::new("store_buffering_is_reached_too")
        .thread(|| store_then_load(0))
        .thread(|| store_then_load(1))
        .explore();
    assert_eq!(outcomes.0.into_iter().collect::<Vec<_>>(), [[0, 0], [0, 1], [1, 0], [1, 1]]);
}

/// herd7 finds 144 states under the same model (`formal`).
#[test]
fn two_that_look_before_they_store_and_a_reader_have_144_outcomes() {
    let slot = Slot::<1>::default();
    slot.save(Words::seal(OLD.key, [OLD.data]));
    let look = |slot: &Slot<1>| {
        let words = slot.load();
        (words.claimed_key(), words.data())
    };
    let look_then_save = |p: Position| {
        let seen = look(&slot);
        slot.save(Words::seal(p.key, [p.data]));
        seen
    };
    let outcomes = Model::new("two_that_look_before_they_store_and_a_reader_have_144_outcomes")
        .thread(|| look_then_save(A))
        .thread(|| look_then_save(B))
        .thread(|| look(&slot))
        .after(|| look(&slot))
        .explore();
    assert_eq!(outcomes.0.len(), 144);
}

#[test]
fn threads_that_do_not_meet_have_one_outcome() {
    let tables = [(); 2].map(|()| TableBuilder::<New, SizedBucket<New>>::new().slots(8).build().unwrap());
    let alone = |table: &SizedTable<New>, p: Position| {
        table.store(OLD.key, OLD.entry());
        table.store(p.key, p.entry());
        let replaced = table.probe(OLD.key).is_none();
        replaced && table.probe(p.key).is_some_and(|found| p.is(found))
    };
    let outcomes = Model::new("threads_that_do_not_meet_have_one_outcome")
        .thread(|| alone(&tables[0], A))
        .thread(|| alone(&tables[1], B))
        .after(|| tables[0].probe(A.key).is_some() && tables[1].probe(B.key).is_some())
        .explore();
    assert_eq!(outcomes.0.into_iter().collect::<Vec<_>>(), [[true, true, true]]);
}

#[test]
fn a_word_is_never_seen_to_go_back() {
    let word = AtomicU64::new(0);
    let store = || {
        word.store(1, Relaxed);
        word.store(2, Relaxed);
        Vec::new()
    };
    let outcomes = Model::new("a_word_is_never_seen_to_go_back")
        .thread(store)
        .thread(|| [(); 3].map(|()| word.load(Relaxed)).to_vec())
        .explore();
    assert_eq!(outcomes.0.len(), 10, "the rising ways to see 0, 1 and 2 in three looks");
    assert!(outcomes.0.iter().all(|outcome| outcome[1].is_sorted()));
}

#[test]
fn of_three_exchanges_of_one_value_one_wins() {
    let word = AtomicU64::new(0);
    let exchange = |new| u64::from(word.compare_exchange(0, new, Relaxed, Relaxed).is_ok());
    let outcomes = Model::new("of_three_exchanges_of_one_value_one_wins")
        .thread(|| exchange(1))
        .thread(|| exchange(2))
        .thread(|| exchange(3))
        .after(|| word.load(Relaxed))
        .explore();
    let won: Vec<_> = outcomes.0.into_iter().collect();
    assert_eq!(won, [[0, 0, 1, 3], [0, 1, 0, 2], [1, 0, 0, 1]]);

    let swapped = Model::new("of_two_swaps_and_what_is_left_no_value_is_lost")
        .thread(|| word.swap(1, Relaxed))
        .thread(|| word.swap(2, Relaxed))
        .after(|| word.load(Relaxed))
        .explore();
    assert_eq!(swapped.0.into_iter().collect::<Vec<_>>(), [[0, 1, 2], [2, 0, 1]]);
}

#[test]
fn values_do_not_come_out_of_thin_air() {
    let words = [AtomicU64::new(0), AtomicU64::new(0)];
    let copy = |from: usize| {
        let got = words[from].load(Relaxed);
        words[1 - from].store(got, Relaxed);
        got
    };
    let outcomes =
        Model::new("values_do_not_come_out_of_thin_air").thread(|| copy(0)).thread(|| copy(1)).explore();
    assert_eq!(outcomes.0.into_iter().collect::<Vec<_>>(), [[0, 0]]);
}
