//! The key beside the data, and no validation: wrong where two writers meet, and here to show what validation costs.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use supplant::Key;

use super::Protocol;
use super::slots::{SLOTS, found, place};

/// In each slot a key and a word.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Unvalidated([[AtomicU64; 2]; SLOTS]);

impl Unvalidated {
    // Relaxed: nothing is promised.
    #[inline(always)]
    fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        (self.0.each_ref().map(|[stored, _]| stored.load(Relaxed) == key.0), words)
    }
}

impl Protocol for Unvalidated {
    const NAME: &'static str = "no validation (wrong)";
    const IS_SOUND: bool = false;
    type Beside = ();

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        let (matches, words) = self.look(key);
        found(matches, words)
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        let (matches, words) = self.look(key);
        let [stored, data] = &self.0[place(matches, words)];
        stored.store(key.0, Relaxed);
        data.store(word, Relaxed);
    }
}
