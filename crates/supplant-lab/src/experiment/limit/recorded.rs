//! A search with a table without end, written down.

use parking_lot::Mutex;

use crate::experiment::unbounded::Unbounded;
use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant::scheme::HitSize;
use supplant_search::search::SearchTable;

/// What a search asked of its table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableAccess {
    /// It looked a position up.
    Probed(Key),
    /// The score it found ended the search of the position: so many nodes were saved.
    Used(Key, u64),
    /// It stored a result.
    Stored(Key, SizedEntry),
}

/// A table without end that keeps what it was asked, in order: of several workers in lockstep, as their turns followed each other.
#[derive(Debug)]
pub struct Recorded {
    table: Unbounded,
    sizes: HitSize,
    accesses: Mutex<Vec<TableAccess>>,
}

impl Recorded {
    /// What a hit counts as in the sizes that are stored: nothing but sizes depends on it. What uses save is only told where it is
    /// [`HitSize::One`]: what a hit stands for was not searched.
    #[must_use]
    pub fn under(sizes: HitSize) -> Self {
        Self { table: Unbounded::default(), sizes, accesses: Mutex::default() }
    }

    /// What it was asked.
    #[must_use]
    pub fn accesses(self) -> Vec<TableAccess> {
        self.accesses.into_inner()
    }
}

impl SearchTable for Recorded {
    fn hit_size(&self) -> HitSize {
        self.sizes
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.accesses.lock().push(TableAccess::Probed(key));
        self.table.probe(key)
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.accesses.lock().push(TableAccess::Stored(key, entry));
        self.table.store(key, entry);
    }

    fn cut_by(&self, key: Key) {
        let saved = self.table.probe(key).map_or(0, |entry| entry.size);
        self.accesses.lock().push(TableAccess::Used(key, saved));
    }
}

/// A record with the sizes in its stores that another record of the same search has.
///
/// # Panics
///
/// If it is of another search.
#[must_use]
pub fn sized_as(record: &[TableAccess], other: &[TableAccess]) -> Vec<TableAccess> {
    assert_eq!(record.len(), other.len(), "a search asks the same whatever the sizes");
    let sized = |(&access, &other)| match (access, other) {
        (TableAccess::Stored(key, entry), TableAccess::Stored(same, sized)) => {
            assert_eq!((key, SizedEntry { size: sized.size, ..entry }), (same, sized), "the same result");
            other
        }
        (TableAccess::Probed(key), TableAccess::Probed(same))
        | (TableAccess::Used(key, _), TableAccess::Used(same, _)) => {
            assert_eq!(key, same, "the same position");
            access
        }
        _ => panic!("another search"),
    };
    record.iter().zip(other).map(sized).collect()
}
