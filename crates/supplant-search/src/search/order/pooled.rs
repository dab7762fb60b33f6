//! The pooled history of a group of workers.
//!
//! One worker of eight sees an eighth of the tree, so workers sometimes add their new rewards to
//! the pool and copy its scores.

use super::history::{History, LIMIT};
use crate::sync::fault::{SharedFault, is_planted};
use crate::sync::{AtomicU64, Ordering};

/// All scores are halved when one reaches this, in a model soon.
const MOST: u64 = if cfg!(loom) { 8 } else { LIMIT as u64 };

/// Rewards between two exchanges, about six hundred nodes; each copies all scores.
const EXCHANGE: usize = 64;

/// The history scores of a group of workers.
#[derive(Debug)]
pub struct Pooled {
    scores: Box<[AtomicU64]>,
}

impl Pooled {
    /// A pool of `slots` scores, all 0.
    #[must_use]
    pub fn new(slots: usize) -> Self {
        Self { scores: (0..slots).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Adds a reward to a score.
    ///
    /// If two workers add at once, one reward may be lost; if two halve at once, both halves may
    /// count. Nothing is subtracted, so scores never exceed the sum of the rewards.
    pub fn add(&self, slot: usize, gain: u32) {
        let score = &self.scores[slot];
        // Relaxed, here and below: a score publishes nothing else.
        let sum = score.load(Ordering::Relaxed) + u64::from(gain);
        score.store(sum, Ordering::Relaxed);
        if sum >= MOST {
            self.halve();
        }
    }

    /// The score of a slot.
    #[inline]
    #[must_use]
    pub fn score(&self, slot: usize) -> u64 {
        self.scores[slot].load(Ordering::Relaxed)
    }

    #[cold]
    fn halve(&self) {
        for score in &self.scores {
            if is_planted(SharedFault::HalvesByTakingAway) {
                take_away(score, score.load(Ordering::Relaxed).div_ceil(2));
                continue;
            }
            score.store(score.load(Ordering::Relaxed) / 2, Ordering::Relaxed);
        }
    }
}

fn take_away(score: &AtomicU64, half: u64) {
    let mut seen = score.load(Ordering::Relaxed);
    while let Err(now) =
        score.compare_exchange(seen, seen.wrapping_sub(half), Ordering::Relaxed, Ordering::Relaxed)
    {
        seen = now;
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Untold(Vec<(usize, u32)>);

impl Untold {
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    /// The caller has added the reward to `history`.
    #[inline]
    pub(crate) fn reward(&mut self, slot: usize, gain: u32, history: &mut History, pooled: &Pooled) {
        self.0.push((slot, gain));
        if self.0.len() >= EXCHANGE {
            self.exchange(history, pooled);
        }
    }

    #[cold]
    fn exchange(&mut self, history: &mut History, pooled: &Pooled) {
        self.0.drain(..).for_each(|(slot, gain)| pooled.add(slot, gain));
        // Another worker may have exceeded the limit without having halved yet.
        history.set(|slot| pooled.score(slot).min(u64::from(LIMIT) - 1) as u32);
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{EXCHANGE, History, LIMIT, Pooled, Untold};

    #[test]
    fn workers_learn_from_one_another_when_they_exchange() {
        let pooled = Pooled::new(4);
        let (mut one, mut other) = (History::new(4), History::new(4));
        let (mut untold, mut others) = (Untold::default(), Untold::default());
        (0..EXCHANGE).for_each(|_| untold.reward(2, 3, &mut one, &pooled));
        let told = 3 * EXCHANGE as u32;
        assert_eq!((one.rank(2), other.rank(2)), (told, 0), "the other has not asked yet");
        (0..EXCHANGE).for_each(|_| others.reward(1, 1, &mut other, &pooled));
        assert_eq!((other.rank(2), other.rank(1), one.rank(1)), (told, EXCHANGE as u32, 0));
        (0..EXCHANGE).for_each(|_| untold.reward(0, 1, &mut one, &pooled));
        assert_eq!([0, 1, 2].map(|slot| one.rank(slot)), [EXCHANGE as u32, EXCHANGE as u32, told]);
    }

    #[test]
    fn pooled_scores_stay_below_the_limit_and_keep_their_order() {
        let pooled = Pooled::new(2);
        let (mut history, mut untold) = (History::new(2), Untold::default());
        for i in 0..LIMIT / 20 {
            untold.reward(usize::from(i % 4 == 0), 100, &mut history, &pooled);
        }
        assert!(history.rank(0) > history.rank(1) && history.rank(1) > 0 && history.rank(0) < LIMIT);
    }
}
