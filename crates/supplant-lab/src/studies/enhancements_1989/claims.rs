//! The source's conclusions, as claims.

use std::collections::BTreeSet;

use super::subsets::{Counted, Enhancement, Subset};
use super::tables::bare;
use super::{Enhancements1989, MODE};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading};
use crate::experiment::searches::Samples;
use crate::experiment::stats::Confidence;
use supplant::entry::Depth;
use supplant_search::search::Enhancements;

use Enhancement::{Aspiration, History, Knowledge, Refutation, Table};

/// The limit of `small`, `little` and `the same`: chosen, not measured.
const SMALL: f64 = 0.10;
const FADES: Depth = 7;

pub(super) fn all(study: &Enhancements1989, samples: &Samples) -> Vec<Claim> {
    let last = samples.deepest(MODE).unwrap_or(study.plies.1);
    let searches = (study.sets)().into_iter().map(Subset::search).collect();
    let at = Judged { samples, last, deepest: study.plies.1, base: study.base, searches };
    [
        Some(at.history_is_good()),
        Some(at.history_fades()),
        at.knowledge_is_as_good(),
        Some(at.table_grows()),
        Some(at.refutation_is_constant()),
        Some(at.refutation_is_below_the_table()),
        Some(at.aspiration_is_small()),
        at.table_and_history_are_best(),
        Some(at.a_third_adds_little()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

struct Judged<'a> {
    samples: &'a Samples,
    last: Depth,
    deepest: Depth,
    base: Subset,
    searches: BTreeSet<Enhancements>,
}

impl Judged<'_> {
    fn is_searched(&self, set: Subset) -> bool {
        self.searches.contains(&set.search())
    }

    fn at_ply(&self) -> String {
        format!("{} ply, or the deepest measured", self.deepest)
    }

    fn between_plies(&self) -> String {
        format!("at {} ply, or the deepest measured, less the same two plies before", self.deepest)
    }

    fn with(&self, all: &[Enhancement]) -> Subset {
        all.iter().fold(self.base, |set, &one| set.with(one))
    }

    fn one(&self, enhancement: Enhancement) -> Subset {
        self.with(&[enhancement])
    }

    fn alone(&self, enhancement: &str) -> String {
        if self.base.is_empty() {
            format!("{enhancement} alone")
        } else {
            format!("{} and {enhancement}", self.base.words())
        }
    }

    fn beside_what(&self) -> String {
        if self.base.is_empty() { String::new() } else { format!(", beside {}", self.base.words()) }
    }

    fn beside(&self, of: Subset, to: Subset) -> Option<Confidence> {
        of.beside(to, self.samples, self.last)
    }

    fn beside_counted(&self, of: Subset, to: Subset, counted: Counted) -> Option<Confidence> {
        of.beside_counted(to, self.samples, self.last, counted)
    }

    fn beside_each(
        &self,
        of: Subset,
        others: impl Iterator<Item = Subset>,
        counted: Counted,
    ) -> Option<Vec<ClaimPart>> {
        let part = |other: Subset| {
            let measured = self.beside_counted(of, other, counted)?;
            Some(ClaimPart { name: format!("to {}", other.words()), measured })
        };
        others.map(part).collect::<Option<Vec<_>>>().filter(|parts| !parts.is_empty())
    }

    fn history_is_good(&self) -> Claim {
        let question = Question {
            name: "history-performs-well",
            section: "Experiments: Results, single parameter",
            sentence: "The history heuristic performs well.",
            statistic: format!(
                "Nodes with {} relative to {}, {}. The claim: below 0; or, as a second reading, below each other one in its place.",
                self.alone("history"),
                bare(self.base),
                self.at_ply()
            ),
            unit: ClaimUnit::Percent,
            paper: "well".to_owned(),
        };
        let others = Enhancement::ALL
            .into_iter()
            .filter(|&other| other != History && !self.base.has(other))
            .map(|other| self.one(other));
        question.decide_each(vec![
            Reading::of_one("than without", Range::NEGATIVE, self.beside(self.one(History), self.base)),
            Reading {
                name: "than each other one",
                range: Range::NEGATIVE,
                parts: self.beside_each(self.one(History), others, Counted::All),
            },
        ])
    }

    fn history_fades(&self) -> Claim {
        let question = Question {
            name: "history-fades",
            section: "Experiments: Results, single parameter",
            sentence: "The efficiency of the history heuristic drops with depth; the source says, after depth 7.",
            statistic: format!(
                "Nodes with {} in proportion to those with {}, {}: in points. The claim: above 0, that is to say less is saved. Of searches to less than {} plies it says nothing.",
                self.alone("history"),
                bare(self.base),
                self.between_plies(),
                FADES + 1
            ),
            unit: ClaimUnit::Points,
            paper: "drops after depth 7".to_owned(),
        };
        let change =
            self.one(History).change(self.base, self.samples, self.last.saturating_sub(2), self.last);
        let is_asked = |_: &Confidence| self.last > FADES;
        question.decide(Range::POSITIVE, change.filter(is_asked))
    }

    fn knowledge_is_as_good(&self) -> Option<Claim> {
        let question = Question {
            name: "knowledge-as-history",
            section: "Experiments: Results, single parameter",
            sentence: "Knowledge performs about the same as the history heuristic.",
            statistic: format!(
                "Nodes with knowledge alone relative to history alone, {}. The claim: between −10 and 10 %. A second reading counts no nodes beyond the leaves, \
                 where history orders nothing and knowledge does.",
                self.at_ply()
            ),
            unit: ClaimUnit::Percent,
            paper: "about the same".to_owned(),
        };
        let near = Range::between(-SMALL, SMALL);
        let ratio = |counted| self.beside_counted(self.one(Knowledge), self.one(History), counted);
        let readings = vec![
            Reading::of_one("all nodes", near, ratio(Counted::All)),
            Reading::of_one("to the leaves", near, ratio(Counted::FullWidth)),
        ];
        (!self.base.has(Knowledge)).then(|| question.decide_each(readings))
    }

    fn table_grows(&self) -> Claim {
        let question = Question {
            name: "table-grows-with-depth",
            section: "Experiments: Results, single parameter",
            sentence: "The effectiveness of transposition tables increases with search depth.",
            statistic: format!(
                "Nodes with {} in proportion to those with {}, {}: in points. The claim: below 0, that is to \
                 say more is saved.",
                self.alone("the table"),
                bare(self.base),
                self.between_plies()
            ),
            unit: ClaimUnit::Points,
            paper: "below 0".to_owned(),
        };
        let change = self.one(Table).change(self.base, self.samples, self.last.saturating_sub(2), self.last);
        question.decide(Range::NEGATIVE, change)
    }

    fn refutation_is_constant(&self) -> Claim {
        let question = Question {
            name: "refutation-is-constant",
            section: "Experiments: Results, single parameter",
            sentence: "Refutation tables provide constant performance, regardless of depth.",
            statistic: format!(
                "Nodes with {} in proportion to those with {}, {}: in points. The claim: between \
                 −10 and 10.",
                self.alone("refutation tables"),
                bare(self.base),
                self.between_plies()
            ),
            unit: ClaimUnit::Points,
            paper: "0".to_owned(),
        };
        let change =
            self.one(Refutation).change(self.base, self.samples, self.last.saturating_sub(2), self.last);
        question.decide(Range::between(-SMALL, SMALL), change)
    }

    fn refutation_is_below_the_table(&self) -> Claim {
        let question = Question {
            name: "refutation-below-table",
            section: "Experiments: Results, single parameter",
            sentence: "Refutation tables are worse than transposition tables.",
            statistic: format!(
                "Nodes with {} relative to {}, {}. The claim: above 0.",
                self.alone("refutation tables"),
                self.alone("the table"),
                self.at_ply()
            ),
            unit: ClaimUnit::Percent,
            paper: "above 0".to_owned(),
        };
        question.decide(Range::POSITIVE, self.beside(self.one(Refutation), self.one(Table)))
    }

    fn aspiration_is_small(&self) -> Claim {
        let question = Question {
            name: "aspiration-is-small",
            section: "Experiments: Results, single parameter",
            sentence: "Aspiration search provides a small benefit, beside minimal windows, which every set has.",
            statistic: format!(
                "Nodes with {} relative to {}, {}. The claim: between −10 % and 0.",
                self.alone("aspiration"),
                bare(self.base),
                self.at_ply()
            ),
            unit: ClaimUnit::Percent,
            paper: "small".to_owned(),
        };
        question.decide(Range::between(-SMALL, 0.0), self.beside(self.one(Aspiration), self.base))
    }

    fn table_and_history_are_best(&self) -> Option<Claim> {
        let pair = self.with(&[Table, History]);
        let question = Question {
            name: "table-and-history-best-pair",
            section: "Experiments: Results, two parameters",
            sentence: "Of two enhancements together, table and history are the best.",
            statistic: format!(
                "Nodes with table and history relative to each other pair{}, {}. The claim: below 0 for each. Further readings leave out pairs with knowledge, which is of the game \
                 and not of the search, or count no nodes beyond the leaves.",
                self.beside_what(),
                self.at_ply()
            ),
            unit: ClaimUnit::Percent,
            paper: "below 0".to_owned(),
        };
        let is_other = |set: &Subset| set.len() == pair.len() && set.contains(self.base) && *set != pair;
        let others: Vec<_> = Subset::all().filter(is_other).collect();
        let of_search =
            || others.iter().copied().filter(|set| self.base.has(Knowledge) || !set.has(Knowledge));
        let reading = |name, parts| Reading { name, range: Range::NEGATIVE, parts };
        let each = || others.iter().copied();
        let readings = vec![
            reading("than each pair", self.beside_each(pair, each(), Counted::All)),
            reading("without knowledge", self.beside_each(pair, of_search(), Counted::All)),
            reading("than each, to the leaves", self.beside_each(pair, each(), Counted::FullWidth)),
        ];
        others.iter().all(|&set| self.is_searched(set)).then(|| question.decide_each(readings))
    }

    fn a_third_adds_little(&self) -> Claim {
        let pair = self.with(&[Table, History]);
        let question = Question {
            name: "a-third-adds-little",
            section: "Experiments: Results, three or more",
            sentence: "A third enhancement beside table and history adds little.",
            statistic: format!(
                "Nodes with table, history and a third relative to table and history{}, {}. The claim: above −10 % for each third; further readings are of \
                 all six together, or count no nodes beyond the leaves.",
                self.beside_what(),
                self.at_ply()
            ),
            unit: ClaimUnit::Percent,
            paper: "no extra benefit".to_owned(),
        };
        let thirds: Vec<_> =
            Subset::all().filter(|set| set.len() == pair.len() + 1 && set.contains(pair)).collect();
        let little = Range::above(-SMALL);
        let each = |name, counted| {
            let part = |&set: &Subset| {
                Some(ClaimPart { name: set.words(), measured: self.beside_counted(set, pair, counted)? })
            };
            Reading { name, range: little, parts: thirds.iter().map(part).collect() }
        };
        let all = |counted| self.beside_counted(Subset::of(&Enhancement::ALL), pair, counted);
        let mut readings = vec![
            Reading::of_one("all six", little, all(Counted::All)),
            Reading::of_one("all six, to the leaves", little, all(Counted::FullWidth)),
        ];
        if thirds.iter().all(|&set| self.is_searched(set)) {
            readings.insert(0, each("each third", Counted::All));
            readings.push(each("each third, to the leaves", Counted::FullWidth));
        }
        question.decide_each(readings)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, DEEPER, DEEPEST, MODE, SLOTS, TABLE};
    use super::{Enhancement, Subset, all};
    use crate::experiment::claims::tests::named;
    use crate::experiment::claims::{Claim, Verdict};
    use crate::experiment::searches::{Contender, Samples};
    use supplant::entry::Depth;

    use Enhancement::{History, Knowledge};

    fn world(plies: &[Depth], of: impl Fn(Subset, Depth) -> u64) -> Samples {
        let mut samples = Samples::default().of_first(Subset::NONE.search());
        for (&ply, set) in plies.iter().flat_map(|ply| Subset::all().map(move |set| (ply, set))) {
            samples = samples.doing(set.search());
            let nodes = (1..=12).map(|i| 1000 * i * of(set, ply)).collect();
            match set.has(Enhancement::Table) {
                true => samples.insert((MODE, ply, TABLE, Some(SLOTS)), nodes),
                false => samples.insert((MODE, ply, Contender::None, None), nodes),
            }
        }
        samples.doing(Subset::NONE.search())
    }

    fn verdict(claims: &[Claim], name: &str) -> Verdict {
        named(claims, name).readings[0].verdict
    }

    #[test]
    fn history_fades_where_it_saves_less_with_depth_and_of_few_plies_nothing_is_said() {
        let saves = |by_ply: fn(Depth) -> u64| {
            move |set: Subset, ply: Depth| if set.has(History) { by_ply(ply) } else { 1000 }
        };
        let fading = world(&[6, 8], saves(|ply| if ply == 8 { 600 } else { 300 }));
        let growing = world(&[6, 8], saves(|ply| if ply == 8 { 300 } else { 600 }));
        let judged = |samples| verdict(&all(&DEEPEST, samples), "history-fades");
        assert_eq!((judged(&fading), judged(&growing)), (Verdict::Holds, Verdict::DoesNotHold));
        let shallow = world(&[4, 6], saves(|ply| if ply == 6 { 600 } else { 300 }));
        assert_eq!(verdict(&all(&DEEPER, &shallow), "history-fades"), Verdict::NotMeasured);
    }

    #[test]
    fn the_table_is_judged_by_two_plies_and_history_by_what_has_none() {
        let grows = world(&[3, 5], |set, ply| match set.has(Enhancement::Table) {
            true => {
                if ply == 5 {
                    400
                } else {
                    500
                }
            }
            false => 1000,
        });
        let claims = all(&ALL, &grows);
        assert_eq!(verdict(&claims, "table-grows-with-depth"), Verdict::Holds);
        assert_eq!(verdict(&claims, "refutation-below-table"), Verdict::Holds);
        assert_eq!(verdict(&claims, "refutation-is-constant"), Verdict::Holds);
        assert_eq!(verdict(&claims, "history-performs-well"), Verdict::DoesNotHold);
        let best = world(&[3, 5], |set, _| {
            let pair = set.has(History) && set.has(Enhancement::Table);
            if pair {
                100
            } else if set.has(Knowledge) {
                300
            } else {
                1000
            }
        });
        let claims = all(&ALL, &best);
        assert_eq!(verdict(&claims, "table-and-history-best-pair"), Verdict::Holds);
        assert_eq!(verdict(&claims, "a-third-adds-little"), Verdict::Holds);
        assert_eq!(verdict(&claims, "knowledge-as-history"), Verdict::DoesNotHold);
    }

    #[test]
    fn where_every_set_has_knowledge_nothing_is_said_of_it_nor_of_pairs_that_are_not_there() {
        let names =
            |study| all(study, &Samples::default()).iter().map(|claim| claim.name).collect::<Vec<_>>();
        let of_all = names(&ALL);
        assert!(of_all.contains(&"knowledge-as-history") && of_all.contains(&"table-and-history-best-pair"));
        assert_eq!(names(&DEEPER).len(), of_all.len() - 1);
        assert_eq!(names(&DEEPEST).len(), of_all.len() - 2);
    }
}
