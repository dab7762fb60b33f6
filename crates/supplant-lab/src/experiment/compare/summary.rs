//! The summary of a comparison: how many cells changed, how clearly, in which direction.

use serde::Serialize;

use super::{Compared, Comparison, Significance, Undecided};
use crate::experiment::searches::Contender;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CompareSummary {
    pub cells: usize,
    pub changed: usize,
    pub measured_once: usize,
    pub few_positions: usize,
    pub alone: Directions,
    pub together: Directions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Directions {
    pub more: usize,
    pub fewer: usize,
}

impl Comparison {
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

    #[must_use]
    pub fn regressions(&self) -> (usize, usize) {
        let count = |holds: fn(&Significance) -> bool| {
            self.cells.iter().filter(|cell| holds(&cell.regression)).count()
        };
        (count(|decision| decision.alone), count(|decision| decision.together))
    }

    /// Searches without a table do not count: they say nothing about tables.
    #[must_use]
    pub fn leaves_open(&self) -> bool {
        let is_open = |cell: &Compared| cell.undecided.is_some() && cell.at.contender != Contender::None;
        self.cells.iter().any(is_open)
    }
}
