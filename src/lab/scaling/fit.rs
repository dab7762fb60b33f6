//! The Universal Scalability Law through a curve (Gunther, *Guerrilla Capacity Planning*, 2007): N workers are N ∕ (1 + σ(N − 1) + κN(N − 1))
//! times as fast as one. σ is the share that cannot be divided (with κ = 0 the law is Amdahl's); κ what each has to do with each other.
//!
//! Fitted by least squares in relative slowdown, σ and κ at least 0. Its band is the middle 95 % of fits to positions drawn anew with
//! replacement: of few positions too narrow, unlike the studentized intervals of the speedups themselves. Beyond the measured numbers of workers it says what this law would say, which is no measurement.

use crate::key::SplitMix64;
use crate::lab::stats::{Estimate, quantile};

/// The law of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    /// What cannot be divided.
    pub sigma: f64,
    /// What each has to do with each other.
    pub kappa: f64,
}

impl Law {
    /// How much faster so many are.
    #[must_use]
    pub fn speedup(self, workers: f64) -> f64 {
        workers / (1.0 + self.sigma * (workers - 1.0) + self.kappa * workers * (workers - 1.0))
    }

    /// The law nearest to speedups of numbers of workers.
    fn through(curve: &[(f64, f64)]) -> Self {
        // (slowdown − 1) ∕ slowdown = σ·a + κ·b, whose errors are relative.
        let terms = curve.iter().map(|&(workers, speedup)| {
            let slowdown = workers / speedup;
            let a = (workers - 1.0) / slowdown;
            (a, workers * a, (slowdown - 1.0) / slowdown)
        });
        let (mut aa, mut ab, mut bb, mut at, mut bt) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (a, b, t) in terms {
            (aa, ab, bb, at, bt) = (aa + a * a, ab + a * b, bb + b * b, at + a * t, bt + b * t);
        }
        let determinant = aa * bb - ab * ab;
        let (sigma, kappa) = match determinant > 1e-9 * aa * bb {
            true => ((at * bb - bt * ab) / determinant, (bt * aa - at * ab) / determinant),
            // One number of workers does not tell the two apart.
            false => (at / aa, 0.0),
        };
        match (sigma < 0.0, kappa < 0.0) {
            (false, false) => Self { sigma, kappa },
            (true, _) => Self { sigma: 0.0, kappa: (bt / bb).max(0.0) },
            (false, true) => Self { sigma: (at / aa).max(0.0), kappa: 0.0 },
        }
    }
}

/// A law with what it is worth.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Of all positions.
    whole: Drawn,
    /// Of positions drawn anew.
    draws: Vec<Drawn>,
}

/// The law of some positions, and which they are.
type Drawn = (Law, Vec<usize>);

/// How often positions are drawn anew.
const DRAWS: usize = 2000;

impl Fit {
    /// Of a curve: for each number of workers the logarithms of how much faster they are, position by position. `None` of one with fewer than
    /// two numbers of workers, or positions.
    #[must_use]
    pub fn of(curve: &[(usize, &[f64])]) -> Option<Self> {
        let positions = curve.first()?.1.len();
        if curve.len() < 2 || positions < 2 {
            return None;
        }
        let through = |chosen: Vec<usize>| {
            let points = curve.iter().map(|&(workers, logs)| (workers as f64, mean_of(&chosen, logs).exp()));
            (Law::through(&points.collect::<Vec<_>>()), chosen)
        };
        let mut random = SplitMix64::new(0x7363_616c_696e_6721);
        let mut draw =
            || -> Vec<_> { (0..positions).map(|_| random.below(positions as u64) as usize).collect() };
        let draws = (0..DRAWS).map(|_| through(draw())).collect();
        Some(Self { whole: through((0..positions).collect()), draws })
    }

    /// What `of` says of the law, and of the positions that it is of, with its band of 95 %.
    #[must_use]
    pub fn estimate(&self, of: impl Fn(Law, &[usize]) -> f64) -> Estimate {
        let of = |(law, chosen): &Drawn| of(*law, chosen);
        let mut all: Vec<_> = self.draws.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        Estimate { value: of(&self.whole), low: quantile(&all, 0.025), high: quantile(&all, 0.975) }
    }
}

/// The mean over the chosen positions.
pub(super) fn mean_of(chosen: &[usize], logs: &[f64]) -> f64 {
    chosen.iter().map(|&i| logs[i]).sum::<f64>() / chosen.len() as f64
}

#[cfg(test)]
mod tests {
    use super::{Fit, Law};
    use crate::key::SplitMix64;

    const WORKERS: [f64; 5] = [2.0, 4.0, 16.0, 64.0, 256.0];

    #[test]
    fn a_law_is_found_in_its_own_curve() {
        for (sigma, kappa) in [(0.03, 0.0002), (0.1, 0.0), (0.0, 0.001), (0.0, 0.0)] {
            let law = Law { sigma, kappa };
            let found = Law::through(&WORKERS.map(|workers| (workers, law.speedup(workers))));
            assert!((found.sigma - sigma).abs() < 1e-9 && (found.kappa - kappa).abs() < 1e-9, "{found:?}");
        }
        let faster_than_divided = Law::through(&[(2.0, 2.2), (4.0, 4.5)]);
        assert_eq!(faster_than_divided, Law { sigma: 0.0, kappa: 0.0 });
        let of_one_number = Law::through(&[(2.0, 1.6)]);
        assert!((of_one_number.speedup(2.0) - 1.6).abs() < 1e-9 && of_one_number.kappa == 0.0);
    }

    #[test]
    fn the_band_holds_the_truth_and_is_wider_where_nothing_was_measured() {
        let (truth, mut random) = (Law { sigma: 0.03, kappa: 0.0002 }, SplitMix64::new(1));
        // Positions differ by a tenth.
        let mut noise = || (random.below(2000) as f64 - 1000.0) / 10_000.0;
        let mut logs =
            |workers: f64| -> Vec<_> { (0..18).map(|_| truth.speedup(workers).ln() + noise()).collect() };
        let points = WORKERS.map(|workers| (workers as usize, logs(workers)));
        let points: Vec<_> = points.iter().map(|(workers, logs)| (*workers, &logs[..])).collect();
        let fit = Fit::of(&points).expect("five numbers of workers");
        let width = |workers: f64| {
            let band = fit.estimate(|law, _| law.speedup(workers));
            assert!(band.low < truth.speedup(workers) && truth.speedup(workers) < band.high, "{band:?}");
            (band.high - band.low) / band.value
        };
        assert!(width(4096.0) > 2.0 * width(64.0));
        assert!(Fit::of(&points[..1]).is_none());
    }
}
