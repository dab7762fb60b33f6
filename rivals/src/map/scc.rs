//! scc's hash map: buckets of 32 entries, each with a lock.

use scc::HashMap;
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::nearest_power_of_two;
use crate::word;

/// Key and word, and a 32nd of a bucket's head.
const SLOT_BYTES: usize = 18;

/// A map of 2ᵏ slots, filled to five eighths. It doubles at thirteen sixteenths, estimated from
/// samples.
#[derive(Debug)]
pub struct SccMap {
    map: HashMap<u64, u64, BuildIdentity>,
    capacity: usize,
}

impl Rival for SccMap {
    const BYTES_PER_ENTRY: f64 = 28.8;
}

impl Subject for SccMap {
    const ABOUT: About = about("scc map", SubjectKind::Map, "3.8.8");

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let slots = nearest_power_of_two(bytes / SLOT_BYTES);
        // scc adds a quarter to the requested entries, so this requests `slots`.
        let map = HashMap::with_capacity_and_hasher(slots / 5 * 4, BuildIdentity::default());
        Ok(Self { map, capacity: slots / 8 * 5 })
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.map.read_sync(&key.0, |_, &word| word::score(word))
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.map.upsert_sync(key.0, word::of(entry));
    }
}
