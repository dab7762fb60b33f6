//! What the paper's text says in numbers. Its Figures 1 and 2 are curves without numbers, and are not read off.

use supplant_search::search::HitUse;

/// The table size that the text's numbers are of, in slots: the largest of the figures.
pub const SLOTS: usize = 256 << 10;

/// The share of hits whose score ends the search of the position (section 3, after Figure 1).
pub const CUT: f64 = 0.5;

/// By how much a table of [`SLOTS`] lowers the nodes, as a fraction of those without one (section 3, after Figure 2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saved {
    /// Where a hit names the move alone.
    pub by_move: f64,
    /// Where it gives the score, too.
    pub by_both: f64,
}

impl Saved {
    /// In the middle game.
    pub const MIDDLE_GAME: Self = Self { by_move: 0.33, by_both: 0.60 };
    /// In the endgame.
    pub const ENDGAME: Self = Self { by_move: 0.66, by_both: 0.90 };

    /// Nodes relative to those without a table, less 1; of some uses the text gives no number.
    #[must_use]
    pub fn change(self, hit: HitUse) -> Option<f64> {
        match hit {
            HitUse::Move => Some(-self.by_move),
            HitUse::Both => Some(-self.by_both),
            _ => None,
        }
    }
}
