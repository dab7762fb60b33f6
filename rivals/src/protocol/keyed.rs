//! A line whose slots hold a whole key and its word.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use supplant::Key;

use super::slots::{SLOTS, found, place};

#[derive(Debug, Default)]
pub(super) struct Keyed([[AtomicU64; 2]; SLOTS]);

impl Keyed {
    /// Relaxed: the caller orders the accesses, if anything does.
    #[inline(always)]
    fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        (self.0.each_ref().map(|[stored, _]| stored.load(Relaxed) == key.0), words)
    }

    #[inline(always)]
    pub(super) fn read(&self, key: Key) -> u64 {
        let (matches, words) = self.look(key);
        found(matches, words)
    }

    #[inline(always)]
    pub(super) fn write(&self, key: Key, word: u64) {
        let (matches, words) = self.look(key);
        let [stored, data] = &self.0[place(matches, words)];
        stored.store(key.0, Relaxed);
        data.store(word, Relaxed);
    }
}
