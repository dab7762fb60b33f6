//! The share of positions with a rare event, of which a bootstrap draws too few.
//!
//! The ends are those of Clopper and Pearson (*The use of confidence or fiducial limits illustrated
//! in the case of the binomial*, 1934). Their interval is never too short: with no event in 240,
//! the truth may still be 1.5 %.

use super::confidence::Confidence;

/// The confidence in a share, after `count` events in `all` positions.
///
/// ```
/// use supplant_stats::share_of;
/// let none = share_of(0, 240).interval();
/// assert!(none.value == 0.0 && none.low == 0.0 && (0.015..0.016).contains(&none.high));
/// ```
///
/// # Panics
/// If `all` is 0, or `count` is greater than `all`.
#[must_use]
pub fn share_of(count: u64, all: u64) -> Confidence {
    assert!(0 < all && count <= all, "{count} of {all} is not a share");
    // Steps that resolve a tail of a two-thousandth. Levels 0 and 1 would give ends 0 and 1; a
    // quarter of a step inside, interpolation is right.
    const STEPS: f64 = 2000.0;
    let levels = (0..=STEPS as u32).map(|i| f64::from(i).clamp(0.25, STEPS - 0.25) / STEPS);
    let ends = levels.map(|level| match level < 0.5 {
        true => solve(|share| 1.0 - below(count, all, share), level),
        false => solve(|share| 1.0 - below(count + 1, all, share), level),
    });
    Confidence::new(count as f64 / all as f64, ends.collect())
}

fn below(count: u64, all: u64, share: f64) -> f64 {
    if share <= 0.0 || count > all {
        return 1.0;
    }
    let (log, log_not) = (share.ln(), (-share).ln_1p());
    let mut ways = 0.0;
    let mut sum = 0.0;
    for seen in 0..count {
        sum += (ways + seen as f64 * log + (all - seen) as f64 * log_not).exp();
        ways += ((all - seen) as f64 / (seen + 1) as f64).ln();
    }
    sum.min(1.0)
}

fn solve(function: impl Fn(f64) -> f64, level: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if function(middle) < level { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::share_of;

    #[test]
    fn the_ends_are_those_of_clopper_and_pearson() {
        // 5 of 20, as in every table.
        let five = share_of(5, 20).interval();
        assert!((five.low - 0.08657).abs() < 1e-5 && (five.high - 0.49105).abs() < 1e-5, "{five:?}");
        let all = share_of(20, 20).interval();
        assert!(all.high > 0.999 && (all.low - 0.83157).abs() < 1e-5, "{all:?}");
        let one = share_of(1, 240).interval();
        assert!(one.low > 0.0 && one.low < one.value && (one.high - 0.0229953).abs() < 1e-6, "{one:?}");
        assert!((share_of(0, 240).interval().high - 0.0152528).abs() < 1e-6);
        // Many decisions together need ends at 99.95 % on both sides.
        assert!((share_of(0, 240).interval_of(0.9995).high - 0.033968).abs() < 2e-4);
    }

    #[test]
    fn none_of_few_decides_nothing_that_none_of_many_would() {
        let chance = |all| share_of(0, all).chance_of_below(0.005);
        assert!(chance(240) > 0.25 && chance(2000) < 0.01, "{} {}", chance(240), chance(2000));
    }
}
