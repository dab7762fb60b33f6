//! M5 with racing writers: a two-level bucket may lose or duplicate entries, but invents none.

use std::sync::Arc;

use loom::thread;
use supplant::fault::{Fault, plant};
use supplant::scheme::{TwoBig1, TwoDeep};
use supplant::table::SizedBucket;
use supplant::{Scheme, SizedTable, TableBuilder};

use crate::harness::{Outcomes, explore, finds};
use crate::positions::{A, B, OLD, Position};

const OLD_AGAIN: Position = OLD.again(-1);
const KNOWN: [Position; 4] = [OLD, OLD_AGAIN, A, B];

/// The scheme leaves two; a race may lose one, or all in two dead slots.
const WITHOUT_UPDATE: &[&str] = &["none survives", "one survives", "two survive"];
/// An update may write the first level while a shift copies the entry to the second.
const WITH_UPDATE: &[&str] = &["none survives", "one survives", "one survives, twice", "two survive"];

fn probe_all<S: Scheme>(table: &SizedTable<S>, sought: &[Position]) {
    for p in sought {
        if let Some(found) = table.probe(p.key) {
            let stored = KNOWN.iter().any(|known| known.key == p.key && known.is(found));
            assert!(stored, "{found:?} was not stored for {:?}", p.key);
        }
    }
}

fn ending<S: Scheme>(table: &SizedTable<S>) -> &'static str {
    let mut keys: Vec<_> = table.keys().filter(|key| KNOWN.iter().any(|p| p.key == *key)).collect();
    keys.sort_unstable();
    match keys[..] {
        [] => "none survives",
        [_] => "one survives",
        [a, b] if a == b => "one survives, twice",
        _ => "two survive",
    }
}

fn race<S: Scheme>(name: &str, stored: &'static [Position], reader: bool) -> Outcomes {
    explore(name, move |outcomes| {
        let table = Arc::new(TableBuilder::<S, SizedBucket<S>>::new().slots(2).build().unwrap());
        table.store(OLD.key, OLD.entry());
        let (first, others) = stored.split_first().unwrap();
        let write = |p: &Position| {
            let (table, p) = (table.clone(), *p);
            thread::spawn(move || table.store(p.key, p.entry()))
        };
        let mut threads: Vec<_> = others.iter().map(write).collect();
        if reader {
            let table = table.clone();
            threads.push(thread::spawn(move || probe_all(&table, &[OLD])));
        }
        table.store(first.key, first.entry());
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        probe_all(&table, &KNOWN);
        outcomes.note(ending(&table));
    })
}

#[test]
fn shift_by_two_writers_never_invents_an_entry() {
    let outcomes = race::<TwoDeep>("shift_by_two_writers_never_invents_an_entry", &[A, B], false);
    outcomes.are_exactly(WITHOUT_UPDATE);
}

#[test]
fn shift_by_two_writers_that_compare_sizes_never_invents_an_entry() {
    let name = "shift_by_two_writers_that_compare_sizes_never_invents_an_entry";
    let outcomes = race::<TwoBig1>(name, &[A, B], false);
    outcomes.are_exactly(WITHOUT_UPDATE);
}

#[test]
fn shift_of_an_entry_that_is_updated_meanwhile_may_leave_it_twice() {
    let name = "shift_of_an_entry_that_is_updated_meanwhile_may_leave_it_twice";
    let outcomes = race::<TwoDeep>(name, &[A, OLD_AGAIN], false);
    outcomes.are_exactly(WITH_UPDATE);
}

#[test]
fn shift_by_two_writers_shows_a_reader_nothing_invented() {
    race::<TwoDeep>("shift_by_two_writers_shows_a_reader_nothing_invented", &[A, B], true)
        .are_exactly(WITHOUT_UPDATE);
}

#[test]
fn shift_by_three_writers_never_invents_an_entry() {
    race::<TwoDeep>("shift_by_three_writers_never_invents_an_entry", &[A, B, OLD_AGAIN], false)
        .are_exactly(WITH_UPDATE);
}

/// Control: M5 relies on the single snapshot.
#[test]
fn shift_with_a_second_look_invents_an_entry() {
    plant(Some(Fault::ShiftsBySecondLook));
    finds("invented", "shift_with_a_second_look_invents_an_entry", |outcomes| {
        let table = Arc::new(TableBuilder::<TwoDeep, SizedBucket<TwoDeep>>::new().slots(2).build().unwrap());
        table.store(OLD.key, OLD.entry());
        let other = {
            let table = table.clone();
            thread::spawn(move || table.store(B.key, B.entry()))
        };
        table.store(A.key, A.entry());
        other.join().unwrap();
        let is_stored = |p: &Position| table.probe_both(p.key).iter().flatten().all(|&found| p.is(found));
        outcomes.note(if [OLD, A, B].iter().all(is_stored) { "stored" } else { "invented" });
    });
    plant(None);
}
