//! papaya: a table of pointers to entries, read without locks; memory is reclaimed in epochs.

use papaya::HashMap;
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::nearest_power_of_two;
use crate::word;

/// A pointer, a byte of metadata, and three quarters of an allocation of 32 bytes.
const PLACE_BYTES: usize = 33;

/// A map of 2ᵏ places, filled to three quarters: "we should rarely resize before 75 %", it says.
#[derive(Debug)]
pub struct Papaya {
    map: HashMap<u64, u64, BuildIdentity>,
    capacity: usize,
}

impl Rival for Papaya {
    const BYTES_PER_ENTRY: f64 = 44.0;
}

impl Subject for Papaya {
    const ABOUT: About = about("papaya", SubjectKind::Map, "0.2.5");

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let capacity = nearest_power_of_two(bytes / PLACE_BYTES) / 4 * 3;
        Ok(Self { map: HashMap::with_capacity_and_hasher(capacity, BuildIdentity::default()), capacity })
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    // Each operation pins, because a search must not hold an epoch pinned between two probes.
    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.map.pin().get(&key.0).map(|&word| word::score(word))
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.map.pin().insert(key.0, word::of(entry));
    }
}
