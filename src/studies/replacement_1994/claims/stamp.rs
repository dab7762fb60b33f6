//! Claims on time stamping.

use super::PLY;
use super::curves::Curves;
use crate::lab::claims::{Claim, Question, Range, Unit, Verdict, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::stats::{Bootstrap, geometric_mean};
use crate::scheme::SchemeName;
use crate::studies::replacement_1994::SCHEMES;
use crate::studies::replacement_1994::published;

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let both = Both::of(samples);
    vec![order(both.as_ref()), ahead(both.as_ref())]
}

/// The curves with and without stamping, at the sizes both have.
struct Both<'a> {
    clear: Curves<'a>,
    stamp: Curves<'a>,
}

impl<'a> Both<'a> {
    fn of(samples: &'a Samples) -> Option<Self> {
        let (clear, stamp) = (Curves::of(samples, Mode::Clear)?, Curves::of(samples, Mode::Stamp)?);
        Some(Self {
            clear: clear.only(|size| stamp.sizes.contains(&size))?,
            stamp: stamp.only(|size| clear.sizes.contains(&size))?,
        })
    }
}

/// The sign of the difference between two schemes over the sizes, if it is decided: −1 where the first needs fewer nodes.
fn sign(curves: &Curves<'_>, (a, b): (SchemeName, SchemeName)) -> i32 {
    let ratio = curves.estimate(|sums| sums.over_sizes(|i| sums.of(a, i) / sums.of(b, i)) - 1.0);
    i32::from(ratio.low > 0.0) - i32::from(ratio.high < 0.0)
}

fn pairs() -> Vec<(SchemeName, SchemeName)> {
    let later = |i: usize| SCHEMES[i + 1..].iter().map(move |&other| (SCHEMES[i], other));
    (0..SCHEMES.len()).flat_map(later).collect()
}

fn order(both: Option<&Both<'_>>) -> Claim {
    let question = Question {
        name: "order-unchanged",
        section: "7, second point under Figure 2",
        sentence: "Stamping old entries instead of clearing them leaves the order of the schemes as it is.",
        statistic: "Kendall's rank correlation of the seven schemes' nodes (geometric mean over the sizes) with and \
            without stamping, 7 ply. The claim holds if every pair of schemes is decided at 95 % in both modes and \
            the same way round; it does not if one pair is decided both ways round."
            .to_owned(),
        paper: format!("1 (curves); Tables 2 and 3, 1024K positions: {:.2}", printed_correlation()),
    };
    let Some(Both { clear, stamp }) = both else {
        return question.with_verdict(Unit::Correlation, Verdict::NotMeasured, None, String::new());
    };
    let signs = pairs().into_iter().map(|pair| (pair, sign(clear, pair) * sign(stamp, pair)));
    let (same, other): (Vec<_>, Vec<_>) = signs.partition(|&(_, product)| product > 0);
    let (reversed, open): (Vec<_>, Vec<_>) = other.into_iter().partition(|&(_, product)| product < 0);
    let verdict = match (reversed.len(), open.len()) {
        (0, 0) => Verdict::Holds,
        (0, _) => Verdict::Undecided,
        _ => Verdict::DoesNotHold,
    };
    let measured = Bootstrap::default().estimate(clear.positions(), |drawn| {
        let mean = |curves: &Curves<'_>| {
            let sums = curves.drawn(drawn);
            SCHEMES.map(|scheme| sums.over_sizes(|i| sums.of(scheme, i)))
        };
        correlation(&mean(clear), &mean(stamp))
    });
    let detail = format!(
        "Of 21 pairs, {} decided the same way round, {} undecided in a mode, {} reversed{}.",
        same.len(),
        open.len(),
        reversed.len(),
        names(&reversed)
    );
    question.with_verdict(Unit::Correlation, verdict, Some(measured), detail)
}

fn names(pairs: &[((SchemeName, SchemeName), i32)]) -> String {
    let names: Vec<_> = pairs.iter().map(|((a, b), _)| format!("{a}/{b}")).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
}

/// Kendall's τ-a.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for i in 0..a.len() {
        for j in 0..i {
            let order = |values: &[f64]| values[i].total_cmp(&values[j]) as i32;
            sum += f64::from(order(a) * order(b));
            count += 1.0;
        }
    }
    sum / count
}

fn printed(mode: Mode) -> [f64; SCHEMES.len()] {
    let figure = |scheme| published::kilonodes(Contender::table(scheme), mode, PLY);
    SCHEMES.map(|scheme| figure(scheme).expect("Tables 2 and 3 have it") as f64)
}

fn printed_correlation() -> f64 {
    correlation(&printed(Mode::Clear), &printed(Mode::Stamp))
}

fn ahead(both: Option<&Both<'_>>) -> Claim {
    let (clear, stamp) = (printed(Mode::Clear), printed(Mode::Stamp));
    let in_print = geometric_mean(stamp.iter().zip(clear).map(|(stamp, clear)| stamp / clear)) - 1.0;
    let question = Question {
        name: "stamping-ahead",
        section: "7, after Figure 2",
        sentence: "Stamping old entries is slightly better than clearing them.",
        statistic:
            "Nodes with stamping relative to those without, less 1; mean over the seven schemes and the \
            sizes (geometric), 7 ply. The claim: below 0."
                .to_owned(),
        paper: format!("slightly below 0; Tables 2 and 3, 1024K positions: {}", percent(in_print)),
    };
    let Some(Both { clear, stamp }) = both else {
        return question.decide(Range::NEGATIVE, None, String::new());
    };
    let ratio = |drawn: &[usize], scheme| {
        let (clear, stamp) = (clear.drawn(drawn), stamp.drawn(drawn));
        stamp.over_sizes(|i| stamp.of(scheme, i)) / clear.over_sizes(|i| clear.of(scheme, i)) - 1.0
    };
    let measured = Bootstrap::default().estimate(clear.positions(), |drawn| {
        geometric_mean(SCHEMES.iter().map(|&scheme| ratio(drawn, scheme) + 1.0)) - 1.0
    });
    let all: Vec<usize> = (0..clear.positions()).collect();
    let by_scheme = SCHEMES.map(|scheme| format!("{scheme} {}", percent(ratio(&all, scheme))));
    question.decide(Range::NEGATIVE, Some(measured), format!("By scheme: {}.", by_scheme.join(", ")))
}
