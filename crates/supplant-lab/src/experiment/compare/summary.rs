//! The summary of a comparison: how many cells changed, how clearly, in which direction.

use serde::Serialize;

use super::{Compared, Comparison, Significance, Undecided};
use crate::experiment::searches::Contender;

/// Counts of compared cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CompareSummary {
    /// The number of cells in both results.
    pub cells: usize,
    /// Cells of which any row differs.
    pub changed: usize,
    /// Changed cells that several workers measured once.
    pub measured_once: usize,
    /// Changed cells with too few positions.
    pub few_positions: usize,
    /// Significant changes, each cell considered alone.
    pub alone: Directions,
    /// Significant changes after correction for all cells.
    pub together: Directions,
}

/// Changed cells by direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Directions {
    /// Cells that need more nodes.
    pub more: usize,
    /// Cells that need fewer nodes.
    pub fewer: usize,
}

impl Comparison {
    /// Counts the changed cells by kind of change.
    #[must_use]
    pub fn summary(&self) -> CompareSummary {
        let count = |holds: &dyn Fn(&Compared) -> bool| self.cells.iter().filter(|cell| holds(cell)).count();
        let directions = |clear: fn(&Compared) -> bool| Directions {
            more: count(&|cell| clear(cell) && cell.ratio > 1.0),
            fewer: count(&|cell| clear(cell) && cell.ratio < 1.0),
        };
        CompareSummary {
            cells: self.cells.len(),
            changed: count(&|cell| cell.changed),
            measured_once: count(&|cell| cell.undecided == Some(Undecided::MeasuredOnce)),
            few_positions: count(&|cell| cell.undecided == Some(Undecided::FewPositions)),
            alone: directions(|cell| cell.clear.alone),
            together: directions(|cell| cell.clear.together),
        }
    }

    /// The significant regressions: each cell alone, and after correction for all cells.
    #[must_use]
    pub fn regressions(&self) -> (usize, usize) {
        let count = |holds: fn(&Significance) -> bool| {
            self.cells.iter().filter(|cell| holds(&cell.regression)).count()
        };
        (count(|decision| decision.alone), count(|decision| decision.together))
    }

    /// Whether a changed cell with a table is undecided. Searches without a table say nothing about
    /// tables.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        let is_open = |cell: &Compared| cell.undecided.is_some() && cell.at.contender != Contender::None;
        self.cells.iter().any(is_open)
    }
}
