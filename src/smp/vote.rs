//! Whose answer is the search's: the deepest completed iteration; of equally deep ones the highest value; of equal values
//! the lowest worker's.

use crate::search::{Found, Iteration};

/// The winning iteration, if any worker completed one.
#[must_use]
pub fn vote<M: Clone>(found: &[Found<M>]) -> Option<Iteration<M>> {
    let completed = found.iter().filter_map(|found| found.best.as_ref());
    completed.min_by_key(|best| (std::cmp::Reverse((best.depth, best.value)), best.worker)).cloned()
}

#[cfg(test)]
mod tests {
    use super::vote;
    use crate::search::{Counters, Found, Iteration};

    fn found(worker: usize, depth: u8, value: i32) -> Found<char> {
        let best = Iteration {
            worker,
            depth,
            value,
            line: vec!['a'],
            counters: Counters::default(),
            elapsed: std::time::Duration::ZERO,
        };
        Found { best: Some(best), counters: Counters::default() }
    }

    #[test]
    fn depth_comes_before_value_and_value_before_number() {
        let winner = |all: &[Found<char>]| vote(all).map(|best| best.worker);
        assert_eq!(winner(&[found(0, 5, 900), found(1, 6, -3), found(2, 6, -4)]), Some(1));
        assert_eq!(winner(&[found(0, 6, 10), found(1, 6, 20)]), Some(1));
        assert_eq!(winner(&[found(0, 6, 20), found(1, 6, 20)]), Some(0));
        assert_eq!(winner(&[Found { best: None, counters: Counters::default() }]), None);
    }
}
