//! A line whose first 16 bits hold a lock or a number. Each slot keeps the low 48 bits of the key
//! above 16 other bits.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use supplant::Key;

use super::slots::SLOTS;

pub(super) const HEAD: u64 = 0xFFFF;

#[derive(Debug, Default)]
pub(super) struct Tagged(pub(super) [[AtomicU64; 2]; SLOTS]);

impl Tagged {
    #[inline(always)]
    pub(super) fn head(&self) -> &AtomicU64 {
        &self.0[0][0]
    }

    /// Relaxed: the caller orders the accesses.
    #[inline(always)]
    pub(super) fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        (self.0.each_ref().map(|[tag, _]| (tag.load(Relaxed) ^ tag_of(key)) <= HEAD), words)
    }

    /// Leaves the head unchanged. The caller must exclude all other writers.
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
