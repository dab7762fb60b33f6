//! Two folders of results, side by side: nodes of the one in proportion to the other, with what the choice of positions
//! leaves uncertain.

use serde::Serialize;

use super::journal::Records;
use super::searches::cell::{self, Rows};
use super::searches::{At, Searches};
use super::stats::{Bootstrap, Estimate};

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
    /// Of the ratio, over positions, at 95 %.
    pub interval: (f64, f64),
}

impl Compared {
    /// Whether the second needs more nodes, by more than `percent`, whichever positions are chosen.
    #[must_use]
    pub fn is_regression(&self, percent: f64) -> bool {
        self.interval.0 > 1.0 + percent / 100.0
    }
}

/// Compares what both have, cell by cell: by contender, then size, mode, workers and ply.
#[must_use]
pub fn compare(base: &Records<Searches>, new: &Records<Searches>, seed: u64) -> Vec<Compared> {
    let (base, new) = (cell::rows(base), cell::rows(new));
    let both = base.iter().filter_map(|(at, base)| compared(*at, base, new.get(at)?, seed));
    let mut all: Vec<_> = both.collect();
    all.sort_by_key(|Compared { at, .. }| (at.contender, at.size, at.mode, at.threads, at.ply));
    all
}

/// Measurements of the first that the second lacks: positions, over all cells.
#[must_use]
pub fn lacking(base: &Records<Searches>, new: &Records<Searches>) -> usize {
    let (base, new) = (cell::rows(base), cell::rows(new));
    let missing = |at: &At, position: &str| !new.get(at).is_some_and(|found| found.contains_key(position));
    base.iter().flat_map(|(at, found)| found.keys().filter(move |position| missing(at, position))).count()
}

/// `None` if no position is in both.
fn compared(at: At, base: &Rows<'_>, new: &Rows<'_>, seed: u64) -> Option<Compared> {
    let pair =
        |(position, base): (&&str, &Vec<_>)| Some((cell::nodes(base), cell::nodes(new.get(position)?)));
    // A search visits its root: without nodes it is none, and there is no ratio to it.
    let pairs = base.iter().filter_map(pair).filter(|&(base, _)| base > 0);
    let (base, new): (Vec<_>, Vec<_>) = pairs.unzip();
    if base.is_empty() {
        return None;
    }
    let Estimate { value, low, high } =
        Bootstrap { seed, ..Bootstrap::default() }.ratio(&new, &base).interval();
    Some(Compared {
        at,
        positions: base.len(),
        base_nodes: base.iter().sum(),
        new_nodes: new.iter().sum(),
        ratio: value,
        interval: (low, high),
    })
}

#[cfg(test)]
mod tests {
    use super::Compared;
    use crate::lab::searches::At;

    #[test]
    fn a_regression_is_what_no_choice_of_positions_explains() {
        let compared = |interval| Compared {
            at: At::none(5),
            positions: 18,
            base_nodes: 100,
            new_nodes: 110,
            ratio: 1.1,
            interval,
        };
        assert!(compared((1.05, 1.2)).is_regression(0.0) && !compared((1.05, 1.2)).is_regression(5.1));
        assert!(!compared((0.99, 1.2)).is_regression(0.0));
    }
}
