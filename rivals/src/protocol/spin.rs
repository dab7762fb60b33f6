//! A bit of the line as its lock, for readers and writers alike.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use supplant::Key;

use super::Protocol;
use super::slots::{found, place};
use super::tagged::Tagged;
use super::waiting::wait;

#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Spin(Tagged);

impl Spin {
    #[inline(always)]
    fn locked<R>(&self, act: impl FnOnce(&Tagged) -> R) -> R {
        let head = self.0.head();
        // Acquire: partner of the release below, by the last holder of the lock.
        while head.fetch_or(1, Acquire) & 1 == 1 {
            self.wait();
        }
        let result = act(&self.0);
        // Only this thread can have changed the tag meanwhile; others set a bit that is already
        // set.
        head.store(head.load(Relaxed) & !1, Release);
        result
    }

    #[cold]
    fn wait(&self) {
        let mut tries = 0;
        while self.0.head().load(Relaxed) & 1 == 1 {
            wait(&mut tries);
        }
    }
}

impl Protocol for Spin {
    const NAME: &'static str = "spin bit";
    type Beside = ();

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        self.locked(|line| {
            let (matches, words) = line.look(key);
            found(matches, words)
        })
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        self.locked(|line| {
            let (matches, words) = line.look(key);
            line.put(place(matches, words), key, word);
        });
    }
}
