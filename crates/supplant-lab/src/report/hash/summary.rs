//! The numbers of a size, and their ratios to those of the largest size.

use serde::Serialize;

use crate::experiment::claims::FEWEST;
use crate::experiment::hash::HashBlock;
use crate::experiment::stats::{Estimate, mean};

/// One size over all positions. Ratios are geometric means over positions, beside the largest size.
/// Intervals are missing if the positions are too few.
#[derive(Clone, Debug, Serialize)]
pub struct HashSummary {
    pub hash_mib: u64,
    pub positions: usize,
    pub nodes: u64,
    pub elapsed_ns: u64,
    pub nodes_per_s: f64,
    /// The mean over positions; missing if the engine did not always tell it.
    pub depth: Option<f64>,
    /// The mean over positions, in thousandths.
    pub hashfull: Option<f64>,
    pub nodes_ratio: Beside,
    pub time_ratio: Beside,
    pub nodes_per_s_ratio: Beside,
    /// Plies more than with the largest size.
    pub depth_more: Option<Beside>,
}

/// A number beside that of the largest size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Beside {
    pub value: f64,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Beside {
    fn of(values: &[f64], back: fn(f64) -> f64) -> Self {
        if values.len() < FEWEST {
            let value = values.iter().sum::<f64>() / values.len() as f64;
            return Self { value: back(value), low: None, high: None };
        }
        let Estimate { value, low, high } = mean(values).map(back).interval();
        Self { value, low: Some(low), high: Some(high) }
    }

    /// Whether the interval excludes `bound`; `None` without an interval.
    pub(super) fn excludes(&self, bound: f64) -> Option<bool> {
        let (low, high) = self.low.zip(self.high)?;
        Some(!(low..=high).contains(&bound))
    }
}

pub(super) fn of(blocks: &[Vec<HashBlock>], sizes: &[u64]) -> Vec<HashSummary> {
    if blocks.is_empty() {
        return Vec::new();
    }
    (0..sizes.len()).map(|at| of_size(blocks, at, sizes[at])).collect()
}

/// Depths are counted in units of so many plies: [`mean`] takes numbers below 64.
const DEPTHS: f64 = 64.0;

fn of_size(blocks: &[Vec<HashBlock>], at: usize, hash_mib: u64) -> HashSummary {
    let own = || blocks.iter().map(|sizes| &sizes[at]);
    let sum = |of: fn(&HashBlock) -> u64| own().map(of).sum::<u64>();
    let mean_of = |of: fn(&HashBlock) -> Option<f64>| {
        own().map(of).sum::<Option<f64>>().map(|sum| sum / blocks.len() as f64)
    };
    // The logarithm of this size's number over the largest size's.
    let ratio = |of: fn(&HashBlock) -> f64| {
        let logs = blocks.iter().map(|sizes| (of(&sizes[at]) / of(&sizes[sizes.len() - 1])).ln());
        Beside::of(&logs.collect::<Vec<_>>(), f64::exp)
    };
    let more = blocks.iter().map(|sizes| Some((sizes[at].depth? - sizes[sizes.len() - 1].depth?) / DEPTHS));
    let more: Option<Vec<_>> = more.collect();
    HashSummary {
        hash_mib,
        positions: blocks.len(),
        nodes: sum(|block| block.nodes),
        elapsed_ns: sum(|block| block.elapsed_ns),
        nodes_per_s: sum(|block| block.nodes) as f64 * 1e9 / sum(|block| block.nodes_ns) as f64,
        depth: mean_of(|block| block.depth),
        hashfull: mean_of(|block| block.hashfull),
        nodes_ratio: ratio(|block| block.nodes as f64),
        time_ratio: ratio(|block| block.elapsed_ns as f64),
        nodes_per_s_ratio: ratio(|block| block.nodes as f64 / block.nodes_ns as f64),
        depth_more: more.map(|more| Beside::of(&more, |more| more * DEPTHS)),
    }
}
