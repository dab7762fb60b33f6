//! The history heuristic (Schaeffer, 1983 and 1989; 1994, section 4.2): a best move gains a reward.

use crate::game::Ranked;
use supplant::entry::Depth;
use supplant::key::SplitMix64;

/// The reward of a best move, by the depth of its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum HistoryWeight {
    /// A reward of 1 at every depth.
    One,
    /// The depth (1994, section 4.2).
    #[default]
    Depth,
    /// 2 to the power of the depth (1989).
    Power,
}

impl HistoryWeight {
    #[inline]
    pub(crate) fn gain(self, depth: Depth) -> u32 {
        match self {
            Self::One => 1,
            Self::Depth => depth.into(),
            // More would halve all scores at once.
            Self::Power => 1 << depth.min(14),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct History {
    scores: Box<[u32]>,
}

/// Random starting scores stay below one reward at depth 8.
const NOISE: u64 = 8;

/// Keeps scores below every killer and every noisy move.
pub(super) const LIMIT: u32 = Ranked::<()>::NOISY / 2;

impl History {
    pub(crate) fn new(slots: usize) -> Self {
        Self { scores: vec![0; slots].into() }
    }

    pub(crate) fn forget(&mut self) {
        self.scores.fill(0);
    }

    pub(crate) fn stir(&mut self, seed: u64) {
        let mut random = SplitMix64::new(seed);
        self.scores.iter_mut().for_each(|score| *score = random.below(NOISE) as u32);
    }

    #[inline]
    pub(crate) fn reward(&mut self, slot: usize, gain: u32) {
        let score = &mut self.scores[slot];
        *score += gain;
        if *score >= LIMIT {
            self.halve();
        }
    }

    #[inline]
    pub(crate) fn rank(&self, slot: usize) -> u32 {
        self.scores[slot]
    }

    pub(super) fn set(&mut self, of: impl Fn(usize) -> u32) {
        self.scores.iter_mut().enumerate().for_each(|(slot, score)| *score = of(slot));
    }

    #[cold]
    pub(super) fn halve(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= 2);
    }
}

#[cfg(test)]
mod tests {
    use super::super::killer::MOST;
    use super::{History, HistoryWeight, LIMIT};
    use crate::game::Ranked;

    #[test]
    fn scores_grow_with_depth_and_never_reach_the_noisy_moves() {
        let mut history = History::new(2);
        history.reward(0, 3);
        history.reward(1, 5);
        assert!(history.rank(1) > history.rank(0));
        (0..LIMIT / 50).for_each(|_| history.reward(1, 100));
        assert!(history.rank(1) < LIMIT && history.rank(1) > LIMIT / 4);
        const { assert!(LIMIT < Ranked::<()>::NOISY - MOST as u32, "above them are killers") };
        history.forget();
        assert_eq!(history.rank(1), 0);
    }

    #[test]
    fn a_gain_is_one_the_plies_or_a_power_of_them_that_leaves_room() {
        let gains = |weight: HistoryWeight| [1, 5, 200].map(|depth| weight.gain(depth));
        assert_eq!(gains(HistoryWeight::One), [1, 1, 1]);
        assert_eq!(gains(HistoryWeight::Depth), [1, 5, 200]);
        assert_eq!(gains(HistoryWeight::Power), [2, 32, 1 << 14]);
        const { assert!(1 << 14 < LIMIT / 8) };
    }

    #[test]
    fn at_the_limit_all_scores_are_halved() {
        let mut history = History::new(2);
        history.reward(0, 6);
        (0..LIMIT / 128).for_each(|_| history.reward(1, 128));
        assert_eq!([history.rank(0), history.rank(1)], [3, LIMIT / 2]);
    }
}
