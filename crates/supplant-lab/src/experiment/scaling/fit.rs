//! Laws of scalability, fitted to a curve: Amdahl's (1967), and the Universal Scalability Law
//! (Gunther, *Guerrilla Capacity Planning*, 2007).
//!
//! In both, N workers are N ∕ (1 + σ(N − 1) + κN(N − 1)) times as fast as one. σ is the share that
//! cannot be divided. κ is the coordination between each pair of workers, 0 in Amdahl's law.
//!
//! The fit minimises the squared relative error of the slowdown, with σ and κ at least 0. The band
//! is the middle 95 % of fits to resampled positions, too narrow with few positions.

use crate::experiment::stats::{Estimate, quantile};
use supplant::key::SplitMix64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawKind {
    Amdahl,
    Universal,
}

impl LawKind {
    pub const ALL: [Self; 2] = [Self::Amdahl, Self::Universal];

    fn free(self) -> usize {
        match self {
            Self::Amdahl => 1,
            Self::Universal => 2,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    pub sigma: f64,
    pub kappa: f64,
}

impl Law {
    #[must_use]
    pub fn speedup(self, workers: f64) -> f64 {
        workers / (1.0 + self.sigma * (workers - 1.0) + self.kappa * workers * (workers - 1.0))
    }

    fn through(kind: LawKind, curve: &[(f64, f64)]) -> Self {
        // (slowdown − 1) ∕ slowdown = σ·a + κ·b, with relative errors.
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
        if kind == LawKind::Amdahl {
            return Self { sigma: (at / aa).max(0.0), kappa: 0.0 };
        }
        let (sigma, kappa) = match determinant > 1e-9 * aa * bb {
            true => ((at * bb - bt * ab) / determinant, (bt * aa - at * ab) / determinant),
            // One number of workers cannot separate σ from κ.
            false => (at / aa, 0.0),
        };
        match (sigma < 0.0, kappa < 0.0) {
            (false, false) => Self { sigma, kappa },
            (true, _) => Self { sigma: 0.0, kappa: (bt / bb).max(0.0) },
            (false, true) => Self { sigma: (at / aa).max(0.0), kappa: 0.0 },
        }
    }
}

#[derive(Clone, Debug)]
pub struct Fit {
    kind: LawKind,
    whole: Drawn,
    draws: Vec<Drawn>,
}

type Drawn = (Law, Vec<usize>);

const DRAWS: usize = 2000;

impl Fit {
    #[must_use]
    pub fn of(kind: LawKind, curve: &[(usize, &[f64])]) -> Option<Self> {
        let positions = curve.first()?.1.len();
        if curve.len() < 2 || positions < 2 {
            return None;
        }
        let through = |chosen: Vec<usize>| {
            let points = curve.iter().map(|&(workers, logs)| (workers as f64, mean_of(&chosen, logs).exp()));
            (Law::through(kind, &points.collect::<Vec<_>>()), chosen)
        };
        let mut random = SplitMix64::new(0x7363_616c_696e_6721);
        let mut draw =
            || -> Vec<_> { (0..positions).map(|_| random.below(positions as u64) as usize).collect() };
        let draws = (0..DRAWS).map(|_| through(draw())).collect();
        Some(Self { kind, whole: through((0..positions).collect()), draws })
    }

    #[must_use]
    pub fn estimate(&self, of: impl Fn(Law, &[usize]) -> f64) -> Estimate {
        let of = |(law, chosen): &Drawn| of(*law, chosen);
        let mut all: Vec<_> = self.draws.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        Estimate { value: of(&self.whole), low: quantile(&all, 0.025), high: quantile(&all, 0.975) }
    }

    /// The error is relative, and positive if the law is too high.
    #[must_use]
    pub fn furthest(&self, measured: &[(usize, Estimate)]) -> Option<(usize, f64)> {
        let off = |&(workers, speedup): &(usize, Estimate)| (workers, self.at(workers) / speedup.value - 1.0);
        measured.iter().map(off).max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))
    }

    #[must_use]
    pub fn passes(&self, measured: &[(usize, Estimate)]) -> bool {
        let is_within = |&(workers, Estimate { low, high, .. }): &(usize, Estimate)| {
            (low..=high).contains(&self.at(workers))
        };
        measured.len() > self.kind.free() && measured.iter().all(is_within)
    }

    fn at(&self, workers: usize) -> f64 {
        self.whole.0.speedup(workers as f64)
    }
}

pub(super) fn mean_of(chosen: &[usize], logs: &[f64]) -> f64 {
    chosen.iter().map(|&i| logs[i]).sum::<f64>() / chosen.len() as f64
}

#[cfg(test)]
mod tests {
    use super::{Fit, Law, LawKind};
    use crate::experiment::stats::Estimate;
    use supplant::key::SplitMix64;

    const WORKERS: [f64; 5] = [2.0, 4.0, 16.0, 64.0, 256.0];

    #[test]
    fn a_law_is_found_in_its_own_curve() {
        for (sigma, kappa) in [(0.03, 0.0002), (0.1, 0.0), (0.0, 0.001), (0.0, 0.0)] {
            let law = Law { sigma, kappa };
            let curve = WORKERS.map(|workers| (workers, law.speedup(workers)));
            let found = Law::through(LawKind::Universal, &curve);
            assert!((found.sigma - sigma).abs() < 1e-9 && (found.kappa - kappa).abs() < 1e-9, "{found:?}");
            let amdahls = Law::through(LawKind::Amdahl, &curve);
            assert_eq!(amdahls.kappa, 0.0);
            assert_eq!((amdahls.sigma - sigma).abs() < 1e-9, kappa == 0.0, "κ is not Amdahl's: {amdahls:?}");
        }
        let faster_than_divided = Law::through(LawKind::Universal, &[(2.0, 2.2), (4.0, 4.5)]);
        assert_eq!(faster_than_divided, Law { sigma: 0.0, kappa: 0.0 });
        let first_faster = [(2.0, 2.6), (4.0, 3.6)];
        assert!(Law::through(LawKind::Universal, &first_faster).kappa > 0.0);
        assert_eq!(Law::through(LawKind::Amdahl, &first_faster), Law { sigma: 0.0, kappa: 0.0 });
        let of_one_number = Law::through(LawKind::Universal, &[(2.0, 1.6)]);
        assert!((of_one_number.speedup(2.0) - 1.6).abs() < 1e-9 && of_one_number.kappa == 0.0);
    }

    #[test]
    fn the_band_holds_the_truth_and_is_wider_where_nothing_was_measured() {
        let (truth, mut random) = (Law { sigma: 0.03, kappa: 0.0002 }, SplitMix64::new(1));
        let mut noise = || (random.below(2000) as f64 - 1000.0) / 10_000.0;
        let mut logs =
            |workers: f64| -> Vec<_> { (0..18).map(|_| truth.speedup(workers).ln() + noise()).collect() };
        let points = WORKERS.map(|workers| (workers as usize, logs(workers)));
        let points: Vec<_> = points.iter().map(|(workers, logs)| (*workers, &logs[..])).collect();
        let fit = Fit::of(LawKind::Universal, &points).expect("five numbers of workers");
        let width = |workers: f64| {
            let band = fit.estimate(|law, _| law.speedup(workers));
            assert!(band.low < truth.speedup(workers) && truth.speedup(workers) < band.high, "{band:?}");
            (band.high - band.low) / band.value
        };
        assert!(width(4096.0) > 2.0 * width(64.0));
        assert!(Fit::of(LawKind::Universal, &points[..1]).is_none());
    }

    fn fits(points: &[(usize, Estimate)]) -> [Fit; 2] {
        let logs: Vec<_> =
            points.iter().map(|(workers, speedup)| (*workers, [speedup.value.ln(); 2])).collect();
        let curve: Vec<_> = logs.iter().map(|(workers, logs)| (*workers, &logs[..])).collect();
        LawKind::ALL.map(|kind| Fit::of(kind, &curve).expect("there are points"))
    }

    #[test]
    fn a_law_that_a_measured_point_refutes_says_nothing_of_more_workers() {
        let published = [
            (2, Estimate { value: 1.907, low: 1.799, high: 1.991 }),
            (16, Estimate { value: 11.275, low: 10.286, high: 12.760 }),
            (64, Estimate { value: 32.249, low: 28.649, high: 38.540 }),
            (256, Estimate { value: 81.241, low: 70.753, high: 96.893 }),
        ];
        for points in [&published[..], &published[..3]] {
            for fit in fits(points) {
                let (workers, off) = fit.furthest(points).expect("there are points");
                assert!(workers == 16 && off > 0.1, "{workers} {off}");
                assert!(!fit.passes(points), "{fit:?}");
            }
        }
        let (_, whole) = fits(&published)[1].furthest(&published).expect("there are points");
        assert!((whole - 0.239).abs() < 0.001, "{whole}");
    }

    #[test]
    fn a_scaling_law_passes_only_where_it_meets_more_points_than_it_has_parameters() {
        let law = Law { sigma: 0.02, kappa: 0.0001 };
        let points = [2, 8, 32].map(|workers| {
            let value = law.speedup(workers as f64);
            (workers, Estimate { value, low: 0.99 * value, high: 1.01 * value })
        });
        let passes = |points: &[(usize, Estimate)]| fits(points).map(|fit| fit.passes(points));
        assert_eq!(passes(&points), [false, true], "κ is not Amdahl's");
        let (_, off) = fits(&points)[1].furthest(&points).expect("there are points");
        assert!(off.abs() < 1e-9, "{off}");
        assert!(!passes(&points[..2])[1], "two numbers meet any two points");
    }
}
