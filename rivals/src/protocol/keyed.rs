//! A line that keeps in each slot a whole key beside its word, and nothing else.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use supplant::Key;

use super::slots::{SLOTS, found, place};

/// In each slot a key and a word.
#[derive(Debug, Default)]
pub(super) struct Keyed([[AtomicU64; 2]; SLOTS]);

impl Keyed {
    /// One look at all slots. Relaxed: what surrounds the call gives the order, if anything does.
    #[inline(always)]
    fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        (self.0.each_ref().map(|[stored, _]| stored.load(Relaxed) == key.0), words)
    }

    /// The word of `key`; 0 if there is none.
    #[inline(always)]
    pub(super) fn read(&self, key: Key) -> u64 {
        let (matches, words) = self.look(key);
        found(matches, words)
    }

    /// Puts the word of `key` where the rule says.
    #[inline(always)]
    pub(super) fn write(&self, key: Key, word: u64) {
        let (matches, words) = self.look(key);
        let [stored, data] = &self.0[place(matches, words)];
        stored.store(key.0, Relaxed);
        data.store(word, Relaxed);
    }
}
