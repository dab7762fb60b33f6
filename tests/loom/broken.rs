//! Broken code for the controls.

use loom::sync::atomic::{AtomicU64, Ordering};
use supplant::Key;

use crate::pair::Break;

pub(crate) fn stores_are_swaps() -> bool {
    std::env::var_os("SUPPLANT_LOOM_STORES").is_some_and(|stores| stores == "swap")
}

/// `Release` for a store; a swap needs `AcqRel`, because with `Release` its load would be relaxed.
pub(crate) fn publishing() -> Ordering {
    if stores_are_swaps() { Ordering::AcqRel } else { Ordering::Release }
}

/// An atomic word with chosen orderings. Its store is a swap if the crate's is
/// (`src/sync/loom.rs`).
#[derive(Debug)]
pub(crate) struct Word(AtomicU64);

impl Word {
    pub(crate) fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    pub(crate) fn load(&self, order: Ordering) -> u64 {
        self.0.load(order)
    }

    pub(crate) fn store(&self, value: u64, order: Ordering) {
        if stores_are_swaps() {
            self.0.swap(value, order);
        } else {
            self.0.store(value, order);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) store: Ordering,
    pub(crate) load: Ordering,
    pub(crate) data_first: bool,
}

pub(crate) struct Unvalidated {
    key: Word,
    data: Word,
    order: Order,
}

impl Unvalidated {
    pub(crate) fn new(order: Order) -> Self {
        Self { key: Word::new(0), data: Word::new(0), order }
    }

    pub(crate) fn store(&self, key: Key, data: u64) {
        let words = [(&self.key, key.0), (&self.data, data)];
        let write = |&(word, value): &(&Word, u64)| word.store(value, self.order.store);
        if self.order.data_first { words.iter().rev().for_each(write) } else { words.iter().for_each(write) }
    }

    pub(crate) fn look(&self) -> (u64, u64) {
        let load = |word: &Word| word.load(self.order.load);
        if self.order.data_first {
            let key = load(&self.key);
            (key, load(&self.data))
        } else {
            let data = load(&self.data);
            (load(&self.key), data)
        }
    }

    pub(crate) fn probe(&self, key: Key) -> Option<u64> {
        let (found, data) = self.look();
        (found == key.0 && data != 0).then_some(data)
    }
}

/// Plain XOR over `N` data words, and zero words are not special.
pub(crate) struct PlainXor<const N: usize> {
    check: Word,
    data: [Word; N],
    mix: fn(usize, u64) -> u64,
}

impl<const N: usize> PlainXor<N> {
    pub(crate) fn empty() -> Self {
        Self { check: Word::new(0), data: std::array::from_fn(|_| Word::new(0)), mix: |_, word| word }
    }

    pub(crate) fn multiplied() -> Self {
        let mix = |i: usize, word: u64| word.wrapping_mul(0x9E37_79B9_7F4A_7C15 + 2 * i as u64);
        Self { mix, ..Self::empty() }
    }

    fn sum(&self, start: u64, data: &[u64; N]) -> u64 {
        data.iter().enumerate().fold(start, |sum, (i, &word)| sum ^ (self.mix)(i, word))
    }

    pub(crate) fn store(&self, key: Key, data: [u64; N]) {
        self.check.store(self.sum(key.0, &data), Ordering::Relaxed);
        for (cell, word) in self.data.iter().zip(data) {
            cell.store(word, Ordering::Relaxed);
        }
    }

    pub(crate) fn load(&self) -> (u64, [u64; N]) {
        let check = self.check.load(Ordering::Relaxed);
        (check, std::array::from_fn(|i| self.data[i].load(Ordering::Relaxed)))
    }

    pub(crate) fn probe(&self, key: Key) -> Option<[u64; N]> {
        let (check, data) = self.load();
        (self.sum(check, &data) == key.0).then_some(data)
    }
}

pub(crate) struct Multiplied<const N: usize>(pub(crate) PlainXor<N>);

/// The claimed key of a torn entry differs from a stored one only in bits in which the two entries
/// differ.
#[derive(Clone, Copy)]
pub(crate) struct ExclusiveOr;
impl Break for ExclusiveOr {
    fn tie(data: u64) -> u64 {
        data
    }
    const PROMISES_FLIPS: bool = false;
}
