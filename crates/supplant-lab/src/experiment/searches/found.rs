//! Hits and results of searches.

use super::SearchRow;

/// Sums over all repeats of a search, its nodes as well: what is counted a node is counted in the
/// same searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    pub nodes: u64,
    pub hits: u64,
    pub cutoffs: u64,
    pub illegal_moves: Option<u64>,
    pub inherited: Option<u64>,
    pub false_hits: Option<u64>,
    pub false_pairs: Option<u64>,
    pub clashes: Option<u64>,
}

impl Hits {
    pub(super) fn of(row: &SearchRow) -> Self {
        Self {
            nodes: row.nodes,
            hits: row.hits,
            cutoffs: row.cutoffs,
            illegal_moves: row.illegal_moves,
            inherited: row.inherited,
            false_hits: row.false_hits,
            false_pairs: row.false_pairs,
            clashes: row.clashes,
        }
    }

    #[must_use]
    pub fn illegal_per_million(&self) -> Option<f64> {
        let hits = (self.hits > 0).then_some(self.hits as f64)?;
        Some(self.illegal_moves? as f64 * 1e6 / hits)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    pub value: i32,
    pub best_move: String,
}

impl RootResult {
    pub(super) fn of(row: &SearchRow) -> Self {
        Self { value: row.value, best_move: row.best_move.clone() }
    }
}

impl std::iter::Sum for Hits {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        let none = Some(0);
        let nothing = Self {
            nodes: 0,
            hits: 0,
            cutoffs: 0,
            illegal_moves: none,
            inherited: none,
            false_hits: none,
            false_pairs: none,
            clashes: none,
        };
        let both = |sum: Option<u64>, one: Option<u64>| sum.zip(one).map(|(sum, one)| sum + one);
        all.fold(nothing, |sum, one| Self {
            nodes: sum.nodes + one.nodes,
            hits: sum.hits + one.hits,
            cutoffs: sum.cutoffs + one.cutoffs,
            illegal_moves: both(sum.illegal_moves, one.illegal_moves),
            inherited: both(sum.inherited, one.inherited),
            false_hits: both(sum.false_hits, one.false_hits),
            false_pairs: both(sum.false_pairs, one.false_pairs),
            clashes: both(sum.clashes, one.clashes),
        })
    }
}
