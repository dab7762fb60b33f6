//! Confidence: intervals at any level, and the chance of being wrong about a bound.

use serde::Serialize;

use super::quantile;
use super::student::student;
use supplant::key::SplitMix64;

/// A statistic and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The statistic of the sample.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A statistic of a sample, and draws of what the truth may be.
///
/// The 95 % interval leaves out 2.5 % of the draws at either end.
#[derive(Clone, Debug, PartialEq)]
pub struct Confidence {
    value: f64,
    draws: Vec<f64>,
}

const LEVEL: f64 = 0.95;

impl Confidence {
    pub(super) fn new(value: f64, mut draws: Vec<f64>) -> Self {
        draws.sort_by(f64::total_cmp);
        Self { value, draws }
    }

    /// Applies a monotonic function to the statistic and its draws.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self::new(function(self.value), self.draws.into_iter().map(&function).collect())
    }

    /// Limits a share of a whole to 0 to 1, because studentized ends may lie outside.
    #[must_use]
    pub fn of_a_whole(self) -> Self {
        self.map(|share| share.clamp(0.0, 1.0))
    }

    /// Adds a factor that all positions share, and that no draw of positions shows, to a ratio.
    ///
    /// `error` is the standard error of the factor's logarithm, estimated with `freedom` degrees of
    /// freedom.
    #[must_use]
    pub fn shifted(self, error: f64, freedom: usize, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut factor = || (error * student(freedom, &mut random)).exp();
        Self::new(self.value, self.draws.into_iter().map(|draw| draw * factor()).collect())
    }

    /// The statistic of the sample.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Estimate {
        self.interval_of(LEVEL)
    }

    /// The interval of a given level.
    #[must_use]
    pub fn interval_of(&self, level: f64) -> Estimate {
        let tail = (1.0 - level) / 2.0;
        // The midpoint of an infinite and a finite draw is not a number.
        let at = |q: f64| match quantile(&self.draws, q) {
            end if end.is_nan() => self.draws[(q * (self.draws.len() - 1) as f64).round() as usize],
            end => end,
        };
        Estimate { value: self.value, low: at(tail), high: at(1.0 - tail) }
    }

    /// The chance that luck alone would put the statistic so far below `bound`.
    ///
    /// It is twice the share of draws at or above `bound`, at least half a draw. It is below 5 % if
    /// the 95 % interval ends below `bound`.
    #[must_use]
    pub fn chance_of_below(&self, bound: f64) -> f64 {
        self.share(self.draws.len() - self.draws.partition_point(|&draw| draw < bound))
    }

    /// The chance that luck alone would put the statistic so far above `bound`.
    #[must_use]
    pub fn chance_of_above(&self, bound: f64) -> f64 {
        self.share(self.draws.partition_point(|&draw| draw <= bound))
    }

    /// The chance that luck alone would put the statistic at `bound` or above.
    #[must_use]
    pub fn chance_of_not_below(&self, bound: f64) -> f64 {
        self.share(self.draws.partition_point(|&draw| draw < bound))
    }

    /// The chance that luck alone would put the statistic at `bound` or below.
    #[must_use]
    pub fn chance_of_not_above(&self, bound: f64) -> f64 {
        self.share(self.draws.len() - self.draws.partition_point(|&draw| draw <= bound))
    }

    fn share(&self, draws: usize) -> f64 {
        (2.0 * (draws as f64).max(0.5) / self.draws.len() as f64).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Confidence, Estimate};

    #[test]
    fn a_bound_is_ruled_out_where_the_interval_ends_before_it() {
        let found = Confidence::new(0.5, (0..=1000).map(|i| f64::from(i) / 1000.0).collect());
        let interval = found.interval();
        assert!((interval.low - 0.025).abs() < 1e-9 && (interval.high - 0.975).abs() < 1e-9, "{interval:?}");
        assert!(found.chance_of_below(0.98) < 0.05 && found.chance_of_below(0.97) > 0.05);
        assert!(found.chance_of_above(0.02) < 0.05 && found.chance_of_above(0.03) > 0.05);
        assert!(found.chance_of_below(2.0) > 0.0, "a draw more might have told otherwise");
        assert!(found.chance_of_not_below(0.02) < 0.05 && found.chance_of_not_above(0.98) < 0.05);
        let exactly = Confidence::new(0.0, vec![0.0; 1000]);
        assert!(exactly.chance_of_not_below(0.0) < 0.05 && exactly.chance_of_not_above(0.0) < 0.05);
        assert_eq!((exactly.chance_of_below(0.0), exactly.chance_of_above(0.0)), (1.0, 1.0));
        let turned = found.map(|value| 1.0 - value).interval();
        assert!((turned.low - 0.025).abs() < 1e-9 && (turned.value - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_shift_that_all_positions_share_widens_the_interval_by_the_distribution_of_student() {
        let still = || Confidence::new(2.0, vec![2.0; 20_000]);
        let ends = |freedom| {
            let Estimate { value, low, high } = still().shifted(0.01, freedom, 1).interval();
            assert!(value == 2.0 && low < 2.0 && 2.0 < high);
            (high / 2.0).ln() / 0.01
        };
        assert!((ends(1000) - 1.96).abs() < 0.05 && (ends(2) - 4.30).abs() < 0.3);
        let none = still().shifted(0.0, 4, 1).interval();
        assert_eq!((none.low, none.high), (2.0, 2.0), "without error nothing is shifted");
    }

    #[test]
    fn an_end_may_be_infinite_and_is_still_a_number() {
        let mut draws = vec![1.0; 10];
        draws.extend([f64::INFINITY; 10]);
        let interval = Confidence::new(1.0, draws).interval();
        assert_eq!((interval.low, interval.high), (1.0, f64::INFINITY));
    }
}
