//! Futility pruning near the leaves (Schaeffer, 1986; Heinz, *Extended futility pruning*, ICCA
//! Journal, 1998).
//!
//! A node is cut off if the static value less a margin reaches beta. A quiet move is skipped if it
//! is late, or if the static value plus the margin does not exceed alpha. In zugzwang the static
//! value means nothing, so a search that verifies a pass (`null_move.rs`) does not prune. The
//! margins are chosen, not measured.

use super::Search;
use super::draws::Proof;
use super::node::{Node, Step};
use super::score::static_value;
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::Depth;

const NEAR: Depth = 6;

const fn margin<G: Game>(depth: Depth) -> Value {
    G::ASPIRATION * depth as Value
}

const fn late(depth: Depth) -> usize {
    3 + depth as usize * depth as usize
}

impl<G: Game> Search<'_, G> {
    pub(super) fn foresee(&mut self, node: &mut Node<G::Move>) -> Step {
        let asks = self.on.futility && !self.verifies;
        if !asks || node.depth > NEAR || !node.window.is_empty() || self.game.in_check() {
            return Step::Continue;
        }
        let foreseen = static_value(&self.game);
        let beta = node.window.beta;
        if foreseen - margin::<G>(node.depth) >= beta && beta.abs() <= STATIC_LIMIT && self.game.has_moves() {
            self.prove(Proof::NONE);
            return Step::Cut(foreseen - margin::<G>(node.depth));
        }
        node.foreseen = Some(foreseen);
        Step::Continue
    }

    /// Skipping raises the node to the value that the move might have, at most to alpha.
    #[inline]
    pub(super) fn leaves_out(&self, node: &mut Node<G::Move>, mv: G::Move, nth: usize) -> bool {
        let Some(foreseen) = node.foreseen else { return false };
        let hope = foreseen + margin::<G>(node.depth);
        let is_hopeless = hope <= node.window.alpha || nth >= late(node.depth);
        // Skipping the first moves could hide a loss.
        if nth == 0 || !is_hopeless || node.best < -STATIC_LIMIT || !self.game.is_quiet(mv) {
            return false;
        }
        node.best = node.best.max(hope.min(node.window.alpha));
        node.leaves_draws = false;
        true
    }
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests {
    use super::{NEAR, late, margin};
    use crate::game::chess::Chess;
    use crate::game::{Game as _, Value};
    use crate::search::begun::in_search;
    use crate::search::node::{Step, Window};
    use crate::search::score::plies_to_end;
    use crate::search::{Enhancements, Limits, NoTable, search};

    const ON: Enhancements = Enhancements { futility: true, ..Enhancements::ALIBABA };
    const AHEAD: &str = "6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1";

    fn game(fen: &str) -> Chess {
        fen.parse().expect("a position")
    }

    fn foreseen(fen: &str, depth: u8, alpha: Value, width: Value) -> Result<Value, Option<Value>> {
        in_search(game(fen), ON, |search| {
            let mut node = search.enter(Window { alpha, beta: alpha + width }, depth, 1);
            match search.foresee(&mut node) {
                Step::Cut(value) => Ok(value),
                Step::Continue => Err(node.foreseen),
            }
        })
    }

    #[test]
    fn who_is_ahead_by_more_than_the_margin_refutes_at_once_near_the_leaves() {
        let ahead =
            foreseen(AHEAD, 1, 10_000, 1).expect_err("nobody is so far ahead").expect("it is asked for");
        let least = ahead - margin::<Chess>(3);
        assert_eq!(foreseen(AHEAD, 3, least - 1, 1), Ok(least));
        assert_eq!(foreseen(AHEAD, 3, least, 1), Err(Some(ahead)), "a point more is not told");
        assert_eq!(foreseen(AHEAD, 4, least - 1, 1), Err(Some(ahead)), "a ply more may cost more");
        assert_eq!(foreseen(AHEAD, 3, least - 2, 2), Err(None), "a value is wanted, and no bound");
        assert_eq!(foreseen(AHEAD, NEAR + 1, -2000, 1), Err(None), "far from the leaves");
        let checked = AHEAD.replace("8/8/8/8/1Q3PPP/6K1", "8/8/8/8/1Q3PPP/r5K1");
        assert_eq!(foreseen(&checked, 3, -2000, 1), Err(None), "in check");
        let stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
        let there = game(stalemate).evaluate();
        assert_eq!(foreseen(stalemate, 1, -5000, 1), Err(Some(there)), "a stalemate");
    }

    #[test]
    fn what_verifies_a_pass_believes_no_static_value() {
        for (verifies, cuts) in [(false, true), (true, false)] {
            in_search(game(AHEAD), ON, |search| {
                search.verifies = verifies;
                let mut node = search.enter(Window { alpha: 0, beta: 1 }, 1, 1);
                let step = search.foresee(&mut node);
                assert_eq!((matches!(step, Step::Cut(_)), node.foreseen), (cuts, None), "{verifies}");
            });
        }
    }

    #[test]
    fn quiet_moves_are_left_out_that_cannot_reach_alpha_or_come_late_and_no_others() {
        let fen = "6k1/5ppp/8/8/8/8/5PPq/5K1R w - - 0 1";
        let [quiet, capture] = ["g2g3", "h1h2"].map(|mv| mv.parse().expect("a move"));
        in_search(game(fen), ON, |search| {
            let mut leaves_out = |best: Value, alpha: Value, mv, nth| {
                let mut node = search.enter(Window { alpha, beta: alpha + 1 }, 2, 1);
                assert!(matches!(search.foresee(&mut node), Step::Continue));
                node.best = best;
                let is_left_out = search.leaves_out(&mut node, mv, nth);
                (is_left_out, node.best, node.leaves_draws)
            };
            let hope = game(fen).evaluate() + margin::<Chess>(2);
            assert_eq!(leaves_out(-900, hope, quiet, 1), (true, hope, false));
            assert_eq!(leaves_out(-900, hope + 50, quiet, 1), (true, hope, false), "it may be worth that");
            assert_eq!(leaves_out(-900, hope - 1, quiet, 1), (false, -900, true));
            assert_eq!(leaves_out(-900, hope - 1, quiet, late(2)), (true, hope - 1, false), "late");
            assert_eq!(leaves_out(-900, hope, quiet, 0), (false, -900, true), "the first");
            assert_eq!(
                leaves_out(-31_990, hope, quiet, 1),
                (false, -31_990, true),
                "else nothing is known but a loss"
            );
            assert_eq!(leaves_out(-900, hope, capture, 1), (false, -900, true));
        });
    }

    #[test]
    fn futility_leaves_out_many_moves_and_still_finds_a_mate_in_three() {
        let middle = game("r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ - 0 9");
        let nodes = |on| search(&middle, &NoTable, Limits::depth(5), on).counters.nodes();
        assert!(3 * nodes(ON) < 2 * nodes(Enhancements::ALIBABA));
        // This number pins the margins, `late` and `NEAR`: change it with them.
        assert_eq!(nodes(ON), 22_420);
        let mate = game("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
        let value = search(&mate, &NoTable, Limits::depth(7), ON).best.map(|best| best.value);
        assert_eq!(value.and_then(plies_to_end), Some(5));
    }
}
