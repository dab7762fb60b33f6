//! One table of several processes: killed in the middle of what they do, and never a wrong answer.
//!
//! The other processes are this test itself, started again with `child::ROLE` in the environment.
#![cfg(all(feature = "mmap", not(any(loom, shuttle, coherence))))]

mod child;
mod killed;
mod made;
mod naive;
mod used;

use std::path::PathBuf;

use supplant::key::SplitMix64;
use supplant::{Bound, Key, Move16, SizedEntry};

/// A folder in memory where there is one, and a file in it that is not there yet.
fn new_file() -> (tempfile::TempDir, PathBuf) {
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.expect("a folder");
    let path = folder.path().join("table");
    (folder, path)
}

/// Keys that are in use.
const KEYS: u64 = 64;

fn key(number: u64) -> Key {
    Key(SplitMix64::new(number).next())
}

/// The entry of a key and a number below 2¹⁶, which certifies itself by 24 bits.
fn certified(key: Key, number: u64) -> SizedEntry {
    let mark = SplitMix64::new(key.0 ^ (number << 1)).next();
    let (score, depth) = (mark as i16, (mark >> 16) as u8);
    SizedEntry { mv: Move16(number as u16), score, depth, bound: Bound::Exact, ..SizedEntry::default() }
}

/// Whether an entry was made for the key.
fn is_of(key: Key, entry: SizedEntry) -> bool {
    entry == certified(key, entry.mv.0.into())
}
