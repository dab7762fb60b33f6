//! Late move reductions (Levy, Broughton, Taylor, *The SEX algorithm in computer chess*, ICCA
//! Journal, 1989): late quiet moves are searched less deeply first, and fully if that exceeds
//! alpha.
//!
//! Root moves are never reduced, because helpers shuffle them.

use super::Search;
use super::node::Node;
use crate::game::Game;
use supplant::entry::Depth;

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn may_reduce(&self, node: &Node<G::Move>, mv: G::Move, nth: usize) -> bool {
        self.on.reductions
            && node.ply > 0
            && self.reduction(node.depth, nth) > 0
            && self.game.is_quiet(mv)
            && !self.game.in_check()
    }

    #[inline]
    pub(super) fn reduced_by(&self, node: &Node<G::Move>, nth: usize) -> Depth {
        if self.game.in_check() { 0 } else { self.reduction(node.depth, nth) }
    }

    #[inline]
    fn reduction(&self, depth: Depth, nth: usize) -> Depth {
        if nth < self.on.full_moves.into() { 0 } else { reduction(depth, nth) }
    }
}

#[inline]
fn reduction(depth: Depth, nth: usize) -> Depth {
    if depth < 3 {
        return 0;
    }
    let plies = (depth.ilog2() * (nth as u32 + 1).ilog2()) / 3;
    (plies as Depth).min(depth - 2)
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::reduction;
    use crate::search::MAX_DEPTH;

    #[test]
    fn shallow_searches_are_not_reduced_and_a_ply_is_left() {
        assert_eq!([reduction(2, 3), reduction(2, 40)], [0; 2]);
        assert_eq!([reduction(4, 3), reduction(8, 7), reduction(8, 31)], [1, 3, 5]);
        for depth in 3..=MAX_DEPTH {
            let of = |nth| reduction(depth, nth);
            assert!((3..300).all(|nth| of(nth) <= of(nth + 1) && of(nth) + 2 <= depth), "{depth}");
        }
    }

    #[cfg(feature = "chess")]
    #[test]
    fn reductions_save_nodes_and_a_mate_in_three_is_found_a_little_later_at_most() {
        use crate::game::chess::Chess;
        use crate::search::{Enhancements, Limits, NoTable, search};
        let game: Chess =
            "r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ - 0 9".parse().expect("a position");
        let on = Enhancements { reductions: true, ..Enhancements::ALIBABA };
        let nodes = |on| search(&game, &NoTable, Limits::depth(5), on).counters.nodes();
        assert!(3 * nodes(on) < 2 * nodes(Enhancements::ALIBABA));
        let mate: Chess = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().expect("a position");
        let value = search(&mate, &NoTable, Limits::depth(7), on).best.map(|best| best.value);
        assert_eq!(value.and_then(crate::search::score::plies_to_end), Some(5));
    }
}
