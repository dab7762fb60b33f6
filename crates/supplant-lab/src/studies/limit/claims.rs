//! The claims of study `limit`.

use super::lost::{self, part};
use super::{OURS, PUBLISHED, SMALL};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading};
use crate::experiment::limit::{ForesightOf, SavingsLimit};
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::Confidence;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    vec![needless(samples), admission(samples), width(samples), on_the_record(samples), two_thirds(samples)]
}

fn question(name: &'static str, unit: ClaimUnit, sentence: &'static str, statistic: &str) -> Question {
    Question {
        name,
        section: "this study",
        sentence,
        statistic: format!("{statistic} At each of {}.", SMALL.map(sizes::name).join(", ")),
        unit,
        paper: "nobody has said".to_owned(),
    }
}

fn at_each(question: Question, range: Range, number: impl Fn(usize) -> Option<Confidence>) -> Claim {
    let at = |size: usize| Some(ClaimPart { name: sizes::name(size), measured: number(size)? });
    let parts = SMALL.into_iter().map(at).collect();
    question.decide_each(vec![Reading { name: "", range, parts }])
}

fn needless(samples: &Samples) -> Claim {
    let question = question(
        "half-is-needless",
        ClaimUnit::Share,
        "More than half of what the best published scheme loses could have been kept, in the same buckets.",
        "On the record: what TWOBIG1 loses beyond the best of all policies in buckets of two, as a part of what it loses. The claim: above 50 %.",
    );
    at_each(question, Range::above(0.5), |size| {
        let limits = [SavingsLimit::Replay(PUBLISHED), SavingsLimit::Optimum(2)];
        lost::share(samples, size, &limits, |lost| part(lost[0] - lost[1], lost[0]))
    })
}

const NOT_MORE: &str = "the number shows that admission matters. That it matters more than eviction is not shown: what as much knowledge of whom to evict would do, with every \
    newcomer let in, is not measured.";

fn admission(samples: &Samples) -> Claim {
    let question = question(
        "admission",
        ClaimUnit::Share,
        "Most of it is lost to entries that are never used: admission matters more than eviction.",
        "On the record: what TWOBIG1 loses less if only what will be used is offered to it, as a part of what it loses beyond the best of all policies. The claim: above 50 %.",
    );
    at_each(question, Range::above(0.5), |size| lost::by_admission(samples, size, PUBLISHED, 2))
        .with_note(NOT_MORE)
}

fn width(samples: &Samples) -> Claim {
    let question = question(
        "width-matters-less",
        ClaimUnit::Share,
        "Buckets of more than four slots are not what is missing.",
        "On the record: what the best policy loses less in buckets of sixteen than in buckets of four, as a part of what it loses in those. The claim: below 50 %.",
    );
    at_each(question, Range::below(0.5), |size| {
        let limits = [SavingsLimit::Optimum(4), SavingsLimit::Optimum(16)];
        lost::share(samples, size, &limits, |lost| part(lost[0] - lost[1], lost[0]))
    })
}

fn on_the_record(samples: &Samples) -> Claim {
    let question = question(
        "ours-loses-less",
        ClaimUnit::Percent,
        "Our scheme loses less than the best published one, on the record too.",
        "On the record: what SIEGE loses, relative to TWOBIG1, less 1. The claim: below 0.",
    );
    at_each(question, Range::NEGATIVE, |size| {
        let limits = [SavingsLimit::Replay(OURS), SavingsLimit::Replay(PUBLISHED)];
        lost::of(samples, size, &limits, |lost| part(lost[0], lost[1]) - 1.0)
    })
}

fn two_thirds(samples: &Samples) -> Claim {
    let question = question(
        "two-thirds-of-the-gap",
        ClaimUnit::Share,
        "Our scheme recovers two thirds of what lies between the best published one and foresight.",
        "Searches of their own: nodes that SIEGE saves beyond TWOBIG1, as a part of those that foresight does. The claim: above 66.7 %.",
    );
    at_each(question, Range::above(2.0 / 3.0), |size| {
        let contenders = [
            Contender::table(OURS),
            Contender::table(PUBLISHED),
            Contender::Limit(SavingsLimit::Foresight(ForesightOf::Scores)),
        ];
        lost::recovered(samples, size, contenders)
    })
}
