//! One table of several processes, which are killed at any point. They are this test, started with
//! `child::ROLE` in the environment.
#![cfg(all(feature = "mmap", not(any(loom, shuttle, coherence))))]

mod child;
mod killed;
mod made;
mod naive;
mod used;

use std::path::PathBuf;

use supplant::key::SplitMix64;
use supplant::{Bound, Key, Move16, SizedEntry};

fn new_file() -> (tempfile::TempDir, PathBuf) {
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.expect("a folder");
    let path = folder.path().join("table");
    (folder, path)
}

const KEYS: u64 = 64;

fn key(number: u64) -> Key {
    Key(SplitMix64::new(number).next())
}

/// `number` is below 2¹⁶; 24 bits of the entry prove the key.
fn certified(key: Key, number: u64) -> SizedEntry {
    let mark = SplitMix64::new(key.0 ^ (number << 1)).next();
    let (score, depth) = (mark as i16, (mark >> 16) as u8);
    SizedEntry { mv: Move16(number as u16), score, depth, bound: Bound::Exact, ..SizedEntry::default() }
}

fn is_of(key: Key, entry: SizedEntry) -> bool {
    entry == certified(key, entry.mv.0.into())
}
