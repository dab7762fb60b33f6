//! M9: a probe that refreshes an entry invents nothing and undoes no store.

use std::cell::RefCell;
use std::rc::Rc;

use supplant::entry::bucket::Pairs;
use supplant::entry::slot::{Slot, Words};
use supplant::oracle::{Access, under};
use supplant::scheme::{DepthAge, Stale};
use supplant::{Bound, Move16, SizedEntry, SizedTable, TableBuilder};

use crate::broken::Worn;
use crate::m1_no_invention::probe;
use crate::model::Model;
use crate::positions::{A, OLD};

fn with_a_stale_entry() -> SizedTable<Stale> {
    let table = TableBuilder::new().slots(1).build().unwrap();
    table.store(OLD.key, OLD.entry());
    table.new_generation();
    table
}

#[test]
fn freshness_written_back_by_two_probers_beside_a_racing_store_never_undoes_it() {
    let table = with_a_stale_entry();
    let store = || {
        table.store(A.key, A.entry());
        vec!["stored"]
    };
    let outcomes = Model::new("freshness_written_back_by_two_probers_beside_a_racing_store_never_undoes_it")
        .thread(|| vec![probe(&table, OLD)])
        .thread(|| vec![probe(&table, OLD)])
        .thread(store)
        .after(|| [OLD, A].map(|p| probe(&table, p)).to_vec())
        .explore();
    outcomes.of_thread_are_exactly(0, &[vec!["hit"], vec!["miss"]]);
    outcomes.of_thread_are_exactly(3, &[vec!["miss", "hit"]]);
}

#[test]
fn freshness_written_back_by_two_probers_leaves_the_entry_whole() {
    let table = with_a_stale_entry();
    let after = || match table.probe(OLD.key) {
        Some(found) if OLD.is(found) && table.iter().all(|held| held.age == 0) => "fresh",
        Some(_) => "something else",
        None => "dead",
    };
    let outcomes = Model::new("freshness_written_back_by_two_probers_leaves_the_entry_whole")
        .thread(|| probe(&table, OLD))
        .thread(|| probe(&table, OLD))
        .after(after)
        .explore();
    outcomes.of_thread_are_exactly(2, &["fresh"]);
}

#[test]
fn a_move_left_in_an_entry_beside_a_store_invents_nothing_and_never_undoes_it() {
    let table = TableBuilder::<DepthAge, Pairs<1, SizedEntry>>::new().slots(1).build().unwrap();
    let deep = SizedEntry { depth: 20, bound: Bound::Lower, ..OLD.entry() };
    let shallow = SizedEntry { depth: 2, mv: Move16(0x77), ..deep };
    table.store(OLD.key, deep);
    let found = |key| match table.probe(key) {
        Some(found) if found == SizedEntry { size: found.size, ..deep } => "the entry",
        Some(found) if found == SizedEntry { size: found.size, mv: shallow.mv, ..deep } => "with the move",
        Some(found) if found == SizedEntry { size: found.size, ..shallow } => "the shallow one",
        Some(found) if found == SizedEntry { size: found.size, ..A.entry() } => "the store",
        Some(_) => "invented",
        None => "miss",
    };
    let name = "a_move_left_in_an_entry_beside_a_store_invents_nothing_and_never_undoes_it";
    let outcomes = Model::new(name)
        .thread(|| vec![if table.offer(OLD.key, shallow) { "kept" } else { "left" }])
        .thread(|| {
            table.store(A.key, A.entry());
            vec!["stored"]
        })
        .thread(|| vec![found(OLD.key)])
        .after(|| vec![found(OLD.key), found(A.key)])
        .explore();
    let all = [vec!["the entry"], vec!["with the move"], vec!["the shallow one"], vec!["miss"]];
    outcomes.of_thread_are_exactly(2, &all);
    let left = outcomes.of_those_where(0, &vec!["left"]);
    left.of_thread_are_exactly(3, &[vec!["miss", "the store"]]);
}

#[test]
fn a_move_that_returns_may_leave_its_entry_dead() {
    let table = TableBuilder::<DepthAge, Pairs<1, SizedEntry>>::new().slots(1).build().unwrap();
    let deep = SizedEntry { depth: 20, bound: Bound::Lower, mv: Move16(2), ..OLD.entry() };
    table.store(OLD.key, deep);
    let leave = |mv| table.store(OLD.key, SizedEntry { depth: 2, mv: Move16(mv), ..deep });
    let found = || match table.probe(OLD.key) {
        Some(found) if found == (SizedEntry { size: found.size, mv: found.mv, ..deep }) => "the entry",
        Some(found) if found.depth == 2 => "a shallow one",
        Some(_) => "invented",
        None => "dead",
    };
    let outcomes = Model::new("a_move_that_returns_may_leave_its_entry_dead")
        .thread(|| {
            leave(1);
            leave(2);
            ""
        })
        .thread(|| {
            leave(3);
            ""
        })
        .after(found)
        .explore();
    outcomes.of_thread_are_exactly(2, &["the entry", "a shallow one", "dead"]);
}

fn two_generations(name: &'static str, stored: Option<Words<1>>, expected: &[&'static str]) {
    let slot = Slot::<1>::default();
    let old = Words::seal(OLD.key, [OLD.data]);
    slot.save(old);
    let fresh = [1, 2].map(|age| old.amend([OLD.data ^ age << 40]));
    let slot = &slot;
    let refresh = move |fresh| {
        let seen = slot.load();
        if seen.open(OLD.key) == Some([OLD.data]) {
            slot.exchange(seen, fresh);
        }
        ""
    };
    let mut model = Model::new(name).thread(move || refresh(fresh[0])).thread(move || refresh(fresh[1]));
    if let Some(words) = stored {
        model = model.thread(move || {
            slot.save(words);
            ""
        });
    }
    let after = move || match slot.load() {
        words if Some(words) == stored => "the store",
        words if fresh.contains(&words) => "one of the fresh",
        _ => "dead",
    };
    let after_is = usize::from(stored.is_some()) + 2;
    model.after(after).explore().of_thread_are_exactly(after_is, expected);
}

#[test]
fn freshness_of_two_generations_leaves_one_of_them_or_the_store() {
    let name = "freshness_of_two_generations_leaves_one_of_them";
    two_generations(name, None, &["one of the fresh"]);
    let name = "freshness_of_two_generations_beside_a_store_leaves_the_store";
    two_generations(name, Some(Words::seal(A.key, [A.data])), &["the store"]);
}

/// An exchange cannot distinguish a data word equal to the one seen.
#[test]
fn a_store_of_the_data_word_that_was_seen_may_be_left_dead() {
    let name = "a_store_of_the_same_data_for_another_key_may_be_left_dead";
    two_generations(name, Some(Words::seal(A.key, [OLD.data])), &["the store", "dead"]);
    let name = "a_store_of_the_same_words_again_may_be_left_dead";
    two_generations(name, Some(Words::seal(OLD.key, [OLD.data])), &["the store", "one of the fresh", "dead"]);
}

fn worn_beside_a_refresh(name: &'static str, data_first: bool) -> Model<'static, &'static str> {
    const FRESH: u64 = OLD.data ^ 1 << 40;
    let slot: &'static Worn = Box::leak(Box::new(Worn::holding(OLD.key, OLD.data | 3, data_first)));
    let refresh = move || {
        slot.refresh(OLD.key, FRESH | 3);
        ""
    };
    let wear = move || {
        slot.wear(OLD.key);
        ""
    };
    let after = move || if slot.holds(OLD.key) { "whole" } else { "dead" };
    Model::new(name).thread(refresh).thread(wear).after(after)
}

#[test]
fn an_exchange_of_the_data_first_is_whole_beside_who_changes_the_data_alone() {
    let name = "an_exchange_of_the_data_first_is_whole_beside_who_changes_the_data_alone";
    worn_beside_a_refresh(name, true).explore().of_thread_are_exactly(2, &["whole"]);
}

#[test]
fn the_crates_exchange_begins_with_the_data_and_ends_with_the_check() {
    let slot = Slot::<2>::default();
    let (seen, words) = (slot.load(), Words::seal(A.key, [A.data, 1]));
    let order = Rc::new(RefCell::new(Vec::new()));
    let told = Rc::clone(&order);
    let answer = move |cell, found, access| {
        assert!(matches!(access, Access::Exchange(..)));
        told.borrow_mut().push(cell);
        found
    };
    under(Rc::new(answer), || slot.exchange(seen, words));
    let check = std::ptr::from_ref(&slot).addr();
    assert_eq!(*order.borrow(), [check + 8, check + 16, check]);
}

#[test]
fn an_exchange_of_the_check_first_dies_beside_who_changes_the_data_alone() {
    let name = "an_exchange_of_the_check_first_dies_beside_who_changes_the_data_alone";
    worn_beside_a_refresh(name, false).finds("dead");
}

#[test]
fn a_store_beside_a_refresh_and_a_wearer_is_never_undone() {
    let slot = Worn::holding(OLD.key, OLD.data | 3, true);
    let outcomes = Model::new("a_store_beside_a_refresh_and_a_wearer_is_never_undone")
        .thread(|| {
            slot.refresh(OLD.key, OLD.data ^ 1 << 40);
            ""
        })
        .thread(|| {
            slot.wear(OLD.key);
            ""
        })
        .thread(|| {
            slot.store(A.key, A.data);
            ""
        })
        .after(|| if slot.holds(A.key) { "the store" } else { "undone" })
        .explore();
    outcomes.of_thread_are_exactly(3, &["the store"]);
}

#[test]
fn freshness_written_back_by_plain_stores_resurrects_the_old_entry() {
    let slot = Slot::<1>::default();
    slot.save(Words::seal(OLD.key, [OLD.data]));
    let refresh = || {
        let words = slot.load();
        if words.open(OLD.key).is_some() {
            slot.save(words.amend([OLD.data ^ 1 << 40]));
        }
        ""
    };
    let store = || {
        slot.save(Words::seal(A.key, [A.data]));
        ""
    };
    Model::new("freshness_written_back_by_plain_stores_resurrects_the_old_entry")
        .thread(refresh)
        .thread(store)
        .after(|| if slot.load().open(OLD.key).is_some() { "the old entry over the store" } else { "" })
        .finds("the old entry over the store");
}

#[test]
fn freshness_from_a_second_look_invents_an_entry() {
    let slot = Slot::<1>::default();
    slot.save(Words::seal(OLD.key, [OLD.data]));
    let refresh = || {
        if slot.load().open(OLD.key).is_some() {
            let again = slot.load();
            slot.save(Words::seal(OLD.key, again.data()));
        }
        ""
    };
    let store = || {
        slot.save(Words::seal(A.key, [A.data]));
        ""
    };
    let read = || match slot.load().open(OLD.key) {
        Some(data) if data != [OLD.data] => "invented",
        _ => "",
    };
    Model::new("freshness_from_a_second_look_invents_an_entry")
        .thread(refresh)
        .thread(store)
        .after(read)
        .finds("invented");
}
