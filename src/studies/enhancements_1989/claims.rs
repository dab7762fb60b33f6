//! What the source concludes.

use super::Enhancements1989;
use super::subsets::{Enhancement, Subset};
use crate::entry::Depth;
use crate::lab::claims::{Claim, Part, Question, Range, Reading, Unit};
use crate::lab::searches::Samples;
use crate::lab::stats::Confidence;

use Enhancement::{Aspiration, History, Knowledge, Refutation, Table};

/// What is a `small` saving, what `little`, and how near is `the same`: chosen, not measured.
const SMALL: f64 = 0.10;

/// The claims, in the source's order.
pub(super) fn all(study: &Enhancements1989, samples: &Samples) -> Vec<Claim> {
    let at = Judged { samples, last: study.plies.1 };
    vec![
        at.history_is_good(),
        at.history_fades(),
        at.knowledge_is_as_good(),
        at.table_grows(),
        at.refutation_is_constant(),
        at.refutation_is_below_the_table(),
        at.aspiration_is_small(),
        at.table_and_history_are_best(),
        at.a_third_adds_little(),
    ]
}

/// What they are decided of.
struct Judged<'a> {
    samples: &'a Samples,
    last: Depth,
}

fn one(enhancement: Enhancement) -> Subset {
    Subset::of(&[enhancement])
}

const NONE: Subset = Subset::NONE;

impl Judged<'_> {
    fn beside(&self, of: Subset, to: Subset) -> Option<Confidence> {
        of.beside(to, self.samples, self.last)
    }

    /// Nodes of one set in proportion to those of each other.
    fn beside_each(&self, of: Subset, others: impl Iterator<Item = Subset>) -> Option<Vec<Part>> {
        let part = |other: Subset| {
            Some(Part { name: format!("to {}", other.words()), measured: self.beside(of, other)? })
        };
        others.map(part).collect::<Option<Vec<_>>>().filter(|parts| !parts.is_empty())
    }

    fn history_is_good(&self) -> Claim {
        let question = Question {
            name: "history-performs-well",
            section: "Experiments: Results, single parameter",
            sentence: "The history heuristic alone performs well.",
            statistic: format!(
                "Nodes with history alone relative to none of the six, {} ply. The claim: below 0; or, as a second reading, below each other one alone.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "well".to_owned(),
        };
        let others = Enhancement::ALL.into_iter().filter(|&other| other != History).map(one);
        question.decide_each(
            vec![
                Reading::of_one("than none", Range::NEGATIVE, self.beside(one(History), NONE)),
                Reading {
                    name: "than each other one",
                    range: Range::NEGATIVE,
                    parts: self.beside_each(one(History), others),
                },
            ],
            String::new(),
        )
    }

    fn history_fades(&self) -> Claim {
        let question = Question {
            name: "history-fades",
            section: "Experiments: Results, single parameter",
            sentence: "The efficiency of the history heuristic drops with depth; the source says, after depth 7.",
            statistic: format!(
                "Nodes with history alone in proportion to those with none of the six, at {} ply, less the same at {}: in points. The claim: above 0, that is to \
                 say less is saved. The source says it of depths beyond these.",
                self.last,
                self.last - 2
            ),
            unit: Unit::Points,
            paper: "drops after depth 7".to_owned(),
        };
        // Two plies: odd and even ones differ.
        let change = one(History).change(self.samples, self.last - 2, self.last);
        question.decide(Range::POSITIVE, change, String::new())
    }

    fn knowledge_is_as_good(&self) -> Claim {
        let question = Question {
            name: "knowledge-as-history",
            section: "Experiments: Results, single parameter",
            sentence: "Knowledge performs about the same as the history heuristic.",
            statistic: format!(
                "Nodes with knowledge alone relative to history alone, {} ply. The claim: between −10 and 10 %.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "about the same".to_owned(),
        };
        let ratio = self.beside(one(Knowledge), one(History));
        question.decide(Range::between(-SMALL, SMALL), ratio, String::new())
    }

    fn table_grows(&self) -> Claim {
        let question = Question {
            name: "table-grows-with-depth",
            section: "Experiments: Results, single parameter",
            sentence: "The effectiveness of transposition tables increases with search depth.",
            statistic: format!(
                "Nodes with the table alone in proportion to those with none of the six, at {} ply, less the same at {}: in points. The claim: below 0, that is to \
                 say more is saved.",
                self.last,
                self.last - 2
            ),
            unit: Unit::Points,
            paper: "below 0".to_owned(),
        };
        let change = one(Table).change(self.samples, self.last - 2, self.last);
        question.decide(Range::NEGATIVE, change, String::new())
    }

    fn refutation_is_constant(&self) -> Claim {
        let question = Question {
            name: "refutation-is-constant",
            section: "Experiments: Results, single parameter",
            sentence: "Refutation tables provide constant performance, regardless of depth.",
            statistic: format!(
                "Nodes with refutation tables alone in proportion to those with none of the six, at {} ply, less the same at {}: in points. The claim: between \
                 −10 and 10.",
                self.last,
                self.last - 2
            ),
            unit: Unit::Points,
            paper: "0".to_owned(),
        };
        let change = one(Refutation).change(self.samples, self.last - 2, self.last);
        question.decide(Range::between(-SMALL, SMALL), change, String::new())
    }

    fn refutation_is_below_the_table(&self) -> Claim {
        let question = Question {
            name: "refutation-below-table",
            section: "Experiments: Results, single parameter",
            sentence: "Refutation tables are worse than transposition tables.",
            statistic: format!(
                "Nodes with refutation tables alone relative to the table alone, {} ply. The claim: above 0.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "above 0".to_owned(),
        };
        question.decide(Range::POSITIVE, self.beside(one(Refutation), one(Table)), String::new())
    }

    fn aspiration_is_small(&self) -> Claim {
        let question = Question {
            name: "aspiration-is-small",
            section: "Experiments: Results, single parameter",
            sentence: "Aspiration search provides a small benefit, beside minimal windows, which every set has.",
            statistic: format!(
                "Nodes with aspiration alone relative to none of the six, {} ply. The claim: between −10 % and 0.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "small".to_owned(),
        };
        question.decide(Range::between(-SMALL, 0.0), self.beside(one(Aspiration), NONE), String::new())
    }

    fn table_and_history_are_best(&self) -> Claim {
        let pair = Subset::of(&[Table, History]);
        let question = Question {
            name: "table-and-history-best-pair",
            section: "Experiments: Results, two parameters",
            sentence: "Of two enhancements together, table and history are the best.",
            statistic: format!(
                "Nodes with table and history relative to each other pair, {} ply. The claim: below 0 for each; a second reading leaves out pairs with \
                 knowledge, which is of the game and not of the search.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "below 0".to_owned(),
        };
        let pairs = |without: Option<Enhancement>| {
            let others = Subset::all().filter(move |set| {
                set.len() == 2 && *set != pair && !without.is_some_and(|enhancement| set.has(enhancement))
            });
            self.beside_each(pair, others)
        };
        let reading = |name, parts| Reading { name, range: Range::NEGATIVE, parts };
        question.decide_each(
            vec![
                reading("than each pair", pairs(None)),
                reading("without knowledge", pairs(Some(Knowledge))),
            ],
            String::new(),
        )
    }

    fn a_third_adds_little(&self) -> Claim {
        let pair = Subset::of(&[Table, History]);
        let question = Question {
            name: "a-third-adds-little",
            section: "Experiments: Results, three or more",
            sentence: "A third enhancement beside table and history adds little.",
            statistic: format!(
                "Nodes with table, history and a third relative to table and history, {} ply. The claim: above −10 % for each third; a second reading is of \
                 all six together.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "no extra benefit".to_owned(),
        };
        let thirds = Subset::all().filter(|set| set.len() == 3 && set.contains(pair));
        let parts = thirds.map(|set| Some(Part { name: set.words(), measured: self.beside(set, pair)? }));
        let parts = parts.collect::<Option<Vec<_>>>();
        let little = Range::above(-SMALL);
        let all = self.beside(Subset::of(&Enhancement::ALL), pair);
        question.decide_each(
            vec![
                Reading { name: "each third", range: little, parts },
                Reading::of_one("all six", little, all),
            ],
            String::new(),
        )
    }
}
