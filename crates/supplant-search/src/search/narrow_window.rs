//! Aspiration with narrow windows: an iteration opens with a fifth of a pawn to either side of the
//! last value, and the side that fails is widened step by step.
//!
//! The first iterations have whole windows, because their values change much.

use super::Search;
use super::node::Window;
use super::root::RootMoves;
use crate::game::{Game, Value};
use supplant::entry::Depth;

/// Iterations with whole windows.
const WHOLE: Depth = 4;
/// A step beyond this many pawns opens the window on its side.
const OPEN: Value = 6;

impl<G: Game> Search<'_, G> {
    /// The value of the root; `None` if stopped.
    pub(super) fn narrow_down(
        &mut self,
        moves: &mut RootMoves<G::Move>,
        depth: Depth,
        last: Value,
    ) -> Option<Value> {
        if depth <= WHOLE {
            return self.search_root(moves, Window::FULL, depth);
        }
        let mut step = self.variation.window(G::ASPIRATION / 5).max(1);
        let mut window = Window { alpha: last - step, beta: last + step }.clamped();
        loop {
            let score = self.search_root(moves, window, depth)?;
            step = widened(step, G::ASPIRATION);
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                // Beta comes nearer: the position is worse than it seemed.
                let beta = Value::midpoint(window.alpha, window.beta).max(score + 1);
                window = Window { alpha: score.saturating_sub(step), beta }.clamped();
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window = Window { alpha: window.alpha, beta: score.saturating_add(step) }.clamped();
            } else {
                return Some(score);
            }
        }
    }
}

/// Twice the step, or all values.
const fn widened(step: Value, pawn: Value) -> Value {
    if 2 * step > OPEN * pawn { 2 * super::score::INFINITE } else { 2 * step }
}

#[cfg(test)]
mod tests {
    use super::widened;
    use crate::search::score::INFINITE;

    #[test]
    fn steps_double_until_the_window_is_open() {
        let steps = std::iter::successors(Some(20), |&step| Some(widened(step, 100)));
        assert_eq!(steps.take(7).collect::<Vec<_>>(), [20, 40, 80, 160, 320, 2 * INFINITE, 2 * INFINITE]);
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests_of_searches {
    use crate::game::domineering::{Domineering, Player};
    use crate::search::negamax::negamax;
    use crate::search::{Enhancements, Limits, NoTable, search};

    #[test]
    fn a_narrow_window_and_a_history_of_losses_leave_the_value_of_the_root_as_it_is() {
        let on = Enhancements {
            narrow_window: true,
            static_memory: true,
            gravity: true,
            continuation: true,
            ..Enhancements::SOUND
        };
        for (rows, columns) in [(4, 4), (5, 4), (5, 5)] {
            let mut game = Domineering::new(rows, columns, Player::Vertical);
            for depth in 5..8 {
                let found = search(&game, &NoTable, Limits::depth(depth), on).best.expect("nothing stops it");
                assert_eq!(found.value, negamax(&mut game, depth), "{rows} × {columns}, {depth} plies");
            }
        }
    }
}
