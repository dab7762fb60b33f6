//! Key and data by exclusive or (Hyatt and Mann, 2002), and nothing else. supplant's own bucket
//! also pays for schemes, mixing and counting.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use supplant::Key;

use super::Protocol;
use super::slots::{SLOTS, found, place};

#[derive(Debug, Default)]
#[repr(align(64))]
pub struct BareXor([[AtomicU64; 2]; SLOTS]);

impl BareXor {
    // Relaxed: a torn read fails the comparison in any order. This holds for all accesses in this
    // folder without a comment.
    #[inline(always)]
    fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        let checks = self.0.each_ref().map(|[check, _]| check.load(Relaxed));
        (std::array::from_fn(|at| checks[at] ^ words[at] == key.0), words)
    }
}

impl Protocol for BareXor {
    const NAME: &'static str = "bare XOR prototype";
    type Beside = ();

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        let (matches, words) = self.look(key);
        found(matches, words)
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        let (matches, words) = self.look(key);
        let [check, data] = &self.0[place(matches, words)];
        check.store(key.0 ^ word, Relaxed);
        data.store(word, Relaxed);
    }
}
