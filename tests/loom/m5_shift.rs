//! M5 with one writer: a shift ends as the scheme says, but a reader may miss the moved entry.

use std::sync::Arc;

use loom::sync::atomic::Ordering::Acquire;
use loom::thread;
use supplant::scheme::{TwoBig1, TwoDeep};
use supplant::table::SizedBucket;
use supplant::{Scheme, TableBuilder};

use crate::broken::{Word, publishing};
use crate::harness::{Outcomes, explore};
use crate::positions::{A, B, OLD, Position};

fn watch<S: Scheme>(
    name: &str,
    stored: &'static [Position],
    last: Position,
    sought: &'static [Position],
    survivors: [Position; 2],
) -> Outcomes {
    explore(name, move |outcomes| {
        let table = Arc::new(TableBuilder::<S, SizedBucket<S>>::new().slots(2).build().unwrap());
        stored.iter().for_each(|p| table.store(p.key, p.entry()));
        let writer = {
            let table = table.clone();
            thread::spawn(move || table.store(last.key, last.entry()))
        };
        outcomes.note(match table.probe(sought[0].key) {
            Some(found) => {
                assert!(sought.iter().any(|p| p.is(found)), "{found:?} was not stored for {sought:?}");
                "found"
            }
            None => "missed",
        });
        writer.join().unwrap();
        assert_eq!(table.keys().collect::<Vec<_>>(), survivors.map(|p| p.key));
        for p in survivors {
            assert!(table.probe(p.key).is_some_and(|found| p.is(found)), "{p:?} has survived whole");
        }
    })
}

#[test]
fn shift_by_one_writer_loses_nothing_though_a_reader_may_miss_the_shifted_entry() {
    let name = "shift_by_one_writer_loses_nothing";
    watch::<TwoDeep>(name, &[OLD], A, &[OLD], [A, OLD]).are_exactly(&["found", "missed"]);
}

#[test]
fn shift_by_subtree_size_loses_nothing_either() {
    let name = "shift_by_subtree_size_loses_nothing_either";
    watch::<TwoBig1>(name, &[OLD], A, &[OLD], [A, OLD]).are_exactly(&["found", "missed"]);
}

#[test]
fn shift_leaves_the_newcomer_whole_or_unseen() {
    let name = "shift_leaves_the_newcomer_whole_or_unseen";
    watch::<TwoDeep>(name, &[OLD], A, &[A], [A, OLD]).are_exactly(&["found", "missed"]);
}

#[test]
fn shift_over_a_full_bucket_loses_the_second_level_alone() {
    let name = "shift_over_a_full_bucket_loses_the_second_level_alone";
    watch::<TwoDeep>(name, &[A, OLD], B, &[A], [B, A]).are_exactly(&["found", "missed"]);
}

#[test]
fn shift_of_a_climbing_position_loses_nothing_though_a_reader_may_miss_it() {
    const CLIMBED: Position = OLD.again(5);
    let name = "shift_of_a_climbing_position_loses_nothing";
    watch::<TwoDeep>(name, &[A, OLD], CLIMBED, &[OLD, CLIMBED], [CLIMBED, A])
        .are_exactly(&["found", "missed"]);
}

struct Ordered([[Word; 2]; 2]);

impl Ordered {
    fn holding(first: Option<Position>, second: Option<Position>) -> Self {
        let words = |p: Option<Position>| p.map_or([0, 0], |p| [p.key.0 ^ p.data, p.data]);
        Self([first, second].map(|p| words(p).map(Word::new)))
    }

    fn save(&self, level: usize, p: Position) {
        self.0[level][0].store(p.key.0 ^ p.data, publishing());
        self.0[level][1].store(p.data, publishing());
    }

    fn holds(&self, p: Position) -> bool {
        self.0.iter().any(|[check, data]| check.load(Acquire) ^ data.load(Acquire) == p.key.0)
    }
}

fn watch_ordered(
    name: &str,
    bucket: [Option<Position>; 2],
    saves: &'static [(usize, Position)],
    sought: Position,
) -> Outcomes {
    explore(name, move |outcomes| {
        let [first, second] = bucket;
        let bucket = Arc::new(Ordered::holding(first, second));
        let writer = {
            let bucket = bucket.clone();
            thread::spawn(move || saves.iter().for_each(|&(level, p)| bucket.save(level, p)))
        };
        outcomes.note(if bucket.holds(sought) { "found" } else { "missed" });
        writer.join().unwrap();
    })
}

#[test]
fn shift_with_ordered_words_never_hides_the_shifted_entry_if_the_second_level_is_written_first() {
    let bucket = [Some(OLD), None];
    watch_ordered("shift_with_ordered_words, second level first", bucket, &[(1, OLD), (0, A)], OLD)
        .are_exactly(&["found"]);
    watch_ordered("shift_with_ordered_words, first level first", bucket, &[(0, A), (1, OLD)], OLD)
        .are_exactly(&["found", "missed"]);
}

#[test]
fn shift_with_ordered_words_still_hides_a_climbing_position() {
    const CLIMB: &[(usize, Position)] = &[(1, A), (0, OLD.again(5))];
    let (name, bucket) = ("shift_with_ordered_words_still_hides_a_climbing_position", [Some(A), Some(OLD)]);
    watch_ordered(name, bucket, CLIMB, OLD).are_exactly(&["found", "missed"]);
}
