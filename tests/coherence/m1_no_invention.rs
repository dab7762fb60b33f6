//! M1: a probe returns an entry that some thread stored for that key, whole, or nothing.

use supplant::entry::bucket::{Cluster, OneWord, Pairs};
use supplant::entry::{Bucket, Zeroed};
use supplant::scheme::{Deep, DepthAge, New, Scheme, Stale, Thompson, TwoBig1};
use supplant::table::{SizedBucket, Table};
use supplant::{SizedEntry, TableBuilder};

use crate::broken::Unvalidated;
use crate::broken_bucket::{Broken, CLAIMS_ANOTHER_KEY, FINDS_FOR_ANY_KEY, OPENS_FOR_ANY_KEY};
use crate::model::{Model, Outcomes};
use crate::positions::{A, B, OLD, Position};
use crate::validation::read;

pub(crate) fn probe<S: Scheme, B: Bucket<Payload = SizedEntry>>(
    table: &Table<S, B>,
    p: Position,
) -> &'static str {
    match table.probe(p.key) {
        None => "miss",
        Some(found) if p.is(found) => "hit",
        Some(_) => "invented",
    }
}

fn slot_model<B: Bucket<Payload = SizedEntry>>(
    name: &'static str,
    resident: Option<Position>,
    writers: &[Position],
) -> Outcomes<&'static str> {
    let cells = B::Cells::empty();
    let save = |p: &Position| B::save(&cells, 0, B::seal(p.key, [p.data]));
    resident.iter().for_each(save);
    let stored: Vec<_> = resident.into_iter().chain(writers.iter().copied()).collect();
    let mut model = Model::new(name).thread(|| read::<B>(&cells, 0, &stored));
    for p in writers {
        model = model.thread(move || {
            save(p);
            ""
        });
    }
    model.explore()
}

type Pair = Pairs<1, SizedEntry>;
type Single = OneWord<1, SizedEntry>;
type Clustered = Cluster<SizedEntry>;

#[test]
fn two_writers_never_invent_an_entry() {
    let name = "two_writers_never_invent_an_entry";
    slot_model::<Pair>(name, None, &[A, B]).of_thread_are_exactly(0, &["hit", "miss", "rejected"]);
    slot_model::<Single>(name, None, &[A, B]).of_thread_are_exactly(0, &["hit", "miss"]);
    slot_model::<Clustered>(name, None, &[A, B]).of_thread_are_exactly(0, &["hit", "miss"]);
    let name = "two_writers_over_an_old_entry_never_invent_one";
    slot_model::<Pair>(name, Some(OLD), &[A, B]).of_thread_are_exactly(0, &["hit", "rejected"]);
    slot_model::<Single>(name, Some(OLD), &[A, B]).of_thread_are_exactly(0, &["hit"]);
    slot_model::<Clustered>(name, Some(OLD), &[A, B]).of_thread_are_exactly(0, &["hit", "miss"]);
}

#[test]
fn three_writers_never_invent_an_entry() {
    let name = "three_writers_never_invent_an_entry";
    slot_model::<Pair>(name, None, &[A, B, OLD]).of_thread_are_exactly(0, &["hit", "miss", "rejected"]);
    slot_model::<Clustered>(name, None, &[A, B, OLD]).of_thread_are_exactly(0, &["hit", "miss"]);
}

#[test]
fn a_function_that_takes_any_key_is_seen_in_each_layout() {
    fn is_seen<L: Bucket<Payload = SizedEntry>>() {
        let name = "a_function_that_takes_any_key_is_seen_in_each_layout";
        let seen = |outcomes: Outcomes<_>, fault| assert!(outcomes.has(0, &fault), "{}: {fault}", L::NAME);
        seen(slot_model::<Broken<L, OPENS_FOR_ANY_KEY>>(name, None, &[A, B]), "invented");
        seen(slot_model::<Broken<L, FINDS_FOR_ANY_KEY>>(name, None, &[A, B]), "at odds");
    }
    is_seen::<Pair>();
    is_seen::<Single>();
    is_seen::<Clustered>();
    let name = "a_bucket_that_claims_another_key_is_seen";
    assert!(slot_model::<Broken<Pair, CLAIMS_ANOTHER_KEY>>(name, None, &[A, B]).has(0, &"at odds"));
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

fn in_a_bucket_of<S: Scheme, L: Bucket<Payload = SizedEntry>>() {
    let table = TableBuilder::<S, L>::new().slots(L::SLOTS).build().unwrap();
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
    in_a_bucket_of::<Thompson, SizedBucket<Thompson>>();
    in_a_bucket_of::<Stale, SizedBucket<Stale>>();
    in_a_bucket_of::<TwoBig1, SizedBucket<TwoBig1>>();
    in_a_bucket_of::<New, Single>();
    in_a_bucket_of::<DepthAge, Clustered>();
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
