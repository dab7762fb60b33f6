//! Looking at slots from outside a search, and damaging them: for the stress test, which must know what a probe only rejects.

use super::{Index, Table};
use crate::entry::Layout;
use crate::key::Key;
use crate::scheme::Scheme;

impl<S: Scheme, L: Layout, I: Index> Table<S, L, I> {
    /// The number of the bucket of `key`.
    pub fn bucket_of(&self, key: Key) -> usize {
        self.index.of(key)
    }

    /// The keys that the slots of a bucket claim to hold, each by one look: of stored entries, or, for words of two writers,
    /// any key at all. Empty slots claim none, nor does a layout that does not hold its key.
    ///
    /// # Cost
    /// As a probe that misses.
    ///
    /// # Panics
    /// If there is no such bucket.
    pub fn claims_of(&self, bucket: usize) -> impl Iterator<Item = Key> + '_ {
        assert!(bucket < self.index.buckets(), "buckets are counted from 0");
        self.bucket(bucket).iter().filter_map(|slot| L::claimed_key(L::load(slot)).map(Self::turned_back))
    }

    /// Flips one bit of a slot's memory, as a fault of the hardware would; `bit` counts modulo the slot's bits.
    ///
    /// The flip is a load and a store, so it can also undo half of a store that races with it: one more fault.
    ///
    /// # Panics
    /// If there is no such slot.
    pub fn flip_bit(&self, slot: usize, bit: u32) {
        assert!(slot < self.slots(), "slots are counted from 0");
        L::flip_bit(&self.memory.bucket(slot, 1)[0], bit);
    }
}
