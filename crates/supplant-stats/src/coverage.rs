//! How often intervals cover the truth in simulated worlds, as printed in `docs/statistics.md`.

use super::{Bootstrap, Ends, Weights};
use supplant::key::SplitMix64;

/// A simulated world: each position has two sizes, and the second is 0.9 of the first in
/// expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulatedSizes {
    /// Sizes spread ten- to twentyfold, as in the eighteen positions; effects differ by a few per
    /// cent.
    Even,
    /// Sizes spread hundredfold; effects differ by a fifth.
    Wide,
    /// Sizes spread hundredfold; one position in ten carries nine tenths of the effect.
    Few,
}

impl SimulatedSizes {
    /// All worlds, with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("even", Self::Even), ("wide", Self::Wide), ("few", Self::Few)];

    /// The true ratio of the sizes.
    pub const TRUTH: f64 = 0.9;

    fn sample(self, n: usize, random: &mut SplitMix64) -> (Vec<u64>, Vec<u64>) {
        let mut uniform = || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        let mut normal = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
        // The mean of exp(σz − σ²/2) is 1.
        let mut log_normal = |sigma: f64| (sigma * normal() - sigma * sigma / 2.0).exp();
        let mut position = || {
            let (spread, noise) = if self == Self::Even { (0.7, 0.05) } else { (1.0, 0.2) };
            let first = 1e6 * log_normal(spread);
            let effect = match self {
                Self::Even | Self::Wide => 0.9 * log_normal(noise),
                Self::Few if log_normal(1.0) > TENTH => 0.1,
                Self::Few => 0.8 / 0.9 + 0.1,
            };
            ((first * effect) as u64, first as u64)
        };
        (0..n).map(|_| position()).unzip()
    }
}

/// One log-normal number in ten is greater.
const TENTH: f64 = 2.185;

/// The ways to make an interval, with their names.
pub const WAYS: [(&str, Ends, Weights); 3] = [
    ("percentiles", Ends::Percentile, Weights::Multinomial),
    ("bootstrap-t", Ends::Studentized, Weights::Multinomial),
    ("beta bootstrap-t", Ends::Studentized, Weights::Beta),
];

/// How many of `trials` 95 % intervals, each from `n` positions of the world, cover the truth, and
/// the median of their lengths.
#[must_use]
pub fn coverage(world: SimulatedSizes, n: usize, trials: usize, bootstrap: Bootstrap) -> (usize, f64) {
    let mut random = SplitMix64::new(1994);
    let mut lengths = Vec::new();
    let covered = (0..trials).filter(|_| {
        let (above, below) = world.sample(n, &mut random);
        let interval = bootstrap.ratio(&above, &below).interval();
        lengths.push(interval.high - interval.low);
        (interval.low..=interval.high).contains(&SimulatedSizes::TRUTH)
    });
    (covered.count(), super::median(&lengths))
}

#[cfg(test)]
mod tests {
    use super::{SimulatedSizes, WAYS, coverage};
    use crate::{Bootstrap, Ends, Weights};

    fn covered(n: usize, ends: Ends, weights: Weights) -> f64 {
        let (covered, _) = coverage(
            SimulatedSizes::Even,
            n,
            400,
            Bootstrap { draws: 400, ends, weights, ..Bootstrap::default() },
        );
        covered as f64 / 400.0
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        for n in [10, 18, 64] {
            let share = covered(n, Ends::Studentized, Weights::Beta);
            assert!((0.91..=0.98).contains(&share), "{n}: {share}");
        }
        assert!(WAYS.iter().any(|&(_, ends, weights)| (ends, weights) == (Ends::Studentized, Weights::Beta)));
    }

    #[test]
    fn an_interval_that_promises_too_much_is_found_out() {
        let share = covered(5, Ends::Percentile, Weights::Multinomial);
        assert!(share < 0.88, "{share}");
    }
}
