//! How full the table is, from a sample spread over all of it.

use super::{Index, Table};
use crate::entry::Bucket;
use crate::scheme::Scheme;

/// Slots a sample looks at; smaller tables are looked at whole.
const SAMPLE: usize = 4096;

/// A sampled share of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Occupancy {
    /// Slots looked at.
    pub sampled: usize,
    /// Of those, slots that hold an entry.
    pub occupied: usize,
    /// Of those, slots that hold an entry of the current generation.
    pub current: usize,
}

impl Occupancy {
    /// Occupied slots in thousandths of the sample.
    ///
    /// Of a table of which p ‰ are occupied, the sample of n slots is off by √(p (1000 − p) / n), one standard deviation:
    /// 8 ‰ at most for the 4096 slots of a large table, nothing for a table that is sampled whole.
    #[must_use]
    pub fn permille(&self) -> u16 {
        self.in_thousandths(self.occupied)
    }

    /// Slots with entries of the current search in thousandths of the sample: what UCI calls *hashfull*.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        self.in_thousandths(self.current)
    }

    fn in_thousandths(&self, slots: usize) -> u16 {
        (slots * 1000 / self.sampled.max(1)) as u16
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// How full the table is, sampled at even distances over the whole of it. Dead slots and expired entries are free.
    ///
    /// # Cost
    /// At most 4096 slots, each in a line of its own: some tens of microseconds.
    #[must_use]
    pub fn occupancy(&self) -> Occupancy {
        let slots = self.slots();
        let sampled = slots.min(SAMPLE);
        let mut seen = Occupancy { sampled, occupied: 0, current: 0 };
        for i in 0..sampled {
            // Buckets at even distances, and each slot as often: schemes fill some of a bucket's slots before others.
            let number = (i as u128 * self.memory.len() as u128 / sampled as u128) as usize;
            let slot = i % B::SLOTS;
            let held = self.held(B::load(self.memory.get(number), slot), number, self.date());
            seen.occupied += usize::from(held.is_some());
            seen.current += usize::from(held.is_some_and(|held| held.age == 0));
        }
        seen
    }
}
