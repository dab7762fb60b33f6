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

/// Kendall's τ-b of the pairs: 1 if both sides order them alike, −1 if oppositely. Ties count as in
/// Kendall, *The treatment of ties in ranking problems*, 1945.
///
/// `None` if one side does not order any two.
#[must_use]
pub fn kendall(pairs: &[(f64, f64)]) -> Option<f64> {
    let (mut sum, mut left, mut right) = (0.0, 0.0, 0.0);
    for (i, one) in pairs.iter().enumerate() {
        for other in &pairs[i + 1..] {
            let order = |one: f64, other: f64| if one == other { 0.0 } else { (one - other).signum() };
            let (first, second) = (order(one.0, other.0), order(one.1, other.1));
            sum += first * second;
            left += first.abs();
            right += second.abs();
        }
    }
    (left > 0.0 && right > 0.0).then(|| sum / f64::sqrt(left * right))
}

#[cfg(test)]
mod tests {
    use super::{geometric_mean, kendall, median, quantile};

    #[test]
    fn orders_are_alike_or_opposite_and_ties_count_for_neither() {
        let tau = |right: [f64; 4]| kendall(&[1.0, 2.0, 3.0, 4.0].into_iter().zip(right).collect::<Vec<_>>());
        assert_eq!(tau([1.0, 5.0, 6.0, 9.0]), Some(1.0));
        assert_eq!(tau([4.0, 3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(tau([1.0, 3.0, 2.0, 4.0]), Some(4.0 / 6.0));
        assert!((tau([1.0, 2.0, 2.0, 4.0]).unwrap() - 5.0 / 30f64.sqrt()).abs() < 1e-12);
        assert_eq!(tau([7.0; 4]), None);
    }

    #[test]
    fn quantiles_are_those_of_hyndman_and_fan() {
        let values = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!(median(&[16.0, 1.0, 8.0, 2.0]), 5.0);
        assert_eq!([0.0, 0.25, 0.6, 1.0].map(|q| quantile(&values, q)), [1.0, 2.0, 5.6, 16.0]);
        assert!((geometric_mean([2.0, 8.0].into_iter()) - 4.0).abs() < 1e-12);
    }
}
