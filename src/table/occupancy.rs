//! How full a table is, from a sample.

use super::{Index, Table};
use crate::entry::Bucket;
use crate::scheme::Scheme;

/// How many slots a sample reads; a smaller table is read completely.
const SAMPLE: usize = 4096;

/// The result of sampling the slots of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// How many slots were sampled.
    pub sampled: usize,
    /// How many of them hold an entry.
    pub occupied: usize,
    /// How many of them hold an entry of the current generation.
    pub current: usize,
}

impl Occupancy {
    /// Returns the occupied slots in thousandths of the sample.
    ///
    /// If p ‰ of the table are occupied, a sample of n slots has a standard deviation of √(p (1000
    /// − p) / n). That is at most 8 ‰ for the 4096 slots of a large table. A table that is read
    /// completely has no error.
    #[must_use]
    pub fn permille(&self) -> u16 {
        self.in_thousandths(self.occupied)
    }

    /// Returns the slots of the current generation in thousandths of the sample: what UCI calls
    /// *hashfull*.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        self.in_thousandths(self.current)
    }

    fn in_thousandths(&self, slots: usize) -> u16 {
        (slots * 1000 / self.sampled.max(1)) as u16
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Samples how full the table is. Dead slots and expired entries count as free.
    ///
    /// # Cost
    /// Reads of at most 4096 slots, each in a different cache line: some tens of microseconds.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        let slots = self.slots();
        let sampled = slots.min(SAMPLE);
        let mut seen = Occupancy { sampled, occupied: 0, current: 0 };
        for i in 0..sampled {
            // Buckets at even distances and all slots alike: schemes fill some slots of a bucket
            // before others.
            let number = (i as u128 * self.memory.len() as u128 / sampled as u128) as usize;
            let slot = i % B::SLOTS;
            let held = self.held(B::load(self.memory.get(number), slot), number, self.date());
            seen.occupied += usize::from(held.is_some());
            seen.current += usize::from(held.is_some_and(|held| held.age == 0));
        }
        seen
    }
}
