//! The lessons of a node for killers and for the history with gravity (`order/gravity.rs`). The
//! quiet move that refutes gains; the quiet moves tried before it lose.

use super::Search;
use super::node::Node;
use super::order::{Known, reward};
use crate::game::Game;

impl<G: Game> Search<'_, G> {
    fn known_as(&self, mv: G::Move) -> Known {
        Known { squares: self.game.history_slot(mv), piece: self.game.piece_slot(mv) }
    }

    /// The history of a quiet move at `ply`, in the range of `order/gravity.rs`.
    #[inline]
    pub(super) fn move_history(&self, ply: usize, mv: G::Move) -> i32 {
        self.known.gravity.score(ply, self.known_as(mv))
    }

    /// Notes a move before it is played, for the moves after it.
    #[inline]
    pub(super) fn note_move(&mut self, ply: usize, mv: G::Move) {
        if self.on.continuation {
            self.known.gravity.play(ply, Some(self.game.piece_slot(mv)));
        }
    }

    #[inline]
    pub(super) fn keep_tried(&mut self, mv: G::Move) {
        if self.on.gravity && self.game.is_quiet(mv) {
            self.tried.push(mv);
        }
    }

    /// Takes the lesson of a refutation. A capture gains no score, because captures are ordered by
    /// their victims.
    #[inline]
    pub(super) fn learn(&mut self, node: &Node<G::Move>, mv: G::Move, tried_before: usize) {
        if !self.on.gravity || self.stopped {
            return;
        }
        let by = reward(node.depth);
        if self.game.is_quiet(mv) {
            self.known.killers.remember(node.ply, mv);
            let known = self.known_as(mv);
            self.known.gravity.learn(node.ply, known, by);
        }
        for i in tried_before..self.tried.len() {
            let known = self.known_as(self.tried[i]);
            self.known.gravity.learn(node.ply, known, -by);
        }
    }
}
