//! Tests that save and load tables.
#![cfg(not(any(loom, shuttle, coherence)))]

mod damaged;
mod foreign;
mod merged;
mod replaced;
mod whole;

use std::path::{Path, PathBuf};

use supplant::entry::Marks;
use supplant::entry::bucket::Ready;
use supplant::key::SplitMix64;
use supplant::scheme::Scheme;
use supplant::{Bound, Key, Move16, SizedEntry, Table};

fn new_file() -> (tempfile::TempDir, PathBuf) {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.expect("a folder");
    let path = folder.path().join("table");
    (folder, path)
}

fn entry(random: u64) -> SizedEntry {
    let bound = [Bound::Upper, Bound::Lower, Bound::Exact][(random % 3) as usize];
    SizedEntry {
        mv: Move16((random >> 8) as u16 | 1),
        score: (random >> 24) as i16,
        bound,
        depth: (random >> 40) as u8 % 64,
        size: random >> 50,
        principal: random >> 3 & 7 == 0,
        marks: Marks::NONE,
    }
}

fn fill<S: Scheme, B: Ready<Payload = SizedEntry>>(
    table: &Table<S, B>,
    seed: u64,
    count: usize,
    searches: usize,
) -> Vec<Key> {
    let mut random = SplitMix64::new(seed);
    (0..count)
        .map(|stored| {
            if searches > 0 && (stored + 1) % count.div_ceil(searches + 1) == 0 {
                table.new_generation();
            }
            let key = Key(random.next());
            table.store(key, entry(random.next()));
            key
        })
        .collect()
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("it was written")
}
