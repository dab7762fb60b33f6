//! What is claimed of entries of half the size.

use super::DENSE;
use crate::entry::Depth;
use crate::lab::claims::{Claim, Question, Range, Unit, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::{Bootstrap, Confidence, geometric_mean, sum};
use crate::studies::replacement_1994::SCHEMES;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let pairs = Pairs::of(samples);
    vec![saves(pairs.as_ref()), matters_less(pairs.as_ref())]
}

/// The sizes that the claims are decided at.
const SPAN: [usize; 3] = [8 << 10, 64 << 10, 512 << 10];
/// And the depth.
const PLY: Depth = 7;

/// Nodes by position in both layouts, at each of these sizes, of each of the seven schemes.
struct Pairs<'a> {
    /// Size by size, scheme by scheme: plain, dense.
    columns: Vec<&'a [u64]>,
}

impl<'a> Pairs<'a> {
    fn of(samples: &'a Samples) -> Option<Self> {
        let layouts = [Contender::LAYOUT, DENSE];
        let cells = SPAN.iter().flat_map(|&size| {
            let pair = move |scheme| layouts.map(|layout| (Contender::Scheme(scheme, layout), size));
            SCHEMES.iter().flat_map(move |&scheme| pair(scheme))
        });
        let nodes = |(contender, size)| samples.nodes(Mode::Clear, PLY, contender, Some(size));
        cells.map(nodes).collect::<Option<_>>().map(|columns| Self { columns })
    }

    /// Nodes of the dense layout relative to the plain one at each size, all schemes together.
    fn ratios(sums: &[f64]) -> Vec<f64> {
        let ratio = |size: &[f64]| geometric_mean(size.chunks(2).map(|pair| pair[1] / pair[0]));
        sums.chunks(2 * SCHEMES.len()).map(ratio).collect()
    }

    fn estimate(&self, statistic: impl Fn(&[f64]) -> f64) -> Confidence {
        Bootstrap::default().estimate(&self.columns, |sums| statistic(&Self::ratios(sums)))
    }

    fn by_size(&self) -> String {
        let sums: Vec<_> = self.columns.iter().map(|nodes| sum(nodes)).collect();
        let at = |(&size, ratio): (&usize, f64)| {
            format!("{}: {}", sizes::bytes((size * sizes::SLOT_BYTES) as u64), percent(ratio - 1.0))
        };
        let all: Vec<_> = SPAN.iter().zip(Self::ratios(&sums)).map(at).collect();
        format!("By memory: {}.", all.join("; "))
    }
}

fn saves(pairs: Option<&Pairs<'_>>) -> Claim {
    let question = Question {
        name: "dense-saves",
        section: "this study",
        sentence: "In the same bytes, entries of half the size save nodes.",
        statistic: "Nodes in single8 relative to xor16, less 1; mean over the seven schemes of 1994 and 8K, 64K and 512K slots of 16 bytes (geometric), 7 ply, table cleared. The claim: \
            below 0."
            .to_owned(),
        unit: Unit::Percent,
        paper: "below 0".to_owned(),
    };
    let measured = pairs.map(|pairs| pairs.estimate(|ratios| geometric_mean(ratios.iter().copied()) - 1.0));
    question.decide(Range::NEGATIVE, measured, pairs.map(Pairs::by_size).unwrap_or_default())
}

fn matters_less(pairs: Option<&Pairs<'_>>) -> Claim {
    let question = Question {
        name: "less-when-large",
        section: "this study",
        sentence: "The larger the table, the less the denser layout saves.",
        statistic: "Nodes in single8 relative to xor16 at 512K slots of 16 bytes, less the same at 8K; the seven schemes of 1994 together \
            (geometric mean), 7 ply, table cleared. The claim: above 0."
            .to_owned(),
        unit: Unit::Points,
        paper: "above 0".to_owned(),
    };
    let measured = pairs.map(|pairs| pairs.estimate(|ratios| ratios[ratios.len() - 1] - ratios[0]));
    question.decide(Range::POSITIVE, measured, String::new())
}
