//! What a table hit may do (1994, section 4.4): give the value, narrow the window, name a move.

use super::node::{Node, Step, Window};
use super::{Memory, Search, score};
use crate::entry::{Bound, Depth, Entry};
use crate::game::Game;
use crate::scheme::HitSize;

impl<G: Game, T: Memory> Search<'_, G, T> {
    /// Looks the node's position up.
    #[inline]
    pub(super) fn consult(&mut self, node: &mut Node<G::Move>) -> Step {
        if !self.on.table_score && !self.on.table_move {
            return Step::Continue;
        }
        self.counters.probes += 1;
        let [Some(first), second] = self.table.probe_both(node.key) else { return Step::Continue };
        self.counters.hits += 1;
        if self.on.table_move {
            // Checked for legality here: an entry is never trusted as a move (I5).
            node.table_moves = [Some(first), second].map(|entry| self.game.decode(entry?.mv));
        }
        if let Step::Cut(value) = self.answer(node, &first, node.table_moves[0]) {
            return Step::Cut(value);
        }
        // A cutoff from either, if the table holds two.
        second.map_or(Step::Continue, |entry| self.answer(node, &entry, node.table_moves[1]))
    }

    /// Takes one entry's score, if it answers for the node's depth; `mv` is its move, if legal.
    #[inline]
    fn answer(&mut self, node: &mut Node<G::Move>, entry: &Entry, mv: Option<G::Move>) -> Step {
        if !self.on.table_score || !self.is_reliable(entry.depth, node.depth) {
            return Step::Continue;
        }
        self.use_score(node, entry, mv)
    }

    /// Whether a score from a search of `stored` plies answers for one of `wanted`.
    #[inline]
    fn is_reliable(&self, stored: Depth, wanted: Depth) -> bool {
        if self.on.equal_draft { stored == wanted } else { stored >= wanted }
    }

    #[inline]
    fn use_score(&mut self, node: &mut Node<G::Move>, entry: &Entry, mv: Option<G::Move>) -> Step {
        let score = score::from_table(entry.score, node.ply);
        let Window { alpha, beta } = node.window;
        match entry.bound {
            Bound::Exact => return self.cut(node, entry, mv),
            Bound::Lower if score >= beta => return self.cut(node, entry, mv),
            Bound::Upper if score <= alpha => return self.cut(node, entry, mv),
            Bound::Lower => {
                // The position is worth this much even if no move below reaches it again.
                node.best = score;
                node.best_move = mv;
                node.narrow(Window { alpha: alpha.max(score), beta });
            }
            Bound::Upper => node.narrow(Window { alpha, beta: beta.min(score) }),
        }
        Step::Continue
    }

    #[inline]
    fn cut(&mut self, node: &Node<G::Move>, entry: &Entry, mv: Option<G::Move>) -> Step {
        self.counters.cutoffs += 1;
        if T::HIT_SIZE == HitSize::Subtree {
            // The position itself has been counted as one node.
            self.size += entry.size.saturating_sub(1);
        }
        if let Some(mv) = mv {
            self.lines.clear(node.ply + 1);
            self.lines.extend(node.ply, mv);
        }
        Step::Cut(score::from_table(entry.score, node.ply))
    }
}
