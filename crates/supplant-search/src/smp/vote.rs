//! Chooses the worker whose answer counts: the one with the deepest completed iteration.
//!
//! Of equally deep workers the lowest number wins, not the highest value: the highest of several
//! estimates of one value is too high.

use std::cmp::Reverse;

use crate::search::Found;

/// The worker whose answer counts; `None` if no worker has found a move.
#[must_use]
pub fn vote<M>(found: &[Found<M>]) -> Option<&Found<M>> {
    let depth = |found: &Found<M>| {
        let completed = found.best.as_ref().map(|best| best.depth);
        (completed, completed.map_or(found.partial.as_ref().map(|partial| partial.depth), |_| None))
    };
    found.iter().filter(|found| depth(found) != (None, None)).min_by_key(|found| Reverse(depth(found)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::vote;
    use crate::search::{Counters, Found, Iteration, Partial};
    use supplant::entry::Bound;
    use supplant::key::SplitMix64;

    const NOTHING: Found<char> = Found { best: None, partial: None, counters: ZERO };
    const ZERO: Counters = Counters {
        interior: 0,
        leaf: 0,
        quiescence: 0,
        probes: 0,
        hits: 0,
        cutoffs: 0,
        illegal_moves: 0,
        inherited: 0,
        stores: 0,
    };

    fn found(worker: usize, depth: u8, value: i32) -> Found<char> {
        let (counters, elapsed) = (ZERO, Duration::ZERO);
        Found {
            best: Some(Iteration { worker, depth, value, line: vec!['a'], counters, elapsed }),
            ..NOTHING
        }
    }

    fn partial(found: Found<char>, worker: usize, depth: u8, mv: char) -> Found<char> {
        let partial = Partial { worker, depth, value: 0, bound: Bound::Lower, line: vec![mv] };
        Found { partial: Some(partial), ..found }
    }

    fn winner(all: &[Found<char>]) -> Option<usize> {
        vote(all).map(|found| found.best.as_ref().expect("it has one").worker)
    }

    #[test]
    fn the_deepest_wins_and_of_equally_deep_ones_the_lowest_number_whatever_the_values() {
        assert_eq!(winner(&[found(0, 5, 900), found(1, 6, -3), found(2, 6, -4)]), Some(1));
        assert_eq!(winner(&[found(0, 6, 10), found(1, 6, 20)]), Some(0));
        assert_eq!(winner(&[found(0, 6, 20), found(1, 6, 10)]), Some(0));
        assert_eq!(winner(&[NOTHING, found(1, 1, 0)]), Some(1));
        assert!(vote(&[NOTHING, NOTHING]).is_none());
    }

    #[test]
    fn values_that_err_both_ways_alike_are_not_voted_upward() {
        let mut random = SplitMix64::new(1);
        let mut sum = 0;
        for _ in 0..4000 {
            let values: [_; 8] = std::array::from_fn(|_| random.below(101) as i32 - 50);
            let all: Vec<_> = values.iter().enumerate().map(|(i, &value)| found(i, 6, value)).collect();
            sum += vote(&all).and_then(|found| found.best.as_ref()).expect("all have one").value;
        }
        // Four standard errors; the highest of eight values would be 39 too high.
        let mean = f64::from(sum) / 4000.0;
        assert!(mean.abs() < 2.0, "{mean}");
    }

    #[test]
    fn an_unfinished_iteration_counts_with_its_own_workers_completed_one() {
        let play = |all: &[Found<char>]| vote(all).and_then(Found::to_play);
        let (plain, helper) = (found(0, 6, 0), found(1, 5, 0));
        assert_eq!(play(&[partial(plain.clone(), 0, 7, 'b'), helper.clone()]), Some('b'));
        assert_eq!(play(&[plain, partial(helper, 1, 9, 'c')]), Some('a'));
        assert_eq!(play(&[NOTHING, partial(NOTHING, 1, 1, 'd'), partial(NOTHING, 2, 2, 'e')]), Some('e'));
        assert_eq!(play(&[NOTHING, partial(NOTHING, 1, 9, 'd'), found(2, 1, 0)]), Some('a'));
    }
}
