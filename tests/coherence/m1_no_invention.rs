//! M1: a probe returns an entry that some thread stored for that key, whole, or nothing.

use supplant::entry::slot::{Slot, Words};
use supplant::scheme::{Deep, New, Scheme, Slots, Stale, Thompson, TwoBig1};
use supplant::table::SizedBucket;
use supplant::{Key, SizedTable, TableBuilder};

use crate::broken::Unvalidated;
use crate::model::Model;
use crate::positions::{A, B, OLD, Position};

pub(crate) fn read(slot: &Slot<1>, stored: &[Position]) -> &'static str {
    let words = slot.load();
    let own = |key: Key| stored.iter().find(|p| p.key == key);
    match words.claimed_key() {
        None => "miss",
        Some(key) => match own(key) {
            None => "rejected",
            Some(p) if words.open(key) == Some([p.data]) => "hit",
            Some(_) => "invented",
        },
    }
}

pub(crate) fn probe<S: Scheme>(table: &SizedTable<S>, p: Position) -> &'static str {
    match table.probe(p.key) {
        None => "miss",
        Some(found) if p.is(found) => "hit",
        Some(_) => "invented",
    }
}

fn slot_model(
    name: &'static str,
    resident: Option<Position>,
    writers: &[Position],
    expected: &[&'static str],
) {
    let slot = Slot::<1>::default();
    if let Some(old) = resident {
        slot.save(Words::seal(old.key, [old.data]));
    }
    let stored: Vec<_> = resident.into_iter().chain(writers.iter().copied()).collect();
    let mut model = Model::new(name).thread(|| read(&slot, &stored));
    for p in writers {
        let slot = &slot;
        model = model.thread(move || {
            slot.save(Words::seal(p.key, [p.data]));
            ""
        });
    }
    model.explore().of_thread_are_exactly(0, expected);
}

#[test]
fn two_writers_never_invent_an_entry() {
    slot_model("two_writers_never_invent_an_entry", None, &[A, B], &["hit", "miss", "rejected"]);
    let name = "two_writers_over_an_old_entry_never_invent_one";
    slot_model(name, Some(OLD), &[A, B], &["hit", "rejected"]);
}

#[test]
fn three_writers_never_invent_an_entry() {
    let name = "three_writers_never_invent_an_entry";
    slot_model(name, None, &[A, B, OLD], &["hit", "miss", "rejected"]);
}

fn through_a_table<S: Scheme>(name: &'static str, writers: &[Position]) {
    let table = TableBuilder::<S, SizedBucket<S>>::new().slots(1).build().unwrap();
    table.store(OLD.key, OLD.entry());
    let mut model = Model::new(name).thread(|| vec![probe(&table, A)]);
    for (i, p) in writers.iter().enumerate() {
        let (table, sought) = (&table, writers[(i + 1) % writers.len()]);
        model = model.thread(move || {
            let found = probe(table, sought);
            table.store(p.key, p.entry());
            vec![found]
        });
    }
    let outcomes = model.after(|| [OLD, A, B].map(|p| probe(&table, p)).to_vec()).explore();
    for thread in 0..=writers.len() {
        outcomes.of_thread_are_exactly(thread, &[vec!["hit"], vec!["miss"]]);
    }
    let left = |outcome: &Vec<Vec<_>>| outcome.last().unwrap().clone();
    assert!(outcomes.0.iter().map(left).all(|left| left.iter().all(|&seen| seen != "invented")));
    assert!(outcomes.0.iter().map(left).any(|left| left == ["miss"; 3]), "dead slots are reached");
}

#[test]
fn stores_that_look_before_they_write_never_invent_an_entry() {
    through_a_table::<Deep>("stores_that_look_before_they_write_never_invent_an_entry", &[A, B]);
    through_a_table::<New>("stores_that_always_replace_never_invent_an_entry", &[A, B]);
}

#[test]
fn three_stores_that_look_before_they_write_never_invent_an_entry() {
    const C: Position = Position { data: A.data ^ 0xF, ..A.moved_by(0xFF00) };
    let name = "three_stores_that_look_before_they_write_never_invent_an_entry";
    through_a_table::<Deep>(name, &[A, B, C]);
}

fn in_a_bucket_of<S: Scheme>() {
    let table = TableBuilder::<S, SizedBucket<S>>::new().slots(<S::Slots as Slots>::DEFAULT).build().unwrap();
    table.store(OLD.key, OLD.entry());
    table.new_generation();
    let probe_then_store = |sought: Position, p: Position| {
        let found = probe(&table, sought);
        table.store(p.key, p.entry());
        vec![found]
    };
    let outcomes = Model::new(S::NAME)
        .thread(|| probe_then_store(OLD, A))
        .thread(|| probe_then_store(A, B))
        .after(|| [OLD, A, B].map(|p| probe(&table, p)).to_vec())
        .explore();
    assert!(outcomes.0.iter().flatten().flatten().all(|&seen| seen != "invented"), "{}", S::NAME);
    outcomes.of_thread_are_exactly(1, &[vec!["hit"], vec!["miss"]]);
}

#[test]
fn two_writers_never_invent_an_entry_in_other_buckets() {
    in_a_bucket_of::<Thompson>();
    in_a_bucket_of::<Stale>();
    in_a_bucket_of::<TwoBig1>();
}

#[test]
fn without_validation_a_torn_entry_is_believed() {
    let slot = Unvalidated::default();
    let store = |p: Position| {
        slot.store(p.key, p.data);
        ""
    };
    Model::new("without_validation_a_torn_entry_is_believed")
        .thread(|| store(A))
        .thread(|| store(B))
        .thread(|| if slot.probe(A.key).is_some_and(|data| data != A.data) { "invented" } else { "" })
        .finds("invented");
}
