//! Late move reductions (Levy, Broughton, Taylor, *The SEX algorithm in computer chess*, ICCA
//! Journal, 1989): late quiet moves are searched less deeply first, and fully if that exceeds
//! alpha.
//!
//! With `lmrlog` the plies follow the logarithms of depth and number, as in today's engines: fewer on
//! the PV, for killers and for moves of good history; more where the side to move does not improve.
//!
//! Root moves are never reduced, because helpers shuffle them.

use super::Search;
use super::node::Node;
use crate::game::{Game, Value};
use supplant::entry::Depth;

impl<G: Game> Search<'_, G> {
    /// The plies by which the search of a move is reduced unless it gives check; asked before the
    /// move is played.
    #[inline]
    pub(super) fn planned_reduction(&self, node: &Node<G::Move>, mv: G::Move, nth: usize) -> Depth {
        if !self.on.reductions || node.ply == 0 {
            return 0;
        }
        let planned = if self.on.log_reductions {
            Self::first_reduction(node, nth)
        } else {
            self.reduction(node.depth, nth)
        };
        if planned == 0 || !self.game.is_quiet(mv) || self.game.in_check() {
            return 0;
        }
        if self.on.log_reductions { self.adjusted_reduction(node, mv, nth) } else { planned }
    }

    /// Whether a move may be reduced at all, by depth and number alone.
    #[inline]
    fn first_reduction(node: &Node<G::Move>, nth: usize) -> Depth {
        Depth::from(node.depth >= 3 && nth >= 2)
    }

    fn adjusted_reduction(&self, node: &Node<G::Move>, mv: G::Move, nth: usize) -> Depth {
        let history = if self.on.gravity { self.move_history(node.ply, mv) } else { 0 };
        let is_killer = self.known.killers.rank(node.ply, mv, self.on.killers) > 0;
        let about = LateMove { is_pv: node.is_pv, improves: node.improves, is_killer, history };
        about.reduction(node.depth, nth)
    }

    #[inline]
    fn reduction(&self, depth: Depth, nth: usize) -> Depth {
        if nth < self.on.full_moves.into() { 0 } else { reduction(depth, nth) }
    }
}

/// The facts that change the reduction of a late move.
#[derive(Clone, Copy, Debug)]
struct LateMove {
    is_pv: bool,
    improves: bool,
    is_killer: bool,
    history: i32,
}

/// A ply, in the unit of logarithmic reductions.
const PLY: Value = 1024;
/// The history score that is worth a ply.
const HISTORY: Value = 10_000;

impl LateMove {
    fn reduction(self, depth: Depth, nth: usize) -> Depth {
        let of = |is: bool| if is { PLY } else { 0 };
        let less = of(self.is_pv) + of(self.is_killer) + self.history * PLY / HISTORY;
        let plies = (log_reduction(depth, nth) + of(!self.improves) / 2 - less) / PLY;
        plies.clamp(0, Value::from(depth) - 2) as Depth
    }
}

/// The reduction by depth and number in 1024ths of a ply: 0.8 + ln(depth) · ln(number) / 2.3.
#[inline]
pub(super) fn log_reduction(depth: Depth, nth: usize) -> Value {
    let ln = |i: usize| LOGARITHMS[i.min(LOGARITHMS.len() - 1)];
    820 + ln(depth.into()) * ln(nth + 1) / (PLY * 23 / 10)
}

/// Natural logarithms in 1024ths. Integers, so that every processor reduces alike.
static LOGARITHMS: [Value; 64] = {
    let (mut logarithms, mut i) = ([0; 64], 1);
    while i < 64 {
        logarithms[i] = logarithm(i as u64);
        i += 1;
    }
    logarithms
};

const fn logarithm(of: u64) -> Value {
    let (mut squared, mut bits) = ((of << 31) >> of.ilog2(), of.ilog2() as u64);
    let mut digit = 0;
    // Squaring a number between 1 and 2 tells the next binary digit of its logarithm.
    while digit < 16 {
        squared = (squared * squared) >> 31;
        bits <<= 1;
        if squared >> 32 == 1 {
            squared >>= 1;
            bits |= 1;
        }
        digit += 1;
    }
    // ln 2 is 45426 / 65536.
    ((bits * 45_426 * 1024) >> 32) as Value
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
    use super::{LateMove, log_reduction, logarithm, reduction};
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

    #[test]
    fn logarithms_are_near_those_of_the_reals() {
        for i in 1..64 {
            let exact = f64::from(i as u32).ln() * 1024.0;
            assert!((f64::from(logarithm(i)) - exact).abs() < 2.0, "{i}: {} {exact}", logarithm(i));
        }
    }

    #[test]
    fn a_logarithmic_reduction_grows_and_leaves_a_ply() {
        let plain = LateMove { is_pv: false, improves: true, is_killer: false, history: 0 };
        assert_eq!([3, 8, 20].map(|depth| plain.reduction(depth, 3)), [1, 2, 2]);
        assert_eq!([3, 8, 20].map(|depth| plain.reduction(depth, 30)), [1, 3, 5]);
        for depth in 3..=MAX_DEPTH {
            let of = |nth| plain.reduction(depth, nth);
            assert!((2..300).all(|nth| of(nth) <= of(nth + 1) && of(nth) + 2 <= depth), "{depth}");
        }
        assert!(log_reduction(5, 0) > 0 && log_reduction(1, 40) < 1024);
    }

    #[test]
    fn a_move_that_promises_more_is_reduced_less() {
        let plain = LateMove { is_pv: false, improves: true, is_killer: false, history: 0 };
        let plies = |about: LateMove| about.reduction(12, 20);
        let base = plies(plain);
        assert_eq!(plies(LateMove { is_pv: true, ..plain }), base - 1);
        assert_eq!(plies(LateMove { is_killer: true, ..plain }), base - 1);
        assert_eq!(plies(LateMove { history: 20_000, ..plain }), base - 2);
        assert_eq!(plies(LateMove { history: -20_000, ..plain }), base + 2);
        assert!(plies(LateMove { improves: false, history: -5_000, ..plain }) > base);
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
