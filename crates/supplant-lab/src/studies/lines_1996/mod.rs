//! Measures again what lines of several plies in an entry are worth, and once more at equal bytes:
//! the second half of *Information in Transposition Tables* (section 5; `paper_1996.rs`).

mod claims;
pub mod lengths;
#[cfg(test)]
mod tests;

use super::information_1996::published;
use super::paper_1996::{self, MODE, PaperGame, table};
use super::{Extent, Study, StudyFacts, Topic};
use crate::experiment::claims::Claim;
use crate::experiment::searches::{Results, Samples, Searches};
use crate::report::document::{Block, Figure};
use crate::report::searches::curves::NodesBySize;
use crate::report::searches::printed::Printed;
use supplant_search::search::HitUse;

#[derive(Clone, Copy, Debug)]
pub struct Lines1996 {
    facts: StudyFacts,
    game: PaperGame,
    figure: u8,
    saved: f64,
    near: [f64; 2],
}

const SOURCE: &str = "What the paper's section 5 and abstract conclude, point by point; where it says `roughly` or `some`, how near that is was chosen \
     before the run.";

pub static MIDDLE_GAME: Lines1996 = Lines1996 {
    facts: StudyFacts {
        name: "1996lines",
        topic: Topic::Hits,
        about: "Lines of up to five plies in an entry, in the middle game (the same paper)",
        title: "Lines in transposition tables: the experiments of Figure 3 (1996), run again",
        source: SOURCE,
    },
    game: paper_1996::MIDDLE_GAME,
    figure: 3,
    saved: 0.03,
    near: [0.02, 0.01],
};

pub static ENDGAME: Lines1996 = Lines1996 {
    facts: StudyFacts {
        name: "1996endgamelines",
        topic: Topic::Hits,
        about: "The same in an endgame (the same paper)",
        title: "Lines in transposition tables: the experiments of Figure 4 (1996), run again",
        source: SOURCE,
    },
    game: paper_1996::ENDGAME,
    figure: 4,
    saved: 0.12,
    near: [0.04, 0.02],
};

const SLOTS: usize = published::SLOTS;
const SAME_BYTES: usize = SLOTS / 2 * 3;
const TWICE: usize = SLOTS * 2;

const LENGTHS: [HitUse; 5] = [HitUse::Both, HitUse::Line2, HitUse::Line3, HitUse::Line4, HitUse::Line5];

fn in_words(hit: HitUse) -> String {
    format!("{} ply", hit.line())
}

impl Study for Lines1996 {
    fn facts(&self) -> StudyFacts {
        self.facts
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let largest = [SLOTS, SAME_BYTES, TWICE];
        let (hits, slots) = match extent {
            Extent::Quick => (&[HitUse::Both, HitUse::Line5][..], largest.to_vec()),
            Extent::Full => (&LENGTHS[..], (3..8).map(|k| 1 << (k + 10)).chain(largest).collect()),
        };
        self.game.searches(self.facts.name, hits, slots)
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let whose = self.game.positions_in_words(samples);
        format!(
            "Breuker, Uiterwijk and van den Herik (Information in Transposition Tables, 1996, section 5) searched {} with tables of six sizes under TWOBIG1. Their entries held the first n \
             moves of the best line, n from 1 to 5. Where the table lacks a position, the line of an ancestor may still name a move for it. This report is on {whose}, searched with `{}`.\n\
             - The paper leaves open which ancestor is asked. Here it is the nearest one whose line reaches the position.\n\
             - Where a stored score ends a search, the line of its entry is taken over.\n\
             - An entry of one move takes 16 bytes here, an entry with a line 24. Sizes are in entries. Tables of equal bytes are compared too.",
            self.game.words, results.family.search
        )
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        claims::all(self, samples)
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        let drawn = NodesBySize {
            mode: MODE,
            file: &format!("figure-{}.svg", self.figure),
            title: &format!(
                "Figure {}. What a table saves by the length of the lines in its entries; tables of equal sizes have as many entries, and \
                 those with lines half as many bytes again",
                self.figure
            ),
            tables: LENGTHS.map(table).to_vec(),
            name: |table| in_words(table.hit()),
            bounds: &[],
            printed: &Printed::default(),
        };
        drawn.figure(samples).into_iter().collect()
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        lengths::section(self, samples)
    }

    fn takeaway(&self, samples: &Samples, _: &[Claim]) -> String {
        lengths::words(self, samples).unwrap_or_default()
    }
}
