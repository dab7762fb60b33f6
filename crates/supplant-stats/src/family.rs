//! Decisions on many claims together.

/// Which chances are below `level` together, by Holm's step-down rule (Scandinavian Journal of
/// Statistics 6, 1979).
///
/// The probability of any wrong decision is at most `level`, whatever the dependence between the
/// claims.
///
/// ```
/// use supplant_stats::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03], 0.05), [true, false, false]);
/// ```
#[must_use]
pub fn holm(chances: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let mut decided = vec![false; chances.len()];
    for (rank, &i) in order.iter().enumerate() {
        if chances[i] > level / (chances.len() - rank) as f64 {
            break;
        }
        decided[i] = true;
    }
    decided
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn the_rule_stops_at_the_first_that_is_too_likely() {
        assert_eq!(holm(&[0.02, 0.001, 0.013, 0.5], 0.05), [true, true, true, false]);
        assert_eq!(holm(&[0.026, 0.001, 0.013, 0.5], 0.05), [false, true, true, false]);
        assert_eq!(
            holm(&[0.018, 0.001, 0.017, 0.5], 0.05),
            [false, true, false, false],
            "0.017 is above a third of 0.05"
        );
        assert!(holm(&[], 0.05).is_empty());
    }
}
