//! M6: two racing writers can leave the check of one with the data of the other. Such a dead slot
//! is never wrong, and free for a store of one key in 64.

use std::sync::Arc;

use loom::thread;
use supplant::entry::bucket::Pairs;
use supplant::entry::{Bucket, SizedEntry};
use supplant::scheme::{Deep, TwoDeep};
use supplant::{Scheme, TableBuilder};

use crate::broken::{ExclusiveOr, stores_are_swaps};
use crate::harness::{Outcomes, explore};
use crate::pair::Pair;
use crate::positions::{A, B, OLD, Position};

/// A key that ends in six zeros looks for dead slots.
const LOOKS: Position = OLD.moved_by(0x31);
const SIMILAR: ([Position; 2], Position) = ([A, OLD], B.again(-6).moved_by(0x02));

/// A claimed key of another bucket shows that a slot is dead, so the table has eight buckets.
fn leave_to_two_writers<S: Scheme, B: Bucket<Payload = SizedEntry>>(
    (writers, third): ([Position; 2], Position),
) -> impl Fn(&Outcomes) + Send + Sync + 'static {
    move |outcomes| {
        let table = Arc::new(TableBuilder::<S, B>::new().slots(8 * B::SLOTS).build().unwrap());
        let threads = writers.map(|p| {
            let table = table.clone();
            thread::spawn(move || table.store(p.key, p.entry()))
        });
        threads.into_iter().for_each(|writer| writer.join().unwrap());

        let is_live = |p: &Position| {
            let found = table.probe(p.key);
            assert!(found.is_none_or(|found| p.is(found)), "{found:?} for {p:?}");
            found.is_some()
        };
        let live = writers.iter().filter(|&p| is_live(p)).count();
        let taken = || {
            let slots = (0..table.buckets()).flat_map(|bucket| (0..B::SLOTS).map(move |slot| (bucket, slot)));
            slots.filter(|&(bucket, slot)| !B::peek(B::load(table.cells(bucket), slot)).is_empty()).count()
        };
        let dead = taken() > live;

        table.store(third.key, third.entry());
        let live_then = writers.iter().chain([&third]).filter(|&p| is_live(p)).count();
        let dead_then = taken() > live_then;
        outcomes.note(match (dead, dead_then, live) {
            (true, true, _) => "dead slot kept",
            (true, false, 0) => "both lost in a dead slot",
            (true, false, _) => "one survives beside a dead slot",
            (false, true, _) => "a dead slot by one writer",
            (false, false, 1) => "one survives",
            (false, false, _) => "both survive",
        });
    }
}

#[test]
fn a_dead_slot_is_reached_never_wrong_and_free() {
    let model = leave_to_two_writers::<Deep, Pairs<1, SizedEntry>>(([A, B], LOOKS));
    explore("a_dead_slot_is_reached_never_wrong_and_free", model)
        .are_exactly(&["both lost in a dead slot", "one survives"]);
}

#[test]
fn a_store_that_does_not_look_for_dead_slots_weighs_one_like_an_entry() {
    let model = leave_to_two_writers::<Deep, Pairs<1, SizedEntry>>(([A, B], OLD));
    explore("a_store_that_does_not_look_for_dead_slots_weighs_one_like_an_entry", model)
        .are_exactly(&["dead slot kept", "one survives"]);
}

#[test]
fn a_dead_slot_of_two_similar_entries_is_free() {
    let model = leave_to_two_writers::<Deep, Pairs<1, SizedEntry>>(SIMILAR);
    explore("a_dead_slot_of_two_similar_entries_is_free", model)
        .are_exactly(&["both lost in a dead slot", "one survives"]);
}

/// Control: both mixtures claim a key of their own bucket. No probe finds it, but the scheme weighs
/// it like an entry.
#[test]
fn a_dead_slot_by_plain_exclusive_or_is_kept_like_an_entry() {
    let model = leave_to_two_writers::<Deep, Pair<1, ExclusiveOr>>(SIMILAR);
    explore("a_dead_slot_by_plain_exclusive_or_is_kept_like_an_entry", model)
        .are_exactly(&["dead slot kept", "one survives"]);
}

#[test]
fn of_two_dead_slots_of_a_two_level_bucket_one_is_free() {
    let model = leave_to_two_writers::<TwoDeep, Pairs<2, SizedEntry>>(([A, B], LOOKS));
    let outcomes = explore("of_two_dead_slots_of_a_two_level_bucket_one_is_free", model);
    let both_ways =
        ["both lost in a dead slot", "both survive", "one survives", "one survives beside a dead slot"];
    match stores_are_swaps() {
        true => outcomes.are_exactly(&both_ways),
        false => outcomes.are_exactly(&[&both_ways[..], &["dead slot kept"]].concat()),
    }
}
