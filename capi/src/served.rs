//! The calls of C callers to a table, whatever payload it keeps.
//!
//! The calls of a search are `extern "C"` and write where the caller says. So the functions in
//! `table.rs` pass their arguments on by a jump, and nothing is copied.

use std::any::Any;
use std::mem::MaybeUninit;

use crate::entry::{CEntry, Kept};
use crate::table::CPlace;
use supplant::Key;
use supplant::entry::Bucket;
use supplant::scheme::Scheme;
use supplant::table::{Index, MergeError, Merged, Place, Table, TableControl};

/// Where a caller wants a value written; `None` is its NULL.
pub(crate) type Written<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// Any thread may make the calls that take `&self`, at any time.
pub(crate) trait Served: Any + Send + Sync {
    extern "C" fn probe(&self, key: u64, found: Written<'_, CEntry>) -> bool;
    extern "C" fn probe_place(
        &self,
        key: u64,
        found: Written<'_, CEntry>,
        place: Written<'_, CPlace>,
    ) -> bool;
    extern "C" fn offer_at(&self, place: &CPlace, entry: &CEntry) -> bool;
    extern "C" fn offer(&self, key: u64, entry: &CEntry) -> bool;
    extern "C" fn cut_by(&self, key: u64);
    extern "C" fn prefetch(&self, key: u64);
    extern "C" fn address(&self, key: u64) -> *const u8;
    fn merge_from(&self, other: &dyn Served) -> Result<Merged, MergeError>;
    fn control(&self) -> &dyn TableControl;
    fn control_mut(&mut self) -> &mut dyn TableControl;
}

impl<S: Scheme, B: Bucket<Payload: Kept>, I: Index> Served for Table<S, B, I> {
    extern "C" fn probe(&self, key: u64, found: Written<'_, CEntry>) -> bool {
        tell(self.probe(Key(key)), found)
    }

    extern "C" fn probe_place(
        &self,
        key: u64,
        found: Written<'_, CEntry>,
        place: Written<'_, CPlace>,
    ) -> bool {
        let (entry, at) = self.probe_place(Key(key));
        if let Some(place) = place {
            place.write(CPlace { words: at.to_words() });
        }
        tell(entry, found)
    }

    extern "C" fn offer_at(&self, place: &CPlace, entry: &CEntry) -> bool {
        B::Payload::kept(entry).is_some_and(|kept| self.offer_at(Place::from_words(place.words), kept))
    }

    extern "C" fn offer(&self, key: u64, entry: &CEntry) -> bool {
        B::Payload::kept(entry).is_some_and(|kept| self.offer(Key(key), kept))
    }

    extern "C" fn cut_by(&self, key: u64) {
        self.cut_by(Key(key));
    }

    extern "C" fn prefetch(&self, key: u64) {
        self.prefetch(Key(key));
    }

    extern "C" fn address(&self, key: u64) -> *const u8 {
        self.address(Key(key))
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

/// Writes an entry that was found, and returns whether there was one.
#[inline(always)]
fn tell(entry: Option<impl Kept>, found: Written<'_, CEntry>) -> bool {
    let Some(entry) = entry else { return false };
    if let Some(found) = found {
        found.write(entry.told());
    }
    true
}
