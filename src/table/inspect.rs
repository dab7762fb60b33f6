//! Looking at slots from outside a search, and damaging them: for the stress test, which must know what a probe only rejects.

use super::{Index, Table};
use crate::entry::Layout;
use crate::key::Key;
use crate::scheme::Scheme;

/// What a slot holds, to a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// An entry for the key asked for.
    Hit,
    /// Nothing.
    Empty,
    /// Rejected: an entry for another key.
    Foreign,
    /// Rejected: words of two writers.
    Torn,
}

impl<S: Scheme, L: Layout, I: Index> Table<S, L, I> {
    /// The number of the bucket of `key`.
    pub fn bucket_of(&self, key: Key) -> usize {
        self.index.of(key)
    }

    /// What a probe for `key` would make of each slot of its bucket, by one look each. `is_known` tells the keys in use: by
    /// them a layout without stamps recognises words of two writers.
    ///
    /// # Cost
    /// As a probe that misses.
    pub fn inspect(&self, key: Key, is_known: impl Fn(Key) -> bool) -> impl Iterator<Item = Finding> {
        let (bucket, key) = (self.bucket(self.index.of(key)), Self::turned(key));
        bucket.iter().map(move |slot| {
            let words = L::load(slot);
            if !L::open(words, key).is_empty() {
                Finding::Hit
            } else if L::is_torn(words, |claimed| is_known(Self::turned_back(claimed))) {
                Finding::Torn
            } else if L::peek(words).is_empty() {
                Finding::Empty
            } else {
                Finding::Foreign
            }
        })
    }

    /// Slots that hold words of two writers for good, told by the key they claim: it belongs to another bucket, in all but one of
    /// as many cases as there are buckets (claim M6). 0 in a layout of one word. While others store, slots in the making count
    /// too.
    ///
    /// # Cost
    /// The whole memory.
    #[must_use]
    pub fn dead_slots(&self) -> usize {
        let is_dead = |number: usize, slot: &L::Slot| {
            let words = L::load(slot);
            !L::peek(words).is_empty() && !self.is_resident(words, number)
        };
        let dead = |number| self.bucket(number).iter().filter(|slot| is_dead(number, slot)).count();
        (0..self.index.buckets()).map(dead).sum()
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
