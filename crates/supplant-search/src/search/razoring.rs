//! Razoring (Birmingham and Kent, 1977): near the leaves, quiescence alone searches a node whose
//! value is far below alpha. If quiescence does not reach alpha either, its value stands.

use super::Search;
use super::node::{Node, Step};
use crate::game::{Game, Value};
use supplant::entry::Depth;

const NEAR: Depth = 3;

/// The margin grows with the square of the depth, so that the last plies are razored most often.
const fn margin(pawn: Value, depth: Depth) -> Value {
    pawn * 2 + pawn * depth as Value * depth as Value
}

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn razor(&mut self, node: &Node<G::Move>) -> Step {
        let alpha = node.window.alpha;
        if !self.on.razoring
            || node.stand.is_none()
            || !node.is_scout()
            || node.excluded.is_some()
            || node.depth > NEAR
            || node.estimate + margin(G::ASPIRATION, node.depth) > alpha
        {
            return Step::Continue;
        }
        let value = self.leaf(node.window, node.ply);
        if value <= alpha && !self.stopped { Step::Cut(value) } else { Step::Continue }
    }
}

#[cfg(test)]
mod tests {
    use super::margin;

    #[test]
    fn the_margin_grows_with_the_square_of_the_depth() {
        assert_eq!([1, 2, 3].map(|depth| margin(100, depth)), [300, 600, 1100]);
    }
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests_of_chess {
    use crate::game::chess::Chess;
    use crate::search::Enhancements;
    use crate::search::begun::in_search;
    use crate::search::node::{Step, Window};

    #[test]
    fn a_side_that_is_far_behind_gives_up_unless_it_can_capture() {
        for (fen, alpha, depth, gives_up) in [
            ("6k1/1q3ppp/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 1, true),
            ("6k1/1q3ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1", 0, 1, false),
            ("6k1/1q3ppp/8/8/8/8/5PPP/6K1 w - - 0 1", -900, 1, false),
            ("6k1/1q3ppp/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 4, false),
        ] {
            let game: Chess = fen.parse().expect("a position");
            in_search(game, Enhancements::TODAY, |search| {
                let mut node = search.enter(Window { alpha, beta: alpha + 1 }, depth, 1);
                search.take_stand(&mut node);
                let step = search.razor(&node);
                assert_eq!(
                    matches!(step, Step::Cut(value) if value <= alpha),
                    gives_up,
                    "{fen} {alpha} {depth}"
                );
            });
        }
    }
}
