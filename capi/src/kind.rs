//! A table of one of the two payloads for C callers.

use crate::entry::{CEntry, Kept};
use supplant::table::{AnyTable, MergeError, Merged, TableControl};
use supplant::{Entry, Key, SizedEntry};

/// Any thread may make the calls that take `&self`, at any time.
pub(crate) enum Kind {
    Evaluated(Box<dyn AnyTable<Entry>>),
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

    /// Returns whether the entry was kept; an entry without a bound is not.
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

    pub(crate) fn merge_from(&self, other: &Self) -> Result<Merged, MergeError> {
        match (self, other) {
            (Self::Evaluated(table), Self::Evaluated(other)) => table.merge_from(&**other),
            (Self::Sized(table), Self::Sized(other)) => table.merge_from(&**other),
            _ => Err(MergeError::OfTwoKinds),
        }
    }

    pub(crate) fn control(&self) -> &dyn TableControl {
        match self {
            Self::Evaluated(table) => &**table,
            Self::Sized(table) => &**table,
        }
    }

    pub(crate) fn control_mut(&mut self) -> &mut dyn TableControl {
        match self {
            Self::Evaluated(table) => &mut **table,
            Self::Sized(table) => &mut **table,
        }
    }
}
