//! moka: a cache for services, of which only the bound is used here.

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::word;

/// A cache that replaces the least recently used entry.
///
/// Its default, TinyLFU, refuses keys that were not asked for before, as most positions of a
/// search.
#[derive(Debug)]
pub struct Moka {
    cache: Cache<u64, u64, BuildIdentity>,
    capacity: usize,
}

impl Rival for Moka {
    const BYTES_PER_ENTRY: f64 = 307.0;
}

impl Subject for Moka {
    const ABOUT: About = about("moka", SubjectKind::Cache, "0.12.16");

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let capacity = (bytes as f64 / Self::BYTES_PER_ENTRY) as usize;
        let cache = Cache::builder()
            .max_capacity(capacity as u64)
            .initial_capacity(capacity)
            .eviction_policy(EvictionPolicy::lru())
            .build_with_hasher(BuildIdentity::default());
        Ok(Self { cache, capacity })
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.cache.get(&key.0).map(word::score)
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.cache.insert(key.0, word::of(entry));
    }
}
