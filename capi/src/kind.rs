//! A table of one of the three payloads for C callers.

use crate::entry::{CEntry, Kept};
use supplant::entry::FullEntry;
use supplant::table::{AnyTable, MergeError, Merged, Place, TableControl};
use supplant::{Entry, Key, SizedEntry};

/// Any thread may make the calls that take `&self`, at any time.
pub(crate) enum Kind {
    Evaluated(Box<dyn AnyTable<Entry>>),
    Sized(Box<dyn AnyTable<SizedEntry>>),
    Full(Box<dyn AnyTable<FullEntry>>),
}

macro_rules! with_table {
    ($kind:expr, $table:ident => $work:expr) => {
        match $kind {
            Kind::Evaluated($table) => $work,
            Kind::Sized($table) => $work,
            Kind::Full($table) => $work,
        }
    };
}

impl Kind {
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<CEntry> {
        with_table!(self, table => table.probe(key).map(Kept::told))
    }

    #[inline]
    pub(crate) fn probe_place(&self, key: Key) -> (Option<CEntry>, Place) {
        with_table!(self, table => {
            let (found, place) = table.probe_place(key);
            (found.map(Kept::told), place)
        })
    }

    #[inline]
    pub(crate) fn offer_at(&self, place: Place, entry: &CEntry) -> bool {
        with_table!(self, table => Kept::kept(entry).is_some_and(|kept| table.offer_at(place, kept)))
    }

    #[inline]
    pub(crate) fn offer(&self, key: Key, entry: &CEntry) -> bool {
        with_table!(self, table => Kept::kept(entry).is_some_and(|kept| table.offer(key, kept)))
    }

    pub(crate) fn cut_by(&self, key: Key) {
        with_table!(self, table => table.cut_by(key));
    }

    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        with_table!(self, table => table.prefetch(key));
    }

    #[inline]
    pub(crate) fn address(&self, key: Key) -> *const u8 {
        with_table!(self, table => table.address(key))
    }

    pub(crate) fn merge_from(&self, other: &Self) -> Result<Merged, MergeError> {
        match (self, other) {
            (Self::Evaluated(table), Self::Evaluated(other)) => table.merge_from(&**other),
            (Self::Sized(table), Self::Sized(other)) => table.merge_from(&**other),
            (Self::Full(table), Self::Full(other)) => table.merge_from(&**other),
            _ => Err(MergeError::OfTwoKinds),
        }
    }

    pub(crate) fn control(&self) -> &dyn TableControl {
        with_table!(self, table => &**table)
    }

    pub(crate) fn control_mut(&mut self) -> &mut dyn TableControl {
        with_table!(self, table => &mut **table)
    }
}
