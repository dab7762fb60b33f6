//! The history heuristic (Schaeffer, 1983; 1994, section 4.2): a move that was best gains by the depth it was best at.

use crate::entry::Depth;
use crate::game::Ranked;
use crate::key::SplitMix64;

/// Scores by history slot.
#[derive(Clone, Debug)]
pub(crate) struct History {
    scores: Box<[u32]>,
}

/// What a move is given by lot, where any is, is below this: one reward of eight plies.
const NOISE: u64 = 8;

/// Below every killer and every noisy move.
pub(super) const LIMIT: u32 = Ranked::<()>::NOISY / 2;

impl History {
    pub(crate) fn new(slots: usize) -> Self {
        Self { scores: vec![0; slots].into() }
    }

    pub(crate) fn forget(&mut self) {
        self.scores.fill(0);
    }

    /// Gives each move a little, by lot.
    pub(crate) fn stir(&mut self, seed: u64) {
        let mut random = SplitMix64::new(seed);
        self.scores.iter_mut().for_each(|score| *score = random.below(NOISE) as u32);
    }

    /// A move of `slot` was best in a search of `depth` plies.
    #[inline]
    pub(crate) fn reward(&mut self, slot: usize, depth: Depth) {
        let score = &mut self.scores[slot];
        *score += u32::from(depth);
        if *score >= LIMIT {
            self.halve();
        }
    }

    #[inline]
    pub(crate) fn rank(&self, slot: usize) -> u32 {
        self.scores[slot]
    }

    /// Gives each move the score that `of` has for its slot.
    pub(super) fn set(&mut self, of: impl Fn(usize) -> u32) {
        self.scores.iter_mut().enumerate().for_each(|(slot, score)| *score = of(slot));
    }

    /// Keeps the order and makes room.
    #[cold]
    fn halve(&mut self) {
        self.scores.iter_mut().for_each(|score| *score /= 2);
    }
}

#[cfg(test)]
mod tests {
    use super::{History, LIMIT};
    use crate::game::Ranked;

    #[test]
    fn scores_grow_with_depth_and_never_reach_the_noisy_moves() {
        let mut history = History::new(2);
        history.reward(0, 3);
        history.reward(1, 5);
        assert!(history.rank(1) > history.rank(0));
        (0..LIMIT / 50).for_each(|_| history.reward(1, 100));
        assert!(history.rank(1) < LIMIT && history.rank(1) > LIMIT / 4);
        const { assert!(LIMIT < Ranked::<()>::NOISY - 2, "above them are two killers") };
        history.forget();
        assert_eq!(history.rank(1), 0);
    }

    #[test]
    fn at_the_limit_all_scores_are_halved() {
        let mut history = History::new(2);
        history.reward(0, 6);
        (0..LIMIT / 128).for_each(|_| history.reward(1, 128));
        assert_eq!([history.rank(0), history.rank(1)], [3, LIMIT / 2]);
    }
}
