//! The statistics of the package `supplant-stats`, and the laboratory's bootstrap.

pub use supplant_stats::*;

pub(crate) fn bootstrap() -> Bootstrap {
    let all = Bootstrap::default();
    Bootstrap { draws: if cfg!(test) { all.draws / 10 } else { all.draws }, ..all }
}

/// The mean over positions of numbers that are below 64 in magnitude.
pub(crate) fn mean(values: &[f64]) -> Confidence {
    let counts = as_counts(values);
    bootstrap().estimate(&[&counts], |sums| mean_of(sums[0], values.len()))
}

const OFFSET: f64 = 64.0;
const UNIT: f64 = 1e9;

pub(crate) fn as_counts(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| ((value + OFFSET) * UNIT).round() as u64).collect()
}

pub(crate) fn mean_of(sum: f64, values: usize) -> f64 {
    sum / values as f64 / UNIT - OFFSET
}

/// The ratio of the geometric means over positions, each of which counts alike. Beside the ratio of
/// the sums it shows whether large positions carry an effect.
pub(crate) fn mean_log_ratio(above: &[u64], below: &[u64]) -> Confidence {
    let log = |nodes: u64| (nodes.max(1) as f64).ln();
    let logs: Vec<_> = above.iter().zip(below).map(|(&above, &below)| log(above) - log(below)).collect();
    mean(&logs).map(f64::exp)
}

/// How many equally heavy positions weigh as evenly as these do: (Σw)² ÷ Σw².
pub(crate) fn effective_number(weights: &[u64]) -> f64 {
    let squares: f64 = weights.iter().map(|&weight| (weight as f64).powi(2)).sum();
    sum(weights).powi(2) / squares
}

#[cfg(test)]
mod tests {
    use super::{effective_number, mean_log_ratio};

    #[test]
    fn a_large_position_carries_the_sums_but_not_the_mean_log_ratio() {
        let (above, below) = ([200, 50, 100, 1_000_000], [100, 100, 100, 500_000]);
        let ratio = mean_log_ratio(&above, &below).interval();
        assert!((ratio.value - 2f64.sqrt().sqrt()).abs() < 1e-6, "{ratio:?}");
        assert!(effective_number(&above) < 1.001);
        assert!((effective_number(&[7; 12]) - 12.0).abs() < 1e-12);
    }
}
