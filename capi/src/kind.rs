//! A table of one of the two payloads that C callers can have, behind the table's own run-time names.

use crate::entry::{CEntry, Kept};
use supplant::table::{AnyTable, MergeError, Merged, TableControl};
use supplant::{Entry, Key, SizedEntry};

/// A table and what it keeps. Calls that take `&self` any thread may make at any time.
pub(crate) enum Kind {
    /// Entries with a static evaluation.
    Evaluated(Box<dyn AnyTable<Entry>>),
    /// Entries with the size of their subtree.
    Sized(Box<dyn AnyTable<SizedEntry>>),
}

impl Kind {
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<CEntry> {
        match self {
            Self::Evaluated(table) => table.probe(key).map(Kept::told),
            Self::Sized(table) => table.probe(key).map(Kept::told),
        }
    }

    /// Whether the entry was kept; no if it has no bound.
    #[inline]
    pub(crate) fn offer(&self, key: Key, entry: &CEntry) -> bool {
        match self {
            Self::Evaluated(table) => Kept::kept(entry).is_some_and(|kept| table.offer(key, kept)),
            Self::Sized(table) => Kept::kept(entry).is_some_and(|kept| table.offer(key, kept)),
        }
    }

    pub(crate) fn cut_by(&self, key: Key) {
        match self {
            Self::Evaluated(table) => table.cut_by(key),
            Self::Sized(table) => table.cut_by(key),
        }
    }

    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        match self {
            Self::Evaluated(table) => table.prefetch(key),
            Self::Sized(table) => table.prefetch(key),
        }
    }

    /// Takes the entries of a table of the same kind.
    pub(crate) fn merge_from(&self, other: &Self) -> Result<Merged, MergeError> {
        match (self, other) {
            (Self::Evaluated(table), Self::Evaluated(other)) => table.merge_from(&**other),
            (Self::Sized(table), Self::Sized(other)) => table.merge_from(&**other),
            _ => Err(MergeError::OfTwoKinds),
        }
    }

    /// What can be done with the table whatever it keeps.
    pub(crate) fn control(&self) -> &dyn TableControl {
        match self {
            Self::Evaluated(table) => &**table,
            Self::Sized(table) => &**table,
        }
    }

    /// The same, for whoever has the table to itself.
    pub(crate) fn control_mut(&mut self) -> &mut dyn TableControl {
        match self {
            Self::Evaluated(table) => &mut **table,
            Self::Sized(table) => &mut **table,
        }
    }
}
