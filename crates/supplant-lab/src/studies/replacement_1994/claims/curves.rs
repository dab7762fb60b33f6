//! The curves of Figures 1 and 2: the paper's seven schemes at some table sizes, to one depth.

use super::PLY;
use crate::experiment::claims::{ClaimPart, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Confidence, bootstrap, geometric_mean, sum};
use crate::studies::replacement_1994::SCHEMES;
use supplant::scheme::SchemeName;

const K: usize = 1024;

/// What claims on the whole range of sizes are decided at: its ends, but for the last doubling, and its middle. A verdict depends on
/// its claim's own sizes alone, so that the quick grid, the full one and any other come to the same.
pub(super) const SPAN: [usize; 3] = [8 * K, 64 * K, 512 * K];

/// What claims on large tables are decided at.
pub(super) const END: [usize; 2] = [512 * K, 1024 * K];

/// The paper's sizes.
pub(super) const ALL: [usize; 8] = [8 * K, 16 * K, 32 * K, 64 * K, 128 * K, 256 * K, 512 * K, 1024 * K];

/// Nodes by position, of all seven schemes at all of some sizes.
pub(super) struct Curves<'a> {
    pub(super) sizes: &'a [usize],
    /// Size by size, scheme by scheme.
    columns: Vec<&'a [u64]>,
}

impl<'a> Curves<'a> {
    /// The curves of a mode; `None` unless all of `sizes` were measured.
    pub(super) fn of(samples: &'a Samples, mode: Mode, sizes: &'a [usize]) -> Option<Self> {
        let at = |size| SCHEMES.map(|scheme| samples.nodes(mode, PLY, Contender::table(scheme), Some(size)));
        let columns = sizes.iter().flat_map(|&size| at(size)).collect::<Option<_>>()?;
        Some(Self { sizes, columns })
    }

    /// What a function of the sums may be.
    pub(super) fn estimate(&self, statistic: impl Fn(Sums<'_>) -> f64) -> Confidence {
        bootstrap().estimate(&self.columns, |sums| statistic(Sums(sums)))
    }

    /// What a function of these sums and of others over the same positions may be.
    pub(super) fn estimate_with(
        &self,
        others: &[&[u64]],
        statistic: impl Fn(Sums<'_>, &[f64]) -> f64,
    ) -> Confidence {
        let columns: Vec<_> = self.columns.iter().chain(others).copied().collect();
        bootstrap().estimate(&columns, |sums| {
            let (own, others) = sums.split_at(self.columns.len());
            statistic(Sums(own), others)
        })
    }

    pub(super) fn columns(&self) -> &[&'a [u64]] {
        &self.columns
    }

    /// A function of the sums over all positions.
    pub(super) fn value(&self, statistic: impl Fn(Sums<'_>) -> f64) -> f64 {
        let sums: Vec<_> = self.columns.iter().map(|nodes| sum(nodes)).collect();
        statistic(Sums(&sums))
    }

    /// Nodes by position of a scheme at the size of a place.
    pub(super) fn nodes(&self, scheme: SchemeName, place: usize) -> &'a [u64] {
        self.columns[place * SCHEMES.len() + column(scheme)]
    }

    /// How many more nodes one scheme visits than another at each size: a part each.
    pub(super) fn more_at_each(&self, (one, other): (SchemeName, SchemeName)) -> Vec<ClaimPart> {
        let at = |i: usize| ClaimPart {
            name: format!("{one} to {other}, {}", sizes::name(self.sizes[i])),
            measured: bootstrap().ratio(self.nodes(one, i), self.nodes(other, i)).map(|ratio| ratio - 1.0),
        };
        (0..self.sizes.len()).map(at).collect()
    }

    /// How many more nodes one scheme visits than another, mean over the sizes.
    pub(super) fn more_on_average(&self, (one, other): (SchemeName, SchemeName)) -> Confidence {
        let places = 0..self.sizes.len();
        let columns: Vec<_> = places.flat_map(|i| [self.nodes(one, i), self.nodes(other, i)]).collect();
        bootstrap()
            .estimate(&columns, |sums| geometric_mean(sums.chunks(2).map(|pair| pair[0] / pair[1])) - 1.0)
    }

    /// A function of each size, in words.
    pub(super) fn by_size(&self, statistic: impl Fn(Sums<'_>, usize) -> f64) -> String {
        let of = |i| {
            let value = self.value(|sums| statistic(sums, i));
            format!("{}: {}", sizes::name(self.sizes[i]), percent(value))
        };
        (0..self.sizes.len()).map(of).collect::<Vec<_>>().join("; ")
    }

    /// What is saved by each doubling from one size to another, the seven schemes together.
    pub(super) fn saved_per_doubling(&self, sums: Sums<'_>, from: usize, to: usize) -> f64 {
        let doublings = (self.sizes[to] as f64 / self.sizes[from] as f64).log2();
        let ratio = geometric_mean(SCHEMES.iter().map(|&scheme| sums.of(scheme, to) / sums.of(scheme, from)));
        1.0 - ratio.powf(1.0 / doublings)
    }
}

/// The column of each scheme: looked up some hundred times in each of 20,000 draws.
const COLUMNS: [u8; SchemeName::ALL.len()] = {
    let (mut columns, mut column) = ([u8::MAX; SchemeName::ALL.len()], 0);
    while column < SCHEMES.len() {
        columns[SCHEMES[column] as usize] = column as u8;
        column += 1;
    }
    columns
};

fn column(scheme: SchemeName) -> usize {
    usize::from(COLUMNS[scheme as usize])
}

/// Sums over positions, of the seven schemes at each size.
#[derive(Clone, Copy)]
pub(super) struct Sums<'a>(pub(super) &'a [f64]);

impl Sums<'_> {
    pub(super) fn of(self, scheme: SchemeName, size: usize) -> f64 {
        self.0[size * SCHEMES.len() + column(scheme)]
    }

    /// The mean over sizes of a ratio: geometric, so that a ratio and its inverse weigh the same.
    pub(super) fn over_sizes(self, ratio: impl Fn(usize) -> f64) -> f64 {
        geometric_mean((0..self.0.len() / SCHEMES.len()).map(ratio))
    }
}
