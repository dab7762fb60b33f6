//! How full the table is, from a sample spread over all of it.

/// A sampled share of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    /// Slots looked at.
    pub sampled: usize,
    /// Of those, slots that hold an entry.
    pub occupied: usize,
    /// Of those, slots that hold an entry of the current generation.
    pub current: usize,
}

impl Occupancy {
    /// Occupied slots in thousands of the sample; what UCI calls *hashfull*.
    ///
    /// Of a table of which p ‰ are occupied, the sample of n slots is off by √(p (1000 − p) / n), one standard deviation:
    /// 8 ‰ at most for the 4096 slots of a large table, nothing for a table that is sampled whole.
    #[must_use]
    pub fn permille(&self) -> u16 {
        (self.occupied * 1000 / self.sampled.max(1)) as u16
    }
}
