//! The claims about the components, from section 4 of the paper.

use super::components::{self, Component, Set, change, change_at_size};
use super::{Components1996, SLOTS};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading};
use crate::experiment::searches::Samples;
use crate::experiment::sizes;
use crate::experiment::stats::Confidence;

/// The largest saving that is `slight`: chosen, not measured.
const SLIGHT: f64 = 0.05;

/// Both were chosen, not measured.
const NOT_VERY: [(&str, f64); 2] = [("less than 5 %", 0.05), ("less than 2 %", 0.02)];

pub(super) fn all(study: &Components1996, samples: &Samples) -> Vec<Claim> {
    // The claims are about this depth and these sizes; others decide nothing.
    let nothing = Samples::default();
    let is_stated = components::ply(samples) == Some(study.ply) && components::sizes(samples) == SLOTS;
    let samples = if is_stated { samples } else { &nothing };
    let changes = Set::told().map(|set| (set, change(samples, set))).collect();
    let at = Judged { study, samples, changes };
    vec![
        at.date(),
        at.saves(Component::Depth, "depth-saves", DEPTH),
        at.saves(Component::Extension, "extension-saves", EXTENSION),
        at.saves(Component::Principal, "principal-saves", PRINCIPAL),
        at.saves(Component::Draw, "draw-saves", DRAW),
        at.none_is_profitable(),
        at.all_together(),
    ]
}

const DEPTH: &str = "Where the position nearer to the root is the more important, and not that with the bigger subtree, fewer nodes are searched.";
const EXTENSION: &str =
    "Where a position that was extended once is extended again wherever it is met, fewer nodes are searched.";
const PRINCIPAL: &str = "Where positions on the principal variation of a child of the root may not be overwritten by others, fewer nodes are searched.";
const DRAW: &str =
    "Where proven draws are told from balanced positions, and answer at any depth, fewer nodes are searched.";

struct Judged<'a> {
    study: &'a Components1996,
    samples: &'a Samples,
    changes: Vec<(Set, Option<Confidence>)>,
}

impl Judged<'_> {
    fn change(&self, set: Set) -> Option<Confidence> {
        self.changes.iter().find(|(of, _)| *of == set).and_then(|(_, change)| change.clone())
    }

    fn statistic(&self, what: &str) -> String {
        format!(
            "Nodes with {what} relative to none of the five, less 1: the geometric mean over {} positions, {} ply, table kept.",
            SLOTS.map(sizes::name).join(", "),
            self.study.ply
        )
    }

    fn date(&self) -> Claim {
        let question = Question {
            name: "date-has-an-edge",
            section: "4, after the list",
            sentence: "Where entries of earlier positions lose every collision, slightly fewer nodes are searched.",
            statistic: format!(
                "{} The claim: below 0; or between −5 % and 0. In 1994, from where the words are, stamped tables stood beside cleared ones.",
                self.statistic("time stamping alone")
            ),
            unit: ClaimUnit::Percent,
            paper: "time stamping seems to have a slight edge".to_owned(),
        };
        let measured = || self.change(Set::alone(Component::Date));
        question.decide_each(vec![
            Reading::of_one("an edge", Range::NEGATIVE, measured()),
            Reading::of_one("a slight one", Range::between(-SLIGHT, 0.0), measured()),
        ])
    }

    fn saves(&self, component: Component, name: &'static str, sentence: &'static str) -> Claim {
        let question = Question {
            name,
            section: "this project's, of the list in 4",
            sentence,
            statistic: format!(
                "{} The claim: below 0. A second reading: at each size.",
                self.statistic(&format!("{} alone", component.word()))
            ),
            unit: ClaimUnit::Percent,
            paper: "named, and not measured".to_owned(),
        };
        let set = Set::alone(component);
        let part = |size: usize| {
            Some(ClaimPart { name: sizes::name(size), measured: change_at_size(self.samples, set, size)? })
        };
        question.decide_each(vec![
            Reading::of_one("mean over sizes", Range::NEGATIVE, self.change(set)),
            Reading {
                name: "at each size",
                range: Range::NEGATIVE,
                parts: SLOTS.into_iter().map(part).collect(),
            },
        ])
    }

    fn none_is_profitable(&self) -> Claim {
        let question = Question {
            name: "none-is-very-profitable",
            section: "4, after the list",
            sentence: "No component alone is very profitable.",
            statistic: format!(
                "{} Of each of the five. The claim: above −5 %, or above −2 %.",
                self.statistic("one component alone")
            ),
            unit: ClaimUnit::Percent,
            paper: "not very profitable (Schaeffer, 1996)".to_owned(),
        };
        let part = |component: Component| {
            let measured = self.change(Set::alone(component))?;
            Some(ClaimPart { name: component.word().to_owned(), measured })
        };
        let reading = |(name, most): (&'static str, f64)| Reading {
            name,
            range: Range::above(-most),
            parts: Component::ALL.into_iter().map(part).collect(),
        };
        question.decide_each(NOT_VERY.map(reading).into())
    }

    fn all_together(&self) -> Claim {
        let question = Question {
            name: "all-are-not-very-profitable",
            section: "4, after the list",
            sentence: "All five components together are not very profitable.",
            statistic: format!(
                "{} The claim: above −5 %, or above −2 %.",
                self.statistic("all five components")
            ),
            unit: ClaimUnit::Percent,
            paper: "not very profitable (Schaeffer, 1996)".to_owned(),
        };
        let measured = || self.change(Set::ALL);
        let reading =
            |(name, most): (&'static str, f64)| Reading::of_one(name, Range::above(-most), measured());
        question.decide_each(NOT_VERY.map(reading).into())
    }
}
