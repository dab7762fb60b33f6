//! Aspiration search (1994, section 4.1): each iteration opens with a window of one pawn to either
//! side of the last value.

use super::Search;
use super::node::Window;
use super::root::RootMoves;
use super::score::{DRAW, INFINITE};
use crate::game::{Game, Value};
use supplant::entry::Depth;

/// The second window's width in half widths of the first (chosen, not measured).
const WIDER: Value = 3;

impl<G: Game> Search<'_, G> {
    /// `None` if stopped.
    ///
    /// A score outside the window is searched again between itself and infinity. If it comes back,
    /// the two bounds make it exact.
    pub(super) fn aspirate(
        &mut self,
        moves: &mut RootMoves<G::Move>,
        depth: Depth,
        last: Option<Value>,
    ) -> Option<Value> {
        if self.on.winner_only {
            // A score outside the window is already the answer.
            return self.search_root(moves, Window { alpha: DRAW - 1, beta: DRAW + 1 }, depth);
        }
        let Some(last) = last.filter(|_| self.on.aspiration) else {
            return self.search_root(moves, Window::FULL, depth);
        };
        if self.on.narrow_window {
            return self.narrow_down(moves, depth, last);
        }
        let half = self.variation.window(G::ASPIRATION);
        let mut window = Window { alpha: last - half, beta: last + half }.clamped();
        let mut score = self.search_root(moves, window, depth)?;
        if self.on.second_window {
            let wide = WIDER * half;
            if score <= window.alpha {
                window = Window { alpha: score.saturating_sub(wide), beta: score }.clamped();
                score = self.search_root(moves, window, depth)?;
            } else if score >= window.beta {
                window = Window { alpha: score, beta: score.saturating_add(wide) }.clamped();
                score = self.search_root(moves, window, depth)?;
            }
        }
        if score <= window.alpha {
            self.search_root(moves, Window { alpha: -INFINITE, beta: score }, depth)
        } else if score >= window.beta {
            self.search_root(moves, Window { alpha: score, beta: INFINITE }, depth)
        } else {
            Some(score)
        }
    }
}
