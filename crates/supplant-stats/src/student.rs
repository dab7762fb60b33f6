//! Random numbers of Student's distribution.

use std::f64::consts::TAU;

use supplant::key::SplitMix64;

/// From this many degrees of freedom the normal distribution is close enough: the 97.5 % quantiles
/// are 1.984 and 1.960.
const NORMAL: usize = 100;

pub(super) fn student(freedom: usize, random: &mut SplitMix64) -> f64 {
    let above = normal(random);
    if freedom >= NORMAL {
        return above;
    }
    let squares: f64 = (0..freedom).map(|_| normal(random).powi(2)).sum();
    above / (squares / freedom as f64).sqrt()
}

/// A random number of the standard normal distribution (Box and Muller, 1958).
pub fn normal(random: &mut SplitMix64) -> f64 {
    // Never 0, whose logarithm is infinite.
    let mut uniform = || ((random.next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let (radius, angle) = ((-2.0 * uniform().ln()).sqrt(), TAU * uniform());
    radius * angle.cos()
}

#[cfg(test)]
mod tests {
    use super::student;
    use crate::quantile;
    use supplant::key::SplitMix64;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Degrees of freedom, and the 97.5 % quantile from tables.
        for (freedom, wanted) in [(2, 4.303), (4, 2.776), (8, 2.306), (18, 2.101), (1000, 1.960)] {
            let mut random = SplitMix64::new(1);
            let mut drawn: Vec<f64> = (0..200_000).map(|_| student(freedom, &mut random)).collect();
            drawn.sort_by(f64::total_cmp);
            for (q, wanted) in [(0.975, wanted), (0.025, -wanted), (0.5, 0.0)] {
                let found = quantile(&drawn, q);
                assert!(
                    (found - wanted).abs() < 0.03 * wanted.abs() + 0.02,
                    "{freedom}: {found}, not {wanted}"
                );
            }
        }
    }
}
