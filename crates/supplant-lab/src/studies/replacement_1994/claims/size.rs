//! Claims on the size of the table.

use super::PLY;
use super::curves::{ALL, Curves, END, SPAN, Sums};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{geometric_mean, sum};
use crate::studies::replacement_1994::{SCHEMES, published};
use supplant::scheme::SchemeName;

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let span = Curves::of(samples, Mode::Clear, &SPAN);
    let end = Curves::of(samples, Mode::Clear, &END);
    vec![
        flattening(span.as_ref()),
        flat_at_the_end(end.as_ref()),
        spread_shrinks(span.as_ref()),
        spread_at_8k(Curves::of(samples, Mode::Clear, &SPAN[..1]).as_ref()),
        spread_from_512k(end.as_ref()),
        doubling(samples, Curves::of(samples, Mode::Clear, &ALL).as_ref()),
    ]
}

fn flattening(span: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "flattening",
        section: "7, first point under Figure 1",
        sentence: "The larger the table, the less a still larger one saves.",
        statistic: "Saving per doubling from 64K to 512K positions, less that from 8K to 64K; the seven schemes together (geometric \
            mean), 7 ply, table cleared. The claim: below 0."
            .to_owned(),
        unit: ClaimUnit::Points,
        paper: "below 0 (a curve)".to_owned(),
    };
    let change = |curves: &Curves<'_>, sums: Sums<'_>| {
        curves.saved_per_doubling(sums, 1, 2) - curves.saved_per_doubling(sums, 0, 1)
    };
    let measured = span.map(|curves| curves.estimate(|sums| change(curves, sums)));
    question.decide(Range::NEGATIVE, measured).with_detail(span.map(steps).unwrap_or_default())
}

fn steps(curves: &Curves<'_>) -> String {
    let step = |i: usize| {
        let saved = curves.value(|sums| curves.saved_per_doubling(sums, i, i + 1));
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

fn flat_at_the_end(end: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "constancy",
        section: "7, first point under Figure 1",
        sentence: "At some size, perhaps before 1024K positions, a larger table gains nothing that matters.",
        statistic: "Saving of the last doubling, from 512K to 1024K positions; the seven schemes together, 7 ply, table cleared. \
            What matters, the paper leaves open; 3 % is the spread of the schemes there."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "nothing significant".to_owned(),
    };
    let measured = end.map(|curves| curves.estimate(|sums| curves.saved_per_doubling(sums, 0, 1)));
    let each = |curves: &Curves<'_>| {
        let of = |&scheme: &SchemeName| {
            let saved = curves.value(|sums| 1.0 - sums.of(scheme, 1) / sums.of(scheme, 0));
            format!("{scheme} {}", percent(saved))
        };
        format!("By scheme: {}.", SCHEMES.iter().map(of).collect::<Vec<_>>().join(", "))
    };
    let readings = vec![
        Reading::of_one("below 3 %", Range::below(0.03), measured.clone()),
        Reading::of_one("below 1 %", Range::below(0.01), measured),
    ];
    question.decide_each(readings).with_detail(end.map(each).unwrap_or_default())
}

const ENDS: (SchemeName, SchemeName) = (SchemeName::TwoBig1, SchemeName::New);

fn spread(sums: Sums<'_>, size: usize) -> f64 {
    sums.of(ENDS.1, size) / sums.of(ENDS.0, size)
}

fn spread_shrinks(span: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "spread-shrinks",
        section: "7, second point under Figure 1",
        sentence: "The larger the table, the less the schemes differ.",
        statistic: "Spread at 512K positions less spread at 8K, where the spread is how many more nodes NEW visits than TWOBIG1, the worst \
            and the best that the paper names; 7 ply, table cleared. The claim: below 0."
            .to_owned(),
        unit: ClaimUnit::Points,
        paper: "from 23 % to about 3 %".to_owned(),
    };
    let measured = span.map(|curves| curves.estimate(|sums| spread(sums, 2) - spread(sums, 0)));
    let detail = span.map(|curves| format!("Spread at {}.", curves.by_size(|sums, i| spread(sums, i) - 1.0)));
    question.decide(Range::NEGATIVE, measured).with_detail(detail.unwrap_or_default())
}

fn spread_at_8k(curves: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "spread-at-8k",
        section: "7, second point under Figure 1",
        sentence: "With 8K positions the worst scheme, NEW, is no less than 23 % from the best, TWOBIG1.",
        statistic: "How many more nodes NEW visits than TWOBIG1, with 8K positions; 7 ply, table cleared. The claim: above 23 %. The paper \
            does not say of which of the two this is a share."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "23 %".to_owned(),
    };
    let detail = curves.map(|curves| {
        let by_nodes = |a: &&SchemeName, b: &&SchemeName| {
            curves.value(|sums| sums.of(**a, 0)).total_cmp(&curves.value(|sums| sums.of(**b, 0)))
        };
        let best = SCHEMES.iter().min_by(by_nodes).expect("there are seven");
        let worst = SCHEMES.iter().max_by(by_nodes).expect("there are seven");
        format!("Best {best}, worst {worst}.")
    });
    let share = |of: fn(f64) -> f64| curves.map(|curves| curves.estimate(|sums| of(spread(sums, 0))));
    let readings = vec![
        Reading::of_one("a share of the best", Range::above(0.23), share(|spread| spread - 1.0)),
        Reading::of_one("a share of the worst", Range::above(0.23), share(|spread| 1.0 - 1.0 / spread)),
    ];
    question.decide_each(readings).with_detail(detail.unwrap_or_default())
}

fn spread_from_512k(end: Option<&Curves<'_>>) -> Claim {
    let mut all = SCHEMES.map(|scheme| published::kilonodes(Contender::table(scheme), Mode::Clear, PLY));
    all.sort_unstable();
    let ends = all[0].zip(all[all.len() - 1]).expect("Table 2 has every scheme");
    let question = Question {
        name: "spread-from-512k",
        section: "7, second point under Figure 1",
        sentence: "From 512K positions on, the schemes differ by only about 3 %.",
        statistic: "How many more nodes one scheme visits than another, for every two of the seven, at 512K and at 1024K positions; 7 ply, \
            table cleared. The claim: all of them below 3.5 %."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!(
            "about 3 %; Table 2, 1024K positions: {}",
            percent(ends.1 as f64 / ends.0 as f64 - 1.0)
        ),
    };
    let pairs = |curves: &Curves<'_>| -> Vec<ClaimPart> {
        let pairs = SCHEMES.iter().flat_map(|&worse| SCHEMES.iter().map(move |&better| (worse, better)));
        let of = |pair| curves.more_at_each(pair);
        pairs.filter(|(worse, better)| worse != better).flat_map(of).collect()
    };
    question
        .decide_each(vec![Reading { name: "", range: Range::below(0.035), parts: end.map(pairs) }])
        .of_largest()
}

const LARGE_ENOUGH: [(&str, f64); 3] =
    [("until within 10 %", 1.10), ("until within 5 %", 1.05), ("until within 20 %", 1.20)];

fn doubling(samples: &Samples, all: Option<&Curves<'_>>) -> Claim {
    let question = Question {
        name: "doubling",
        section: "6.3, quoting Ebeling (1986) and Schaeffer (1994)",
        sentence: "Each doubling of the table saves 5 to 7 % of the nodes.",
        statistic: "Mean saving per doubling from 8K positions to the first size at which the seven schemes together (geometric mean) \
            need less than so many more nodes than a table without collisions, or to 1024K; that size is found once, from all \
            positions. 7 ply, table cleared. The claim: between 5 and 7 %. Where it ends, the sources do not say."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "7 % (Ebeling), 5 % (Schaeffer)".to_owned(),
    };
    let limit = samples.nodes(Mode::Clear, PLY, Contender::Unbounded, None);
    let both = all.zip(limit.map(sum));
    let end_of = |curves: &Curves<'_>, limit: f64, enough: f64| {
        let excess =
            |sums: Sums<'_>, i| geometric_mean(SCHEMES.iter().map(|&scheme| sums.of(scheme, i) / limit));
        let last = curves.sizes.len() - 1;
        (1..last).find(|&i| curves.value(|sums| excess(sums, i)) < enough).unwrap_or(last)
    };
    let readings = LARGE_ENOUGH.map(|(reading, enough)| {
        let measured = both.map(|(curves, limit)| {
            let end = end_of(curves, limit, enough);
            curves.estimate(|sums| curves.saved_per_doubling(sums, 0, end))
        });
        Reading::of_one(reading, Range::between(0.05, 0.07), measured)
    });
    let detail = both.map(|(curves, limit)| {
        let ends = LARGE_ENOUGH.map(|(_, enough)| sizes::name(curves.sizes[end_of(curves, limit, enough)]));
        format!("Taken to {}. {}", ends.join(", "), steps(curves))
    });
    question.decide_each(readings.into()).with_detail(detail.unwrap_or_default())
}
