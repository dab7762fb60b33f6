//! Recording a search with an unbounded table.

use parking_lot::Mutex;

use crate::experiment::unbounded::Unbounded;
use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant::scheme::HitSize;
use supplant_search::search::SearchTable;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableAccess {
    Probed(Key),
    Used(Key, u64),
    Stored(Key, SizedEntry),
    NewIteration,
}

#[derive(Debug)]
pub struct Recorded {
    table: Unbounded,
    sizes: HitSize,
    accesses: Mutex<Vec<TableAccess>>,
}

impl Recorded {
    /// The savings of uses are right only under [`HitSize::One`]: the nodes behind a hit were not
    /// searched.
    #[must_use]
    pub fn under(sizes: HitSize) -> Self {
        Self { table: Unbounded::default(), sizes, accesses: Mutex::default() }
    }

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

    fn new_iteration(&self) {
        self.accesses.lock().push(TableAccess::NewIteration);
    }

    fn cut_by(&self, key: Key) {
        let saved = self.table.probe(key).map_or(0, |entry| entry.size);
        self.accesses.lock().push(TableAccess::Used(key, saved));
    }
}

/// # Panics
///
/// If the records are of different searches.
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
        (TableAccess::NewIteration, TableAccess::NewIteration) => access,
        _ => panic!("another search"),
    };
    record.iter().zip(other).map(sized).collect()
}
