//! The curves of Figures 1 and 2: the paper's seven schemes by table size, at one depth.

use super::PLY;
use crate::experiment::claims::{ClaimPart, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Confidence, bootstrap, geometric_mean, sum};
use crate::studies::replacement_1994::SCHEMES;
use supplant::scheme::SchemeName;

const K: usize = 1024;

/// A verdict depends on these sizes alone, so that every grid comes to the same one.
pub(super) const SPAN: [usize; 3] = [8 * K, 64 * K, 512 * K];

pub(super) const END: [usize; 2] = [512 * K, 1024 * K];

pub(super) const ALL: [usize; 8] = [8 * K, 16 * K, 32 * K, 64 * K, 128 * K, 256 * K, 512 * K, 1024 * K];

pub(super) struct Curves<'a> {
    pub(super) sizes: &'a [usize],
    columns: Vec<&'a [u64]>,
}

impl<'a> Curves<'a> {
    pub(super) fn of(samples: &'a Samples, mode: Mode, sizes: &'a [usize]) -> Option<Self> {
        let at = |size| SCHEMES.map(|scheme| samples.nodes(mode, PLY, Contender::table(scheme), Some(size)));
        let columns = sizes.iter().flat_map(|&size| at(size)).collect::<Option<_>>()?;
        Some(Self { sizes, columns })
    }

    pub(super) fn estimate(&self, statistic: impl Fn(Sums<'_>) -> f64) -> Confidence {
        bootstrap().estimate(&self.columns, |sums| statistic(Sums(sums)))
    }

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

    pub(super) fn value(&self, statistic: impl Fn(Sums<'_>) -> f64) -> f64 {
        let sums: Vec<_> = self.columns.iter().map(|nodes| sum(nodes)).collect();
        statistic(Sums(&sums))
    }

    pub(super) fn nodes(&self, scheme: SchemeName, place: usize) -> &'a [u64] {
        self.columns[place * SCHEMES.len() + column(scheme)]
    }

    pub(super) fn more_at_each(&self, (one, other): (SchemeName, SchemeName)) -> Vec<ClaimPart> {
        let at = |i: usize| ClaimPart {
            name: format!("{one} to {other}, {}", sizes::name(self.sizes[i])),
            measured: bootstrap().ratio(self.nodes(one, i), self.nodes(other, i)).map(|ratio| ratio - 1.0),
        };
        (0..self.sizes.len()).map(at).collect()
    }

    pub(super) fn more_on_average(&self, (one, other): (SchemeName, SchemeName)) -> Confidence {
        let places = 0..self.sizes.len();
        let columns: Vec<_> = places.flat_map(|i| [self.nodes(one, i), self.nodes(other, i)]).collect();
        bootstrap()
            .estimate(&columns, |sums| geometric_mean(sums.chunks(2).map(|pair| pair[0] / pair[1])) - 1.0)
    }

    pub(super) fn by_size(&self, statistic: impl Fn(Sums<'_>, usize) -> f64) -> String {
        let of = |i| {
            let value = self.value(|sums| statistic(sums, i));
            format!("{}: {}", sizes::name(self.sizes[i]), percent(value))
        };
        (0..self.sizes.len()).map(of).collect::<Vec<_>>().join("; ")
    }

    pub(super) fn saved_per_doubling(&self, sums: Sums<'_>, from: usize, to: usize) -> f64 {
        let doublings = (self.sizes[to] as f64 / self.sizes[from] as f64).log2();
        let ratio = geometric_mean(SCHEMES.iter().map(|&scheme| sums.of(scheme, to) / sums.of(scheme, from)));
        1.0 - ratio.powf(1.0 / doublings)
    }
}

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

#[derive(Clone, Copy)]
pub(super) struct Sums<'a>(pub(super) &'a [f64]);

impl Sums<'_> {
    pub(super) fn of(self, scheme: SchemeName, size: usize) -> f64 {
        self.0[size * SCHEMES.len() + column(scheme)]
    }

    pub(super) fn over_sizes(self, ratio: impl Fn(usize) -> f64) -> f64 {
        geometric_mean((0..self.0.len() / SCHEMES.len()).map(ratio))
    }
}
