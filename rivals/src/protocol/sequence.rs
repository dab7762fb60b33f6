//! A sequence lock for each line: readers write nothing, and read again if a writer intervened.
//!
//! The number has 16 bits. A reader that sleeps during 32 768 writes may miss them all.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::fence;

use supplant::Key;

use super::Protocol;
use super::slots::{found, place};
use super::tagged::{HEAD, Tagged};
use super::waiting::wait;

/// A line whose number is in the head and is odd during a write.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Sequence(Tagged);

impl Sequence {
    #[inline(always)]
    fn begin(&self) -> u64 {
        let head = self.0.head();
        let mut tries = 0;
        loop {
            let seen = head.load(Relaxed);
            // Acquire: reads under the lock are not older than the last writer's release in `end`.
            if seen & 1 == 0 && head.compare_exchange_weak(seen, seen + 1, Acquire, Relaxed).is_ok() {
                // Release: a reader that sees a later word also sees the odd number. Partner: the
                // fence in `read`.
                fence(Release);
                return seen;
            }
            wait(&mut tries);
        }
    }

    #[inline(always)]
    fn end(&self, seen: u64) {
        let head = self.0.head();
        let tag = head.load(Relaxed) & !HEAD;
        // Release: a thread that sees the even number sees all earlier writes. Partners: the loads
        // of the number in `read` and `begin`.
        head.store(tag | (seen & HEAD).wrapping_add(2) & HEAD, Release);
    }
}

impl Protocol for Sequence {
    const NAME: &'static str = "sequence lock";
    type Beside = ();

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        let mut tries = 0;
        loop {
            let before = self.0.head().load(Acquire);
            let (matches, words) = self.0.look(key);
            // Acquire: the second load of the number is not older than any word read above it.
            fence(Acquire);
            let after = self.0.head().load(Relaxed);
            if before & 1 == 0 && (before ^ after) & HEAD == 0 {
                return found(matches, words);
            }
            wait(&mut tries);
        }
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        let seen = self.begin();
        let (matches, words) = self.0.look(key);
        self.0.put(place(matches, words), key, word);
        self.end(seen);
    }
}
