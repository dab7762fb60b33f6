//! Claims on the size of the table.

use super::PLY;
use super::curves::{Curves, Sums};
use crate::lab::claims::{Claim, Question, Range, Unit, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::{self, geometric_mean};
use crate::scheme::SchemeName;
use crate::studies::replacement_1994::SCHEMES;
use crate::studies::replacement_1994::published;

const K: usize = 1024;

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let curves = Curves::of(samples, Mode::Clear);
    let curves = curves.as_ref();
    vec![
        flattening(curves),
        flat_at_the_end(curves),
        spread_shrinks(curves),
        spread_at_8k(curves),
        spread_from_512k(curves),
        doubling(samples, curves),
    ]
}

fn flattening(curves: Option<&Curves<'_>>) -> Claim {
    let curves = curves.filter(|curves| curves.sizes.len() >= 3);
    let question = Question {
        name: "flattening",
        section: "7, first point under Figure 1",
        sentence: "The larger the table, the less a still larger one saves.",
        statistic:
            "Saving per doubling between the two largest sizes, less that between the two smallest; the \
            seven schemes together (geometric mean), 7 ply, table cleared. The claim: below 0."
                .to_owned(),
        paper: "below 0 (a curve)".to_owned(),
    };
    let measured = curves.map(|curves| {
        let last = curves.sizes.len() - 1;
        curves.estimate(|sums| sums.saved_per_doubling(last - 1, last) - sums.saved_per_doubling(0, 1))
    });
    let claim = question.decide(Range::NEGATIVE, measured, curves.map(steps).unwrap_or_default());
    Claim { unit: Unit::Points, ..claim }
}

/// What a doubling saves between each size and the next.
fn steps(curves: &Curves<'_>) -> String {
    let step = |i: usize| {
        let saved = curves.value(|sums| sums.saved_per_doubling(i, i + 1));
        format!(
            "{} to {}: {}",
            sizes::name(curves.sizes[i]),
            sizes::name(curves.sizes[i + 1]),
            percent(saved)
        )
    };
    let steps: Vec<_> = (0..curves.sizes.len() - 1).map(step).collect();
    format!("Saved per doubling: {}.", steps.join("; "))
}

fn flat_at_the_end(curves: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "constancy",
        section: "7, first point under Figure 1",
        sentence: "At some size, perhaps before 1024K positions, a larger table gains nothing that matters.",
        statistic:
            "Saving of the last doubling, from 512K to 1024K positions; the seven schemes together, 7 ply, \
            table cleared. The claim, as read here: below 3 %, the difference between schemes that the paper \
            calls small at these sizes."
                .to_owned(),
        paper: "nothing significant".to_owned(),
    };
    let end = curves.and_then(|curves| curves.only(|size| size == 512 * K || size == 1024 * K));
    let end = end.filter(|curves| curves.sizes.len() == 2);
    let measured = end.as_ref().map(|curves| curves.estimate(|sums| sums.saved_per_doubling(0, 1)));
    let each = |curves: &Curves<'_>| {
        let of = |&scheme: &SchemeName| {
            format!(
                "{scheme} {}",
                percent(curves.value(|sums| 1.0 - sums.of(scheme, 1) / sums.of(scheme, 0)))
            )
        };
        format!("By scheme: {}.", SCHEMES.iter().map(of).collect::<Vec<_>>().join(", "))
    };
    question.decide(Range::below(0.03), measured, end.as_ref().map(each).unwrap_or_default())
}

/// How much more the worst scheme needs than the best.
fn spread(curves: &Curves<'_>, schemes: &[SchemeName], size: usize) -> stats::Estimate {
    curves.estimate(|sums| sums.most(schemes, size) / sums.least(schemes, size) - 1.0)
}

fn spread_shrinks(curves: Option<&Curves<'_>>) -> Claim {
    let curves = curves.filter(|curves| curves.sizes.len() >= 2);
    let question = Question {
        name: "spread-shrinks",
        section: "7, second point under Figure 1",
        sentence: "The larger the table, the less the schemes differ.",
        statistic: "Spread at the largest size less spread at the smallest, where the spread is how many more \
            nodes the worst of the seven schemes visits than the best; 7 ply, table cleared. The claim: below 0."
            .to_owned(),
        paper: "from 23 % to about 3 %".to_owned(),
    };
    let measured = curves.map(|curves| {
        let last = curves.sizes.len() - 1;
        let spread = |sums: &Sums<'_>, i| sums.most(&SCHEMES, i) / sums.least(&SCHEMES, i);
        curves.estimate(|sums| spread(sums, last) - spread(sums, 0))
    });
    let detail = curves.map(|curves| {
        let each = curves.by_size(|sums, i| sums.most(&SCHEMES, i) / sums.least(&SCHEMES, i) - 1.0);
        format!("Spread at {each}.")
    });
    let claim = question.decide(Range::NEGATIVE, measured, detail.unwrap_or_default());
    Claim { unit: Unit::Points, ..claim }
}

fn spread_at_8k(curves: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "spread-at-8k",
        section: "7, second point under Figure 1",
        sentence: "With 8K positions the worst scheme (NEW) is at least 23 % from the best (TWOBIG1).",
        statistic: "How many more nodes the worst of the seven schemes visits than the best, with 8K positions; \
            7 ply, table cleared. The claim: above 23 %. The paper does not say of which of the two this is a \
            share; here it is of the best."
            .to_owned(),
        paper: "23 %".to_owned(),
    };
    let here = curves.and_then(|curves| curves.only(|size| size == 8 * K));
    let detail = here.as_ref().map(|curves| {
        let by_nodes = |a: &&SchemeName, b: &&SchemeName| {
            curves.value(|sums| sums.of(**a, 0)).total_cmp(&curves.value(|sums| sums.of(**b, 0)))
        };
        let best = SCHEMES.iter().min_by(by_nodes).expect("there are seven");
        let worst = SCHEMES.iter().max_by(by_nodes).expect("there are seven");
        let of_worst = curves.value(|sums| 1.0 - sums.least(&SCHEMES, 0) / sums.most(&SCHEMES, 0));
        format!("Best {best}, worst {worst}; as a share of the worst {}.", percent(of_worst))
    });
    let measured = here.as_ref().map(|curves| spread(curves, &SCHEMES, 0));
    question.decide(Range::above(0.23), measured, detail.unwrap_or_default())
}

fn spread_from_512k(curves: Option<&Curves<'_>>) -> Claim {
    let mut all = SCHEMES.map(|scheme| published::kilonodes(Contender::table(scheme), Mode::Clear, PLY));
    all.sort_unstable();
    let ends = all[0].zip(all[all.len() - 1]).expect("Table 2 has every scheme");
    let question = Question {
        name: "spread-from-512k",
        section: "7, second point under Figure 1",
        sentence: "From 512K positions on, the schemes differ by only about 3 %.",
        statistic:
            "How many more nodes the worst of the seven schemes visits than the best, the largest such \
            spread at 512K positions or more; 7 ply, table cleared. The claim: below 3.5 %."
                .to_owned(),
        paper: format!(
            "about 3 %; Table 2, 1024K positions: {}",
            percent(ends.1 as f64 / ends.0 as f64 - 1.0)
        ),
    };
    let here = curves.and_then(|curves| curves.only(|size| size >= 512 * K));
    let measured = here.as_ref().map(|curves| {
        let spread = |sums: &Sums<'_>, i| sums.most(&SCHEMES, i) / sums.least(&SCHEMES, i) - 1.0;
        let sizes = 0..curves.sizes.len();
        curves.estimate(|sums| sizes.clone().map(|i| spread(sums, i)).fold(0.0, f64::max))
    });
    let detail = here.as_ref().map(|curves| {
        let but_new = SCHEMES.iter().copied().filter(|&scheme| scheme != SchemeName::New).collect::<Vec<_>>();
        let each = curves.by_size(|sums, i| sums.most(&but_new, i) / sums.least(&but_new, i) - 1.0);
        format!("Without NEW, {each}.")
    });
    question.decide(Range::below(0.035), measured, detail.unwrap_or_default())
}

/// A size is below saturation while the schemes need at least this much more there than with a table without end.
const UNSATURATED: f64 = 1.10;

fn doubling(samples: &Samples, curves: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "doubling",
        section: "6.3, quoting Ebeling (1986) and Schaeffer (1994)",
        sentence: "Each doubling of the table saves 5 to 7 % of the nodes, until it is large enough.",
        statistic:
            "Mean saving per doubling, from the smallest size to the first at which the seven schemes \
            together (geometric mean) need less than 10 % more nodes than a table without collisions, or the \
            largest; 7 ply, table cleared. The claim: between 5 and 7 %."
                .to_owned(),
        paper: "7 % (Ebeling), 5 % (Schaeffer)".to_owned(),
    };
    let curves = curves.filter(|curves| curves.sizes.len() >= 2);
    let limit = samples.nodes(Mode::Clear, PLY, Contender::Unbounded, None);
    let measured = curves.zip(limit).map(|(curves, limit)| {
        let limit = limit.iter().sum::<u64>() as f64;
        let near = |i: usize| {
            let excess = curves.value(|sums| geometric_mean(SCHEMES.iter().map(|&s| sums.of(s, i) / limit)));
            excess < UNSATURATED
        };
        let last = curves.sizes.len() - 1;
        let end = (1..last).find(|&i| near(i)).unwrap_or(last);
        let saved = curves.estimate(|sums| sums.saved_per_doubling(0, end));
        (
            saved,
            format!(
                "Taken from {} to {}. {}",
                sizes::name(curves.sizes[0]),
                sizes::name(curves.sizes[end]),
                steps(curves)
            ),
        )
    });
    let (measured, detail) = measured.unzip();
    question.decide(Range::between(0.05, 0.07), measured, detail.unwrap_or_default())
}
