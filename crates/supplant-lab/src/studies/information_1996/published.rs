//! The numbers in the paper's text. Its Figures 1 and 2 are curves without numbers, and are not
//! read off.

use supplant_search::search::HitUse;

/// The table size of the text's numbers, in slots: the largest of the figures.
pub const SLOTS: usize = 256 << 10;

/// The share of hits whose score ends the search of the position (section 3, after Figure 1).
pub const CUT: f64 = 0.5;

/// The savings of a table of [`SLOTS`], as a fraction of the nodes without one (section 3, after
/// Figure 2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saved {
    pub by_move: f64,
    pub by_both: f64,
}

impl Saved {
    pub const MIDDLE_GAME: Self = Self { by_move: 0.33, by_both: 0.60 };
    pub const ENDGAME: Self = Self { by_move: 0.66, by_both: 0.90 };

    #[must_use]
    pub fn change(self, hit: HitUse) -> Option<f64> {
        match hit {
            HitUse::Move => Some(-self.by_move),
            HitUse::Both => Some(-self.by_both),
            _ => None,
        }
    }
}
