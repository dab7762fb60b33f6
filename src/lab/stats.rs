//! Statistics of small samples: quantiles, and bootstrap intervals over positions.
//!
//! Eighteen positions differ a thousandfold in size, so nothing is assumed of their distribution: intervals come from drawing
//! the positions anew, with replacement (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993; BCa: chapter 14).
//! A statistic sees which positions were drawn, never the numbers alone: both sides of a ratio get the same draw, and what
//! the positions have in common cancels. All draws come from [`SplitMix64`] and one seed, so an interval is as repeatable
//! as the counts it is made from.

use serde::Serialize;

use crate::key::SplitMix64;

/// A number and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The statistic of the sample itself.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// The estimate of a monotonic function of the statistic.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Self {
        let (a, b) = (function(self.low), function(self.high));
        Self { value: function(self.value), low: a.min(b), high: a.max(b) }
    }
}

/// How the ends of an interval are read off the resampled statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The quantiles themselves.
    Percentile,
    /// The quantiles, moved for the bias and the skewness of the statistic.
    Bca,
}

/// A way of drawing positions anew.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// How often.
    pub resamples: usize,
    /// The probability the interval is to cover the truth with.
    pub level: f64,
    /// How its ends are found.
    pub ends: Ends,
    /// The seed of all draws.
    pub seed: u64,
}

impl Default for Bootstrap {
    /// 10,000 draws, 95 %, BCa: the ends then move by less than a hundredth of the interval between seeds.
    fn default() -> Self {
        Self { resamples: 10_000, level: 0.95, ends: Ends::Bca, seed: 0x0062_6f6f_7473_7472 }
    }
}

impl Bootstrap {
    /// The interval of `statistic` over `n` positions. It is called with the positions drawn, by index.
    ///
    /// # Panics
    /// If `n` is 0, or the statistic of a draw is not a number.
    #[must_use]
    pub fn estimate(&self, n: usize, statistic: impl Fn(&[usize]) -> f64) -> Estimate {
        assert!(n > 0, "a statistic needs positions");
        let all: Vec<usize> = (0..n).collect();
        let value = statistic(&all);
        let mut resampled = self.resampled(n, &statistic);
        resampled.sort_by(f64::total_cmp);
        let tail = (1.0 - self.level) / 2.0;
        let (low, high) = match self.ends {
            Ends::Percentile => (tail, 1.0 - tail),
            Ends::Bca => bca_tails(value, &resampled, &jackknife(n, &statistic), tail),
        };
        Estimate { value, low: quantile(&resampled, low), high: quantile(&resampled, high) }
    }

    /// The ratio of two sums over the same positions.
    ///
    /// ```
    /// use supplant::lab::stats::Bootstrap;
    /// let half = Bootstrap::default().ratio(&[1, 20, 300], &[2, 40, 600]);
    /// assert_eq!((half.low, half.value, half.high), (0.5, 0.5, 0.5));
    /// ```
    ///
    /// # Panics
    /// If the sides differ in length, or are empty.
    #[must_use]
    pub fn ratio(&self, above: &[u64], below: &[u64]) -> Estimate {
        assert_eq!(above.len(), below.len(), "both sides are of the same positions");
        self.estimate(above.len(), |drawn| sum(above, drawn) / sum(below, drawn))
    }

    fn resampled(&self, n: usize, statistic: &impl Fn(&[usize]) -> f64) -> Vec<f64> {
        let (mut random, mut drawn) = (SplitMix64::new(self.seed), vec![0; n]);
        let one = |_| {
            drawn.iter_mut().for_each(|index| *index = random.below(n as u64) as usize);
            let value = statistic(&drawn);
            assert!(!value.is_nan(), "a statistic is a number for every draw");
            value
        };
        (0..self.resamples).map(one).collect()
    }
}

/// The sum over the positions drawn.
#[must_use]
pub fn sum(values: &[u64], drawn: &[usize]) -> f64 {
    drawn.iter().map(|&i| values[i]).sum::<u64>() as f64
}

/// The median.
///
/// # Panics
/// If there are no values.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, 0.5)
}

/// The geometric mean.
#[must_use]
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = ratios.fold((0.0, 0.0), |(sum, n), ratio| (sum + ratio.ln(), n + 1.0));
    (sum / n).exp()
}

/// The quantile `q` of sorted values, linear between neighbours (type 7 of Hyndman and Fan, 1996).
///
/// # Panics
/// If there are no values.
#[must_use]
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let at = q.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

/// The statistic with each position left out in turn.
fn jackknife(n: usize, statistic: &impl Fn(&[usize]) -> f64) -> Vec<f64> {
    if n < 2 {
        return Vec::new();
    }
    (0..n).map(|out| statistic(&(0..n).filter(|&i| i != out).collect::<Vec<_>>())).collect()
}

/// The probabilities at which BCa reads its ends. Where all draws lie on one side there is nothing to move by, and they are
/// the plain ones.
fn bca_tails(value: f64, resampled: &[f64], left_out: &[f64], tail: f64) -> (f64, f64) {
    // A draw equal to the value counts half: with few positions and ties the bias would otherwise be one of counting.
    let below = resampled.iter().map(|&r| if r < value { 1.0 } else { f64::from(r == value) / 2.0 });
    let below = below.sum::<f64>() / resampled.len() as f64;
    if below <= 0.0 || below >= 1.0 {
        return (tail, 1.0 - tail);
    }
    let bias = normal_quantile(below);
    let acceleration = acceleration(left_out);
    let moved = |probability: f64| {
        let z = bias + normal_quantile(probability);
        normal_cdf(bias + z / (1.0 - acceleration * z))
    };
    (moved(tail), moved(1.0 - tail))
}

fn acceleration(left_out: &[f64]) -> f64 {
    let mean = left_out.iter().sum::<f64>() / left_out.len() as f64;
    let power = |k| left_out.iter().map(|value| (mean - value).powi(k)).sum::<f64>();
    let spread = power(2);
    if spread > 0.0 { power(3) / (6.0 * spread.powf(1.5)) } else { 0.0 }
}

/// The normal distribution function, by its continued fraction in the tails and its series between (Abramowitz and Stegun,
/// 26.2.11 and 26.2.14).
fn normal_cdf(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z.abs() > 4.0 {
        let fraction = (1..=60).rev().fold(0.0, |below, k| f64::from(k) / (z.abs() + below));
        let tail = density / (z.abs() + fraction);
        return if z > 0.0 { 1.0 - tail } else { tail };
    }
    let (mut term, mut series) = (z, z);
    for k in 1..100 {
        term *= z * z / f64::from(2 * k + 1);
        series += term;
    }
    0.5 + density * series
}

/// Its inverse, by bisection: it is asked for a few times per interval.
fn normal_quantile(probability: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if normal_cdf(middle) < probability { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::{Bootstrap, Ends, Estimate, median, normal_cdf, normal_quantile, quantile, sum};
    use crate::key::SplitMix64;

    #[test]
    fn quantiles_are_those_of_hyndman_and_fan() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!(median(&[16.0, 1.0, 8.0, 2.0]), 5.0);
        assert_eq!([0.0, 0.25, 0.6, 1.0].map(|q| quantile(&values, q)), [1.0, 2.0, 5.6, 16.0]);
    }

    #[test]
    fn the_normal_distribution_is_the_tabulated_one() {
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (-3.0, 0.001_349_898)] {
            assert!((normal_cdf(z) - p).abs() < 1e-9, "{z}");
            assert!((normal_quantile(p) - z).abs() < 1e-6, "{p}");
        }
        assert!((normal_cdf(-5.0) / 2.866_515_7e-7 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn an_interval_is_the_same_in_every_run() {
        let values = [10, 20, 30, 45, 80];
        let mean = |drawn: &[usize]| sum(&values, drawn) / 5.0;
        let bootstrap = Bootstrap { resamples: 201, ends: Ends::Percentile, ..Bootstrap::default() };
        let golden = Estimate { value: 37.0, low: 18.0, high: 61.0 };
        assert_eq!(bootstrap.estimate(5, mean), golden, "the stream of draws must never change");
    }

    #[test]
    fn what_the_positions_have_in_common_cancels_from_a_ratio() {
        let huge = [1_000, 10, 100_000, 7, 3_000_000, 420];
        let tenth_off = huge.map(|nodes| nodes * 9 / 10);
        let ratio = Bootstrap::default().ratio(&tenth_off, &huge);
        assert!(ratio.high - ratio.low < 0.02, "{ratio:?}");
    }

    /// The share of intervals that cover the true ratio of 0.9, over samples of 18 positions whose sizes spread a hundredfold.
    fn coverage(bootstrap: &Bootstrap, stretch: f64) -> f64 {
        let mut random = SplitMix64::new(1994);
        let mut normal = move || {
            let mut uniform = || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
            (0..12).map(|_| uniform()).sum::<f64>() - 6.0
        };
        let trials = 400;
        let covered = (0..trials).filter(|_| {
            let below: Vec<u64> = (0..18).map(|_| (1e6 * normal().exp()) as u64).collect();
            // exp(σz − σ²/2) has mean 1, so 0.9 is the ratio of the expectations.
            let noise = |nodes: &u64| (*nodes as f64 * 0.9 * (0.2 * normal() - 0.02).exp()) as u64;
            let above: Vec<u64> = below.iter().map(noise).collect();
            let ratio = bootstrap.ratio(&above, &below);
            let (low, high) = (ratio.value - ratio.low, ratio.high - ratio.value);
            (ratio.value - low * stretch..=ratio.value + high * stretch).contains(&0.9)
        });
        covered.count() as f64 / f64::from(trials)
    }

    #[test]
    fn intervals_cover_the_truth_about_as_often_as_they_say() {
        for ends in [Ends::Bca, Ends::Percentile] {
            let at = |level| Bootstrap { resamples: 400, level, ends, ..Bootstrap::default() };
            let covered = coverage(&at(0.95), 1.0);
            assert!((0.86..=0.98).contains(&covered), "{ends:?}: {covered}");
            let covered = coverage(&at(0.5), 1.0);
            assert!((0.40..=0.58).contains(&covered), "{ends:?} at one half: {covered}");
        }
    }

    /// The check above can fail: an interval of half the length is found out.
    #[test]
    fn an_interval_that_promises_too_much_is_found_out() {
        let covered = coverage(&Bootstrap { resamples: 400, ..Bootstrap::default() }, 0.5);
        assert!(covered < 0.75, "{covered}");
    }
}
