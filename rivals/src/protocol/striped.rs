//! 4096 `parking_lot` mutexes beside the lines, each for every 4096th of them.

use parking_lot::Mutex;
use supplant::Key;

use super::Protocol;
use super::slots::{SLOTS, found, place};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const STRIPES: usize = 4096;

/// Mutexes, each in a line of its own.
#[derive(Debug)]
pub struct Stripes(Box<[Stripe; STRIPES]>);

#[derive(Debug, Default)]
#[repr(align(64))]
struct Stripe(Mutex<()>);

impl Default for Stripes {
    fn default() -> Self {
        let stripes: Box<[Stripe]> = (0..STRIPES).map(|_| Stripe::default()).collect();
        Self(stripes.try_into().expect("so many were made"))
    }
}

impl Stripes {
    #[inline(always)]
    fn of(&self, at: usize) -> &Mutex<()> {
        &self.0[at % STRIPES].0
    }
}

/// In each slot a key and a word. Relaxed, which costs nothing: the mutex orders them, and no unsafe code is needed.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Striped([[AtomicU64; 2]; SLOTS]);

impl Striped {
    #[inline(always)]
    fn look(&self, key: Key) -> ([bool; SLOTS], [u64; SLOTS]) {
        let words = self.0.each_ref().map(|[_, word]| word.load(Relaxed));
        (self.0.each_ref().map(|[stored, _]| stored.load(Relaxed) == key.0), words)
    }
}

impl Protocol for Striped {
    const NAME: &'static str = "striped mutexes";
    type Beside = Stripes;

    #[inline(always)]
    fn read(&self, key: Key, at: usize, stripes: &Stripes) -> u64 {
        let _held = stripes.of(at).lock();
        let (matches, words) = self.look(key);
        found(matches, words)
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, at: usize, stripes: &Stripes) {
        let _held = stripes.of(at).lock();
        let (matches, words) = self.look(key);
        let [stored, data] = &self.0[place(matches, words)];
        stored.store(key.0, Relaxed);
        data.store(word, Relaxed);
    }
}
