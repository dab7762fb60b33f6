//! The claims of study `clash`.

use super::WIDTHS;
use super::rates::Width;
use crate::experiment::claims::{Claim, ClaimUnit, Question, Range, Reading};
use crate::experiment::clashing::{Cut, Hashing};
use crate::experiment::searches::Samples;
use crate::experiment::stats::{Confidence, share_of};

/// Above this share of pairs, errors count as clustered. The limit was chosen, not measured.
const SOME: f64 = 0.1;

/// With the 13 bits that choose the entry, words chosen for distance separate positions a move or
/// two apart here, except by castling.
const TOLD: u32 = 20;

const COUNTED: u32 = 12;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    vec![
        as_expected(samples),
        formula(samples),
        sixteen(samples),
        enough(samples),
        clusters(samples),
        multiplied(samples),
        distance(samples),
    ]
}

fn as_expected(samples: &Samples) -> Claim {
    let question = Question {
        name: "one-in-2-to-the-m",
        section: "Practical issues, errors",
        sentence: "A look-up that is compared with one entry hits it falsely at most once in 2^m times.",
        statistic: format!(
            "False hits, in proportion to 2^-{COUNTED} for each look-up that did not find its own position, less 1: {COUNTED} bits verified. Look-ups of entries \
             that are still empty count too, and hit nothing: of a table that is filled on the way it is so much less. The claim: below 0."
        ),
        unit: ClaimUnit::Percent,
        paper: "0 of keys drawn by lot".to_owned(),
    };
    let ratio =
        Width::of(samples, Cut::to(COUNTED)).map(|width| width.to_expected().map(|ratio| ratio - 1.0));
    question.decide(Range::NEGATIVE, ratio)
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
        unit: ClaimUnit::Percent,
        paper: "2^-n, which is next to −100 %".to_owned(),
    };
    let chance = 0.5f64.powi(COUNTED as i32);
    let ratio =
        Width::of(samples, Cut::to(COUNTED)).map(|width| width.counts.rate().map(|rate| rate / chance - 1.0));
    question.decide(Range::above(-0.5), ratio)
}

fn moved(samples: &Samples, bits: u32) -> Option<Confidence> {
    let width = Width::of(samples, Cut::to(bits))?;
    let other = width.other_move?;
    Some(share_of(other.iter().sum(), other.len() as u64))
}

fn sixteen(samples: &Samples) -> Claim {
    let question = Question {
        name: "sixteen-bits-seldom-matter",
        section: "this project's",
        sentence: "With sixteen bits verified a search rarely plays another move.",
        statistic: "Positions whose move is not that found with whole keys, as a share of all: 16 bits verified. The claim: below 5 %; a second reading: below \
                    1 %. With the interval of Clopper and Pearson: of so few cases drawing positions anew shows nothing."
            .to_owned(),
        unit: ClaimUnit::Share,
        paper: "not said".to_owned(),
    };
    let share = || moved(samples, 16);
    question.decide_each(vec![
        Reading::of_one("below 5 %", Range::below(0.05), share()),
        Reading::of_one("below 1 %", Range::below(0.01), share()),
    ])
}

fn enough(samples: &Samples) -> Claim {
    let widest = WIDTHS[WIDTHS.len() - 3];
    let question = Question {
        name: "thirty-two-bits-are-enough",
        section: "Practical issues, errors",
        sentence: "With 32 bits verified hardly a search of this length goes wrong.",
        statistic: format!(
            "Positions whose value or move is not that found with whole keys, as a share of all: {widest} bits verified. The claim: below 2 %, which is what none \
             of 240 can show, with the interval of Clopper and Pearson. What was counted with fewer bits leads to expect no false hit at all: this could hardly fail."
        ),
        unit: ClaimUnit::Share,
        paper: "P ≈ 0.99999999 by the formula, of 380,000 visits".to_owned(),
    };
    let share = Width::of(samples, Cut::to(widest)).and_then(|width| {
        let (values, moves) = width.other_value.zip(width.other_move)?;
        let other = values.iter().zip(&moves).map(|(value, mv)| value | mv);
        Some(share_of(other.sum(), values.len() as u64))
    });
    question.decide(Range::below(0.02), share)
}

fn carried(keys: &str, claim: &str) -> String {
    format!(
        "Pairs of positions that one look-up or more took for one, beyond one pair for each difference between the whole keys, as a share of all such pairs, {keys}: {COUNTED} bits verified. \
         The claim: {claim}."
    )
}

fn clusters(samples: &Samples) -> Claim {
    let question = Question {
        name: "clashes-cluster",
        section: "Clustering of errors",
        sentence: "The same moves, played in two positions with one key, lead to two with one key: errors cluster.",
        statistic: carried("Zobrist's keys", "above 10 %"),
        unit: ClaimUnit::Share,
        paper: "the same clashes".to_owned(),
    };
    let share = Width::of(samples, Cut::to(COUNTED)).and_then(|width| width.carried());
    question.decide(Range::above(SOME), share)
}

fn multiplied(samples: &Samples) -> Claim {
    let question = Question {
        name: "no-clusters-without-sums",
        section: "this project's",
        sentence: "Keys that are no sums of words do not cluster.",
        statistic: carried("keys multiplied by an odd number", "below 10 %"),
        unit: ClaimUnit::Share,
        paper: "not said".to_owned(),
    };
    let width = Width::of(samples, Cut { bits: COUNTED, keys: Hashing::Multiplied });
    question.decide(Range::below(SOME), width.and_then(|width| width.carried()))
}

fn distance(samples: &Samples) -> Claim {
    let question = Question {
        name: "distance-saves-clashes",
        section: "this project's",
        sentence: "Words chosen for distance are worth choosing: positions a move or two apart are told apart.",
        statistic: format!(
            "False hits with words chosen for distance, relative to words by lot, less 1. The claim: below 0; with {COUNTED} bits verified, and, as a second reading, with {TOLD}, where positions that differ in seven words or fewer cannot \
             clash."
        ),
        unit: ClaimUnit::Percent,
        paper: "not said".to_owned(),
    };
    let beside = |bits| {
        let distant = Width::of(samples, Cut { bits, keys: Hashing::Distant })?;
        distant.beside(&Width::of(samples, Cut::to(bits))?)
    };
    question.decide_each(vec![
        Reading::of_one("few bits", Range::NEGATIVE, beside(COUNTED)),
        Reading::of_one("enough bits", Range::NEGATIVE, beside(TOLD)),
    ])
}
