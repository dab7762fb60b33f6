//! Internal iterative reduction (Schröder, about 2020): a deep node for which the table has no move
//! is searched a ply less deeply.
//!
//! The moves of such a node are badly ordered. A later iteration returns to it with a move.

use super::Search;
use super::node::Node;
use crate::game::Game;
use supplant::entry::Depth;

const DEEP: Depth = 4;

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn reduce_without_table_move(&self, node: &mut Node<G::Move>) {
        let is_unknown = node.table_moves[0].is_none() && node.excluded.is_none();
        if self.on.internal_reduction && is_unknown && node.depth >= DEEP && node.ply > 0 {
            node.depth -= 1;
        }
    }
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests_of_chess {
    use super::DEEP;
    use crate::game::Game as _;
    use crate::game::chess::Chess;
    use crate::search::Enhancements;
    use crate::search::begun::in_search;
    use crate::search::node::Window;

    #[test]
    fn a_deep_node_without_a_table_move_loses_a_ply() {
        in_search(Chess::default(), Enhancements::TODAY, |search| {
            let mut moves = Vec::new();
            search.game.moves(&mut moves);
            for (depth, is_known, expected) in
                [(DEEP, false, DEEP - 1), (DEEP, true, DEEP), (DEEP - 1, false, DEEP - 1)]
            {
                let mut node = search.enter(Window { alpha: 0, beta: 1 }, depth, 1);
                node.table_moves[0] = Some(moves[0].mv).filter(|_| is_known);
                search.reduce_without_table_move(&mut node);
                assert_eq!(node.depth, expected);
            }
        });
    }
}
