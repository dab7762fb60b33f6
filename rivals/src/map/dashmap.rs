//! dashmap: shards of hashbrown tables, each behind a readers-writer lock.

use dashmap::DashMap;
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::{nearest_power_of_two, shards};
use crate::word;

/// Key, word and control byte.
const BUCKET_BYTES: usize = 17;

/// A map of 2ᵏ buckets, filled to three quarters: a shard doubles at seven eighths.
#[derive(Debug)]
pub struct Dashmap {
    map: DashMap<u64, u64, BuildIdentity>,
    capacity: usize,
}

impl Rival for Dashmap {
    const BYTES_PER_ENTRY: f64 = 22.7;
}

impl Subject for Dashmap {
    const ABOUT: About = about("dashmap", SubjectKind::Map, "6.2.1");

    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String> {
        let buckets = nearest_power_of_two(bytes / BUCKET_BYTES);
        // Shards are large, so more of them than the default mean fewer waits.
        let shards = shards(threads).min((buckets / 1024).max(2));
        let map = DashMap::with_capacity_and_hasher_and_shard_amount(
            buckets / 8 * 7,
            BuildIdentity::default(),
            shards,
        );
        Ok(Self { map, capacity: buckets / 4 * 3 })
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.map.get(&key.0).map(|word| word::score(*word))
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.map.insert(key.0, word::of(entry));
    }
}
