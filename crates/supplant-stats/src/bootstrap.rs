//! Drawing positions anew.
//!
//! Positions differ tenfold in size and more, and a few of them may carry an effect, so nothing is assumed of their distribution. A draw
//! gives each position a random weight (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993); a statistic is a function of
//! the weighted sums, so that both sides of a ratio get the same draw, and what the positions have in common cancels.
//!
//! The spread of such draws alone promises too much: of few positions it is too narrow, and blind to how uncertain itself is. So
//! each draw is *studentized* (chapter 12): its distance from the statistic is counted in standard errors of its own, found by the delta
//! method. Weights are of the beta distribution ½, 3⁄2 (Owen, *Better bootstrap t confidence intervals for the mean*, 2025): mean,
//! variance and third moment are those of plain drawing with replacement, and no position is ever without weight, so that the
//! standard error of a draw is 0 only where the statistic does not change with the sums. What it achieves is printed by `crates/supplant-lab/examples/coverage.rs`: `docs/statistics.md`.
//!
//! All draws come from [`SplitMix64`] and one seed, so an interval is as repeatable as the counts it is made from.

use super::confidence::Confidence;
use supplant::key::SplitMix64;

/// How what the truth may be is read off the draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// The statistics of the draws themselves.
    Percentile,
    /// Their distances from the statistic, in standard errors.
    Studentized,
}

/// The weights of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// As often as it was drawn, with replacement.
    Multinomial,
    /// Independent, of the beta distribution ½, 3⁄2.
    Beta,
}

/// A way of drawing positions anew.
#[derive(Clone, Copy, Debug)]
pub struct Bootstrap {
    /// How often.
    pub draws: usize,
    /// What each position weighs.
    pub weights: Weights,
    /// How the truth is read off.
    pub ends: Ends,
    /// The seed of all draws.
    pub seed: u64,
}

impl Default for Bootstrap {
    /// 20,000 draws, studentized, of beta weights: the ends then move by a hundredth of the interval between seeds, and what is to be
    /// decided at a chance of one in four hundred, as among twenty claims, rests on fifty draws.
    fn default() -> Self {
        Self { draws: 20_000, weights: Weights::Beta, ends: Ends::Studentized, seed: 0x0062_6f6f_7473_7472 }
    }
}

impl Bootstrap {
    /// What the truth may be of which `statistic` is the sample's value. It is called with sums over the positions, one for each of
    /// `columns`, in their order.
    ///
    /// The statistic must be smooth: of a greatest or least of several the delta method sees one, and the interval is too short. A claim
    /// on all of several is one on each (`Reading` of the laboratory). Where it does not change with the sums at all, as
    /// ranks do not, the ends are quantiles of the draws themselves.
    ///
    /// # Panics
    /// If there is no column, columns differ in length or are empty, or the statistic of a draw is not a number.
    #[must_use]
    pub fn estimate(&self, columns: &[&[u64]], statistic: impl Fn(&[f64]) -> f64) -> Confidence {
        self.estimate_any(columns, &statistic)
    }

    /// The same, compiled once for every statistic.
    fn estimate_any(&self, columns: &[&[u64]], statistic: &dyn Fn(&[f64]) -> f64) -> Confidence {
        let sample = Sample::of(columns);
        let (mut draw, mut random) = (Draw::of(&sample), SplitMix64::new(self.seed));
        sample.sum(&mut draw);
        let value = statistic(&draw.sums);
        let error = sample.error(&mut draw, value, statistic);
        // Where the statistic does not change with the sums, as ranks do not, there is nothing to count distances in.
        let studentizes = self.ends == Ends::Studentized && error > 0.0;
        let draws = (0..self.draws).map(|_| {
            self.weights.draw(&mut draw.weights, &mut random);
            sample.sum(&mut draw);
            let drawn = statistic(&draw.sums);
            assert!(!drawn.is_nan(), "a statistic is a number for every draw");
            if !studentizes {
                return drawn;
            }
            let own = sample.error(&mut draw, drawn, statistic);
            match own > 0.0 {
                true => value - (drawn - value) / own * error,
                // Plain drawing may draw one position alone.
                false if drawn == value => value,
                false => (value - drawn).signum() * f64::INFINITY,
            }
        });
        Confidence::new(value, draws.collect())
    }

    /// The ratio of two sums over the same positions.
    ///
    /// ```
    /// use supplant_stats::Bootstrap;
    /// let half = Bootstrap::default().ratio(&[1, 20, 300], &[2, 40, 600]).interval();
    /// assert_eq!((half.low, half.value, half.high), (0.5, 0.5, 0.5));
    /// ```
    ///
    /// # Panics
    /// If the sides differ in length, or are empty.
    #[must_use]
    pub fn ratio(&self, above: &[u64], below: &[u64]) -> Confidence {
        self.estimate(&[above, below], |sums| sums[0] / sums[1])
    }
}

impl Weights {
    fn draw(self, weights: &mut [f64], random: &mut SplitMix64) {
        match self {
            Self::Multinomial => {
                weights.fill(0.0);
                let positions = weights.len() as u64;
                (0..positions).for_each(|_| weights[random.below(positions) as usize] += 1.0);
            }
            Self::Beta => weights.fill_with(|| beta(random)),
        }
    }
}

/// A number of the beta distribution ½, 3⁄2: the square of one coordinate of a point drawn in the unit disk.
fn beta(random: &mut SplitMix64) -> f64 {
    let mut coordinate = || (random.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    loop {
        let (x, y) = (coordinate(), coordinate());
        if x != 0.0 && x * x + y * y < 1.0 {
            return x * x;
        }
    }
}

/// A draw: one memory for all of them, since a report makes millions.
struct Draw {
    weights: Vec<f64>,
    sums: Vec<f64>,
    /// How each position changes the statistic.
    influence: Vec<f64>,
}

impl Draw {
    /// The one in which each position weighs the same.
    fn of(sample: &Sample) -> Self {
        Self {
            weights: vec![1.0; sample.positions],
            sums: vec![0.0; sample.columns.len()],
            influence: vec![0.0; sample.positions],
        }
    }
}

/// Columns as numbers.
struct Sample {
    columns: Vec<Vec<f64>>,
    positions: usize,
}

impl Sample {
    fn of(columns: &[&[u64]]) -> Self {
        let positions = columns.first().map_or(0, |column| column.len());
        assert!(positions > 0, "a statistic needs positions");
        assert!(
            columns.iter().all(|column| column.len() == positions),
            "all columns are of the same positions"
        );
        let columns =
            columns.iter().map(|column| column.iter().map(|&value| value as f64).collect()).collect();
        Self { columns, positions }
    }

    /// Sets the sums of a draw to those of its weights, as if of as many positions as there are.
    fn sum(&self, draw: &mut Draw) {
        let scale = self.positions as f64 / draw.weights.iter().sum::<f64>();
        for (sum, column) in draw.sums.iter_mut().zip(&self.columns) {
            *sum =
                column.iter().zip(&draw.weights).map(|(value, weight)| value * weight).sum::<f64>() * scale;
        }
    }

    /// The standard error of a statistic, of this value for a draw, by the delta method: how it changes with each sum, times how each
    /// position changes the sums. (The factor n / (n − 1) is left out: it cancels.)
    fn error(&self, draw: &mut Draw, value: f64, statistic: &dyn Fn(&[f64]) -> f64) -> f64 {
        const STEP: f64 = 1e-6;
        let n = self.positions as f64;
        draw.influence.fill(0.0);
        for (k, column) in self.columns.iter().enumerate() {
            let sum = draw.sums[k];
            let step = (sum * STEP).max(STEP);
            draw.sums[k] = sum + step;
            let slope = (statistic(&draw.sums) - value) / step;
            draw.sums[k] = sum;
            for (influence, value) in draw.influence.iter_mut().zip(column) {
                *influence += slope * (n * value - sum);
            }
        }
        let total: f64 = draw.weights.iter().sum();
        let parts = draw.weights.iter().zip(&draw.influence);
        let variance: f64 = parts.map(|(weight, influence)| weight / total * influence.powi(2)).sum();
        (variance / n).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::{Bootstrap, Ends, Weights, beta};
    use supplant::key::SplitMix64;

    #[test]
    fn an_interval_is_the_same_in_every_run() {
        let values: &[u64] = &[10, 20, 30, 45, 80];
        let mean = |sums: &[f64]| sums[0] / 5.0;
        let plain = Bootstrap {
            draws: 201,
            ends: Ends::Percentile,
            weights: Weights::Multinomial,
            ..Bootstrap::default()
        };
        let plain = plain.estimate(&[values], mean).interval();
        assert_eq!(
            (plain.low, plain.value, plain.high),
            (18.0, 37.0, 61.0),
            "the stream of draws must never change"
        );
        let own = Bootstrap::default().estimate(&[values], mean).interval();
        assert_eq!(format!("{:.3} {:.3}", own.low, own.high), "10.482 79.358");
    }

    #[test]
    fn what_the_positions_have_in_common_cancels_from_a_ratio() {
        let huge = [1_000, 10, 100_000, 7, 3_000_000, 420];
        let tenth_off = huge.map(|nodes| nodes * 9 / 10);
        let ratio = Bootstrap::default().ratio(&tenth_off, &huge).interval();
        assert!(ratio.high - ratio.low < 0.02, "{ratio:?}");
    }

    #[test]
    fn the_weights_have_the_moments_of_drawing_with_replacement() {
        let mut random = SplitMix64::new(1);
        let weights: Vec<f64> = (0..400_000).map(|_| 4.0 * beta(&mut random)).collect();
        let moment =
            |k| weights.iter().map(|weight| (weight - 1.0).powi(k)).sum::<f64>() / weights.len() as f64;
        for k in 1..=3 {
            let wanted = f64::from(u8::from(k > 1));
            assert!((moment(k) - wanted).abs() < 0.02, "{k}: {}", moment(k));
        }
        assert!(weights.iter().all(|&weight| weight > 0.0));
    }
}
