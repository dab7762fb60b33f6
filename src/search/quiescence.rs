//! Leaves and quiescence (1994, section 4.1): captures and promotions until the position is quiet, all moves in check.
//!
//! Leaves and positions beyond them are looked up in the table. Leaves are stored, with draft 0, if the switch says so; positions
//! beyond them never.

use super::node::{Node, Step, Window};
use super::order::Picker;
use super::score::{DRAW, static_value, undecided};
use super::{MAX_PLY, Search, SearchTable};
use crate::game::{Game, Value};

impl<G: Game, T: SearchTable + ?Sized> Search<'_, G, T> {
    /// The value of a position at which the depth has run out.
    pub(super) fn leaf(&mut self, window: Window, ply: usize) -> Value {
        self.counters.leaf += 1;
        if self.must_stop() || self.is_drawn_by_path() {
            return DRAW;
        }
        let mut node = self.enter(window, 0, ply);
        if let Step::Cut(value) = self.consult(&mut node) {
            return value;
        }
        if let Step::Cut(value) = self.settle(&mut node) {
            return value;
        }
        if !self.stopped && self.on.store_leaves {
            self.remember(&node);
        }
        node.best
    }

    /// The value of a position beyond the leaves.
    fn beyond(&mut self, window: Window, ply: usize) -> Value {
        self.counters.quiescence += 1;
        if self.must_stop() || self.is_drawn_by_path() {
            return DRAW;
        }
        let mut node = self.enter(window, 0, ply);
        node.keeps_line = false;
        if let Step::Cut(value) = self.consult(&mut node) {
            return value;
        }
        match self.settle(&mut node) {
            Step::Cut(value) => value,
            Step::Continue => node.best,
        }
    }

    /// Finds the quiet value of a node, within what the table knows of it; `Cut` if the game is over there.
    fn settle(&mut self, node: &mut Node<G::Move>) -> Step {
        let step = self.settle_freely(node);
        node.best = node.best.min(node.ceiling);
        step
    }

    /// The same, upper bounds of the table aside.
    fn settle_freely(&mut self, node: &mut Node<G::Move>) -> Step {
        if self.game.in_check() && self.on.quiescence && node.ply + 1 < MAX_PLY {
            let picker = Picker::all(None, node.table_moves, node.ply);
            return if self.settle_moves(node, picker) {
                Step::Continue
            } else {
                Step::Cut(self.value_without_moves(node.ply))
            };
        }
        if !self.game.has_moves() {
            return Step::Cut(self.value_without_moves(node.ply));
        }
        if self.stands_pat(node) {
            return Step::Continue;
        }
        let picker = Picker::noisy(node.table_moves[0], node.ply);
        self.settle_moves(node, picker);
        Step::Continue
    }

    /// Takes the static value; whether it settles the node.
    #[inline]
    fn stands_pat(&mut self, node: &mut Node<G::Move>) -> bool {
        let stand = static_value(&self.game);
        if stand > node.best {
            (node.best, node.best_move) = (stand, None);
        }
        if node.best >= node.window.beta || !self.on.quiescence || node.ply + 1 >= MAX_PLY {
            return true;
        }
        node.window.alpha = node.window.alpha.max(node.best);
        if self.on.early_termination {
            // Whatever is gained, no game is decided by it.
            let hope = undecided(stand.saturating_add(self.game.greatest_gain()));
            if hope <= node.window.alpha {
                // Nothing can raise alpha; fail-soft, the hope is the bound.
                node.best = node.best.max(hope);
                return true;
            }
        }
        false
    }

    /// Searches what the picker hands out; `false` if that is nothing.
    fn settle_moves(&mut self, node: &mut Node<G::Move>, mut picker: Picker<G::Move>) -> bool {
        let mut any = false;
        while let Some(mv) = self.next_move(&mut picker) {
            any = true;
            self.game.play(mv);
            let value = -self.beyond(node.window.flipped(), node.ply + 1);
            self.game.undo();
            if self.stopped || self.raises(node, mv, value) {
                break;
            }
        }
        picker.close(self.known);
        any
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::search::endless::Endless;
    use crate::search::{Enhancements, Limits, MAX_PLY, NoTable, search};

    #[test]
    fn captures_and_checks_without_end_are_followed_to_the_last_ply_and_no_further() {
        for in_check in [false, true] {
            let game = Endless::new(in_check);
            let found = search(&game, &NoTable, Limits::depth(1), Enhancements::ALIBABA).best;
            assert_eq!(found.map(|best| best.depth), Some(1));
            assert_eq!(game.longest(), MAX_PLY - 1, "in check: {in_check}");
        }
    }
}
