//! The two games of *Information in Transposition Tables* (Breuker, Uiterwijk and van den Herik,
//! 1996), which three studies search.

use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Contender, Mode, Samples, Searches};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::HitUse;

/// The paper does not say what happens between positions.
pub(super) const MODE: Mode = Mode::Clear;

pub(super) const fn table(hit: HitUse) -> Contender {
    Contender::table(SchemeName::TwoBig1).with_hits(hit)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PaperGame {
    pub(super) words: &'static str,
    pub(super) positions: fn() -> PositionSet,
    pub(super) ply: Depth,
}

pub(super) const MIDDLE_GAME: PaperGame = PaperGame {
    words: "eighteen positions of a middle game to 7 plies",
    positions: PositionSet::kasparov_short,
    ply: 7,
};

pub(super) const ENDGAME: PaperGame = PaperGame {
    words: "twenty-one positions of an endgame to 10 plies",
    positions: PositionSet::rabinovich_romanovsky,
    ply: 10,
};

impl PaperGame {
    /// Searches of the game under TWOBIG1, with tables that are cleared between positions.
    pub(super) fn searches(&self, study: &str, hits: &[HitUse], slots: Vec<usize>) -> Searches {
        Searches {
            study: study.to_owned(),
            positions: (self.positions)(),
            schemes: vec![SchemeName::TwoBig1],
            hits: hits.to_vec(),
            slots,
            plies: (self.ply, self.ply),
            modes: vec![MODE],
            ..Searches::blank()
        }
    }

    pub(super) fn has_positions_of(&self, samples: &Samples) -> bool {
        samples.are_of(&(self.positions)())
    }

    pub(super) fn positions_in_words(&self, samples: &Samples) -> String {
        if self.has_positions_of(samples) {
            "the same positions".to_owned()
        } else {
            format!("{} positions of another set, `{}`", samples.positions().len(), samples.set())
        }
    }
}
