//! How full a table is, from a sample.

use super::contents::Contents;
use super::{Index, Table};
use crate::entry::Bucket;
use crate::scheme::Scheme;

const SAMPLE: usize = 4096;

/// The result of sampling the slots of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// Slots that were sampled.
    pub sampled: usize,
    /// Sampled slots that hold an entry.
    pub occupied: usize,
    /// Sampled slots with an entry of the current generation.
    pub current: usize,
}

impl Occupancy {
    /// Returns the occupied slots in thousandths of the sample.
    ///
    /// The sample is whole buckets. If p ‰ of the table are occupied, n buckets of one slot have a
    /// standard deviation of √(p (1000 − p) / n): at most 8 ‰ for 4096. Slots of one bucket depend on
    /// each other, so with more slots a bucket it is somewhat more. A smaller table is read completely.
    #[must_use]
    pub fn permille(&self) -> u16 {
        self.in_thousandths(self.occupied)
    }

    /// Returns the slots of the current generation in thousandths of the sample: UCI's *hashfull*.
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
    /// Reads of whole buckets with at most 4096 slots together: some tens of microseconds.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        self.contents().occupancy()
    }
}

impl<B: Bucket, I: Index> Contents<'_, B, I> {
    fn occupancy(self) -> Occupancy {
        let (buckets, date) = (self.memory.len(), self.date());
        let sampled = buckets.min(SAMPLE / B::SLOTS);
        let mut seen = Occupancy { sampled: sampled * B::SLOTS, occupied: 0, current: 0 };
        for i in 0..sampled {
            let number = (i as u64 * buckets as u64 / sampled as u64) as usize;
            let cells = self.memory.get(number);
            for slot in 0..B::SLOTS {
                if let Some(entry) = self.resident(B::load(cells, slot), number, date) {
                    seen.occupied += 1;
                    seen.current += usize::from(date.age(self.calendar, entry) == 0);
                }
            }
        }
        seen
    }
}
