//! What workers in lockstep ask of the table, and of whom the answers are: exact, since one of them runs at a time.

use std::collections::{HashMap, HashSet};

use crate::entry::Entry;
use crate::key::Key;
use crate::scheme::HitSize;
use crate::search::SearchTable;
use crate::sync::{Mutex, lock};

/// A table that is watched.
pub(super) struct Watched<'a, T> {
    table: &'a T,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    worker: usize,
    visited: HashSet<u64>,
    /// Who searched a position to a draft first.
    searched: HashMap<(u64, u8), usize>,
    /// Who offered an entry for a position last.
    offered: HashMap<u64, usize>,
    of_others: u64,
    again: u64,
}

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// Different positions looked up.
    pub(super) distinct: u64,
    /// Look-ups that found an entry of a position which another worker offered last, whether the scheme took it or not.
    pub(super) of_others: u64,
    /// Searches offered of which another worker was the first, of the same position to the same draft.
    pub(super) again: u64,
}

impl<'a, T> Watched<'a, T> {
    pub(super) fn new(table: &'a T) -> Self {
        Self { table, seen: Mutex::new(Seen::default()) }
    }

    /// From now on it is this worker's turn.
    pub(super) fn turn(&self, worker: usize) {
        lock(&self.seen).worker = worker;
    }

    pub(super) fn facts(self) -> Facts {
        let seen = self.seen.into_inner();
        Facts { distinct: seen.visited.len() as u64, of_others: seen.of_others, again: seen.again }
    }
}

impl<T: SearchTable> SearchTable for Watched<'_, T> {
    const HIT_SIZE: HitSize = T::HIT_SIZE;
    const USES_PRINCIPAL: bool = T::USES_PRINCIPAL;

    fn probe(&self, key: Key) -> Option<Entry> {
        self.probe_both(key)[0]
    }

    fn probe_both(&self, key: Key) -> [Option<Entry>; 2] {
        let found = self.table.probe_both(key);
        let mut seen = lock(&self.seen);
        seen.visited.insert(key.0);
        let writer = seen.offered.get(&key.0).copied();
        seen.of_others += u64::from(found[0].is_some() && writer.is_some_and(|writer| writer != seen.worker));
        found
    }

    fn store(&self, key: Key, entry: Entry) {
        let mut seen = lock(&self.seen);
        let worker = seen.worker;
        seen.offered.insert(key.0, worker);
        let first = *seen.searched.entry((key.0, entry.depth)).or_insert(worker);
        seen.again += u64::from(first != worker);
        drop(seen);
        self.table.store(key, entry);
    }

    fn cut_by(&self, key: Key) {
        self.table.cut_by(key);
    }

    fn prefetch(&self, key: Key) {
        self.table.prefetch(key);
    }

    fn is_far(&self) -> bool {
        self.table.is_far()
    }

    fn permille(&self) -> u16 {
        self.table.permille()
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, Watched};
    use crate::entry::Entry;
    use crate::key::Key;
    use crate::scheme::New;
    use crate::search::SearchTable as _;
    use crate::table::Table;

    #[test]
    fn what_is_anothers_and_what_is_done_again_is_told_apart_from_ones_own() {
        let table: Table<New> = Table::with_slots(1 << 10).expect("a small table is to be had");
        let watched = Watched::new(&table);
        let entry = |depth| Entry { depth, ..Entry::default() };
        let [key, other] = [1, 2].map(|i| Key(i << 60));
        watched.turn(3);
        assert!(watched.probe(key).is_none());
        watched.store(key, entry(4));
        assert!(watched.probe(key).is_some(), "its own");
        watched.store(key, entry(4));
        watched.turn(5);
        assert!(watched.probe(key).is_some(), "another's");
        watched.store(key, entry(4));
        watched.store(key, entry(5));
        assert!(watched.probe(key).is_some(), "its own by now");
        assert!(watched.probe(other).is_none());
        assert_eq!(watched.facts(), Facts { distinct: 2, of_others: 1, again: 1 });
    }
}
