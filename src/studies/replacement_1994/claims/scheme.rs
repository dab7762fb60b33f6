//! Claims on the schemes among themselves.

use super::PLY;
use super::curves::{Curves, Sums};
use crate::lab::claims::{Claim, Question, Range, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::scheme::SchemeName;
use crate::studies::replacement_1994::SCHEMES;
use crate::studies::replacement_1994::published;

const TWO_LEVEL: [SchemeName; 2] = [SchemeName::TwoBig1, SchemeName::TwoDeep];

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let curves = Curves::of(samples, Mode::Clear);
    let curves = curves.as_ref();
    vec![two_level(curves), twodeep(curves), twobig1(curves)]
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

fn two_level(curves: Option<&Curves<'_>>) -> Claim {
    let one_level = all_but(&TWO_LEVEL);
    let in_print = TWO_LEVEL.map(printed).into_iter().fold(0.0, f64::max) / least(&one_level) - 1.0;
    let question = Question {
        name: "two-level",
        section: "7, third point under Figure 1",
        sentence: "The schemes with two levels beat those with one.",
        statistic: format!(
            "Nodes of the worse two-level scheme relative to the best one-level scheme, less 1; mean over the \
             sizes{} (geometric), 7 ply, table cleared. The claim: below 0.",
            span(curves)
        ),
        paper: format!("below 0 (curves); Table 2, 1024K positions: {}", percent(in_print)),
    };
    let ratio = |sums: &Sums<'_>, i| sums.most(&TWO_LEVEL, i) / sums.least(&one_level, i);
    let measured = curves.map(|curves| curves.estimate(|sums| sums.over_sizes(|i| ratio(sums, i)) - 1.0));
    let detail = curves.map(|curves| {
        let best = curves.by_size(|sums, i| sums.least(&TWO_LEVEL, i) / sums.least(&one_level, i) - 1.0);
        let worse = curves.by_size(|sums, i| ratio(sums, i) - 1.0);
        format!("By size, {worse}. The better two-level scheme against the best one-level scheme, {best}.")
    });
    question.decide(Range::NEGATIVE, measured, detail.unwrap_or_default())
}

fn twodeep(curves: Option<&Curves<'_>>) -> Claim {
    let (two, one) = (SchemeName::TwoDeep, SchemeName::Deep);
    let question = Question {
        name: "twodeep-deep",
        section: "7, fourth point under Figure 1, quoting Ebeling (1986)",
        sentence: "TWODEEP needs 5 to 10 % less than DEEP.",
        statistic: format!(
            "Nodes of TWODEEP relative to DEEP, less 1; mean over the sizes{} (geometric), 7 ply, table \
             cleared. The claim: between −10 and −5 %.",
            span(curves)
        ),
        paper: format!(
            "−10 to −5 %; Table 2, 1024K positions: {}",
            percent(printed(two) / printed(one) - 1.0)
        ),
    };
    let measured = curves
        .map(|curves| curves.estimate(|sums| sums.over_sizes(|i| sums.of(two, i) / sums.of(one, i)) - 1.0));
    let detail = curves
        .map(|curves| format!("{}.", curves.by_size(|sums, i| sums.of(two, i) / sums.of(one, i) - 1.0)));
    question.decide(Range::between(-0.10, -0.05), measured, detail.unwrap_or_default())
}

fn twobig1(curves: Option<&Curves<'_>>) -> Claim {
    let best = SchemeName::TwoBig1;
    let others = all_but(&[best]);
    let question = Question {
        name: "twobig1-best",
        section: "7, second point under Figure 2; 8",
        sentence: "TWOBIG1 is the best of the seven.",
        statistic: format!(
            "Nodes of TWOBIG1 relative to the best other scheme, less 1; mean over the sizes{} (geometric), \
             7 ply, table cleared. The claim: below 0.",
            span(curves)
        ),
        paper: format!(
            "below 0 (curves); Table 2, 1024K positions: {}",
            percent(printed(best) / least(&others) - 1.0)
        ),
    };
    let ratio = |sums: &Sums<'_>, i| sums.of(best, i) / sums.least(&others, i);
    let measured = curves.map(|curves| curves.estimate(|sums| sums.over_sizes(|i| ratio(sums, i)) - 1.0));
    let detail = curves.map(|curves| format!("By size, {}.", curves.by_size(|sums, i| ratio(sums, i) - 1.0)));
    question.decide(Range::NEGATIVE, measured, detail.unwrap_or_default())
}

fn span(curves: Option<&Curves<'_>>) -> String {
    curves.map_or_else(String::new, |curves| format!(" {}", curves.span()))
}
