//! The curves of Figures 1 and 2: the paper's seven schemes over the table sizes, at one depth.

use super::PLY;
use crate::lab::claims::percent;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::{self, Bootstrap, Estimate, geometric_mean};
use crate::scheme::SchemeName;
use crate::studies::replacement_1994::SCHEMES;

/// Nodes by position, for each size at which all seven schemes were measured.
pub(super) struct Curves<'a> {
    pub(super) sizes: Vec<usize>,
    nodes: Vec<[&'a [u64]; SCHEMES.len()]>,
}

impl<'a> Curves<'a> {
    /// The curves of a mode; `None` unless one size is complete.
    pub(super) fn of(samples: &'a Samples, mode: Mode) -> Option<Self> {
        let mut curves = Self { sizes: Vec::new(), nodes: Vec::new() };
        for size in samples.sizes(mode, PLY) {
            let nodes = SCHEMES.map(|scheme| samples.nodes(mode, PLY, Contender::table(scheme), Some(size)));
            if nodes.iter().all(Option::is_some) {
                curves.sizes.push(size);
                curves.nodes.push(nodes.map(|nodes| nodes.expect("looked at in the line above")));
            }
        }
        (!curves.sizes.is_empty()).then_some(curves)
    }

    /// Only some of the sizes; `None` if none is left.
    pub(super) fn only(&self, keep: impl Fn(usize) -> bool) -> Option<Self> {
        let both = self.sizes.iter().zip(&self.nodes).filter(|(size, _)| keep(**size));
        let (sizes, nodes): (Vec<_>, Vec<_>) = both.map(|(&size, &nodes)| (size, nodes)).unzip();
        (!sizes.is_empty()).then_some(Self { sizes, nodes })
    }

    pub(super) fn positions(&self) -> usize {
        self.nodes[0][0].len()
    }

    /// The sums over positions drawn.
    pub(super) fn drawn<'b>(&'b self, drawn: &'b [usize]) -> Sums<'b> {
        Sums { curves: self, drawn }
    }

    /// The interval of a function of the sums.
    pub(super) fn estimate(&self, statistic: impl Fn(&Sums<'_>) -> f64) -> Estimate {
        Bootstrap::default().estimate(self.positions(), |drawn| statistic(&self.drawn(drawn)))
    }

    /// A function of the sums over all positions once.
    pub(super) fn value(&self, statistic: impl Fn(&Sums<'_>) -> f64) -> f64 {
        statistic(&self.drawn(&(0..self.positions()).collect::<Vec<_>>()))
    }

    /// The sizes from first to last, in words.
    pub(super) fn span(&self) -> String {
        match self.sizes.as_slice() {
            [one] => sizes::name(*one),
            sizes => format!("{} to {}", sizes::name(sizes[0]), sizes::name(sizes[sizes.len() - 1])),
        }
    }

    /// A function of each size, in words.
    pub(super) fn by_size(&self, statistic: impl Fn(&Sums<'_>, usize) -> f64) -> String {
        let of = |i| {
            let value = self.value(|sums| statistic(sums, i));
            format!("{}: {}", sizes::name(self.sizes[i]), percent(value))
        };
        (0..self.sizes.len()).map(of).collect::<Vec<_>>().join("; ")
    }
}

/// Sums over the positions drawn.
pub(super) struct Sums<'a> {
    curves: &'a Curves<'a>,
    drawn: &'a [usize],
}

impl Sums<'_> {
    pub(super) fn of(&self, scheme: SchemeName, size: usize) -> f64 {
        let column = SCHEMES.iter().position(|&known| known == scheme).expect("one of the seven");
        stats::sum(self.curves.nodes[size][column], self.drawn)
    }

    /// The fewest nodes among some schemes.
    pub(super) fn least(&self, schemes: &[SchemeName], size: usize) -> f64 {
        schemes.iter().map(|&scheme| self.of(scheme, size)).fold(f64::INFINITY, f64::min)
    }

    /// The most.
    pub(super) fn most(&self, schemes: &[SchemeName], size: usize) -> f64 {
        schemes.iter().map(|&scheme| self.of(scheme, size)).fold(0.0, f64::max)
    }

    /// The mean over sizes of a ratio: geometric, so that a ratio and its inverse weigh the same.
    pub(super) fn over_sizes(&self, ratio: impl Fn(usize) -> f64) -> f64 {
        geometric_mean((0..self.curves.sizes.len()).map(ratio))
    }

    /// What is saved by each doubling from one size to another, the seven schemes together.
    pub(super) fn saved_per_doubling(&self, from: usize, to: usize) -> f64 {
        let sizes = &self.curves.sizes;
        let doublings = (sizes[to] as f64 / sizes[from] as f64).log2();
        let ratio = geometric_mean(SCHEMES.iter().map(|&s| self.of(s, to) / self.of(s, from)));
        1.0 - ratio.powf(1.0 / doublings)
    }
}
