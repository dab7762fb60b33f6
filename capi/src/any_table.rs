//! A table of any scheme, layout and payload behind one pointer.

use std::any::Any;

use crate::entry::{CEntry, Kept};
use crate::error::{Fault, SUPPLANT_DIFFERENT_TABLES};
use supplant::table::{FileError, Index, Merged, Occupancy, Resized, Size, SizeError, TableFile};
use supplant::{Bucket, Key, Scheme, Table};

/// What C callers do with a table. Those that take `&self` any thread may call at any time.
pub(crate) trait AnyTable: Send + Sync {
    fn probe(&self, key: Key) -> Option<CEntry>;
    /// Whether the entry was kept; no if it has no bound.
    fn store(&self, key: Key, entry: &CEntry) -> bool;
    fn cut_by(&self, key: Key);
    fn prefetch(&self, key: Key);
    fn new_generation(&self);
    fn occupancy(&self) -> Occupancy;
    fn slots(&self) -> usize;
    fn bytes(&self) -> usize;
    fn verified_bits(&self) -> u32;
    fn save(&self, file: TableFile) -> Result<(), FileError>;
    /// Takes the entries of a table of the same kind.
    fn merge(&self, other: &dyn AnyTable) -> Result<Merged, Fault>;
    /// For `merge` to see whether two are of one kind.
    fn as_any(&self) -> &dyn Any;
    fn clear(&mut self, threads: usize);
    fn resize(&mut self, size: Size) -> Result<Resized, SizeError>;
    fn set_time_stamping(&mut self, on: bool);
    fn set_keeps_old_move(&mut self, on: bool);
}

impl<S: Scheme, B: Bucket<Payload: Kept> + 'static, I: Index + 'static> AnyTable for Table<S, B, I> {
    fn probe(&self, key: Key) -> Option<CEntry> {
        self.probe(key).map(Kept::told)
    }

    fn store(&self, key: Key, entry: &CEntry) -> bool {
        B::Payload::kept(entry).is_some_and(|kept| self.store(key, kept))
    }

    fn cut_by(&self, key: Key) {
        self.cut_by(key);
    }

    fn prefetch(&self, key: Key) {
        self.prefetch(key);
    }

    fn new_generation(&self) {
        self.new_generation();
    }

    fn occupancy(&self) -> Occupancy {
        self.occupancy()
    }

    fn slots(&self) -> usize {
        self.slots()
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn verified_bits(&self) -> u32 {
        B::VERIFIED_BITS
    }

    fn save(&self, file: TableFile) -> Result<(), FileError> {
        self.save(file)
    }

    fn merge(&self, other: &dyn AnyTable) -> Result<Merged, Fault> {
        let different = |why: String| Fault::new(SUPPLANT_DIFFERENT_TABLES, why);
        let other = other.as_any().downcast_ref::<Self>();
        let other = other.ok_or_else(|| {
            different(
                "two tables of different schemes, layouts or payloads do not merge; make one like the other"
                    .to_owned(),
            )
        })?;
        self.merge_from(other).map_err(|error| different(error.to_string()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn clear(&mut self, threads: usize) {
        self.clear(threads);
    }

    fn resize(&mut self, size: Size) -> Result<Resized, SizeError> {
        self.resize(size)
    }

    fn set_time_stamping(&mut self, on: bool) {
        self.set_time_stamping(on);
    }

    fn set_keeps_old_move(&mut self, on: bool) {
        self.set_keeps_old_move(on);
    }
}
