//! History with gravity: a quiet move that refutes gains, and the quiet moves tried before it lose.
//! Each change also pulls the score back to 0, so the score says how often the move succeeded of
//! late.
//!
//! A score belongs to the squares of a move. With `cont`, more scores belong to the piece and target
//! of a move together with the piece and target of an earlier move: of the last one, and of the one
//! before it. The first form of this continuation history is the countermove heuristic (Uiterwijk,
//! ICCA Journal, 1992). The limit and the rewards are chosen, not measured.

use crate::search::MAX_PLY;
use supplant::entry::Depth;

/// The greatest score of a table.
const MOST: i32 = 1 << 14;

/// How far back a continuation reaches: the move of the other side, and the own move before it.
const BACK: [usize; 2] = [1, 2];

/// The sum of all scores of a move stays within this distance from 0.
pub(super) const REACH: i32 = MOST * (1 + BACK.len() as i32);

/// The slots of a move in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The slot of its two squares.
    pub(crate) squares: usize,
    /// The slot of its piece and its target.
    pub(crate) piece: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Gravity {
    squares: Vec<i16>,
    continued: Vec<i16>,
    pieces: usize,
    slots: usize,
    /// Piece and square of each move on the current path; `None` for a pass.
    path: Vec<Option<u16>>,
}

impl Gravity {
    /// Takes no memory before the first [`forget`](Self::forget).
    pub(crate) fn new(slots: usize, pieces: usize) -> Self {
        Self { squares: Vec::new(), continued: Vec::new(), pieces, slots, path: Vec::new() }
    }

    /// Sets all scores to 0. `continues` says whether to keep continuations.
    pub(crate) fn forget(&mut self, continues: bool) {
        self.squares.clear();
        self.squares.resize(self.slots, 0);
        self.continued.clear();
        self.continued.resize(if continues { self.pieces * self.pieces } else { 0 }, 0);
        self.path.clear();
        self.path.resize(MAX_PLY + 2, None);
    }

    /// Whether the tables are there, so that a search can go on with them.
    pub(crate) fn serves(&self, continues: bool) -> bool {
        !self.squares.is_empty() && self.continued.is_empty() != continues
    }

    #[inline]
    pub(crate) fn play(&mut self, ply: usize, piece: Option<usize>) {
        if let Some(played) = self.path.get_mut(ply) {
            *played = piece.map(|piece| piece as u16);
        }
    }

    /// Where the scores of continuations begin that reply to the moves before `ply`.
    #[inline]
    fn begins(&self, ply: usize) -> [Option<usize>; BACK.len()] {
        if self.continued.is_empty() {
            return [None; BACK.len()];
        }
        BACK.map(|back| {
            let played = ply.checked_sub(back).and_then(|ply| self.path[ply]);
            played.map(|played| usize::from(played) * self.pieces)
        })
    }

    /// The sum of the scores of a move at `ply`.
    #[inline]
    pub(crate) fn score(&self, ply: usize, mv: Known) -> i32 {
        let continued = self.begins(ply).into_iter().flatten();
        let continued = continued.map(|begin| i32::from(self.continued[begin + mv.piece])).sum::<i32>();
        i32::from(self.squares[mv.squares]) + continued
    }

    /// Rewards a move at `ply`, or punishes it if `by` is negative.
    #[inline]
    pub(crate) fn learn(&mut self, ply: usize, mv: Known, by: i32) {
        pull(&mut self.squares[mv.squares], by);
        for begin in self.begins(ply).into_iter().flatten() {
            pull(&mut self.continued[begin + mv.piece], by);
        }
    }
}

/// The nearer a score is to its limit, the less a reward adds.
#[inline]
fn pull(score: &mut i16, by: i32) {
    let now = i32::from(*score);
    *score = (now + by - now * by.abs() / MOST) as i16;
}

/// The reward of a refutation that was searched `depth` plies deep.
pub(crate) const fn reward(depth: Depth) -> i32 {
    let depth = depth as i32;
    let gain = 16 * depth * depth + 128 * depth - 64;
    if gain < 1_600 { gain } else { 1_600 }
}

#[cfg(test)]
mod tests {
    use super::{Gravity, Known, MOST, REACH, pull, reward};

    const A: Known = Known { squares: 1, piece: 2 };
    const B: Known = Known { squares: 3, piece: 0 };

    #[test]
    fn a_score_is_pulled_back_and_never_passes_its_limit() {
        let mut score = 0;
        let mut last = 0;
        for _ in 0..200 {
            pull(&mut score, 1_600);
            assert!(score >= last && i32::from(score) <= MOST);
            last = score;
        }
        assert!(i32::from(score) > MOST * 9 / 10);
        pull(&mut score, -1_600);
        assert!(last - score > 3_000, "a failure counts double at the limit");
        const { assert!(REACH == 3 * MOST) };
    }

    #[test]
    fn a_reply_is_known_by_the_moves_before_it() {
        let mut gravity = Gravity::new(4, 3);
        gravity.forget(true);
        gravity.play(0, Some(1));
        gravity.play(1, Some(2));
        gravity.learn(2, A, 100);
        assert_eq!([gravity.score(2, A), gravity.score(2, B)], [300, 0]);
        gravity.play(1, None);
        assert_eq!(gravity.score(2, A), 200, "after a pass only the move before it counts");
        gravity.play(0, Some(0));
        assert_eq!([gravity.score(2, A), gravity.score(0, A)], [100; 2], "by squares alone");
        gravity.forget(false);
        gravity.learn(2, A, 100);
        assert_eq!(gravity.score(2, A), 100);
    }

    #[test]
    fn a_reward_grows_with_the_depth_up_to_its_limit() {
        assert_eq!([1, 2, 3].map(reward), [80, 256, 464]);
        assert!(reward(8) == 1_600 && reward(200) == 1_600);
    }
}
