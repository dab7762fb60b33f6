//! The claims of study `instability`.

use super::PLIES;
use super::cures::{Cure, RootChange, beside, positions, share};
use crate::experiment::claims::{Claim, ClaimUnit, Question, Range, Reading};
use crate::experiment::searches::Samples;
use supplant::entry::Depth;

#[cfg(test)]
mod tests;

/// The share of positions that is `hardly ever`: chosen, not measured. 240 positions can show it.
const HARDLY: f64 = 0.02;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let plies: Vec<Depth> = (PLIES.0..=PLIES.1).collect();
    let at = Judged { samples, plies };
    vec![
        at.depends(),
        at.less("deeper-draft-is-a-cause", DEEPER, (Cure::Both, Cure::NoPathDraws)),
        at.less("paths-are-a-cause", PATHS, (Cure::Both, Cure::EqualDepth)),
        at.less("cures-help", HELP, (Cure::EqualAndClean, Cure::None)),
        at.gone("no-other-cause", NO_OTHER, Cure::Both),
        at.gone("both-cures-cure", BOTH_CURE, Cure::EqualAndClean),
    ]
}

const DEEPER: &str = "That entries answer with deeper searches is a cause: where nothing depends on paths, equal draft lets what is found depend on the table less \
    often.";
const PATHS: &str = "That values depend on paths is a cause: at equal draft, what is found depends on the table less often without draws by path.";
const HELP: &str = "Something can be done: at equal draft, and where nothing is stored that a draw by path had a part in, what is found depends on the table less \
    often.";
const NO_OTHER: &str = "In a search that leaves nothing out there is no third cause: without draws by path and at equal draft, the value hardly ever depends on the table. A check of this search, which is built so.";
const BOTH_CURE: &str = "These cures cure: at equal draft, and where nothing is stored that a draw by path had a part in, the value hardly ever depends on the table.";

struct Judged<'a> {
    samples: &'a Samples,
    plies: Vec<Depth>,
}

impl Judged<'_> {
    fn statistic(&self, cure: Cure) -> String {
        format!(
            "Searches ({}) whose value at the root is not that of the same search without a table, as a share of all: three schemes in two sizes and a table without end, {} to {} \
             ply",
            cure.words(),
            PLIES.0,
            PLIES.1
        )
    }

    fn depends(&self) -> Claim {
        let question = Question {
            name: "instability",
            section: "The instability problem",
            sentence: "A search that cuts off by stored scores finds other values than one without a table.",
            statistic: format!(
                "{}. The claim: more than 1 %. A second reading: of the moves.",
                self.statistic(Cure::None)
            ),
            unit: ClaimUnit::Share,
            paper: "it happens".to_owned(),
        };
        let of = |what| share(self.samples, Cure::None, what, &self.plies);
        question.decide_each(vec![
            Reading::of_one("values", Range::above(0.01), of(RootChange::Value)),
            Reading::of_one("moves", Range::above(0.01), of(RootChange::Move)),
        ])
    }

    fn less(&self, name: &'static str, sentence: &'static str, (cure, than): (Cure, Cure)) -> Claim {
        let question = Question {
            name,
            section: "The instability problem",
            sentence,
            statistic: format!(
                "{}, less the same of another ({}): in points. The claim: below 0.",
                self.statistic(cure),
                than.words()
            ),
            unit: ClaimUnit::Points,
            paper: "below 0".to_owned(),
        };
        let less = beside(self.samples, cure, than, RootChange::Value, &self.plies);
        question.decide(Range::NEGATIVE, less)
    }

    fn gone(&self, name: &'static str, sentence: &'static str, cure: Cure) -> Claim {
        let question = Question {
            name,
            section: "The instability problem",
            sentence,
            statistic: format!(
                "Positions of which any search ({}) finds another value at the root than the same search without a table, as a share of all: three schemes in two \
                 sizes and a table without end, {} to {} ply. The claim: below {} %, with the interval of Clopper and Pearson.",
                cure.words(),
                PLIES.0,
                PLIES.1,
                HARDLY * 100.0
            ),
            unit: ClaimUnit::Share,
            paper: "nothing can be done about it".to_owned(),
        };
        let share = positions(self.samples, cure, &self.plies);
        question.decide(Range::below(HARDLY), share)
    }
}
