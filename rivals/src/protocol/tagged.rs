//! A line whose first 16 bits are free for a lock or a number: each slot keeps the low 48 bits of the key, above 16 others.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use supplant::Key;

use super::slots::SLOTS;

/// The bits that are no key: of the first slot the lock or the number, of the others nothing.
pub(super) const HEAD: u64 = 0xFFFF;

/// In each slot a tag, which is the key moved up over the head, and a word.
#[derive(Debug, Default)]
pub(super) struct Tagged(pub(super) [[AtomicU64; 2]; SLOTS]);

impl Tagged {
    /// Where the lock or the number is.
    #[inline(always)]
    pub(super) fn head(&self) -> &AtomicU64 {
        &self.0[0][0]
    }

    /// One look at all slots. Relaxed: what surrounds the call gives the order.
    #[inline(always)]
    pub(super) fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        (self.0.each_ref().map(|[tag, _]| (tag.load(Relaxed) ^ tag_of(key)) <= HEAD), words)
    }

    /// Writes a slot and leaves the head as it is. Only for one who keeps all other writers out.
    #[inline(always)]
    pub(super) fn put(&self, at: usize, key: Key, word: u64) {
        let [tag, data] = &self.0[at];
        tag.store(tag_of(key) | tag.load(Relaxed) & HEAD, Relaxed);
        data.store(word, Relaxed);
    }
}

#[inline(always)]
const fn tag_of(key: Key) -> u64 {
    key.0 << 16
}
