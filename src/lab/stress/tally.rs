//! What a stress test counts, and rates with intervals.

use std::collections::HashMap;

use serde::Serialize;

use super::keys::Keys;
use crate::entry::Layout;
use crate::lab::stats::{Bootstrap, Ends};
use crate::scheme::Scheme;
use crate::table::{Finding, Table};

/// What one round counted, or several together. Where a layout cannot tell torn reads or lost updates, these stay 0:
/// [`Description`](super::Description) says which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
    pub(super) fn rest<S: Scheme, L: Layout>(&mut self, table: &Table<S, L>, keys: &Keys) {
        self.rest += table.slots() as u64;
        // One key of each bucket.
        let buckets: HashMap<_, _> = keys.all().iter().map(|&key| (table.bucket_of(key), key)).collect();
        let findings = buckets.into_values().flat_map(|key| table.inspect(key, |key| keys.contain(key)));
        self.dead += findings.filter(|&finding| finding == Finding::Torn).count() as u64;
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
pub struct Rounds(pub(super) Vec<Tally>);

impl Rounds {
    /// All rounds together.
    #[must_use]
    pub fn total(&self) -> Tally {
        self.0.iter().copied().sum()
    }

    /// How often something happened, of how many times it could have; `None` if it never could.
    ///
    /// The interval is the wider of two: the exact one of a Poisson count, right for rare events that do not come in clusters;
    /// and that of drawing the rounds anew, right where one dead slot is met thousands of times.
    #[must_use]
    pub fn rate(&self, count: impl Fn(&Tally) -> (u64, u64)) -> Option<Rate> {
        let (events, trials): (Vec<_>, Vec<_>) = self.0.iter().map(count).filter(|count| count.1 > 0).unzip();
        let poisson = Rate::of(events.iter().sum(), trials.iter().sum())?;
        let by_round = Bootstrap { resamples: 2000, ends: Ends::Percentile, ..Bootstrap::default() };
        let by_round = by_round.ratio(&events, &trials).map(|rate| rate * 1e9);
        Some(Rate { low: poisson.low.min(by_round.low), high: poisson.high.max(by_round.high), ..poisson })
    }
}

/// A count of rare events as a rate per 10⁹, with a 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// Events per 10⁹ trials.
    pub per_billion: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Rate {
    /// The rate of `events` in `trials`, taken as a Poisson count (Byar's approximation of its exact interval).
    #[must_use]
    pub fn of(events: u64, trials: u64) -> Option<Self> {
        const Z: f64 = 1.959_964;
        if trials == 0 {
            return None;
        }
        let (count, next, scale) = (events as f64, events as f64 + 1.0, 1e9 / trials as f64);
        let low = if events == 0 {
            0.0
        } else {
            count * (1.0 - 1.0 / (9.0 * count) - Z / (3.0 * count.sqrt())).powi(3)
        };
        let high = next * (1.0 - 1.0 / (9.0 * next) + Z / (3.0 * next.sqrt())).powi(3);
        Some(Self { per_billion: count * scale, low: low.max(0.0) * scale, high: high * scale })
    }
}

#[cfg(test)]
mod tests {
    use super::{Rate, Rounds, Tally};

    #[test]
    fn intervals_are_those_of_a_poisson_count() {
        // Exact 95 % intervals: 0 → 3.69, 1 → 0.025 to 5.57, 10 → 4.80 to 18.39, 100 → 81.4 to 121.6.
        for (events, low, high) in [(0, 0.0, 3.69), (1, 0.025, 5.57), (10, 4.80, 18.39), (100, 81.4, 121.6)] {
            let rate = Rate::of(events, 1_000_000_000).unwrap();
            assert!((rate.low - low).abs() < 0.1 && (rate.high - high).abs() < 0.1, "{events}: {rate:?}");
        }
        assert_eq!(Rate::of(0, 0), None);
    }

    #[test]
    fn events_that_come_in_clusters_have_wider_intervals() {
        let rounds = |torn: &[u64]| {
            let round = |&torn| Tally { torn, looks: 1000, ..Tally::default() };
            Rounds(torn.iter().map(round).collect()).rate(|round| (round.torn, round.looks)).unwrap()
        };
        let (even, clustered) =
            (rounds(&[10; 20]), rounds(&[200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(even.per_billion, clustered.per_billion);
        assert_eq!(Some(even), Rate::of(200, 20_000));
        assert!(clustered.low == 0.0 && clustered.high > 2.0 * even.high, "{clustered:?}");
        assert_eq!(Rounds::default().rate(|round| (round.torn, round.looks)), None);
    }
}
