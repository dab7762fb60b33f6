//! Detects slices that other work disturbed, so that the pair is measured again.

/// Below this share of the earlier median, a slice was disturbed; others scatter by a few per cent.
/// Chosen, not measured.
const SHARE: f64 = 0.8;

/// With fewer earlier slices, one of them could move the median.
const LEAST: usize = 3;

pub(super) const TRIES: usize = 4;

pub(super) fn is_disturbed(rate: f64, earlier: &[f64]) -> bool {
    earlier.len() >= LEAST && rate < SHARE * crate::experiment::stats::median(earlier)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept<T> {
    pub(super) one: T,
    pub(super) tries: usize,
    pub(super) is_disturbed: bool,
}

pub(super) fn best_of<T, E>(
    earlier: &[f64],
    limit_rate: impl Fn(&T) -> f64,
    mut measure: impl FnMut() -> Result<Option<T>, E>,
) -> Result<Option<Kept<T>>, E> {
    let mut best: Option<Kept<T>> = None;
    for tries in 1..=TRIES {
        let Some(one) = measure()? else { break };
        let one = match best.take() {
            Some(before) if limit_rate(&before.one) >= limit_rate(&one) => before.one,
            _ => one,
        };
        let is_disturbed = is_disturbed(limit_rate(&one), earlier);
        best = Some(Kept { one, tries, is_disturbed });
        if !is_disturbed {
            break;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::{Kept, best_of, is_disturbed};

    #[test]
    fn a_limit_far_below_the_median_of_earlier_ones_was_disturbed() {
        let earlier = [100.0, 10.0, 102.0, 98.0];
        assert!(is_disturbed(79.0, &earlier));
        assert!(!is_disturbed(80.0, &earlier));
        assert!(!is_disturbed(1.0, &earlier[..2]), "two have no median to speak of");
    }

    fn kept(rates: &[f64]) -> Option<Kept<f64>> {
        let mut rates = rates.iter().copied();
        best_of(&[100.0; 3], |&rate| rate, || Ok::<_, ()>(rates.next())).expect("nothing fails")
    }

    #[test]
    fn a_disturbed_pair_is_measured_again_and_the_fastest_limit_is_kept() {
        assert_eq!(kept(&[90.0, 99.0]), Some(Kept { one: 90.0, tries: 1, is_disturbed: false }));
        assert_eq!(kept(&[50.0, 90.0, 99.0]), Some(Kept { one: 90.0, tries: 2, is_disturbed: false }));
        let all = [50.0, 70.0, 60.0, 65.0, 99.0];
        assert_eq!(kept(&all), Some(Kept { one: 70.0, tries: 4, is_disturbed: true }));
        assert_eq!(kept(&[50.0]), Some(Kept { one: 50.0, tries: 1, is_disturbed: true }), "nothing more");
        assert_eq!(kept(&[]), None);
    }

    #[test]
    fn a_measurement_that_fails_is_an_error() {
        assert_eq!(best_of(&[], |&rate: &f64| rate, || Err::<Option<f64>, _>("no memory")), Err("no memory"));
    }
}
