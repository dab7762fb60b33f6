//! A comparison in a line: how many cells changed, how clearly, in which direction.

use serde::Serialize;

use super::{Compared, Comparison, Significance, Undecided};
use crate::experiment::searches::Contender;

/// Cells counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CompareSummary {
    /// All that both have.
    pub cells: usize,
    /// Of which any row differs.
    pub changed: usize,
    /// Changed, and measured once by several workers.
    pub measured_once: usize,
    /// Changed, of few positions.
    pub few_positions: usize,
    /// For certain, each alone: that need more nodes, and that need fewer.
    pub alone: Directions,
    /// For certain, all together.
    pub together: Directions,
}

/// Cells by the direction in which they changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Directions {
    /// That need more nodes.
    pub more: usize,
    /// That need fewer.
    pub fewer: usize,
}

impl Comparison {
    /// How many cells changed, and how.
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

    /// Regressions for certain: each cell alone, and all together.
    #[must_use]
    pub fn regressions(&self) -> (usize, usize) {
        let count = |holds: fn(&Significance) -> bool| {
            self.cells.iter().filter(|cell| holds(&cell.regression)).count()
        };
        (count(|decision| decision.alone), count(|decision| decision.together))
    }

    /// Whether a cell with a table changed and cannot be decided. The search without a table tells nothing of tables.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        let is_open = |cell: &Compared| cell.undecided.is_some() && cell.at.contender != Contender::None;
        self.cells.iter().any(is_open)
    }
}
