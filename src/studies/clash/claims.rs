//! What is claimed.

use super::WIDTHS;
use super::rates::Width;
use crate::lab::claims::{Claim, Question, Range, Reading, Unit};
use crate::lab::searches::Samples;
use crate::lab::stats::{Confidence, share_of};

/// How near is as expected: chosen, not measured.
const NEAR: f64 = 0.25;

/// The width at which hits are told from chance by enough cases.
const COUNTED: u32 = 12;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    vec![as_expected(samples), formula(samples), sixteen(samples), enough(samples)]
}

fn as_expected(samples: &Samples) -> Claim {
    let question = Question {
        name: "one-in-2-to-the-m",
        section: "Practical issues, errors",
        sentence: "A look-up that is compared with one entry hits it falsely once in 2^m times.",
        statistic: format!(
            "False hits, in proportion to 2^-{COUNTED} for each look-up that did not find its own position, less 1: {COUNTED} bits verified. Look-ups of entries \
             that are still empty count too, and hit nothing: of a table that is filled on the way it is so much less. The claim: between −25 and 25 %."
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
        sentence: "The lecture's formula, with a chance of 2^-(n+m) a visit, is of two keys, or of a table with one entry: a table of 2^n is wrong at least half of 2^n \
                   times as often.",
        statistic: format!(
            "False hits a node, in proportion to 2^-(n+m), in proportion to 2^n, less 1: {COUNTED} bits verified. The claim: above −50 %."
        ),
        unit: Unit::Percent,
        paper: "2^-n, which is next to −100 %".to_owned(),
    };
    let chance = 0.5f64.powi(COUNTED as i32);
    let ratio = Width::of(samples, COUNTED).map(|width| width.rate().map(|rate| rate / chance - 1.0));
    question.decide(Range::above(-0.5), ratio, String::new())
}

/// The share of positions whose move is another.
fn moved(samples: &Samples, bits: u32) -> Option<Confidence> {
    let width = Width::of(samples, bits)?;
    Some(share_of(width.other_move.iter().sum(), width.other_move.len() as u64))
}

fn sixteen(samples: &Samples) -> Claim {
    let question = Question {
        name: "sixteen-bits-seldom-matter",
        section: "this project's",
        sentence: "With sixteen bits verified a search seldom plays another move.",
        statistic: "Positions whose move is not that found with whole keys, as a share of all: 16 bits verified. The claim: below 5 %; a second reading: below \
                    1 %. With the interval of Clopper and Pearson: of so few cases drawing positions anew shows nothing."
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
        sentence: "With 32 bits verified hardly a search of this length goes wrong.",
        statistic: format!(
            "Positions whose value or move is not that found with whole keys, as a share of all: {widest} bits verified. The claim: below 2 %, which is what none \
             of 240 can show, with the interval of Clopper and Pearson."
        ),
        unit: Unit::Percent,
        paper: "P ≈ 0.9999999977 where n + m − w is 32".to_owned(),
    };
    let share = Width::of(samples, widest).map(|width| {
        let other = width.other_value.iter().zip(&width.other_move).map(|(value, mv)| value | mv);
        share_of(other.sum(), width.other_value.len() as u64)
    });
    question.decide(Range::below(0.02), share, String::new())
}
