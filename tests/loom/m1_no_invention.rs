//! M1: a probe returns an entry that some thread stored for that key, whole, or nothing.

use std::sync::Arc;

use loom::thread;
use supplant::entry::bucket::{Cluster, OneWord, Pairs};
use supplant::entry::slot::{Slot, Words, signature};
use supplant::entry::{Bucket, SizedEntry, Zeroed};
use supplant::scheme::{Deep, New};
use supplant::{Key, Scheme, TableBuilder};

use crate::broken_bucket::{Broken, CLAIMS_ANOTHER_KEY, FINDS_FOR_ANY_KEY, OPENS_FOR_ANY_KEY};
use crate::harness::{Outcomes, explore, finds};
use crate::pair::{KeyBesideData, Pair};
use crate::positions::{A, B, OLD, Position};
use crate::validation::read;

fn slot_model<L: Bucket<Payload = SizedEntry>>(
    name: &str,
    resident: Option<Position>,
    stored: &'static [Position],
) -> Outcomes {
    explore(name, move |outcomes| {
        let cells = Arc::new(L::Cells::empty());
        let save = |cells: &L::Cells, p: &Position| L::save(cells, 0, L::seal(p.key, [p.data]));
        resident.iter().for_each(|old| save(&cells, old));
        let writers: Vec<_> = stored
            .iter()
            .map(|p| {
                let cells = cells.clone();
                thread::spawn(move || save(&cells, p))
            })
            .collect();
        let known: Vec<_> = resident.into_iter().chain(stored.iter().copied()).collect();
        outcomes.note(read::<L>(&cells, 0, &known));
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    })
}

type Pair1 = Pairs<1, SizedEntry>;
type Single = OneWord<1, SizedEntry>;
type Clustered = Cluster<SizedEntry>;

#[test]
fn two_writers_never_invent_an_entry() {
    slot_model::<Pair1>("two_writers_never_invent_an_entry", None, &[A, B])
        .are_exactly(&["hit", "miss", "rejected"]);
}

#[test]
fn two_writers_over_an_old_entry_never_invent_one() {
    slot_model::<Pair1>("two_writers_over_an_old_entry_never_invent_one", Some(OLD), &[A, B])
        .are_exactly(&["hit", "rejected"]);
}

#[test]
fn two_writers_of_one_position_never_mix_their_entries() {
    const STORED: &[Position] = &[A, A.again(1)];
    slot_model::<Pair1>("two_writers_of_one_position_never_mix_their_entries", None, STORED)
        .are_exactly(&["hit", "miss", "rejected"]);
}

#[test]
fn three_writers_never_invent_an_entry() {
    slot_model::<Pair1>("three_writers_never_invent_an_entry", None, &[A, B, OLD])
        .are_exactly(&["hit", "miss", "rejected"]);
}

#[test]
fn two_writers_never_invent_an_entry_in_other_layouts() {
    slot_model::<Single>("two_writers_never_invent_an_entry, single8", None, &[A, B])
        .are_exactly(&["hit", "miss"]);
    slot_model::<Clustered>("two_writers_never_invent_an_entry, cluster10", None, &[A, B])
        .are_exactly(&["hit", "miss"]);
}

#[test]
fn a_function_that_takes_any_key_is_seen_in_each_layout() {
    fn is_seen<L: Bucket<Payload = SizedEntry>>() {
        let seen = |outcomes: Outcomes, fault| assert!(outcomes.count(fault) > 0, "{}: {fault}", L::NAME);
        let name = format!("an_open_that_takes_any_key_is_seen, {}", L::NAME);
        seen(slot_model::<Broken<L, OPENS_FOR_ANY_KEY>>(&name, None, &[A, B]), "invented");
        let name = format!("a_find_that_takes_any_key_is_seen, {}", L::NAME);
        seen(slot_model::<Broken<L, FINDS_FOR_ANY_KEY>>(&name, None, &[A, B]), "at odds");
    }
    is_seen::<Pair1>();
    is_seen::<Single>();
    is_seen::<Clustered>();
    let name = "a_bucket_that_claims_another_key_is_seen";
    assert!(slot_model::<Broken<Pair1, CLAIMS_ANOTHER_KEY>>(name, None, &[A, B]).count("at odds") > 0);
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
