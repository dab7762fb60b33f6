//! leapfrog: open addressing with links of a byte, without locks for atomic keys and values.

use std::fmt;

use leapfrog::LeapMap;
use supplant::entry::Score;
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::identity::BuildIdentity;
use crate::rival::{Rival, about};
use crate::size::nearest_power_of_two;
use crate::word;

/// Hash, key, word and two links.
const CELL_BYTES: usize = 26;

/// A map of 2ᵏ cells, filled to a half. At three quarters it has moved to twice the cells, and
/// keeps the old ones.
pub struct Leapfrog {
    map: LeapMap<u64, u64, BuildIdentity>,
    capacity: usize,
}

impl fmt::Debug for Leapfrog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leapfrog").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

impl Rival for Leapfrog {
    const BYTES_PER_ENTRY: f64 = 52.0;
}

impl Subject for Leapfrog {
    const ABOUT: About = about("leapfrog", SubjectKind::Map, "0.3.3");

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        let cells = nearest_power_of_two(bytes / CELL_BYTES);
        let map = LeapMap::with_capacity_and_hasher(cells, BuildIdentity::default());
        Ok(Self { map, capacity: cells / 2 })
    }

    fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        self.map.get(&key.0).and_then(|mut cell| cell.value()).map(word::score)
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        self.map.insert(key.0, word::of(entry));
    }
}
