//! What is claimed of entries of half the size.

use super::DENSE;
use crate::lab::claims::{Claim, Question, Range, Unit, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::{Bootstrap, Estimate, geometric_mean, sum};
use crate::report::searches::curves::depth;

pub(super) fn all(samples: &Samples) -> Vec<Claim> {
    let pairs = Pairs::of(samples);
    vec![saves(pairs.as_ref()), matters_less(pairs.as_ref())]
}

/// Nodes by position in both layouts, for each size and scheme that has both.
struct Pairs<'a> {
    /// By size: plain and dense, scheme by scheme.
    sizes: Vec<(usize, Vec<[&'a [u64]; 2]>)>,
    positions: usize,
}

impl<'a> Pairs<'a> {
    fn of(samples: &'a Samples) -> Option<Self> {
        let ply = depth(samples, Mode::Clear)?;
        let nodes = |contender, size| samples.nodes(Mode::Clear, ply, contender, Some(size));
        let at = |size| {
            let both = samples.schemes().into_iter().filter_map(|scheme| {
                let plain = nodes(Contender::table(scheme), size)?;
                Some([plain, nodes(Contender::Scheme(scheme, DENSE), size)?])
            });
            (size, both.collect::<Vec<_>>())
        };
        let sizes: Vec<_> = samples.sizes(Mode::Clear, ply).into_iter().map(at).collect();
        let sizes: Vec<_> = sizes.into_iter().filter(|(_, both)| !both.is_empty()).collect();
        (!sizes.is_empty()).then(|| Self { sizes, positions: samples.positions().len() })
    }

    /// Nodes of the dense layout relative to the plain one at a size, all schemes together.
    fn ratio(&self, size: usize, drawn: &[usize]) -> f64 {
        geometric_mean(self.sizes[size].1.iter().map(|[plain, dense]| sum(dense, drawn) / sum(plain, drawn)))
    }

    fn estimate(&self, statistic: impl Fn(&[usize]) -> f64) -> Estimate {
        Bootstrap::default().estimate(self.positions, statistic)
    }

    fn by_size(&self) -> String {
        let all: Vec<_> = (0..self.positions).collect();
        let at = |i: usize| {
            format!(
                "{}: {}",
                sizes::bytes((self.sizes[i].0 * sizes::SLOT_BYTES) as u64),
                percent(self.ratio(i, &all) - 1.0)
            )
        };
        format!("By memory: {}.", (0..self.sizes.len()).map(at).collect::<Vec<_>>().join("; "))
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
        paper: "below 0".to_owned(),
    };
    let measured = pairs.map(|pairs| {
        pairs.estimate(|drawn| geometric_mean((0..pairs.sizes.len()).map(|i| pairs.ratio(i, drawn))) - 1.0)
    });
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
        paper: "above 0".to_owned(),
    };
    let pairs = pairs.filter(|pairs| pairs.sizes.len() >= 2);
    let measured = pairs.map(|pairs| {
        let last = pairs.sizes.len() - 1;
        pairs.estimate(|drawn| pairs.ratio(last, drawn) - pairs.ratio(0, drawn))
    });
    let claim = question.decide(Range::POSITIVE, measured, String::new());
    Claim { unit: Unit::Points, ..claim }
}
