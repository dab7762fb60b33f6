//! Measures how evenly an index spreads keys over buckets.

use supplant::key::{Key, SplitMix64};
use supplant::table::Index;

/// Keys for one measurement. The standard deviation of the estimate is then 0.003 % for an even
/// index over 1792 buckets (√(2 · buckets) / keys), and 0.06 % for the fold.
const KEYS: u64 = 2_000_000;

/// Pairs of keys in one bucket, divided by their expected number under an even index.
///
/// ```
/// use supplant_lab::experiment::bias::collisions;
/// use supplant::table::{Fold, MultiplyShift};
/// // 1024 hashes on 700 buckets: 324 of them get two. (324 · 4 + 376) · 700 / 1024² = 1.116
/// assert!((collisions::<Fold>(700, 1).unwrap() - 1.116).abs() < 0.01);
/// assert!((collisions::<MultiplyShift>(700, 1).unwrap() - 1.0).abs() < 0.01);
/// ```
#[must_use]
pub fn collisions<I: Index>(buckets: usize, seed: u64) -> Option<f64> {
    let index = I::over(buckets)?;
    let (mut random, mut loads) = (SplitMix64::new(seed), vec![0u64; buckets]);
    (0..KEYS).for_each(|_| loads[index.of(Key(random.next()))] += 1);
    let pairs: u64 = loads.iter().map(|&load| load * load.saturating_sub(1)).sum();
    let even = KEYS as f64 * (KEYS - 1) as f64 / buckets as f64;
    Some(pairs as f64 / even)
}
