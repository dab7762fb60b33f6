//! quick_cache: shards with CLOCK-Pro, each behind a readers-writer lock.

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{OptionsBuilder, UnitWeighter};
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::shards;
use crate::word;

#[derive(Debug)]
pub struct QuickCache {
    cache: Cache<u64, u64, UnitWeighter, BuildIdentity>,
    capacity: usize,
}

impl Rival for QuickCache {
    const BYTES_PER_ENTRY: f64 = 48.2;
}

impl Subject for QuickCache {
    const ABOUT: About = about("quick_cache", SubjectKind::Cache, "0.7.0");

    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String> {
        let capacity = (bytes as f64 / Self::BYTES_PER_ENTRY) as usize;
        // A search rarely meets a replaced key again, and remembering them takes half as much
        // memory again.
        let options = OptionsBuilder::new()
            .estimated_items_capacity(capacity)
            .weight_capacity(capacity as u64)
            .shards(shards(threads))
            .ghost_allocation(0.0)
            .build()
            .map_err(|error| error.to_string())?;
        let cache =
            Cache::with_options(options, UnitWeighter, BuildIdentity::default(), DefaultLifecycle::default());
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
