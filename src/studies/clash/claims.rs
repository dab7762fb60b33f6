//! What is claimed.

use super::WIDTHS;
use super::rates::Width;
use crate::lab::claims::{Claim, Question, Range, Reading, Unit};
use crate::lab::searches::Samples;
use crate::lab::stats::{Bootstrap, Confidence};

/// How near is as expected: chosen, not measured.
const NEAR: f64 = 0.25;

/// The width at which hits are told from chance by enough cases.
const COUNTED: u32 = 12;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    vec![as_expected(samples), formula(samples), survive(samples), sixteen(samples), enough(samples)]
}

fn as_expected(samples: &Samples) -> Claim {
    let question = Question {
        name: "one-in-2-to-the-m",
        section: "Practical issues, errors",
        sentence: "A look-up that is compared with one entry hits it falsely once in 2^m times.",
        statistic: format!(
            "False hits, in proportion to 2^-{COUNTED} for each look-up that did not find its own position, less 1: {COUNTED} bits verified. The claim: \
             between −25 and 25 %."
        ),
        unit: Unit::Percent,
        paper: "0 of keys drawn by lot".to_owned(),
    };
    let ratio = Width::of(samples, COUNTED).map(|width| width.to_expected().map(|ratio| ratio - 1.0));
    question.decide(Range::between(-NEAR, NEAR), ratio, String::new())
}

fn formula(samples: &Samples) -> Claim {
    let question = Question {
        name: "formula-of-one-entry",
        section: "Practical issues, errors",
        sentence: "The lecture's formula, with a chance of 2^-(n+m) a visit, is of a table with one entry: a full one is wrong 2^n times as often.",
        statistic: format!(
            "False hits a node, in proportion to 2^-(n+m), in proportion to 2^n, less 1: {COUNTED} bits verified. The claim: above −50 %, that is to say \
             thousands of times what the formula says."
        ),
        unit: Unit::Percent,
        paper: "2^-n, which is next to −100 %".to_owned(),
    };
    let chance = 0.5f64.powi(COUNTED as i32);
    let ratio = Width::of(samples, COUNTED).map(|width| width.rate().map(|rate| rate / chance - 1.0));
    question.decide(Range::above(-0.5), ratio, String::new())
}

fn survive(samples: &Samples) -> Claim {
    let question = Question {
        name: "legality-is-no-test",
        section: "this project's",
        sentence: "Most false hits survive the test whether their move is legal.",
        statistic: format!(
            "False hits without an illegal move, as a share of all: {COUNTED} bits verified. The claim: above 50 %."
        ),
        unit: Unit::Percent,
        paper: "not said".to_owned(),
    };
    let share = Width::of(samples, COUNTED).and_then(|width| width.survive());
    question.decide(Range::above(0.5), share, String::new())
}

/// The share of positions whose move is another.
fn moved(samples: &Samples, bits: u32) -> Option<Confidence> {
    let width = Width::of(samples, bits)?;
    Some(Bootstrap::default().ratio(&width.other_move, &vec![1; width.other_move.len()]))
}

fn sixteen(samples: &Samples) -> Claim {
    let question = Question {
        name: "sixteen-bits-seldom-matter",
        section: "this project's",
        sentence: "With sixteen bits verified a search seldom plays another move.",
        statistic: "Positions whose move is not that found with whole keys, as a share of all: 16 bits verified. The claim: below 5 %; a second reading: below \
                    1 %."
            .to_owned(),
        unit: Unit::Percent,
        paper: "not said".to_owned(),
    };
    let share = || moved(samples, 16);
    question.decide_each(
        vec![
            Reading::of_one("below 5 %", Range::below(0.05), share()),
            Reading::of_one("below 1 %", Range::below(0.01), share()),
        ],
        String::new(),
    )
}

fn enough(samples: &Samples) -> Claim {
    let widest = WIDTHS[WIDTHS.len() - 3];
    let question = Question {
        name: "thirty-two-bits-are-enough",
        section: "Practical issues, errors",
        sentence: "With 32 bits verified no search of this length goes wrong.",
        statistic: format!(
            "Positions whose value or move is not that found with whole keys, as a share of all: {widest} bits verified. The claim: below 0.5 %."
        ),
        unit: Unit::Percent,
        paper: "P ≈ 0.9999999977 where n + m − w is 32".to_owned(),
    };
    let share = Width::of(samples, widest).map(|width| {
        let other = width.other_value.iter().zip(&width.other_move).map(|(value, mv)| value | mv);
        Bootstrap::default().ratio(&other.collect::<Vec<_>>(), &vec![1; width.other_value.len()])
    });
    question.decide(Range::below(0.005), share, String::new())
}
