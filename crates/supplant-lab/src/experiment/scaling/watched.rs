//! Counts what workers in lockstep probe and find, and who offered it.
//!
//! Marking the PV passes through uncounted.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::num::NonZeroU32;

use parking_lot::Mutex;

use crate::experiment::unbounded::KeyAsHash;
use supplant::entry::{Depth, SizedEntry};
use supplant::key::Key;
use supplant_search::search::{NodeContext, SearchTable};

pub(super) struct Watched<'a> {
    table: &'a dyn SearchTable,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    worker: u32,
    positions: HashMap<u64, SeenPosition, BuildHasherDefault<KeyAsHash>>,
    searched: HashMap<u64, u32, BuildHasherDefault<KeyAsHash>>,
    distinct: u64,
    of_others: u64,
    again: u64,
}

/// Small, because a deep search visits tens of millions of positions.
#[derive(Clone, Copy, Default)]
struct SeenPosition {
    is_visited: bool,
    offered_by: Option<NonZeroU32>,
}

impl Seen {
    fn mark(worker: u32) -> Option<NonZeroU32> {
        NonZeroU32::new(worker + 1)
    }
}

/// Two ids are equal as often as two keys.
fn searched(key: Key, draft: Depth) -> u64 {
    key.0.wrapping_add(u64::from(draft).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WatchedCounts {
    pub(super) distinct: u64,
    pub(super) of_others: u64,
    pub(super) again: u64,
}

impl<'a> Watched<'a> {
    pub(super) fn new(table: &'a dyn SearchTable) -> Self {
        Self { table, seen: Mutex::new(Seen::default()) }
    }

    pub(super) fn turn(&self, worker: usize) {
        self.seen.lock().worker = worker as u32;
    }

    pub(super) fn facts(self) -> WatchedCounts {
        let seen = self.seen.into_inner();
        WatchedCounts { distinct: seen.distinct, of_others: seen.of_others, again: seen.again }
    }
}

impl SearchTable for Watched<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.table.probe(key)
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        let found = self.table.probe_both(key);
        let mut seen = self.seen.lock();
        let own = Seen::mark(seen.worker);
        let position = seen.positions.entry(key.0).or_default();
        let is_new = !std::mem::replace(&mut position.is_visited, true);
        let is_others = position.offered_by.is_some() && position.offered_by != own;
        seen.distinct += u64::from(is_new);
        seen.of_others += u64::from(found[0].is_some() && is_others);
        found
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        if entry.principal {
            return self.table.store_with(key, entry, beside);
        }
        let mut seen = self.seen.lock();
        let worker = seen.worker;
        seen.positions.entry(key.0).or_default().offered_by = Seen::mark(worker);
        let first = *seen.searched.entry(searched(key, entry.depth)).or_insert(worker);
        seen.again += u64::from(first != worker);
        drop(seen);
        self.table.store_with(key, entry, beside);
    }
}

#[cfg(test)]
mod tests {
    use super::{Watched, WatchedCounts};
    use supplant::entry::SizedEntry;
    use supplant::key::Key;
    use supplant::scheme::{New, Principal};
    use supplant::table::{SizedTable, TableBuilder};

    use supplant_search::search::SearchTable as _;

    #[test]
    fn what_is_anothers_and_what_is_done_again_is_told_apart_from_ones_own() {
        let table: SizedTable<New> = TableBuilder::new().slots(1 << 10).build().expect("a small table fits");
        let watched = Watched::new(&table);
        let entry = |depth| SizedEntry { depth, ..SizedEntry::default() };
        let [key, other] = [1, 2].map(|i| Key(i << 60));
        let look_up = |key| watched.probe_both(key)[0];
        watched.turn(3);
        assert!(look_up(key).is_none());
        watched.store(key, entry(4));
        assert!(look_up(key).is_some(), "its own");
        watched.store(key, entry(4));
        watched.turn(5);
        assert!(look_up(key).is_some(), "another's");
        watched.store(key, entry(4));
        watched.store(key, entry(5));
        assert!(look_up(key).is_some(), "its own by now");
        assert!(look_up(other).is_none());
        assert_eq!(watched.facts(), WatchedCounts { distinct: 2, of_others: 1, again: 1 });
    }

    #[test]
    fn what_marks_the_principal_variation_is_neither_a_look_up_nor_a_search() {
        let table: SizedTable<Principal> =
            TableBuilder::new().slots(1 << 10).build().expect("a small table fits");
        let watched = Watched::new(&table);
        let entry = SizedEntry { depth: 4, ..SizedEntry::default() };
        let key = Key(1 << 60);
        watched.turn(3);
        watched.store(key, entry);
        watched.turn(5);
        let held = watched.probe(key).expect("it was stored");
        watched.store(key, SizedEntry { principal: true, ..held });
        assert!(table.probe(key).is_some_and(|held| held.principal), "the mark is in the table");
        watched.turn(3);
        assert!(watched.probe_both(key)[0].is_some(), "its own: who marks does not search");
        assert_eq!(watched.facts(), WatchedCounts { distinct: 1, of_others: 0, again: 0 });
    }
}
