//! Null move (Beal, 1989; Donninger, *Null move and deep search*, ICCA Journal, 1993): if even a
//! pass reaches beta, a move does too.
//!
//! That fails in zugzwang, so the game passes only where zugzwang is unlikely
//! ([`Game::pass`](crate::game::Game::pass)). Where it still threatens, the switch `nullv` verifies
//! a pass by a search of the moves (Plenkner, *A null-move technique impervious to zugzwang*, ICCA
//! Journal, 1995).

use super::Search;
use super::draws::Proof;
use super::node::{Node, Step};
use super::score::static_value;
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::Depth;

impl<G: Game> Search<'_, G> {
    /// The value of a cut is not stored: its search is less deep than the node's.
    pub(super) fn try_pass(&mut self, node: &Node<G::Move>) -> Step {
        if !self.may_pass(node) || !self.game.pass() {
            return Step::Continue;
        }
        let (before, following) = (self.passed_at.replace(node.ply), self.known.refutations.pause());
        let depth = (node.depth - 1).saturating_sub(self.passed_depths(node));
        self.follow_line(node.ply, None);
        self.known.gravity.play(node.ply, None);
        let value = -self.node(node.window.at_beta().flipped(), depth, node.ply + 1);
        self.passed_at = before;
        self.known.refutations.resume(following);
        self.game.undo();
        if value >= node.window.beta && !self.stopped && self.is_verified(node, depth + 1) {
            self.prove(Proof::NONE);
            return Step::Cut(proven_by_pass(value));
        }
        Step::Continue
    }

    fn is_verified(&mut self, node: &Node<G::Move>, depth: Depth) -> bool {
        if !self.on.verified_null || !self.game.threatens_zugzwang() {
            return true;
        }
        let following = self.known.refutations.pause();
        self.verifies = true;
        let value = self.node(node.window.at_beta(), depth, node.ply);
        self.verifies = false;
        self.known.refutations.resume(following);
        value >= node.window.beta && !self.stopped
    }

    /// How many plies less deeply than a move a pass is searched.
    fn passed_depths(&self, node: &Node<G::Move>) -> Depth {
        let more = if self.on.deep_null {
            deeper(node.depth, node.estimate - node.window.beta, G::ASPIRATION)
        } else {
            0
        };
        self.on.null_move + more
    }

    fn may_reach_beta(&self, node: &Node<G::Move>) -> bool {
        let value = match (node.stand, node.foreseen) {
            (Some(_), _) => node.estimate,
            (_, Some(foreseen)) => foreseen,
            _ => static_value(&self.game),
        };
        value >= node.window.beta
    }

    fn may_pass(&self, node: &Node<G::Move>) -> bool {
        self.on.null_move > 0
            && !self.verifies
            && node.depth > 1
            && node.window.is_empty()
            && self.passed_at.is_none_or(|ply| ply + 1 != node.ply)
            && node.excluded.is_none()
            && self.may_reach_beta(node)
    }
}

/// A ply more for every three of the depth, and for every two pawns above beta, up to three.
fn deeper(depth: Depth, above: Value, pawn: Value) -> Depth {
    let by_value = (above / (2 * pawn)).clamp(0, 3);
    depth / 3 + by_value as Depth
}

/// A win after a pass does not prove a winning move.
fn proven_by_pass(value: Value) -> Value {
    value.min(STATIC_LIMIT)
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests {
    use crate::game::chess::Chess;
    use crate::search::begun::in_search;
    use crate::search::draws::Proof;
    use crate::search::node::{Step, Window};
    use crate::search::score::{WIN, plies_to_end};
    use crate::search::{Enhancements, Found, Limits, NoTable, search};
    use supplant::scheme::New;
    use supplant::table::{SizedBucket, TableBuilder};

    fn searched(fen: &str, depth: u8, null_move: u8) -> Found<cozy_chess::Move> {
        let game: Chess = fen.parse().expect("a position");
        let on = Enhancements { null_move, ..Enhancements::ALIBABA };
        search(&game, &NoTable, Limits::depth(depth), on)
    }

    const MIDDLE_GAME: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ - 0 9";

    #[test]
    fn a_pass_saves_nodes_in_a_middle_game_and_finds_the_same_move() {
        let [without, with] = [0, 2].map(|null_move| searched(MIDDLE_GAME, 5, null_move));
        assert!(3 * with.counters.nodes() < 2 * without.counters.nodes(), "{with:?} {without:?}");
        assert_eq!(with.to_play(), without.to_play());
    }

    #[test]
    fn a_pass_is_searched_less_deeply_the_greater_depth_and_value_are() {
        let plies = [(3, 0), (9, 0), (9, 450), (9, 5_000), (2, -300)];
        assert_eq!(plies.map(|(depth, above)| super::deeper(depth, above, 100)), [1, 3, 5, 6, 0]);
    }

    #[test]
    fn a_pass_proves_no_win_and_takes_no_loss_back() {
        let values = [WIN - 5, 31_000, 250, -250, 5 - WIN];
        assert_eq!(values.map(super::proven_by_pass), [30_999, 30_999, 250, -250, 5 - WIN]);
    }

    #[test]
    fn a_null_move_does_not_hide_a_later_mate() {
        let mate: Chess = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().expect("a position");
        let plies = |depth, null_move| {
            let table = TableBuilder::<New, SizedBucket<New>>::new()
                .slots(1 << 16)
                .build()
                .expect("a table is available");
            let on = Enhancements { null_move, ..Enhancements::ALIBABA };
            let found = search(&mate, &table, Limits::depth(depth), on).best.expect("nothing stops it");
            plies_to_end(found.value)
        };
        for depth in 5..=8 {
            assert_eq!(plies(depth, 2), plies(depth, 0), "{depth} plies");
        }
    }

    #[test]
    fn with_pawns_alone_nobody_passes() {
        let pawns = "8/8/1p1k4/1P6/2PK4/8/8/8 w - - 0 1";
        let [without, with] = [0, 2].map(|null_move| searched(pawns, 8, null_move));
        assert_eq!(with.counters, without.counters);
    }

    #[test]
    fn where_zugzwang_threatens_a_pass_is_verified() {
        // After Kh6 every Black move loses at least a rook; a pass would not.
        let few: Chess = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1".parse().expect("a position");
        let many: Chess = MIDDLE_GAME.parse().expect("a position");
        let searched = |game: &Chess, null_move, verified_null| {
            let on = Enhancements { null_move, verified_null, ..Enhancements::ALIBABA };
            search(game, &NoTable, Limits::depth(5), on)
        };
        let moves = [(0, false), (2, false), (2, true)].map(|(by, verified)| {
            let found = searched(&few, by, verified);
            found.to_play().expect("there are moves").to_string()
        });
        assert_eq!(moves, ["g5h6", "g5h5", "g5h6"]);
        assert_eq!(searched(&many, 2, true).counters, searched(&many, 2, false).counters);
    }

    #[test]
    fn a_pass_that_stalemates_refutes_and_proves_no_draw_of_the_moves() {
        let stalemate: Chess = "k7/8/1Q6/8/8/8/8/7K w - - 0 1".parse().expect("a position");
        let on = Enhancements { null_move: 2, proven_draws: true, ..Enhancements::ALIBABA };
        in_search(stalemate, on, |search| {
            let node = search.enter(Window { alpha: -1, beta: 0 }, 3, 1);
            assert!(matches!(search.try_pass(&node), Step::Cut(0)));
            assert_eq!(search.proof, Proof::NONE);
        });
    }
}
