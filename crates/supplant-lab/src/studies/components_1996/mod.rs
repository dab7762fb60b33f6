//! Measures five additional components of an entry, which *Information in Transposition Tables*
//! names but does not measure (section 4; `paper_1996.rs`).

mod claims;
pub mod components;
mod tables;
#[cfg(test)]
mod tests;

use self::components::Set;
use super::paper_1996::{self, PaperGame};
use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::claims::Claim;
use crate::experiment::searches::{Mode, Results, Samples, Searches};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::Enhancements;

#[derive(Clone, Copy, Debug)]
pub struct Components1996 {
    facts: StudyFacts,
    game: PaperGame,
    ply: Depth,
    quick: Depth,
}

const SOURCE: &str = "What the paper's section 4 says of each component, and of all; where it says `slight` or `not very`, how much that is was chosen before \
     the run.";

pub static MIDDLE_GAME: Components1996 = Components1996 {
    facts: StudyFacts {
        name: "1996components",
        topic: Topic::Hits,
        about: "Five more things to keep in an entry, in the middle game (Breuker, Uiterwijk and van den Herik, 1996)",
        title: "Information in transposition tables: the additional components of section 4 (1996), measured in the middle game",
        source: SOURCE,
    },
    game: paper_1996::MIDDLE_GAME,
    // Both studies search a ply less than the paper's experiments, in a third of the time.
    ply: 6,
    quick: 5,
};

pub static ENDGAME: Components1996 = Components1996 {
    facts: StudyFacts {
        name: "1996endgamecomponents",
        topic: Topic::Hits,
        about: "The same in an endgame (Breuker, Uiterwijk and van den Herik, 1996)",
        title: "Information in transposition tables: the additional components of section 4 (1996), measured in the endgame",
        source: SOURCE,
    },
    game: paper_1996::ENDGAME,
    ply: 9,
    quick: 7,
};

const SCHEMES: [SchemeName; 4] =
    [SchemeName::TwoBig1, SchemeName::TwoNear, SchemeName::TwoBig1Pv, SchemeName::TwoNearPv];

const SLOTS: [usize; 3] = [8 << 10, 64 << 10, 256 << 10];

const FIRST: &str = "alibaba+recap+2fold";

impl Components1996 {
    fn searches() -> [Enhancements; 4] {
        let none = Set::NONE.search();
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(extend_again, proven_draws)| Enhancements { extend_again, proven_draws, ..none })
    }
}

impl Study for Components1996 {
    fn facts(&self) -> StudyFacts {
        self.facts
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let ply = if extent == Extent::Quick { self.quick } else { self.ply };
        let [first, beside @ ..] = Self::searches();
        Searches {
            study: self.facts.name.to_owned(),
            positions: (self.game.positions)(),
            schemes: SCHEMES.to_vec(),
            slots: SLOTS.to_vec(),
            plies: (ply, ply),
            modes: vec![Mode::Keep, Mode::Stamp],
            search: (FIRST.to_owned(), first),
            beside: beside.to_vec(),
            ..Searches::blank()
        }
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let whose = self.game.positions_in_words(samples);
        let to = components::ply(samples).map_or_else(String::new, |ply| format!(" to {ply} plies"));
        format!(
            "Breuker, Uiterwijk and van den Herik (Information in Transposition Tables, 1996, section 4) name five more things that an entry \
             may keep: the date, the depth from the root, whether its search was extended, whether it is on the principal variation of a \
             child of the root, and whether its score is a proven draw. They measure none of them; their experiments search {}. This report \
             searches {whose}{to} with each component alone and in every company: 32 searches at each size of the table. All are in the 16 bytes of \
             an entry: the distance from the root takes the place of most of the subtree size, which its rule does not ask for. The table is kept \
             between positions: without a date an old entry meets others as if it were new, with it, it loses. Only one criterion of extensions \
             depends on the path to a position, the recapture; and a third occurrence takes eight plies. So the search, `{}`, is the paper\u{2019}s with \
             recaptures extended, and drawn at the first repetition within it. Draws by repetition and by fifty moves count as proven, though they \
             are so on one path alone. Times are of one machine, all searches of a \
             size within one run, two or more at once.",
            self.game.words, results.family.search
        )
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        claims::all(self, samples)
    }

    fn parts(&self) -> Parts {
        Parts {
            figures: tables::figures,
            sections: tables::section,
            takeaway: tables::takeaway,
            ..Parts::NONE
        }
    }
}
