//! Claims on time stamping.

use super::PLY;
use super::curves::{Curves, SPAN, Sums};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, Verdict, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Confidence, bootstrap, geometric_mean};
use crate::studies::replacement_1994::{SCHEMES, published};
use supplant::scheme::SchemeName;

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let [clear, stamp] = [Mode::Clear, Mode::Stamp].map(|mode| Curves::of(samples, mode, &SPAN));
    let both = clear.zip(stamp).map(|(clear, stamp)| Both { clear, stamp });
    vec![shapes(both.as_ref()), order(both.as_ref()), ahead(both.as_ref())]
}

struct Both<'a> {
    clear: Curves<'a>,
    stamp: Curves<'a>,
}

impl Both<'_> {
    fn estimate(&self, statistic: impl Fn(Sums<'_>, Sums<'_>) -> f64) -> Confidence {
        self.clear.estimate_with(self.stamp.columns(), |clear, stamp| statistic(clear, Sums(stamp)))
    }
}

fn shapes(both: Option<&Both<'_>>) -> Claim {
    let question = Question {
        name: "same-shapes",
        section: "7, first point under Figure 2",
        sentence: "The curves have nearly the same shapes with stamping and without.",
        statistic: "Nodes with stamping in proportion to those without, at one size relative to another of 8K, 64K and 512K positions, less 1; \
            each scheme, 7 ply. The claim, as read here: all of them within ±5 %."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "highly similar".to_owned(),
    };
    let of = |both: &Both<'_>| {
        let pairs = || (0..SPAN.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let part = |scheme: SchemeName, (i, j): (usize, usize)| ClaimPart {
            name: format!("{scheme}, {} to {}", sizes::name(SPAN[j]), sizes::name(SPAN[i])),
            measured: {
                let at = |i| [both.stamp.nodes(scheme, i), both.clear.nodes(scheme, i)];
                let columns: Vec<_> = at(i).into_iter().chain(at(j)).collect();
                bootstrap().estimate(&columns, |sums| sums[0] / sums[1] * sums[3] / sums[2] - 1.0)
            },
        };
        SCHEMES
            .iter()
            .flat_map(|&scheme| pairs().map(move |pair| part(scheme, pair)).collect::<Vec<_>>())
            .collect()
    };
    question.decide_each(vec![Reading { name: "", range: Range::between(-0.05, 0.05), parts: both.map(of) }])
}

/// −1 where the first scheme needs fewer nodes; the second number is how likely that is by chance.
fn sign(curves: &Curves<'_>, pair: (SchemeName, SchemeName)) -> (i32, f64) {
    let ratio = curves.more_on_average(pair);
    let (less, more) = (ratio.chance_of_below(0.0), ratio.chance_of_above(0.0));
    let interval = ratio.interval();
    (i32::from(interval.low > 0.0) - i32::from(interval.high < 0.0), less.min(more))
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
        statistic: "Kendall's rank correlation of the seven schemes' nodes (geometric mean over 8K, 64K and 512K positions) with and \
            without stamping, 7 ply. The claim holds if every pair of schemes is decided at 95 % in both modes and the same way \
            round; it does not if one pair is decided both ways round, so clearly that one in 21 would not be by chance."
            .to_owned(),
        unit: ClaimUnit::Correlation,
        paper: format!("1 (curves); Tables 2 and 3, 1024K positions: {:.2}", printed_correlation()),
    };
    let Some(both) = both else {
        return question.decide_by(Verdict::NotMeasured, 1.0, None);
    };
    let pairs: Vec<_> = pairs()
        .into_iter()
        .map(|pair| {
            let ((clear, by_chance), (stamp, also_by_chance)) =
                (sign(&both.clear, pair), sign(&both.stamp, pair));
            (pair, clear * stamp, by_chance.max(also_by_chance))
        })
        .collect();
    let of = |product: i32| pairs.iter().filter(move |(_, known, _)| *known == product);
    // The chance is multiplied by the pairs, because any of them may be reversed by chance.
    let reversed = of(-1).map(|(_, _, chance)| chance * pairs.len() as f64).fold(1.0, f64::min);
    let (verdict, chance) = match (of(-1).count(), of(0).count()) {
        (0, 0) => (Verdict::Holds, pairs.iter().map(|(_, _, chance)| *chance).fold(0.0, f64::max)),
        (1.., _) if reversed < 0.05 => (Verdict::DoesNotHold, reversed),
        _ => (Verdict::Undecided, 1.0),
    };
    let measured = both.estimate(|clear, stamp| {
        let mean = |sums: Sums<'_>| SCHEMES.map(|scheme| sums.over_sizes(|i| sums.of(scheme, i)));
        correlation(&mean(clear), &mean(stamp))
    });
    let names: Vec<_> = of(-1).map(|((a, b), ..)| format!("{a}/{b}")).collect();
    let detail = format!(
        "Of 21 pairs, {} decided the same way round, {} undecided in a mode, {} reversed{}.",
        of(1).count(),
        of(0).count(),
        names.len(),
        if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
    );
    question.decide_by(verdict, chance, Some(measured.interval())).with_detail(detail)
}

/// This is Kendall's τ-a.
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
        sentence: "At first sight, stamping old entries has a slight edge over clearing them.",
        statistic: "Nodes with stamping relative to those without, less 1; mean over the seven schemes (geometric), 7 ply. The claim: \
            between −5 % and 0, as the mean over 8K, 64K and 512K positions or at each of them."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!("slightly below 0; Tables 2 and 3, 1024K positions: {}", percent(in_print)),
    };
    let at = |clear: Sums<'_>, stamp: Sums<'_>, i: usize| {
        geometric_mean(SCHEMES.iter().map(|&scheme| stamp.of(scheme, i) / clear.of(scheme, i)))
    };
    let mean = |clear: Sums<'_>, stamp: Sums<'_>| clear.over_sizes(|i| at(clear, stamp, i)) - 1.0;
    const SLIGHT: Range = Range::between(-0.05, 0.0);
    let at_each = |both: &Both<'_>| {
        let part = |i: usize| ClaimPart {
            name: sizes::name(SPAN[i]),
            measured: {
                let here = |scheme| [both.stamp.nodes(scheme, i), both.clear.nodes(scheme, i)];
                let columns: Vec<_> = SCHEMES.into_iter().flat_map(here).collect();
                let mean = |sums: &[f64]| geometric_mean(sums.chunks(2).map(|pair| pair[0] / pair[1]));
                bootstrap().estimate(&columns, |sums| mean(sums) - 1.0)
            },
        };
        (0..SPAN.len()).map(part).collect()
    };
    let readings = vec![
        Reading::of_one("mean over sizes", SLIGHT, both.map(|both| both.estimate(mean))),
        Reading { name: "at each size", range: SLIGHT, parts: both.map(at_each) },
    ];
    let by_scheme = both.map(|both| {
        let mean = |curves: &Curves<'_>, scheme| curves.value(|sums| sums.over_sizes(|i| sums.of(scheme, i)));
        let each = SCHEMES.map(|scheme| {
            format!("{scheme} {}", percent(mean(&both.stamp, scheme) / mean(&both.clear, scheme) - 1.0))
        });
        format!("By scheme: {}.", each.join(", "))
    });
    question.decide_each(readings).with_detail(by_scheme.unwrap_or_default())
}
