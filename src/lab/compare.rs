//! Two folders of results, side by side: nodes of the one in proportion to the other, with what the choice of positions
//! leaves uncertain.

use std::collections::BTreeMap;

use serde::Serialize;

use super::journal::Records;
use super::replacement_1994::{Contender, Mode, Replacement1994};
use crate::entry::Depth;
use crate::key::SplitMix64;

/// A cell of the comparison: a sum over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct At {
    /// What remembers positions.
    pub contender: Contender,
    /// Slots of its table.
    pub slots: Option<usize>,
    /// What happens between positions.
    pub mode: Mode,
    /// Workers.
    pub threads: usize,
    /// Plies.
    pub ply: Depth,
}

/// What two results say of one cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The cell.
    #[serde(flatten)]
    pub at: At,
    /// Positions that both have.
    pub positions: usize,
    /// Nodes over these, in the first.
    pub base_nodes: u64,
    /// Nodes over these, in the second.
    pub new_nodes: u64,
    /// Second in proportion to first.
    pub ratio: f64,
    /// Of the ratio, over positions: 95 % of the resamples are not below the first and not above the second.
    pub interval: (f64, f64),
}

impl Compared {
    /// Whether the second needs more nodes, by more than `percent`, whichever positions are chosen.
    #[must_use]
    pub fn is_regression(&self, percent: f64) -> bool {
        self.interval.0 > 1.0 + percent / 100.0
    }
}

type Nodes = BTreeMap<At, BTreeMap<String, u64>>;

/// Compares what both have.
#[must_use]
pub fn compare(base: &Records<Replacement1994>, new: &Records<Replacement1994>, seed: u64) -> Vec<Compared> {
    let (base, new) = (nodes(base), nodes(new));
    let pairs = |(at, base): (&At, &BTreeMap<String, u64>)| {
        let new = new.get(at)?;
        let both = base.iter().filter_map(|(position, &nodes)| Some((nodes, *new.get(position)?)));
        Some((*at, both.collect::<Vec<_>>())).filter(|(_, pairs)| !pairs.is_empty())
    };
    base.iter().filter_map(pairs).map(|(at, pairs)| compared(at, &pairs, seed)).collect()
}

/// Measurements of the first that the second lacks: positions, over all cells.
#[must_use]
pub fn lacking(base: &Records<Replacement1994>, new: &Records<Replacement1994>) -> usize {
    let (base, new) = (nodes(base), nodes(new));
    let missing = |at: &At, position: &String| !new.get(at).is_some_and(|found| found.contains_key(position));
    base.iter().flat_map(|(at, found)| found.keys().filter(move |position| missing(at, position))).count()
}

fn nodes(records: &Records<Replacement1994>) -> Nodes {
    let mut nodes = Nodes::new();
    for record in records.values() {
        let cell = &record.cell;
        for row in &record.rows {
            let at = At {
                contender: cell.contender,
                slots: cell.slots,
                mode: cell.mode,
                threads: cell.threads,
                ply: row.ply,
            };
            nodes.entry(at).or_default().insert(row.position.clone(), row.nodes);
        }
    }
    nodes
}

fn compared(at: At, pairs: &[(u64, u64)], seed: u64) -> Compared {
    let (base_nodes, new_nodes) = sums(pairs.iter().copied());
    Compared {
        at,
        positions: pairs.len(),
        base_nodes,
        new_nodes,
        ratio: new_nodes as f64 / base_nodes as f64,
        interval: ratio_of_sums_interval(pairs, seed),
    }
}

fn sums(pairs: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    pairs.fold((0, 0), |(base, new), pair| (base + pair.0, new + pair.1))
}

/// Resamples of the positions.
const RESAMPLES: usize = 2000;

/// The percentile bootstrap's 95 % interval of Σ second ÷ Σ first: positions drawn with replacement, both results of a
/// position together.
fn ratio_of_sums_interval(pairs: &[(u64, u64)], seed: u64) -> (f64, f64) {
    let mut random = SplitMix64::new(seed);
    let mut ratios: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..pairs.len()).map(|_| pairs[random.below(pairs.len() as u64) as usize]);
            let (base, new) = sums(drawn);
            new as f64 / base as f64
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let at = |share: f64| ratios[(share * (RESAMPLES - 1) as f64).round() as usize];
    (at(0.025), at(0.975))
}

#[cfg(test)]
mod tests {
    use super::{Compared, ratio_of_sums_interval};
    use crate::lab::compare::At;
    use crate::lab::replacement_1994::{Contender, Mode};

    #[test]
    fn a_uniform_change_is_certain_and_a_mixed_one_is_not() {
        let uniform: Vec<_> = (1..19).map(|i| (1000 * i, 1100 * i)).collect();
        let (low, high) = ratio_of_sums_interval(&uniform, 1);
        assert!((low - 1.1).abs() < 1e-12 && (high - 1.1).abs() < 1e-12);
        let mixed: Vec<_> = (1..19).map(|i| (1000, if i % 2 == 0 { 1500 } else { 600 })).collect();
        let (low, high) = ratio_of_sums_interval(&mixed, 1);
        assert!(low < 1.0 && high > 1.05, "{low} {high}");
        assert_eq!(ratio_of_sums_interval(&mixed, 1), (low, high), "seeded");
    }

    #[test]
    fn a_regression_is_what_no_choice_of_positions_explains() {
        let at = At { contender: Contender::None, slots: None, mode: Mode::Clear, threads: 1, ply: 5 };
        let compared =
            |interval| Compared { at, positions: 18, base_nodes: 100, new_nodes: 110, ratio: 1.1, interval };
        assert!(compared((1.05, 1.2)).is_regression(0.0) && !compared((1.05, 1.2)).is_regression(5.1));
        assert!(!compared((0.99, 1.2)).is_regression(0.0));
    }
}
