//! Claims that compare the schemes.

use super::PLY;
use super::curves::{Curves, SPAN, Sums};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::studies::replacement_1994::{SCHEMES, published};
use supplant::scheme::SchemeName;

const TWO_LEVEL: [SchemeName; 2] = [SchemeName::TwoBig1, SchemeName::TwoDeep];

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let [clear, stamp] = [Mode::Clear, Mode::Stamp].map(|mode| Curves::of(samples, mode, &SPAN));
    let (clear, stamp) = (clear.as_ref(), stamp.as_ref());
    vec![two_level(clear), twodeep(clear), size_beats_depth(clear), twobig1(clear, stamp)]
}

fn all_but(left_out: &[SchemeName]) -> Vec<SchemeName> {
    SCHEMES.iter().copied().filter(|scheme| !left_out.contains(scheme)).collect()
}

fn printed(scheme: SchemeName) -> f64 {
    published::kilonodes(Contender::table(scheme), Mode::Clear, PLY).expect("Table 2 has it") as f64
}

fn least(schemes: &[SchemeName]) -> f64 {
    schemes.iter().map(|&scheme| printed(scheme)).fold(f64::INFINITY, f64::min)
}

fn fewer_on_average(curves: &Curves<'_>, pairs: &[(SchemeName, SchemeName)]) -> Vec<ClaimPart> {
    let part = |&(one, other): &(SchemeName, SchemeName)| ClaimPart {
        name: format!("{one} to {other}"),
        measured: curves.more_on_average((one, other)),
    };
    pairs.iter().map(part).collect()
}

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
        sentence: "Two-level schemes are better than one-level schemes.",
        statistic: "Nodes of a two-level scheme relative to a one-level scheme, less 1; mean over 8K, 64K and 512K positions (geometric), 7 \
            ply, table cleared. The claim: below 0, for both against each (section 7); or for TWOBIG1 against each (section 8: a \
            two-level scheme over any one-level scheme)."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!("below 0 (curves); Table 2, 1024K positions: {}", percent(in_print)),
    };
    let against_each = |two_level: &[SchemeName]| {
        let pairs = two_level.iter().flat_map(|&two| one_level.iter().map(move |&one| (two, one)));
        pairs.collect::<Vec<_>>()
    };
    let reading = |name, two_level: &[SchemeName]| Reading {
        name,
        range: Range::NEGATIVE,
        parts: curves.map(|curves| fewer_on_average(curves, &against_each(two_level))),
    };
    question.decide_each(vec![reading("both", &TWO_LEVEL), reading("TWOBIG1", &TWO_LEVEL[..1])])
}

fn twodeep(curves: Option<&Curves<'_>>) -> Claim {
    let (two, one) = (SchemeName::TwoDeep, SchemeName::Deep);
    let question = Question {
        name: "twodeep-deep",
        section: "7, fourth point under Figure 1, quoting Ebeling (1986)",
        sentence: "TWODEEP searches 5 to 10 % less than DEEP.",
        statistic: "Nodes, for the times that the source has, of TWODEEP relative to DEEP, less 1; mean over 8K, 64K and 512K positions (geometric), 7 ply, table \
            cleared. The claim: between −10 and −5 %."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!(
            "−10 to −5 %; Table 2, 1024K positions: {}",
            percent(printed(two) / printed(one) - 1.0)
        ),
    };
    let ratio = |sums: Sums<'_>, i| sums.of(two, i) / sums.of(one, i);
    let measured = curves.map(|curves| curves.more_on_average((two, one)));
    question.decide(Range::between(-0.10, -0.05), measured).with_detail(by_size(curves, ratio))
}

fn size_beats_depth(curves: Option<&Curves<'_>>) -> Claim {
    const PAIRS: [(SchemeName, SchemeName); 3] = [
        (SchemeName::TwoBig1, SchemeName::TwoDeep),
        (SchemeName::Big1, SchemeName::Deep),
        (SchemeName::BigAll, SchemeName::Deep),
    ];
    let question = Question {
        name: "size-beats-depth",
        section: "abstract; 8",
        sentence: "The number of nodes searched is a better criterion of replacement than the depth.",
        statistic: "Nodes under a criterion of size relative to that of depth (TWOBIG1 to TWODEEP, BIG1 and BIGALL to DEEP), less 1; mean \
            over 8K, 64K and 512K positions (geometric), 7 ply, table cleared. The claim: all of them below 0."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!(
            "below 0 (curves); Table 2, 1024K positions: {}",
            PAIRS.map(|(size, depth)| percent(printed(size) / printed(depth) - 1.0)).join(", ")
        ),
    };
    let parts = curves.map(|curves| fewer_on_average(curves, &PAIRS));
    let each = PAIRS.map(|(size, depth)| {
        let ratio = |sums: Sums<'_>, i| sums.of(size, i) / sums.of(depth, i) - 1.0;
        curves.map(|curves| format!("{size} to {depth} at {}.", curves.by_size(ratio))).unwrap_or_default()
    });
    question
        .decide_each(vec![Reading { name: "", range: Range::NEGATIVE, parts }])
        .with_detail(each.join(" ").trim().to_owned())
}

fn twobig1(clear: Option<&Curves<'_>>, stamp: Option<&Curves<'_>>) -> Claim {
    let best = SchemeName::TwoBig1;
    let others = all_but(&[best]);
    let question = Question {
        name: "twobig1-best",
        section: "7, second point under Figure 2; 8",
        sentence: "TWOBIG1 is ahead of each of the others.",
        statistic: "Nodes of TWOBIG1 relative to another scheme, less 1, for each other at 8K, 64K and 512K positions, 7 ply. The claim: \
            all of them below 0, whether one clears the table or stamps its entries."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!(
            "below 0 (curves); Table 2, 1024K positions: {}",
            percent(printed(best) / least(&others) - 1.0)
        ),
    };
    let parts = |curves: Option<&Curves<'_>>| {
        let all = |curves: &Curves<'_>| {
            others.iter().flat_map(|&other| curves.more_at_each((best, other))).collect()
        };
        curves.map(all)
    };
    let readings = vec![
        Reading { name: "cleared", range: Range::NEGATIVE, parts: parts(clear) },
        Reading { name: "stamped", range: Range::NEGATIVE, parts: parts(stamp) },
    ];
    question.decide_each(readings)
}
