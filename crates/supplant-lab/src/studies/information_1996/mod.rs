//! Measures again what a hit is worth by what it may do: the first half of *Information in
//! Transposition Tables* (sections 2 and 3; `paper_1996.rs`).

mod claims;
pub mod experiments;
mod figures;
pub mod published;
mod takeaway;
#[cfg(test)]
mod tests;

use self::published::Saved;
use super::paper_1996::{self, MODE, PaperGame, table};
use super::{Extent, Study, StudyFacts, Topic};
use crate::experiment::claims::Claim;
use crate::experiment::searches::{Results, Samples, Searches};
use crate::report::document::{Block, Figure};
use supplant_search::search::HitUse;

#[derive(Clone, Copy, Debug)]
pub struct Information1996 {
    facts: StudyFacts,
    game: PaperGame,
    quick: &'static [usize],
    figure: u8,
    printed: Saved,
}

const SOURCE: &str = "What the paper's section 3 concludes, point by point; where it says `about`, how near that is was chosen before the run. Over which sizes and which hits claims are decided was settled after a \
     quick run of these positions had been seen; no range was moved.";

pub static MIDDLE_GAME: Information1996 = Information1996 {
    facts: StudyFacts {
        name: "1996",
        topic: Topic::Hits,
        about: "The use of a hit, in the middle game (Breuker, Uiterwijk and van den Herik, 1996)",
        title: "Information in transposition tables: the experiments of Figure 1 (1996), run again",
        source: SOURCE,
    },
    game: paper_1996::MIDDLE_GAME,
    quick: &claims::SPAN,
    figure: 1,
    printed: Saved::MIDDLE_GAME,
};

pub static ENDGAME: Information1996 = Information1996 {
    facts: StudyFacts {
        name: "1996endgame",
        topic: Topic::Hits,
        about: "The same in an endgame (Breuker, Uiterwijk and van den Herik, 1996)",
        title: "Information in transposition tables: the experiments of Figure 2 (1996), run again",
        source: SOURCE,
    },
    game: paper_1996::ENDGAME,
    quick: &[published::SLOTS],
    figure: 2,
    printed: Saved::ENDGAME,
};

const HITS: [HitUse; 5] = [HitUse::Move, HitUse::Score, HitUse::Exact, HitUse::Bound, HitUse::Both];

const fn in_words(hit: HitUse) -> &'static str {
    match hit {
        HitUse::Nothing => "nothing",
        HitUse::Move => "move",
        HitUse::Exact => "true value",
        HitUse::Bound => "bound",
        HitUse::Score => "score",
        HitUse::Both => "score and move",
        HitUse::Line2 | HitUse::Line3 | HitUse::Line4 | HitUse::Line5 => "score and line",
        HitUse::TwoBounds => "two scores and move",
    }
}

impl Study for Information1996 {
    fn facts(&self) -> StudyFacts {
        self.facts
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let sizes = match extent {
            Extent::Quick => self.quick.to_vec(),
            Extent::Full => (3..=8).map(|k| 1 << (k + 10)).collect(),
        };
        self.game.searches(self.facts.name, &HITS, sizes)
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let theirs = format!(
            "Breuker, Uiterwijk and van den Herik (Information in Transposition Tables, 1996) searched {} without a table and with tables of \
             six sizes under TWOBIG1, whose hits might name the best move, give the score, give it if it is a true value, give it if it is a \
             bound, or do all. The table is cleared between positions here; the paper does not say.",
            self.game.words
        );
        let search = &results.family.search;
        if self.game.has_positions_of(samples) {
            format!(
                "{theirs} This report sets the same positions, searched with `{search}`, beside what their text says in numbers."
            )
        } else {
            format!(
                "{theirs} This report is on {} positions of another set, `{}`, searched with `{search}`: it asks whether their claims hold \
                 there.",
                samples.positions().len(),
                samples.set()
            )
        }
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        claims::all(self, samples)
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        figures::all(self, samples)
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        experiments::section(self, samples)
    }

    fn takeaway(&self, samples: &Samples, _: &[Claim]) -> String {
        takeaway::words(self, samples).unwrap_or_default()
    }
}
