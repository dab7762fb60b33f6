//! Converts bytes to sizes that rivals can have.

/// Returns the power of two nearest to `n` by ratio, at least 1, for 0.71 to 1.42 of the requested
/// bytes.
#[must_use]
pub const fn nearest_power_of_two(n: usize) -> usize {
    if n < 2 {
        return 1;
    }
    let below = 1 << n.ilog2();
    // n / below > √2, without roots.
    if (n as u128) * (n as u128) > 2 * (below as u128) * (below as u128) { 2 * below } else { below }
}

/// With 64 a thread, two threads meet in one of 64 operations if each spends all its time in a
/// lock.
#[must_use]
pub const fn shards(threads: usize) -> usize {
    let wanted = 64 * threads;
    if wanted < 256 { 256 } else { wanted.next_power_of_two() }
}

/// # Errors
/// If `count` is 0.
pub fn at_least_one(count: usize, what: &str, bytes: usize) -> Result<usize, String> {
    if count > 0 { Ok(count) } else { Err(format!("{bytes} bytes do not hold one {what}; ask for more")) }
}

#[cfg(test)]
mod tests {
    use super::{at_least_one, nearest_power_of_two};

    #[test]
    fn the_nearest_power_of_two_is_within_a_factor_of_the_root_of_two() {
        for n in 1..10_000usize {
            let (power, n) = (nearest_power_of_two(n) as f64, n as f64);
            assert!((power / n).max(n / power) <= 2f64.sqrt() + 1e-9, "{n}: {power}");
        }
        assert_eq!([0, 1, 5, 6, 1 << 40].map(nearest_power_of_two), [1, 1, 4, 8, 1 << 40]);
    }

    #[test]
    fn a_size_that_holds_nothing_is_refused() {
        assert_eq!(at_least_one(2, "line", 128), Ok(2));
        assert_eq!(
            at_least_one(0, "line", 63),
            Err("63 bytes do not hold one line; ask for more".to_owned())
        );
    }
}
