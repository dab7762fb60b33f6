//! Singular extensions (Anantharaman, Campbell and Hsu, 1990), from the table as in today's
//! engines: the stored move is searched a ply deeper if every other move is clearly worse.
//!
//! A search of half the depth leaves the stored move out and asks whether another move comes within
//! a margin of the stored score. If another reaches beta as well, several moves refute the node and
//! it is cut off (multi-cut, Björnsson and Marsland, 2001). Such a search has a key of its own, so that its entries never answer
//! for the whole position.

use super::Search;
use super::draws::Proof;
use super::node::{Node, Step, Window};
use super::score;
use crate::game::{Game, STATIC_LIMIT, Value};
use supplant::entry::{Bound, Depth, SizedEntry};
use supplant::key::Key;

/// The least depth: below, the additional search costs more than it gives (chosen).
const DEEP: Depth = 7;
/// How many plies less deeply the stored score may have been searched.
const OLDER: Depth = 3;

/// The margin in centipawns of a pawn worth `pawn`: two a ply.
const fn margin(pawn: Value, depth: Depth) -> Value {
    pawn * 2 * depth as Value / 100
}

/// The key of a search without a move. It differs from the key of the position, and for each move.
#[inline]
pub(super) fn key_without(key: Key, bits: u16) -> Key {
    Key(key.0 ^ (0x9E37_79B9_7F4A_7C15_u64.rotate_left(u32::from(bits) % 63) ^ u64::from(bits) << 17))
}

/// Whether a stored score is one that another move can be compared with.
fn is_comparable(entry: &SizedEntry, depth: Depth, ply: usize) -> bool {
    matches!(entry.bound, Bound::Lower | Bound::Exact)
        && entry.depth + OLDER >= depth
        && score::from_table(entry.score, ply).abs() <= STATIC_LIMIT
}

impl<G: Game> Search<'_, G> {
    /// Gives a node without a move its own key.
    #[inline]
    pub(super) fn leave_out(&mut self, node: &mut Node<G::Move>) {
        if let Some(mv) = self.excluded.take() {
            node.excluded = Some(mv);
            node.key = key_without(node.key, self.game.encode(mv).0);
        }
    }

    /// The depth that is left after a move.
    #[inline]
    pub(super) fn depth_after(&self, node: &Node<G::Move>, mv: G::Move) -> Depth {
        let by = if node.singular != 0 && node.table_moves[0] == Some(mv) { node.singular } else { 0 };
        (node.depth - 1).saturating_add_signed(by)
    }

    /// Sets the extension of the table's move, or cuts the node off.
    pub(super) fn try_without_table_move(&mut self, node: &mut Node<G::Move>) -> Step {
        let (Some(mv), Some(entry)) = (node.table_moves[0], node.stored) else { return Step::Continue };
        if !self.on.singular
            || node.ply == 0
            || node.depth < DEEP
            || node.excluded.is_some()
            || !is_comparable(&entry, node.depth, node.ply)
            || !self.may_extend(node.depth, node.ply)
        {
            return Step::Continue;
        }
        let least = score::from_table(entry.score, node.ply) - margin(G::ASPIRATION, node.depth);
        let window = Window { alpha: least - 1, beta: least };
        let following = self.known.refutations.pause();
        self.excluded = Some(mv);
        let value = self.node(window, (node.depth - 1) / 2, node.ply);
        self.excluded = None;
        self.known.refutations.resume(following);
        self.lines.clear(node.ply);
        if self.stopped {
            return Step::Continue;
        }
        if value < least {
            node.singular = 1;
        } else if node.is_scout() && value >= node.window.beta && value.abs() <= STATIC_LIMIT {
            // The search without the move proved nothing of this position.
            self.prove(Proof::NONE);
            return Step::Cut(value);
        } else if score::from_table(entry.score, node.ply) >= node.window.beta {
            node.singular = -1;
        }
        Step::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::{is_comparable, key_without, margin};
    use crate::search::score::WIN;
    use supplant::entry::{Bound, SizedEntry};
    use supplant::key::Key;

    #[test]
    fn a_search_without_a_move_has_a_key_of_its_own() {
        let keys = [1, 2, 64, 4_000, 40_000].map(|bits| key_without(Key(77), bits));
        for (i, key) in keys.iter().enumerate() {
            assert!(*key != Key(77) && !keys[..i].contains(key), "{i}");
        }
    }

    #[test]
    fn only_a_lower_bound_of_nearly_the_depth_is_compared_with() {
        let of = |bound, depth, score| {
            is_comparable(&SizedEntry { bound, depth, score, ..SizedEntry::default() }, 9, 4)
        };
        assert!(of(Bound::Lower, 6, 40) && of(Bound::Exact, 12, -40));
        assert!(!of(Bound::Lower, 5, 40) && !of(Bound::Upper, 9, 40));
        assert!(!of(Bound::Exact, 9, (WIN - 20) as i16));
        assert_eq!([7, 20].map(|depth| margin(100, depth)), [14, 40]);
    }
}

#[cfg(all(test, feature = "chess"))]
#[cfg(not(loom))]
mod tests_of_chess {
    use crate::game::Game as _;
    use crate::game::chess::Chess;
    use crate::game::chess::eval::Evaluation;
    use crate::search::begun::in_search;
    use crate::search::node::{Step, Window};
    use crate::search::{Enhancements, Limits, search};
    use supplant::entry::{Bound, SizedEntry};
    use supplant::scheme::TwoBig1;
    use supplant::table::{SizedTable, TableBuilder};

    /// The extension of a stored move with a score, at a depth; or the value of a cut.
    fn extension(fen: &str, mv: &str, score: i16, beta: i32) -> Result<i8, i32> {
        let game: Chess = fen.parse().expect("a position");
        in_search(game, Enhancements::TODAY, |search| {
            search.iteration = 10;
            let mut node = search.enter(Window { alpha: beta - 1, beta }, 8, 1);
            node.table_moves[0] = Some(mv.parse().expect("a move"));
            node.stored = Some(SizedEntry { bound: Bound::Lower, depth: 8, score, ..SizedEntry::default() });
            let before = search.game.key();
            let step = search.try_without_table_move(&mut node);
            assert!(search.game.key() == before && search.excluded.is_none());
            match step {
                Step::Cut(value) => Err(value),
                Step::Continue => Ok(node.singular),
            }
        })
    }

    #[test]
    fn the_only_good_move_is_extended_and_among_several_a_node_is_cut_off() {
        let recapture = "3r2k1/5ppp/8/8/8/8/5PPP/3q1RK1 w - - 0 1";
        assert_eq!(extension(recapture, "f1d1", 0, 2_000), Ok(1));
        let ahead = "6k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 1";
        assert!(extension(ahead, "b2b8", 300, 300).is_err_and(|value| value >= 300), "all moves win");
        assert_eq!(extension(ahead, "b2b8", 300, 3_000), Ok(0), "none is singular");
    }

    #[test]
    fn entries_of_searches_without_a_move_do_no_harm_and_a_mate_in_three_is_found() {
        let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 14).build().expect("it is small");
        let mate: Chess = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1".parse().expect("a position");
        let mate = mate.with_evaluation(Evaluation::Fitted);
        let found = search(&mate, &table, Limits::depth(12), Enhancements::TODAY).best;
        let value = found.map(|best| best.value);
        assert_eq!(value.and_then(crate::search::score::plies_to_end), Some(5));
    }
}
