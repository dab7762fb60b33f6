//! Pruning of late and hopeless moves near the leaves: by their number, by the static value, by
//! their history and by the exchange on their target square.
//!
//! Futility pruning is Heinz, *Extended futility pruning*, ICCA Journal, 1998; here it takes the
//! depth that a late move reduction would leave. The other rules are those of today's engines. A
//! quiet move that gives check is never skipped. The numbers are chosen, not measured.

use super::Search;
use super::node::Node;
use super::reductions::log_reduction;
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::Depth;

/// After this many moves of a node, quiet moves are skipped.
const fn late(depth: Depth, improves: bool) -> usize {
    let depth = depth as usize;
    (3 + depth * depth) / (2 - improves as usize)
}

const LATE_NEAR: Depth = 8;
const FUTILE_NEAR: Value = 6;
const HISTORY_NEAR: Value = 4;
const EXCHANGE_NEAR: Depth = 7;

/// The most that a quiet move gains within its reduced depth.
const fn hope(pawn: Value, depth: Value) -> Value {
    pawn + pawn * depth
}

/// A move whose history score is lower is skipped.
const fn poor(depth: Value) -> i32 {
    -3_500 * (depth + 1)
}

/// The exchange of a quiet move may lose this much.
const fn quiet_loss(pawn: Value, depth: Value) -> Value {
    -pawn / 4 * depth * depth
}

/// The exchange of a noisy move may lose this much.
const fn noisy_loss(pawn: Value, depth: Depth) -> Value {
    -pawn * depth as Value
}

impl<G: Game> Search<'_, G> {
    /// Whether a move is skipped. A node searches its first move, and goes on until a move does not
    /// lose.
    #[inline]
    pub(super) fn prunes(&mut self, node: &mut Node<G::Move>, mv: G::Move, nth: usize) -> bool {
        if !self.on.late_moves || nth == 0 || node.ply == 0 || node.best < -STATIC_LIMIT {
            return false;
        }
        let Some(stand) = node.stand else { return false };
        if node.depth > LATE_NEAR {
            return false;
        }
        let asks_exchange = self.on.exchange_pruning && node.depth <= EXCHANGE_NEAR;
        if !self.game.is_quiet(mv) {
            let is_lost =
                asks_exchange && !self.game.wins_exchange(mv, noisy_loss(G::ASPIRATION, node.depth));
            node.leaves_draws &= !is_lost;
            return is_lost;
        }
        let left = (Value::from(node.depth) - log_reduction(node.depth, nth) / 1024).max(0);
        let is_late = nth >= late(node.depth, node.improves);
        let hope = stand + hope(G::ASPIRATION, left);
        let is_hopeless = left <= FUTILE_NEAR && hope <= node.window.alpha;
        let is_poor =
            || self.on.gravity && left < HISTORY_NEAR && self.move_history(node.ply, mv) < poor(left);
        let is_lost = || asks_exchange && !self.game.wins_exchange(mv, quiet_loss(G::ASPIRATION, left));
        if !(is_late || is_hopeless || is_poor() || is_lost()) || self.game.gives_check(mv) {
            return false;
        }
        if is_hopeless {
            node.best = node.best.max(hope.min(node.window.alpha));
        }
        node.leaves_draws = false;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{hope, late, noisy_loss, poor, quiet_loss};

    #[test]
    fn more_moves_are_tried_at_greater_depths_and_where_a_side_improves() {
        assert_eq!([1, 2, 5].map(|depth| late(depth, false)), [2, 3, 14]);
        assert_eq!([1, 2, 5].map(|depth| late(depth, true)), [4, 7, 28]);
    }

    #[test]
    fn a_move_may_lose_and_hope_for_more_the_deeper_it_is_searched() {
        assert_eq!([0, 3].map(|depth| hope(100, depth)), [100, 400]);
        assert_eq!([0, 3].map(|depth| quiet_loss(100, depth)), [0, -225]);
        assert_eq!([1, 3].map(|depth| noisy_loss(100, depth)), [-100, -300]);
        assert!(poor(2) < poor(0) && poor(0) < 0);
    }
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests_of_chess {
    use crate::game::chess::Chess;
    use crate::search::Enhancements;
    use crate::search::begun::in_search;
    use crate::search::node::Window;
    use crate::search::score::WIN;

    const ROOK_AND_PAWN: &str = "3r2k1/5ppp/8/3p4/8/8/5PPP/3R2K1 w - - 0 1";

    fn prunes(mv: &str, nth: usize, alpha: i32, best: i32, depth: u8) -> bool {
        let game: Chess = ROOK_AND_PAWN.parse().expect("a position");
        in_search(game, Enhancements::TODAY, |search| {
            let mut node = search.enter(Window { alpha, beta: alpha + 1 }, depth, 1);
            search.take_stand(&mut node);
            node.best = best;
            search.prunes(&mut node, mv.parse().expect("a move"), nth)
        })
    }

    #[test]
    fn a_late_or_hopeless_quiet_move_is_skipped_after_one_that_does_not_lose() {
        assert!(prunes("h2h3", 20, -900, -950, 2), "late");
        assert!(prunes("h2h3", 1, 900, 0, 2), "hopeless");
        assert!(!prunes("h2h3", 1, -900, -950, 2), "early, and with hope");
        assert!(!prunes("h2h3", 20, -900, -950, 9), "far from the leaves");
        assert!(!prunes("h2h3", 0, 900, 0, 2), "the first");
        assert!(!prunes("h2h3", 20, 900, 9 - WIN, 2), "else nothing is known but a loss");
    }

    #[test]
    fn a_move_that_loses_the_exchange_is_skipped_near_the_leaves() {
        assert!(prunes("d1d5", 1, -900, -950, 1), "a rook for a pawn");
        assert!(!prunes("d1d5", 1, -900, -950, 5), "which a deeper search may want");
        assert!(!prunes("d1e1", 1, -900, -950, 5), "which loses nothing");
    }
}
