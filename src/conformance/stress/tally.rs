//! What a stress test counts.

use std::collections::HashMap;

use super::Stressed;
use super::keys::Keys;
use crate::table::Finding;

/// What one round counted, or several together. Where a bucket cannot tell torn reads or lost updates, these stay 0:
/// [`Faulty`](crate::entry::fault::Faulty) says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Stores.
    pub stores: u64,
    /// Stores that the storing thread did not find again at once: refused by the rule, replaced by another, or lost.
    pub unseen: u64,
    /// Probes.
    pub probes: u64,
    /// Entries that probes returned.
    pub hits: u64,
    /// Of those, entries that nobody stored for that key. Must be 0.
    pub wrong: u64,
    /// Slots looked at with the eyes of a probe.
    pub looks: u64,
    /// Of those, rejected: an entry of another position, or words of two writers.
    pub rejected: u64,
    /// Of the rejected, torn reads: words of two writers. A slot that is dead for a while is met again and again.
    pub torn: u64,
    /// Slots written by stores.
    pub writes: u64,
    /// Of these writes, lost updates: they overwrote an entry that the store had not looked at.
    pub lost: u64,
    /// Slots at the ends of rounds, at rest.
    pub rest: u64,
    /// Of those, dead: words of two writers, for good.
    pub dead: u64,
    /// Bits flipped.
    pub flips: u64,
}

impl Tally {
    /// Counts dead slots; nobody else may be using the table.
    pub(super) fn rest(&mut self, table: &dyn Stressed, keys: &Keys) {
        self.rest += table.slots() as u64;
        // One key of each bucket.
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

/// The rounds of one scheme in one layout. Each began with an empty table.
#[derive(Clone, Debug, Default)]
pub struct Rounds(pub Vec<Tally>);

impl Rounds {
    /// All rounds together.
    #[must_use]
    pub fn total(&self) -> Tally {
        self.0.iter().copied().sum()
    }
}
