//! The calls of C callers to a table, whatever payload it keeps.

use std::any::Any;

use crate::entry::{CEntry, Kept};
use supplant::Key;
use supplant::entry::Bucket;
use supplant::scheme::Scheme;
use supplant::table::{Index, MergeError, Merged, Place, Table, TableControl};

/// Any thread may make the calls that take `&self`, at any time.
pub(crate) trait Served: Any + Send + Sync {
    fn probe(&self, key: Key) -> Option<CEntry>;
    fn probe_place(&self, key: Key) -> (Option<CEntry>, Place);
    fn offer_at(&self, place: Place, entry: &CEntry) -> bool;
    fn offer(&self, key: Key, entry: &CEntry) -> bool;
    fn cut_by(&self, key: Key);
    fn prefetch(&self, key: Key);
    fn address(&self, key: Key) -> *const u8;
    fn merge_from(&self, other: &dyn Served) -> Result<Merged, MergeError>;
    fn control(&self) -> &dyn TableControl;
    fn control_mut(&mut self) -> &mut dyn TableControl;
}

impl<S: Scheme, B: Bucket<Payload: Kept>, I: Index> Served for Table<S, B, I> {
    fn probe(&self, key: Key) -> Option<CEntry> {
        self.probe(key).map(Kept::told)
    }

    fn probe_place(&self, key: Key) -> (Option<CEntry>, Place) {
        let (found, place) = self.probe_place(key);
        (found.map(Kept::told), place)
    }

    fn offer_at(&self, place: Place, entry: &CEntry) -> bool {
        B::Payload::kept(entry).is_some_and(|kept| self.offer_at(place, kept))
    }

    fn offer(&self, key: Key, entry: &CEntry) -> bool {
        B::Payload::kept(entry).is_some_and(|kept| self.offer(key, kept))
    }

    fn cut_by(&self, key: Key) {
        self.cut_by(key);
    }

    fn prefetch(&self, key: Key) {
        self.prefetch(key);
    }

    fn address(&self, key: Key) -> *const u8 {
        self.address(key)
    }

    fn merge_from(&self, other: &dyn Served) -> Result<Merged, MergeError> {
        let other: &dyn Any = other;
        self.merge_from(other.downcast_ref::<Self>().ok_or(MergeError::OfTwoKinds)?)
    }

    fn control(&self) -> &dyn TableControl {
        self
    }

    fn control_mut(&mut self) -> &mut dyn TableControl {
        self
    }
}
