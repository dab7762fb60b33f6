//! Keys and entries for tests and for the measurement of memory, and storing them by several threads.

use std::thread;

use supplant::entry::Score;
use supplant::key::SplitMix64;
use supplant::lab::throughput::Subject;
use supplant::{Bound, Entry, Key};

/// Key number `number`: the one bijection of 64-bit words that SplitMix64 is, so that no two numbers have one key.
#[must_use]
pub const fn key(number: u64) -> Key {
    Key(SplitMix64::new(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).next())
}

/// The score of the entry of `key`.
#[must_use]
pub const fn score(key: Key) -> Score {
    (key.0 >> 20) as Score
}

/// An entry for `key` with this score.
#[must_use]
pub fn entry(key: Key, score: Score) -> Entry {
    Entry::new(Bound::Exact, score.into(), (key.0 >> 40) as i32 & 15).with_move(key.0 as u16)
}

/// Stores the entries of the first `count` keys with `threads` threads.
pub fn fill<T: Subject>(subject: &T, count: usize, threads: usize) {
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for number in (thread..count).step_by(threads) {
                    let key = key(number as u64);
                    subject.store(key, entry(key, score(key)));
                }
            });
        }
    });
}
