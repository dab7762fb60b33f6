//! Bootstrap: intervals from random weights of the positions (Efron and Tibshirani, *An
//! Introduction to the Bootstrap*, 1993).
//!
//! Sizes of positions differ by a factor of ten and more, and a few positions may carry an effect,
//! so no distribution is assumed. Both sides of a ratio get the same draw, so common causes cancel.
//!
//! With few positions the spread of the draws is too narrow. So each draw is *studentized* (chapter
//! 12): its distance from the statistic is counted in its own standard errors, by the delta method.
//! The weights follow the beta distribution ½, 3⁄2 (Owen, *Better bootstrap t confidence intervals
//! for the mean*, 2025), which has the first three moments of drawing with replacement. No weight
//! is 0, so the standard error of a draw is 0 only if the statistic does not depend on the sums.
//! `docs/statistics.md` has the coverage.

use std::cell::RefCell;
use std::rc::Rc;

use super::confidence::Confidence;
use supplant::key::SplitMix64;

/// How an interval is computed from the draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// From the statistics of the draws.
    Percentile,
    /// From their distances to the sample's statistic, in standard errors.
    Studentized,
}

/// The distribution of the weights in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// How often the position was drawn, with replacement.
    Multinomial,
    /// Independent weights of the beta distribution ½, 3⁄2.
    Beta,
}

/// The settings of a bootstrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bootstrap {
    /// The number of draws.
    pub draws: usize,
    /// The distribution of the weights.
    pub weights: Weights,
    /// How the interval is computed.
    pub ends: Ends,
    /// The seed of all draws.
    pub seed: u64,
}

impl Default for Bootstrap {
    /// 20,000 studentized draws with beta weights.
    ///
    /// Between seeds, the ends move by a hundredth of the interval. A decision at a chance of one
    /// in four hundred, as among twenty claims, rests on fifty draws.
    fn default() -> Self {
        Self { draws: 20_000, weights: Weights::Beta, ends: Ends::Studentized, seed: 0x0062_6f6f_7473_7472 }
    }
}

impl Bootstrap {
    /// The confidence in a statistic of the positions.
    ///
    /// `statistic` gets one sum over the positions for each of `columns`, in their order. It must
    /// be smooth: of a maximum or minimum the delta method sees one number, and the interval is too
    /// short. Make a claim on several numbers one claim on each. If the statistic does not change
    /// with the sums, as ranks do not, the ends are quantiles of the draws.
    ///
    /// # Panics
    /// If `columns` is empty, columns differ in length or are empty, or the statistic of a draw is
    /// not a number.
    #[must_use]
    pub fn estimate(&self, columns: &[&[u64]], statistic: impl Fn(&[f64]) -> f64) -> Confidence {
        self.estimate_any(columns, &statistic)
    }

    fn estimate_any(&self, columns: &[&[u64]], statistic: &dyn Fn(&[f64]) -> f64) -> Confidence {
        let sample = Sample::of(columns);
        let mut draws = Draws::of(&sample);
        let alike = vec![[1.0; LANES]; sample.positions];
        sample.sum(&mut draws, &alike);
        let values = draws.statistics(statistic);
        let (value, error) = (values[0], sample.errors(&mut draws, &alike, values, statistic)[0]);
        // Otherwise distances have no unit.
        let studentizes = self.ends == Ends::Studentized && error > 0.0;
        let mut stream = Stream::of(*self, sample.positions);
        let mut all = Vec::with_capacity(self.draws);
        while all.len() < self.draws {
            let lanes = LANES.min(self.draws - all.len());
            let weights = stream.next(sample.positions, lanes);
            sample.sum(&mut draws, weights);
            let drawn = draws.statistics(statistic);
            assert!(drawn.iter().all(|drawn| !drawn.is_nan()), "a statistic is a number for every draw");
            if !studentizes {
                all.extend_from_slice(&drawn[..lanes]);
                continue;
            }
            let own = sample.errors(&mut draws, weights, drawn, statistic);
            all.extend(drawn.into_iter().zip(own).take(lanes).map(|(drawn, own)| match own > 0.0 {
                true => value - (drawn - value) / own * error,
                // Drawing with replacement may draw one position each time.
                false if drawn == value => value,
                false => (value - drawn).signum() * f64::INFINITY,
            }));
        }
        Confidence::new(value, all)
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
    /// If the sides differ in length or are empty.
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

/// The beta distribution ½, 3⁄2 is that of the square of a coordinate of a random point in the unit
/// disk.
fn beta(random: &mut SplitMix64) -> f64 {
    let mut coordinate = || (random.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    loop {
        let (x, y) = (coordinate(), coordinate());
        if x != 0.0 && x * x + y * y < 1.0 {
            return x * x;
        }
    }
}

/// The weights of one draw after the other.
///
/// They depend only on the settings and the number of positions, and most statistics of a study are
/// about the same positions. So each thread keeps the last weights: to draw them anew took up to 60
/// % of the time of a report.
enum Stream {
    Kept(Rc<Vec<Lanes>>, usize),
    Drawn(Weights, SplitMix64, Vec<Lanes>),
}

type KeptWeights = ((Bootstrap, usize), Rc<Vec<Lanes>>);

impl Stream {
    /// Weights that a thread keeps at most: 128 MiB.
    const MOST: usize = 1 << 24;

    fn of(bootstrap: Bootstrap, positions: usize) -> Self {
        thread_local!(static LAST: RefCell<Option<KeptWeights>> = const { RefCell::new(None) });
        let mut drawn = Self::Drawn(bootstrap.weights, SplitMix64::new(bootstrap.seed), Vec::new());
        let rows = bootstrap.draws.div_ceil(LANES).saturating_mul(positions);
        if rows > Self::MOST / LANES {
            return drawn;
        }
        LAST.with_borrow_mut(|last| {
            let key = (bootstrap, positions);
            if last.as_ref().is_none_or(|(of, _)| *of != key) {
                // Frees the old ones first.
                *last = None;
                let mut weights = Vec::with_capacity(rows);
                while weights.len() < rows {
                    weights.extend_from_slice(drawn.next(positions, LANES));
                }
                *last = Some((key, Rc::new(weights)));
            }
            let (_, weights) = last.as_ref().expect("it was kept above");
            Self::Kept(Rc::clone(weights), 0)
        })
    }

    /// Returns the weights of the next `lanes` draws; those of the other lanes are any.
    fn next(&mut self, positions: usize, lanes: usize) -> &[Lanes] {
        match self {
            Self::Kept(all, at) => {
                *at += positions;
                &all[*at - positions..*at]
            }
            Self::Drawn(kind, random, weights) => {
                weights.resize(positions, [1.0; LANES]);
                let mut draw = vec![0.0; positions];
                for lane in 0..lanes {
                    kind.draw(&mut draw, random);
                    weights.iter_mut().zip(&draw).for_each(|(lanes, &weight)| lanes[lane] = weight);
                }
                weights
            }
        }
    }
}

/// Draws that are summed together, each in the order of the positions: the processor need not wait
/// for one addition before the next.
const LANES: usize = 4;

/// One number for each of these draws.
type Lanes = [f64; LANES];

struct Draws {
    total: Lanes,
    sums: Vec<Lanes>,
    /// The sums of one lane, as a statistic reads them.
    lane: Vec<f64>,
    /// How fast the statistic changes with each sum.
    slopes: Vec<Lanes>,
}

impl Draws {
    fn of(sample: &Sample) -> Self {
        let columns = sample.columns.len();
        Self {
            total: [0.0; LANES],
            sums: vec![[0.0; LANES]; columns],
            lane: vec![0.0; columns],
            slopes: vec![[0.0; LANES]; columns],
        }
    }

    fn statistics(&mut self, statistic: &dyn Fn(&[f64]) -> f64) -> Lanes {
        let mut values = [0.0; LANES];
        for (lane, value) in values.iter_mut().enumerate() {
            for k in 0..self.sums.len() {
                self.lane[k] = self.sums[k][lane];
            }
            *value = statistic(&self.lane);
        }
        values
    }
}

struct Sample {
    columns: Vec<Vec<f64>>,
    /// The values of each position, times the number of positions.
    rows: Vec<f64>,
    positions: usize,
}

#[expect(clippy::needless_range_loop, reason = "arrays mapped by closures are not inlined")]
impl Sample {
    fn of(columns: &[&[u64]]) -> Self {
        let positions = columns.first().map_or(0, |column| column.len());
        assert!(positions > 0, "a statistic needs positions");
        assert!(
            columns.iter().all(|column| column.len() == positions),
            "all columns are of the same positions"
        );
        let columns: Vec<Vec<f64>> =
            columns.iter().map(|column| column.iter().map(|&value| value as f64).collect()).collect();
        let row = |position: usize| columns.iter().map(move |column| positions as f64 * column[position]);
        Self { rows: (0..positions).flat_map(row).collect(), columns, positions }
    }

    fn sum(&self, draws: &mut Draws, weights: &[Lanes]) {
        draws.total = [0.0; LANES];
        for weights in weights {
            for lane in 0..LANES {
                draws.total[lane] += weights[lane];
            }
        }
        let scale = draws.total.map(|total| self.positions as f64 / total);
        for (sums, column) in draws.sums.iter_mut().zip(&self.columns) {
            let mut sum = [0.0; LANES];
            let column = &column[..weights.len()];
            for position in 0..weights.len() {
                for lane in 0..LANES {
                    sum[lane] += column[position] * weights[position][lane];
                }
            }
            for lane in 0..LANES {
                sums[lane] = sum[lane] * scale[lane];
            }
        }
    }

    /// The standard errors of `values` by the delta method: their change with each sum, times the
    /// change of the sums with each position. The factor n / (n − 1) cancels, and is omitted.
    fn errors(
        &self,
        draws: &mut Draws,
        weights: &[Lanes],
        values: Lanes,
        statistic: &dyn Fn(&[f64]) -> f64,
    ) -> Lanes {
        const STEP: f64 = 1e-6;
        for k in 0..self.columns.len() {
            let sums = draws.sums[k];
            let steps = sums.map(|sum| (sum * STEP).max(STEP));
            for lane in 0..LANES {
                draws.sums[k][lane] += steps[lane];
            }
            let changed = draws.statistics(statistic);
            for lane in 0..LANES {
                draws.slopes[k][lane] = (changed[lane] - values[lane]) / steps[lane];
            }
            draws.sums[k] = sums;
        }
        let columns = self.columns.len();
        let (total, sums, slopes) = (draws.total, &draws.sums[..columns], &draws.slopes[..columns]);
        let mut variance = [0.0; LANES];
        for (row, weights) in self.rows.chunks_exact(columns).zip(weights) {
            let mut influence = [0.0; LANES];
            for k in 0..columns {
                for lane in 0..LANES {
                    influence[lane] += slopes[k][lane] * (row[k] - sums[k][lane]);
                }
            }
            for lane in 0..LANES {
                variance[lane] += weights[lane] / total[lane] * (influence[lane] * influence[lane]);
            }
        }
        let n = self.positions as f64;
        variance.map(|variance| (variance / n).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::{Bootstrap, Ends, LANES, Stream, Weights, beta};
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
    fn weights_that_are_kept_are_those_that_are_drawn() {
        let bootstrap = Bootstrap { draws: 300, ..Bootstrap::default() };
        let other = Bootstrap { seed: 1, ..bootstrap };
        for (bootstrap, positions) in
            [(bootstrap, 7), (bootstrap, 7), (other, 7), (bootstrap, 9), (bootstrap, 7)]
        {
            let mut kept = Stream::of(bootstrap, positions);
            assert!(matches!(kept, Stream::Kept(..)));
            let mut drawn = Stream::Drawn(bootstrap.weights, SplitMix64::new(bootstrap.seed), Vec::new());
            for _ in 0..bootstrap.draws / LANES {
                assert_eq!(kept.next(positions, LANES), drawn.next(positions, LANES));
            }
        }
        assert!(matches!(Stream::of(bootstrap, Stream::MOST), Stream::Drawn(..)), "too many to keep");
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
