//! Keys, entries and filling for the check and the measurement of memory.

use std::thread;

use supplant::entry::Score;
use supplant::{Bound, Key, SizedEntry};
use supplant_lab::experiment::throughput::Subject;
use supplant_lab::experiment::throughput::keys::KeyStream;

#[must_use]
pub const fn key(number: u64) -> Key {
    KeyStream::new(0).key(number)
}

#[must_use]
pub const fn score(key: Key) -> Score {
    (key.0 >> 20) as Score
}

#[must_use]
pub fn entry(key: Key, score: Score) -> SizedEntry {
    SizedEntry::new(Bound::Exact, score.into(), (key.0 >> 40) as i32 & 15).with_move(key.0 as u16)
}

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
