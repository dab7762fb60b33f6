//! The two games of *Information in Transposition Tables* (Breuker, Uiterwijk and van den Herik,
//! 1996), which three studies search.

use crate::experiment::positions::PositionSet;
use crate::experiment::searches::Samples;
use supplant::entry::Depth;

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
