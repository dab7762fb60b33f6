//! What is lost on the record, and what of it could have been kept.

use super::PLY;
use crate::lab::limit::Limit;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::stats::{Bootstrap, Confidence};

fn nodes(samples: &Samples, contender: Contender, size: Option<usize>) -> Option<&[u64]> {
    samples.nodes(Mode::Clear, PLY, contender, size)
}

/// A number made of what some limits lose at a size, in nodes, and of the nodes of the search that loses nothing, which come last.
pub(super) fn of(
    samples: &Samples,
    size: usize,
    limits: &[Limit],
    number: impl Fn(&[f64]) -> f64,
) -> Option<Confidence> {
    let unbounded = nodes(samples, Contender::Unbounded, None)?;
    let of_limit = |&limit: &Limit| nodes(samples, Contender::Limit(limit), Some(size));
    let mut columns = limits.iter().map(of_limit).collect::<Option<Vec<_>>>()?;
    columns.push(unbounded);
    Some(Bootstrap::default().estimate(&columns, |sums| {
        let all = sums[limits.len()];
        let lost = sums[..limits.len()].iter().map(|nodes| nodes - all);
        number(&lost.chain([all]).collect::<Vec<_>>())
    }))
}

/// The part of a whole; all of nothing.
pub(super) fn part(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 1.0 } else { part / whole }
}

/// What one contender saves beyond another, as a part of what a third does, in searches of their own.
pub(super) fn recovered(
    samples: &Samples,
    size: usize,
    [ours, from, to]: [Contender; 3],
) -> Option<Confidence> {
    let of = |contender| nodes(samples, contender, Some(size));
    let columns = [of(ours)?, of(from)?, of(to)?];
    Some(Bootstrap::default().estimate(&columns, |sums| part(sums[1] - sums[0], sums[1] - sums[2])))
}
