//! Hits and results of searches.

use super::SearchRow;

/// Counts of probes that found an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hits {
    /// The number of hits.
    pub hits: u64,
    /// Hits that ended the search of the position.
    pub cutoffs: u64,
    /// Entries found with an illegal move, if counted.
    pub illegal_moves: Option<u64>,
    /// Misses for which an ancestor's line has a move, if counted.
    pub inherited: Option<u64>,
    /// Hits of another position, if counted.
    pub false_hits: Option<u64>,
    /// Pairs of positions among the false hits, if counted.
    pub false_pairs: Option<u64>,
    /// Different XORs of keys among the pairs, if counted.
    pub clashes: Option<u64>,
}

impl Hits {
    pub(super) fn of(row: &SearchRow) -> Self {
        Self {
            hits: row.hits,
            cutoffs: row.cutoffs,
            illegal_moves: row.illegal_moves,
            inherited: row.inherited,
            false_hits: row.false_hits,
            false_pairs: row.false_pairs,
            clashes: row.clashes,
        }
    }

    /// Illegal moves per million hits.
    #[must_use]
    pub fn illegal_per_million(&self) -> Option<f64> {
        let hits = (self.hits > 0).then_some(self.hits as f64)?;
        Some(self.illegal_moves? as f64 * 1e6 / hits)
    }
}

/// The result at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    /// The score in centipawns.
    pub value: i32,
    /// The best move, in algebraic notation.
    pub best_move: String,
}

impl RootResult {
    pub(super) fn of(row: &SearchRow) -> Self {
        Self { value: row.value, best_move: row.best_move.clone() }
    }
}

/// A missing count makes the sum missing.
impl std::iter::Sum for Hits {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        let (hits, cutoffs, none) = (0, 0, Some(0));
        let nothing = Self {
            hits,
            cutoffs,
            illegal_moves: none,
            inherited: none,
            false_hits: none,
            false_pairs: none,
            clashes: none,
        };
        let both = |sum: Option<u64>, one: Option<u64>| sum.zip(one).map(|(sum, one)| sum + one);
        all.fold(nothing, |sum, one| Self {
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
