//! Reverse futility pruning: near the leaves, a node is cut off if its value less a margin reaches
//! beta. `futility.rs` has an older form of it.
//!
//! The value is the static one, corrected by the table (`stand.rs`). The margin grows with the
//! depth and is smaller where the side to move improves, as in today's engines.

use super::Search;
use super::draws::Proof;
use super::node::{Node, Step};
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::Depth;

const NEAR: Depth = 8;

/// Four fifths of a pawn a ply.
const fn margin(pawn: Value, depth: Depth, improves: bool) -> Value {
    pawn * 4 / 5 * (depth as Value - improves as Value)
}

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn reaches_beta_at_once(&mut self, node: &Node<G::Move>) -> Step {
        let beta = node.window.beta;
        if !self.on.reverse_futility
            || node.stand.is_none()
            || !node.is_scout()
            || node.excluded.is_some()
            || self.verifies
            || node.depth > NEAR
            || beta.abs() > STATIC_LIMIT
            || node.estimate - margin(G::ASPIRATION, node.depth, node.improves) < beta
            || !self.game.has_moves()
        {
            return Step::Continue;
        }
        self.prove(Proof::NONE);
        // Between the bound that is sure and the one that is likely.
        Step::Cut((beta + node.estimate.min(STATIC_LIMIT)) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::margin;

    #[test]
    fn a_ply_costs_four_fifths_of_a_pawn_and_an_improving_side_has_a_ply_less() {
        assert_eq!([1, 4].map(|depth| margin(100, depth, false)), [80, 320]);
        assert_eq!([1, 4].map(|depth| margin(100, depth, true)), [0, 240]);
    }
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests_of_chess {
    use super::margin;
    use crate::game::chess::Chess;
    use crate::search::Enhancements;
    use crate::search::begun::in_search;
    use crate::search::node::{Step, Window};

    const AHEAD: &str = "6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1";

    fn cut(fen: &str, depth: u8, beta: i32, width: i32) -> Option<i32> {
        let game: Chess = fen.parse().expect("a position");
        in_search(game, Enhancements::TODAY, |search| {
            let mut node = search.enter(Window { alpha: beta - width, beta }, depth, 1);
            search.take_stand(&mut node);
            match search.reaches_beta_at_once(&node) {
                Step::Cut(value) => Some(value),
                Step::Continue => None,
            }
        })
    }

    #[test]
    fn a_side_that_is_far_ahead_refutes_at_once_near_the_leaves() {
        assert!(cut(AHEAD, 3, 200, 1).is_some_and(|value| value > 200), "not less than beta");
        assert_eq!(cut(AHEAD, 3, 200, 2), None, "a value is wanted");
        assert_eq!(cut(AHEAD, 9, 200, 1), None, "far from the leaves");
        assert_eq!(cut(AHEAD, 3, 5_000, 1), None, "nobody is so far ahead");
        let deepest = (1..9).filter(|&depth| cut(AHEAD, depth, 500, 1).is_some()).max();
        assert!(deepest.is_some_and(|depth| depth < 8 && margin(100, depth, true) < 1_000), "{deepest:?}");
        assert_eq!(cut("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", 1, -5_000, 1), None, "a stalemate");
    }
}
