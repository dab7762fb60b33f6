//! The counts of a stress test.

use std::collections::HashMap;

use super::Stressed;
use super::keys::Keys;
use crate::table::Finding;

/// The counts of one round, or the sums of several.
///
/// Counts of torn reads or lost updates stay 0 if the bucket [cannot detect
/// them](crate::entry::fault::Faulty).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stores that were done.
    pub stores: u64,
    /// Stores whose thread did not find the entry again at once: it was refused, replaced or lost.
    pub unseen: u64,
    /// Probes that were done.
    pub probes: u64,
    /// Entries that probes returned.
    pub hits: u64,
    /// Hits that were not stored for their key. Must be 0.
    pub wrong: u64,
    /// Slots inspected, as a probe sees them.
    pub looks: u64,
    /// Inspected slots with an entry of another position or words of two writers.
    pub rejected: u64,
    /// Rejected slots with words of two writers. A dead slot counts at each look.
    pub torn: u64,
    /// Slots written by stores.
    pub writes: u64,
    /// Writes that overwrote an entry which the store had not looked at.
    pub lost: u64,
    /// Slots inspected between rounds, when no thread runs.
    pub rest: u64,
    /// Slots among these that hold words of two writers.
    pub dead: u64,
    /// Bits that were flipped.
    pub flips: u64,
}

impl Tally {
    pub(super) fn rest(&mut self, table: &dyn Stressed, keys: &Keys) {
        self.rest += table.slots() as u64;
        let buckets: HashMap<_, _> = keys.all().iter().map(|&key| (table.bucket_of(key), key)).collect();
        for key in buckets.into_values() {
            table.look(keys, key, &mut |finding| self.dead += u64::from(finding == Finding::Torn));
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.stores += other.stores;
        self.unseen += other.unseen;
        self.probes += other.probes;
        self.hits += other.hits;
        self.wrong += other.wrong;
        self.looks += other.looks;
        self.rejected += other.rejected;
        self.torn += other.torn;
        self.writes += other.writes;
        self.lost += other.lost;
        self.rest += other.rest;
        self.dead += other.dead;
        self.flips += other.flips;
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}

/// The rounds of one scheme in one layout.
#[derive(Clone, Debug, Default)]
pub struct Rounds(pub Vec<Tally>);

impl Rounds {
    /// The sum of all rounds.
    #[must_use]
    pub fn total(&self) -> Tally {
        self.0.iter().copied().sum()
    }
}
