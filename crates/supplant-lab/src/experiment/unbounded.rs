//! A table without collisions, as with unlimited memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use parking_lot::Mutex;

use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant_search::search::SearchTable;

#[derive(Debug, Default)]
pub struct Unbounded {
    shards: [Mutex<HashMap<Key, SizedEntry, BuildHasherDefault<KeyAsHash>>>; 16],
}

/// Keys are already uniform, so the hash is the key.
#[derive(Debug, Default)]
pub struct KeyAsHash(u64);

impl Hasher for KeyAsHash {
    fn write(&mut self, _: &[u8]) {
        unreachable!("a key hashes as one u64");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Unbounded {
    fn shard(&self, key: Key) -> &Mutex<HashMap<Key, SizedEntry, BuildHasherDefault<KeyAsHash>>> {
        // The map uses the top and the low bits of the hash, so the shard uses others.
        &self.shards[(key.0 >> 48) as usize % self.shards.len()]
    }

    pub fn positions(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().len()).sum()
    }
}

impl SearchTable for Unbounded {
    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.shard(key).lock().get(&key).copied()
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.shard(key).lock().insert(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::Unbounded;
    use supplant::entry::{Bound, SizedEntry};
    use supplant::key::{Key, SplitMix64};
    use supplant_search::search::SearchTable;

    #[test]
    fn nothing_is_ever_lost() {
        let (table, mut random) = (Unbounded::default(), SplitMix64::new(4));
        let keys: Vec<_> = (0..50_000).map(|_| Key(random.next())).collect();
        for (i, &key) in keys.iter().enumerate() {
            table.store(key, SizedEntry { bound: Bound::Exact, score: i as i16, ..SizedEntry::default() });
        }
        assert_eq!(table.positions(), keys.len());
        assert!(
            keys.iter()
                .enumerate()
                .all(|(i, &key)| table.probe(key).is_some_and(|found| found.score == i as i16))
        );
    }
}
