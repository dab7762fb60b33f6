//! Leaves and quiescence (1994, section 4.1): captures and promotions until the position is quiet,
//! and all moves in check.
//!
//! With `delta`, a capture is skipped if the static value, what it captures and two pawns do not
//! reach alpha (delta pruning). With `qstore`, all nodes of quiescence are stored with depth 0.
//!
//! With `qchk`, leaves also try quiet checks (Hsu's slides, "Quiescent search"), but not positions
//! beyond them, whose lines would not end.

use super::draws::Proof;
use super::node::{Node, Step, Window};
use super::order::Picker;
use super::score::{DRAW, undecided};
use super::{MAX_PLY, Search};
use crate::game::{Game, Value};

/// A capture gains at most this many pawns beyond material (chosen, not measured).
const DELTA: Value = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    Settled,
    Hopeless,
    Open,
}

impl<G: Game> Search<'_, G> {
    pub(super) fn leaf(&mut self, window: Window, ply: usize) -> Value {
        self.counters.leaf += 1;
        self.quiet_value(window, ply, true, self.on.store_leaves)
    }

    fn beyond(&mut self, window: Window, ply: usize) -> Value {
        self.counters.quiescence += 1;
        self.quiet_value(window, ply, false, self.on.store_quiescence)
    }

    #[inline]
    fn quiet_value(&mut self, window: Window, ply: usize, keeps_line: bool, stores: bool) -> Value {
        if self.must_stop() || self.is_drawn_by_path() {
            self.prove(Proof::DRAW);
            return DRAW;
        }
        let mut node = self.enter(window, 0, ply);
        node.keeps_line &= keeps_line;
        if let Step::Cut(value) = self.consult(&mut node) {
            return value;
        }
        if let Step::Cut(value) = self.settle(&mut node) {
            return value;
        }
        if !self.stopped && stores {
            self.remember(&node);
        }
        node.best
    }

    fn settle(&mut self, node: &mut Node<G::Move>) -> Step {
        let step = self.settle_freely(node);
        node.best = node.best.min(node.ceiling);
        if let Step::Continue = step {
            self.conclude(node);
        }
        step
    }

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
        node.leaves_draws = false;
        let stand = self.stand_pat(node);
        if stand == Stand::Open {
            let picker = Picker::noisy(node.table_moves[0], node.ply);
            self.settle_moves(node, picker);
        }
        if stand != Stand::Settled && self.on.quiet_checks && node.is_leaf() && !self.is_refuted(node) {
            self.settle_moves(node, Picker::quiet_checks(node.ply));
        }
        Step::Continue
    }

    fn is_refuted(&self, node: &Node<G::Move>) -> bool {
        self.stopped || node.best >= node.window.beta
    }

    #[inline]
    fn stand_pat(&mut self, node: &mut Node<G::Move>) -> Stand {
        let stand = self.static_value();
        let stand = self.corrected(stand);
        node.stand = Some(stand);
        if stand > node.best {
            (node.best, node.best_move) = (stand, None);
        }
        if node.best >= node.window.beta || !self.on.quiescence || node.ply + 1 >= MAX_PLY {
            return Stand::Settled;
        }
        node.window.alpha = node.window.alpha.max(node.best);
        if self.on.early_termination {
            let hope = undecided(stand.saturating_add(self.game.greatest_gain()));
            if hope <= node.window.alpha {
                // Fail-soft: the hope is the bound.
                node.best = node.best.max(hope);
                return Stand::Hopeless;
            }
        }
        Stand::Open
    }

    /// Whether a noisy move stays below alpha even if it loses nothing. In check every move is
    /// tried.
    #[inline]
    fn gains_too_little(&self, node: &mut Node<G::Move>, mv: G::Move) -> bool {
        if !self.on.delta_pruning || self.game.is_quiet(mv) {
            return false;
        }
        let Some(stand) = node.stand else { return false };
        let hope = undecided(stand.saturating_add(self.game.material_gain(mv)) + DELTA * G::ASPIRATION);
        if hope > node.window.alpha {
            return false;
        }
        node.best = node.best.max(hope);
        true
    }

    fn settle_moves(&mut self, node: &mut Node<G::Move>, mut picker: Picker<G::Move>) -> bool {
        let mut any = false;
        while let Some(mv) = self.next_move(&mut picker) {
            any = true;
            if self.gains_too_little(node, mv) {
                continue;
            }
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
    #[cfg(feature = "chess")]
    use crate::search::score::plies_to_end;
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

    #[cfg(feature = "chess")]
    fn mate(fen: &str, depth: u8, quiet_checks: bool) -> Option<i32> {
        let game: crate::game::chess::Chess = fen.parse().expect("a position");
        let on = Enhancements { quiet_checks, ..Enhancements::ALIBABA };
        plies_to_end(search(&game, &NoTable, Limits::depth(depth), on).best.expect("nothing stops it").value)
    }

    #[cfg(feature = "chess")]
    #[test]
    fn a_quiet_check_at_a_leaf_mates_whatever_it_costs_to_get_there() {
        let sacrifice = "5rk1/5p1p/q2Q1PpP/6P1/8/8/8/3R2K1 w - - 0 1";
        assert_eq!([false, true].map(|checks| mate(sacrifice, 2, checks)), [None, Some(3)]);
    }

    #[cfg(feature = "chess")]
    #[test]
    fn no_quiet_check_is_tried_beyond_the_leaves() {
        let ladder = "7k/8/R7/8/8/8/8/1R4K1 b - - 0 1";
        assert_eq!([1, 3].map(|depth| mate(ladder, depth, true)), [None, Some(-4)]);
    }

    #[cfg(feature = "chess")]
    const EXCHANGES: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ - 0 9";

    #[cfg(feature = "chess")]
    #[test]
    fn nodes_of_quiescence_are_stored_if_asked() {
        use supplant::scheme::New;
        use supplant::table::{SizedTable, TableBuilder};
        let game: crate::game::chess::Chess = EXCHANGES.parse().expect("a position");
        let shallow = |store_quiescence| {
            let table: SizedTable<New> = TableBuilder::new().slots(1 << 16).build().expect("it is small");
            let on = Enhancements { store_quiescence, ..Enhancements::ALIBABA };
            search(&game, &table, Limits::depth(2), on);
            table.iter().filter(|held| held.payload.depth == 0).count()
        };
        assert_eq!(shallow(false), 0);
        assert!(shallow(true) > 100);
    }

    #[cfg(feature = "chess")]
    #[test]
    fn captures_without_hope_are_skipped_and_a_mate_is_still_found() {
        let game: crate::game::chess::Chess = EXCHANGES.parse().expect("a position");
        let nodes = |on| search(&game, &NoTable, Limits::depth(4), on).counters.nodes();
        let on = Enhancements { delta_pruning: true, ..Enhancements::ALIBABA };
        assert!(nodes(on) < nodes(Enhancements::ALIBABA));
        let mate: crate::game::chess::Chess =
            "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().expect("a position");
        let value = search(&mate, &NoTable, Limits::depth(5), on).best.map(|best| best.value);
        assert_eq!(value.and_then(plies_to_end), Some(5));
    }
}
