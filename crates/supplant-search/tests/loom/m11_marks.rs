//! M11: a mark is a hint, of a key that some worker marked. It may go early, and as far as loom
//! sees, it may stay.

use std::sync::Arc;

use loom::thread;
use supplant::Key;
use supplant_search::fault::{SharedFault, plant};
use supplant_search::search::Busy;

use crate::harness::{explore, finds};

const DRAFT: u8 = 3;

const KEYS: [Key; 2] = [Key(0x10), Key(0x20)];
const NOBODYS: Key = Key(0x120);

fn race(note: impl Fn(&'static str)) {
    let marks = Arc::new(Busy::new());
    let other = {
        let marks = marks.clone();
        thread::spawn(move || {
            if marks.mark(KEYS[1], DRAFT) {
                marks.unmark(KEYS[1], DRAFT);
            }
        })
    };
    let is_own = marks.mark(KEYS[0], DRAFT);
    let (own, others, nobodys) =
        (marks.is_marked(KEYS[0], DRAFT), marks.is_marked(KEYS[1], DRAFT), marks.is_marked(NOBODYS, DRAFT));
    if is_own {
        marks.unmark(KEYS[0], DRAFT);
    }
    other.join().unwrap();
    let is_left = KEYS.iter().any(|&key| marks.is_marked(key, DRAFT));
    note(match (nobodys, is_left, own, others) {
        (true, ..) => "a mark of a key that nobody marked",
        (_, true, ..) => "left behind",
        (_, _, true, _) => "seen",
        (_, _, _, true) => "another's seen",
        _ => "hidden",
    });
}

/// Coherence of the cell excludes that a mark stays, but loom does not order stores to one cell
/// that nothing else orders. Nothing depends on it:
/// `a_move_that_seems_to_be_searched_for_ever_is_searched_all_the_same`
/// (`crates/supplant-search/src/search/node.rs`).
#[test]
fn a_mark_is_of_a_key_that_was_marked() {
    let outcomes = explore("a_mark_is_of_a_key_that_was_marked", |outcomes| {
        race(|what| outcomes.note(what));
    });
    assert_eq!(outcomes.count("a mark of a key that nobody marked"), 0);
    assert!(["seen", "another's seen", "hidden"].iter().all(|what| outcomes.count(what) > 0));
}

#[test]
fn a_mark_of_a_few_bits_is_taken_for_anothers() {
    plant(Some(SharedFault::MarksByLowByte));
    finds("a mark of a key that nobody marked", "a_mark_of_a_few_bits_is_taken_for_anothers", |outcomes| {
        race(|what| outcomes.note(what));
    });
    plant(None);
}
