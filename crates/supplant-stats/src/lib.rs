//! Statistics of small samples: intervals for any function of sums over positions.

mod bootstrap;
mod confidence;
pub mod coverage;
mod family;
mod proportion;
mod student;

pub use bootstrap::{Bootstrap, Ends, Weights};
pub use confidence::{Confidence, Estimate};
pub use family::holm;
pub use proportion::share_of;
pub use student::normal;

/// The median of the values.
///
/// # Panics
/// If the slice is empty.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, 0.5)
}

/// The sum over all positions.
#[must_use]
pub fn sum(nodes: &[u64]) -> f64 {
    nodes.iter().sum::<u64>() as f64
}

/// The geometric mean of the ratios.
#[must_use]
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = ratios.fold((0.0, 0.0), |(sum, n), ratio| (sum + ratio.ln(), n + 1.0));
    (sum / n).exp()
}

/// The quantile `q` of sorted values, linear between neighbours (type 7 of Hyndman and Fan, 1996).
///
/// # Panics
/// If the slice is empty.
#[must_use]
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let at = q.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::{geometric_mean, median, quantile};

    #[test]
    fn quantiles_are_those_of_hyndman_and_fan() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!(median(&[16.0, 1.0, 8.0, 2.0]), 5.0);
        assert_eq!([0.0, 0.25, 0.6, 1.0].map(|q| quantile(&values, q)), [1.0, 2.0, 5.6, 16.0]);
        assert!((geometric_mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-12);
    }
}
