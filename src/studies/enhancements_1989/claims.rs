//! What the source concludes.

use super::Enhancements1989;
use super::subsets::{Enhancement, Subset};
use super::tables::bare;
use crate::entry::Depth;
use crate::lab::claims::{Claim, Part, Question, Range, Reading, Unit};
use crate::lab::searches::Samples;
use crate::lab::stats::Confidence;

use Enhancement::{Aspiration, History, Knowledge, Refutation, Table};

/// What is a `small` saving, what `little`, and how near is `the same`: chosen, not measured.
const SMALL: f64 = 0.10;
/// The claim on knowledge itself.
const KNOWLEDGE: &str = "knowledge-as-history";

/// The claims, in the source's order.
pub(super) fn all(study: &Enhancements1989, samples: &Samples) -> Vec<Claim> {
    let at = Judged { samples, last: study.plies.1, base: study.base };
    let mut claims = vec![
        at.history_is_good(),
        at.history_fades(),
        at.knowledge_is_as_good(),
        at.table_grows(),
        at.refutation_is_constant(),
        at.refutation_is_below_the_table(),
        at.aspiration_is_small(),
        at.table_and_history_are_best(),
        at.a_third_adds_little(),
    ];
    // Where each set has knowledge nothing is said of it.
    claims.retain(|claim| claim.name != KNOWLEDGE || !study.base.has(Knowledge));
    claims
}

/// What they are decided of.
struct Judged<'a> {
    samples: &'a Samples,
    last: Depth,
    base: Subset,
}

impl Judged<'_> {
    /// These, with what every set has.
    fn with(&self, all: &[Enhancement]) -> Subset {
        all.iter().fold(self.base, |set, &one| set.with(one))
    }

    fn one(&self, enhancement: Enhancement) -> Subset {
        self.with(&[enhancement])
    }

    /// What a set is called that has one enhancement beside what all have.
    fn alone(&self, enhancement: &str) -> String {
        if self.base.is_empty() {
            format!("{enhancement} alone")
        } else {
            format!("{} and {enhancement}", self.base.words())
        }
    }

    /// Beside what several are, where all sets have something.
    fn beside_what(&self) -> String {
        if self.base.is_empty() { String::new() } else { format!(", beside {}", self.base.words()) }
    }

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
                "Nodes with {} relative to {}, {} ply. The claim: below 0; or, as a second reading, below each other one alone.",
                self.alone("history"),
                bare(self.base),
                self.last
            ),
            unit: Unit::Percent,
            paper: "well".to_owned(),
        };
        let others = Enhancement::ALL
            .into_iter()
            .filter(|&other| other != History && !self.base.has(other))
            .map(|other| self.one(other));
        question.decide_each(
            vec![
                Reading::of_one("than none", Range::NEGATIVE, self.beside(self.one(History), self.base)),
                Reading {
                    name: "than each other one",
                    range: Range::NEGATIVE,
                    parts: self.beside_each(self.one(History), others),
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
                "Nodes with {} in proportion to those with {}, at {} ply, less the same at {}: in points. The claim: above 0, that is to \
                 say less is saved.{}",
                self.alone("history"),
                bare(self.base),
                self.last,
                self.last - 2,
                if self.last > 7 { "" } else { " The source says it of depths beyond these." }
            ),
            unit: Unit::Points,
            paper: "drops after depth 7".to_owned(),
        };
        // Two plies: odd and even ones differ.
        let change = self.one(History).change(self.base, self.samples, self.last - 2, self.last);
        question.decide(Range::POSITIVE, change, String::new())
    }

    fn knowledge_is_as_good(&self) -> Claim {
        let question = Question {
            name: KNOWLEDGE,
            section: "Experiments: Results, single parameter",
            sentence: "Knowledge performs about the same as the history heuristic.",
            statistic: format!(
                "Nodes with knowledge alone relative to history alone, {} ply. The claim: between −10 and 10 %.",
                self.last
            ),
            unit: Unit::Percent,
            paper: "about the same".to_owned(),
        };
        let ratio = self.beside(self.one(Knowledge), self.one(History));
        question.decide(Range::between(-SMALL, SMALL), ratio, String::new())
    }

    fn table_grows(&self) -> Claim {
        let question = Question {
            name: "table-grows-with-depth",
            section: "Experiments: Results, single parameter",
            sentence: "The effectiveness of transposition tables increases with search depth.",
            statistic: format!(
                "Nodes with {} in proportion to those with {}, at {} ply, less the same at {}: in points. The claim: below 0, that is to \
                 say more is saved.",
                self.alone("the table"),
                bare(self.base),
                self.last,
                self.last - 2
            ),
            unit: Unit::Points,
            paper: "below 0".to_owned(),
        };
        let change = self.one(Table).change(self.base, self.samples, self.last - 2, self.last);
        question.decide(Range::NEGATIVE, change, String::new())
    }

    fn refutation_is_constant(&self) -> Claim {
        let question = Question {
            name: "refutation-is-constant",
            section: "Experiments: Results, single parameter",
            sentence: "Refutation tables provide constant performance, regardless of depth.",
            statistic: format!(
                "Nodes with {} in proportion to those with {}, at {} ply, less the same at {}: in points. The claim: between \
                 −10 and 10.",
                self.alone("refutation tables"),
                bare(self.base),
                self.last,
                self.last - 2
            ),
            unit: Unit::Points,
            paper: "0".to_owned(),
        };
        let change = self.one(Refutation).change(self.base, self.samples, self.last - 2, self.last);
        question.decide(Range::between(-SMALL, SMALL), change, String::new())
    }

    fn refutation_is_below_the_table(&self) -> Claim {
        let question = Question {
            name: "refutation-below-table",
            section: "Experiments: Results, single parameter",
            sentence: "Refutation tables are worse than transposition tables.",
            statistic: format!(
                "Nodes with {} relative to {}, {} ply. The claim: above 0.",
                self.alone("refutation tables"),
                self.alone("the table"),
                self.last
            ),
            unit: Unit::Percent,
            paper: "above 0".to_owned(),
        };
        question.decide(Range::POSITIVE, self.beside(self.one(Refutation), self.one(Table)), String::new())
    }

    fn aspiration_is_small(&self) -> Claim {
        let question = Question {
            name: "aspiration-is-small",
            section: "Experiments: Results, single parameter",
            sentence: "Aspiration search provides a small benefit, beside minimal windows, which every set has.",
            statistic: format!(
                "Nodes with {} relative to {}, {} ply. The claim: between −10 % and 0.",
                self.alone("aspiration"),
                bare(self.base),
                self.last
            ),
            unit: Unit::Percent,
            paper: "small".to_owned(),
        };
        question.decide(
            Range::between(-SMALL, 0.0),
            self.beside(self.one(Aspiration), self.base),
            String::new(),
        )
    }

    fn table_and_history_are_best(&self) -> Claim {
        let pair = self.with(&[Table, History]);
        let question = Question {
            name: "table-and-history-best-pair",
            section: "Experiments: Results, two parameters",
            sentence: "Of two enhancements together, table and history are the best.",
            statistic: format!(
                "Nodes with table and history relative to each other pair{}, {} ply. The claim: below 0 for each; a second reading leaves out pairs with \
                 knowledge, which is of the game and not of the search.",
                self.beside_what(),
                self.last
            ),
            unit: Unit::Percent,
            paper: "below 0".to_owned(),
        };
        let pairs = |without: Option<Enhancement>| {
            let others = Subset::all().filter(move |set| {
                set.len() == pair.len()
                    && set.contains(self.base)
                    && *set != pair
                    && !without.is_some_and(|enhancement| set.has(enhancement))
            });
            self.beside_each(pair, others)
        };
        let reading = |name, parts| Reading { name, range: Range::NEGATIVE, parts };
        let mut readings = vec![reading("than each pair", pairs(None))];
        if !self.base.has(Knowledge) {
            readings.push(reading("without knowledge", pairs(Some(Knowledge))));
        }
        question.decide_each(readings, String::new())
    }

    fn a_third_adds_little(&self) -> Claim {
        let pair = self.with(&[Table, History]);
        let question = Question {
            name: "a-third-adds-little",
            section: "Experiments: Results, three or more",
            sentence: "A third enhancement beside table and history adds little.",
            statistic: format!(
                "Nodes with table, history and a third relative to table and history{}, {} ply. The claim: above −10 % for each third; a second reading is of \
                 all six together.",
                self.beside_what(),
                self.last
            ),
            unit: Unit::Percent,
            paper: "no extra benefit".to_owned(),
        };
        let thirds = Subset::all().filter(|set| set.len() == pair.len() + 1 && set.contains(pair));
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
