//! M6: two racing writers can leave the check of one beside the data of the other. Such a slot is dead: never wrong, lost
//! to both, and free for the next store.

use std::sync::Arc;

use loom::thread;
use supplant::scheme::{Deep, TwoDeep};
use supplant::{Scheme, Table};

use crate::harness::{A, B, OLD, Outcomes, explore};

/// Leaves a bucket of a table of eight to two writers, then stores a third, the least of the three, into the same bucket.
///
/// Eight buckets, because a dead slot is told from an entry by the bucket of the key it claims: both mixtures of A and B
/// claim a key of another bucket than theirs, as all but one in eight do.
fn leave_to_two_writers<S: Scheme>(name: &str) -> Outcomes {
    explore(name, |outcomes| {
        let table = Arc::new(Table::<S>::with_slots(8 * S::SLOTS).unwrap());
        let writers = [A, B].map(|p| {
            let table = table.clone();
            thread::spawn(move || table.store(p.key, p.entry()))
        });
        writers.into_iter().for_each(|writer| writer.join().unwrap());

        let found =
            [A, B].map(|p| table.probe(p.key).map(|found| assert!(p.is(found), "{found:?} for {p:?}")));
        let live = found.iter().flatten().count();
        let dead = table.occupancy().occupied > live;
        outcomes.note(match (live, dead) {
            (0, true) => "both lost in a dead slot",
            (_, true) => "one survives beside a dead slot",
            (1, false) => "one survives",
            (_, false) => "both survive",
        });

        table.store(OLD.key, OLD.entry());
        if dead && live == 0 {
            assert_eq!(table.keys().next(), Some(OLD.key), "the dead slot, the first of its bucket, is free");
            assert!(table.probe(OLD.key).is_some_and(|found| OLD.is(found)));
        }
    })
}

#[test]
fn a_dead_slot_is_reached_never_wrong_and_free() {
    leave_to_two_writers::<Deep>("a_dead_slot_is_reached_never_wrong_and_free")
        .are_exactly(&["both lost in a dead slot", "one survives"]);
}

#[test]
fn a_dead_slot_of_a_two_level_bucket_is_free() {
    leave_to_two_writers::<TwoDeep>("a_dead_slot_of_a_two_level_bucket_is_free").are_exactly(&[
        "both lost in a dead slot",
        "both survive",
        "one survives",
    ]);
}
