//! Asks whether the verdicts of 1994 are the same in games other than chess. "Be careful on the
//! type of game trees that you do experiments on" (Hsu).

pub mod by_game;
mod claims;
mod figures;
mod tables;
mod takeaway;

use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Mode, Results, Samples, Searches};
use by_game::{OfGame, by_game};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

#[derive(Clone, Copy, Debug)]
pub struct Games;

const MODE: Mode = Mode::Clear;

const SCHEMES: [SchemeName; 7] = super::replacement_1994::SCHEMES;

/// Most searches fill these sizes.
const SMALL: [usize; 3] = [1 << 10, 8 << 10, 64 << 10];

const LARGE: [usize; 2] = [256 << 10, 512 << 10];

const LAST: Depth = 6;
const QUICK: Depth = 5;

impl Study for Games {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "games",
            topic: Topic::Schemes,
            about: "Whether the verdicts of 1994 are the same in games other than chess",
            title: "Games: are the verdicts of 1994 the same in games other than chess?",
            source: "What the 1994 paper concludes of its schemes, asked of each game; what is a third was chosen before the run; so were 6 plies, at which 1994 decides less than at 7.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        Searches {
            study: self.name().to_owned(),
            positions: PositionSet::games(),
            schemes: SCHEMES.to_vec(),
            slots: SMALL.into_iter().chain(LARGE).collect(),
            plies: if extent == Extent::Quick { (QUICK, QUICK) } else { (QUICK, LAST) },
            modes: vec![MODE],
            ..Searches::blank()
        }
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let games: Vec<_> = by_game(samples).iter().map(OfGame::in_words).collect();
        format!(
            "Breuker, Uiterwijk and van den Herik (ICCA Journal 17(4), 1994) compared replacement schemes in one game of chess. Game trees differ: in the number of moves of a position, in \
             the number of ways that lead to it, in the length of a game. Do their conclusions hold in other games? This report asks it of each game by itself, with the same schemes and \
             the same search, `{}`: {}.\n\
             - Chess is their game, Kasparov–Short.\n\
             - Domineering (8 × 8) and Connect Four (7 × 6): positions after eight random moves.\n\
             - The synthetic game is a random graph for each position, in which half of all moves lead where another move leads as well.",
            results.family.search,
            games.join(", ")
        )
    }

    fn sums_positions(&self) -> bool {
        false
    }

    fn parts(&self) -> Parts {
        Parts {
            claims: |samples| claims::all(&by_game(samples)),
            figures: |samples| figures::of_games(&by_game(samples)),
            sections: |samples| tables::section(&by_game(samples)),
            takeaway: |samples| takeaway::words(&by_game(samples)),
        }
    }
}
