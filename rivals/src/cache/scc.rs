//! scc's cache: buckets of 32 entries, each with a lock, which replace the least recently used.

use scc::HashCache;
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::nearest_power_of_two;
use crate::word;

/// Key and word, two bytes of the list, and a 32nd of a bucket's head.
const SLOT_BYTES: usize = 20;

/// A cache of 2ᵏ slots from the start, so that it never grows.
#[derive(Debug)]
pub struct SccCache {
    cache: HashCache<u64, u64, BuildIdentity>,
    slots: usize,
}

impl Rival for SccCache {
    const BYTES_PER_ENTRY: f64 = 20.0;
}

impl Subject for SccCache {
    const ABOUT: About = About { slots: 32, ..about("scc cache", SubjectKind::Cache, "3.8.8") };

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let slots = nearest_power_of_two(bytes / SLOT_BYTES);
        Ok(Self { cache: HashCache::with_capacity_and_hasher(slots, slots, BuildIdentity::default()), slots })
    }

    fn capacity(&self) -> usize {
        self.slots
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.cache.read_sync(&key.0, |_, &word| word::score(word))
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        let word = word::of(entry);
        // `put` keeps the entry of a present key and returns the new one.
        if self.cache.put_sync(key.0, word).is_err()
            && let Some(mut resident) = self.cache.get_sync(&key.0)
        {
            resident.put(word);
        }
    }
}
