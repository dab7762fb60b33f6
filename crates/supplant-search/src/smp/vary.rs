//! The differences between helpers: equal workers would find the same.
//!
//! The pattern of skipped iterations is the one Stockfish used from 2016 to 2019, written as
//! arithmetic.

use crate::search::Variation;
use supplant::key::SplitMix64;

use super::Helpers;

/// The variation of worker `id` under a seed and the switches of `helpers`.
#[must_use]
pub fn variation(id: usize, seed: u64, helpers: Helpers) -> Variation {
    if id == 0 {
        return Variation::default();
    }
    let (mut run, mut phase) = (1, id - 1);
    while phase >= 2 * run {
        phase -= 2 * run;
        run += 1;
    }
    let lot = SplitMix64::new(seed ^ (id as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).next();
    Variation {
        skip_run: if helpers.skip { run.min(8) as u8 } else { 0 },
        skip_phase: phase as u8,
        order_seed: helpers.shuffle.then_some(lot),
        widened: if helpers.windows { [1, -1, 2, 0][(id - 1) % 4] } else { 0 },
        noise: helpers.noise.then_some(lot),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::variation as vary;
    use crate::search::Variation;
    use crate::smp::Helpers;

    fn variation(id: usize, seed: u64) -> Variation {
        vary(id, seed, Helpers::LAZY)
    }

    #[test]
    fn worker_zero_searches_plainly_and_helpers_all_differ() {
        assert_eq!(variation(0, 99), Variation::default());
        let patterns: HashSet<_> =
            (1..20).map(|id| (variation(id, 5).skip_run, variation(id, 5).skip_phase)).collect();
        assert_eq!(patterns.len(), 19);
    }

    #[test]
    fn runs_of_each_length_come_in_twice_as_many_phases() {
        let pattern = |id| (variation(id, 5).skip_run, variation(id, 5).skip_phase);
        let expected = [
            (1, 0),
            (1, 1),
            (2, 0),
            (2, 1),
            (2, 2),
            (2, 3),
            (3, 0),
            (3, 1),
            (3, 2),
            (3, 3),
            (3, 4),
            (3, 5),
            (4, 0),
        ];
        assert_eq!((1..14).map(pattern).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_seed_fixes_every_worker_and_another_seed_changes_it() {
        assert_eq!(variation(3, 5), variation(3, 5));
        assert_ne!(variation(3, 5).order_seed, variation(3, 6).order_seed);
    }
}
