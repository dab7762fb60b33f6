//! The check that every adapter must pass.

use std::thread;

use supplant::Key;
use supplant_lab::experiment::throughput::Subject;

use crate::fill::{entry, fill, key, score};

const ENTRIES: usize = 10_000;
const FOUND: usize = 9_500;
const THREADS: usize = 2;

/// Checks an adapter built with `bytes`.
///
/// # Errors
/// The first defect.
pub fn check<T: Subject>(bytes: usize) -> Result<(), String> {
    let subject = T::with_bytes(bytes, THREADS)?;
    if subject.capacity() < 4 * ENTRIES {
        return Err(format!(
            "it has room for {} entries, and the check stores {ENTRIES}",
            subject.capacity()
        ));
    }
    no_lies_while_another_stores(&subject)?;
    let found = found(&subject, score)?;
    if found < FOUND {
        return Err(format!("of {ENTRIES} entries it finds {found}"));
    }
    overwrites(&subject)?;
    let unknown = (ENTRIES..2 * ENTRIES).map(|number| key(number as u64));
    match unknown.filter(|&key| subject.probe(key).is_some()).count() {
        0 => Ok(()),
        answered => Err(format!("it answers {answered} of {ENTRIES} keys that nobody stored")),
    }
}

fn no_lies_while_another_stores<T: Subject>(subject: &T) -> Result<(), String> {
    thread::scope(|scope| {
        let reader = scope.spawn(|| (0..5).try_for_each(|_| found(subject, score).map(drop)));
        fill(subject, ENTRIES, THREADS);
        reader.join().map_err(|_| "the reader panicked".to_owned())?
    })
}

fn found<T: Subject>(subject: &T, expected: fn(Key) -> i16) -> Result<usize, String> {
    let mut found = 0;
    for key in (0..ENTRIES as u64).map(key) {
        subject.prefetch(key);
        let Some(score) = subject.probe(key) else { continue };
        if score != expected(key) {
            return Err(format!("it answers {score} for {key:?}, and {} was stored", expected(key)));
        }
        found += 1;
    }
    Ok(found)
}

fn overwrites<T: Subject>(subject: &T) -> Result<(), String> {
    let other = |key| !score(key);
    for key in (0..ENTRIES as u64).map(key) {
        subject.store(key, entry(key, other(key)));
    }
    found(subject, other).map(drop).map_err(|why| format!("after a second store for each key {why}"))
}
