//! Claims on the schemes among themselves.

use super::PLY;
use super::curves::{Curves, SPAN, Sums};
use crate::lab::claims::{Claim, Question, Range, Unit, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::scheme::SchemeName;
use crate::studies::replacement_1994::{SCHEMES, published};

const TWO_LEVEL: [SchemeName; 2] = [SchemeName::TwoBig1, SchemeName::TwoDeep];

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let [clear, stamp] = [Mode::Clear, Mode::Stamp].map(|mode| Curves::of(samples, mode, &SPAN));
    let (clear, stamp) = (clear.as_ref(), stamp.as_ref());
    vec![two_level(clear), twodeep(clear), size_beats_depth(clear), twobig1(clear, stamp)]
}

fn all_but(left_out: &[SchemeName]) -> Vec<SchemeName> {
    SCHEMES.iter().copied().filter(|scheme| !left_out.contains(scheme)).collect()
}

/// The figure of Table 2 at the depth of the claims.
fn printed(scheme: SchemeName) -> f64 {
    published::kilonodes(Contender::table(scheme), Mode::Clear, PLY).expect("Table 2 has it") as f64
}

fn least(schemes: &[SchemeName]) -> f64 {
    schemes.iter().map(|&scheme| printed(scheme)).fold(f64::INFINITY, f64::min)
}

/// By size, in words.
fn by_size(curves: Option<&Curves<'_>>, ratio: impl Fn(Sums<'_>, usize) -> f64) -> String {
    let words = |curves: &Curves<'_>| format!("By size, {}.", curves.by_size(|sums, i| ratio(sums, i) - 1.0));
    curves.map(words).unwrap_or_default()
}

fn two_level(curves: Option<&Curves<'_>>) -> Claim {
    let one_level = all_but(&TWO_LEVEL);
    let in_print = TWO_LEVEL.map(printed).into_iter().fold(0.0, f64::max) / least(&one_level) - 1.0;
    let question = Question {
        name: "two-level",
        section: "7, third point under Figure 1",
        sentence: "A two-level scheme is better than any one-level scheme.",
        statistic: "Nodes of a two-level scheme relative to the best one-level scheme, less 1; mean over 8K, 64K and 512K positions \
            (geometric), 7 ply, table cleared. The claim: below 0. The paper does not say of which of the two."
            .to_owned(),
        unit: Unit::Percent,
        paper: format!("below 0 (curves); Table 2, 1024K positions: {}", percent(in_print)),
    };
    let worse = |sums: Sums<'_>, i| sums.most(&TWO_LEVEL, i) / sums.least(&one_level, i);
    let better = |sums: Sums<'_>, i| sums.least(&TWO_LEVEL, i) / sums.least(&one_level, i);
    let mean = |ratio: &dyn Fn(Sums<'_>, usize) -> f64| {
        curves.map(|curves| curves.estimate(|sums| sums.over_sizes(|i| ratio(sums, i)) - 1.0))
    };
    let readings = vec![
        ("the worse of the two", Range::NEGATIVE, mean(&worse)),
        ("the better of the two", Range::NEGATIVE, mean(&better)),
    ];
    question.decide_each(readings, by_size(curves, worse))
}

fn twodeep(curves: Option<&Curves<'_>>) -> Claim {
    let (two, one) = (SchemeName::TwoDeep, SchemeName::Deep);
    let question = Question {
        name: "twodeep-deep",
        section: "7, fourth point under Figure 1, quoting Ebeling (1986)",
        sentence: "TWODEEP visits 5 to 10 % fewer nodes than DEEP.",
        statistic: "Nodes of TWODEEP relative to DEEP, less 1; mean over 8K, 64K and 512K positions (geometric), 7 ply, table \
            cleared. The claim: between −10 and −5 %."
            .to_owned(),
        unit: Unit::Percent,
        paper: format!(
            "−10 to −5 %; Table 2, 1024K positions: {}",
            percent(printed(two) / printed(one) - 1.0)
        ),
    };
    let ratio = |sums: Sums<'_>, i| sums.of(two, i) / sums.of(one, i);
    let measured = curves.map(|curves| curves.estimate(|sums| sums.over_sizes(|i| ratio(sums, i)) - 1.0));
    question.decide(Range::between(-0.10, -0.05), measured, by_size(curves, ratio))
}

fn size_beats_depth(curves: Option<&Curves<'_>>) -> Claim {
    const PAIRS: [(&str, SchemeName, SchemeName); 2] = [
        ("two levels", SchemeName::TwoBig1, SchemeName::TwoDeep),
        ("one level", SchemeName::Big1, SchemeName::Deep),
    ];
    let question = Question {
        name: "size-beats-depth",
        section: "abstract; 8",
        sentence: "The number of nodes searched is a better criterion of replacement than the depth.",
        statistic: "Nodes under the criterion of size relative to that of depth (TWOBIG1 to TWODEEP, BIG1 to DEEP), less 1; mean over 8K, 64K and 512K positions \
            (geometric), 7 ply, table cleared. The claim: below 0."
            .to_owned(),
        unit: Unit::Percent,
        paper: format!(
            "below 0 (curves); Table 2, 1024K positions: {}",
            PAIRS.map(|(_, size, depth)| percent(printed(size) / printed(depth) - 1.0)).join(" and ")
        ),
    };
    let readings = PAIRS.map(|(reading, size, depth)| {
        let ratio = |sums: Sums<'_>| sums.over_sizes(|i| sums.of(size, i) / sums.of(depth, i)) - 1.0;
        (reading, Range::NEGATIVE, curves.map(|curves| curves.estimate(ratio)))
    });
    let (_, size, depth) = PAIRS[0];
    question.decide_each(readings.into(), by_size(curves, |sums, i| sums.of(size, i) / sums.of(depth, i)))
}

fn twobig1(clear: Option<&Curves<'_>>, stamp: Option<&Curves<'_>>) -> Claim {
    let best = SchemeName::TwoBig1;
    let others = all_but(&[best]);
    let question = Question {
        name: "twobig1-best",
        section: "7, second point under Figure 2; 8",
        sentence: "TWOBIG1 is the best of the seven, whether one stamps or clears.",
        statistic: "Nodes of TWOBIG1 relative to the best other scheme, less 1; mean over 8K, 64K and 512K positions (geometric), 7 \
            ply. The claim: below 0."
            .to_owned(),
        unit: Unit::Percent,
        paper: format!(
            "below 0 (curves); Table 2, 1024K positions: {}",
            percent(printed(best) / least(&others) - 1.0)
        ),
    };
    let ratio = |sums: Sums<'_>, i| sums.of(best, i) / sums.least(&others, i);
    let mean = |curves: Option<&Curves<'_>>| {
        curves.map(|curves| curves.estimate(|sums| sums.over_sizes(|i| ratio(sums, i)) - 1.0))
    };
    let readings = vec![
        ("table cleared", Range::NEGATIVE, mean(clear)),
        ("entries stamped", Range::NEGATIVE, mean(stamp)),
    ];
    question.decide_each(readings, by_size(clear, ratio))
}
