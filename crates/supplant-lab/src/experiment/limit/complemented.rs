//! A scheme beside an unbounded memory that supplies all moves, or all scores.

use serde::{Deserialize, Serialize};

use crate::experiment::unbounded::Unbounded;
use supplant::entry::{Bound, Move16, SizedEntry};
use supplant::key::Key;
use supplant_search::search::SearchTable;

/// The part of an entry that the memory supplies when the scheme has lost the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Supplied {
    Moves,
    Scores,
}

/// The scheme sees the same stores and probes as without the memory.
pub struct Complemented<'a> {
    table: &'a dyn SearchTable,
    memory: Unbounded,
    supplied: Supplied,
}

impl<'a> Complemented<'a> {
    #[must_use]
    pub fn new(table: &'a dyn SearchTable, supplied: Supplied) -> Self {
        Self { table, memory: Unbounded::default(), supplied }
    }
}

impl std::fmt::Debug for Complemented<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Complemented").field("supplied", &self.supplied).finish_non_exhaustive()
    }
}

impl SearchTable for Complemented<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.probe_both(key)[0]
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        match self.table.probe_both(key) {
            [None, _] => [self.memory.probe(key).map(|entry| self.supplied.part_of(entry)), None],
            found => found,
        }
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.table.store(key, entry);
        self.memory.store(key, entry);
    }
}

impl Supplied {
    fn part_of(self, entry: SizedEntry) -> SizedEntry {
        match self {
            Self::Moves => SizedEntry { bound: Bound::None, ..entry },
            Self::Scores => SizedEntry { mv: Move16::NONE, ..entry },
        }
    }
}
