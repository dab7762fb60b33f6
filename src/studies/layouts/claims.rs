//! What is claimed of entries of half the size.

use super::DENSE;
use crate::lab::claims::{Claim, Question, Range, Unit, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::{Bootstrap, Confidence, geometric_mean};
use crate::report::searches::curves::depth;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let pairs = Pairs::of(samples);
    vec![saves(pairs.as_ref()), matters_less(pairs.as_ref())]
}

/// Nodes by position in both layouts, at each size and of each scheme that has both.
struct Pairs<'a> {
    /// Sizes, each with how many schemes it has.
    sizes: Vec<(usize, usize)>,
    /// Size by size, scheme by scheme: plain, dense.
    columns: Vec<&'a [u64]>,
}

impl<'a> Pairs<'a> {
    fn of(samples: &'a Samples) -> Option<Self> {
        let ply = depth(samples, Mode::Clear)?;
        let nodes = |contender, size| samples.nodes(Mode::Clear, ply, contender, Some(size));
        let mut pairs = Self { sizes: Vec::new(), columns: Vec::new() };
        for size in samples.sizes(Mode::Clear, ply) {
            let both = samples.schemes().into_iter().filter_map(|scheme| {
                let plain = nodes(Contender::table(scheme), size)?;
                Some([plain, nodes(Contender::Scheme(scheme, DENSE), size)?])
            });
            let before = pairs.columns.len();
            pairs.columns.extend(both.flatten());
            match pairs.columns.len() - before {
                0 => {}
                columns => pairs.sizes.push((size, columns / 2)),
            }
        }
        (!pairs.sizes.is_empty()).then_some(pairs)
    }

    /// Nodes of the dense layout relative to the plain one at each size, all schemes together.
    fn ratios(&self, sums: &[f64]) -> Vec<f64> {
        let mut rest = sums;
        let ratio = |&(_, schemes): &(usize, usize)| {
            let (here, behind) = rest.split_at(2 * schemes);
            rest = behind;
            geometric_mean(here.chunks(2).map(|pair| pair[1] / pair[0]))
        };
        self.sizes.iter().map(ratio).collect()
    }

    fn estimate(&self, statistic: impl Fn(&[f64]) -> f64) -> Confidence {
        Bootstrap::default().estimate(&self.columns, |sums| statistic(&self.ratios(sums)))
    }

    fn by_size(&self) -> String {
        let sums: Vec<_> = self.columns.iter().map(|nodes| nodes.iter().sum::<u64>() as f64).collect();
        let at = |(&(size, _), ratio): (&(usize, usize), f64)| {
            format!("{}: {}", sizes::bytes((size * sizes::SLOT_BYTES) as u64), percent(ratio - 1.0))
        };
        let all: Vec<_> = self.sizes.iter().zip(self.ratios(&sums)).map(at).collect();
        format!("By memory: {}.", all.join("; "))
    }
}

fn saves(pairs: Option<&Pairs<'_>>) -> Claim {
    let question = Question {
        name: "dense-saves",
        section: "this study",
        sentence: "In the same bytes, entries of half the size save nodes.",
        statistic: "Nodes in single8 relative to xor16, less 1; mean over schemes and sizes (geometric), table cleared. The claim: \
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
        statistic: "Nodes in single8 relative to xor16 at the largest size, less the same at the smallest; all schemes together \
            (geometric mean), table cleared. The claim: above 0."
            .to_owned(),
        unit: Unit::Points,
        paper: "above 0".to_owned(),
    };
    let pairs = pairs.filter(|pairs| pairs.sizes.len() >= 2);
    let measured = pairs.map(|pairs| pairs.estimate(|ratios| ratios[ratios.len() - 1] - ratios[0]));
    question.decide(Range::POSITIVE, measured, String::new())
}
