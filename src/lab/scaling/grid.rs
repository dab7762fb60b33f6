//! The axes and the units they span.

use serde::{Deserialize, Serialize};

use super::NAME;
use crate::entry::Depth;
use crate::lab::Unit;
use crate::lab::positions::Listing;
use crate::lab::searches::Contender;

/// How time is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// By nodes: workers take turns of so many.
    Lockstep(u64),
    /// By a clock: workers are threads.
    Threads,
}

impl std::fmt::Display for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lockstep(quantum) => f.pad(&format!("lockstep-{quantum}")),
            Self::Threads => f.pad("threads"),
        }
    }
}

/// What a table size is the size of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// The table, however many share it.
    Shared,
    /// Each worker's part of it.
    PerWorker,
}

/// The axes, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The positions.
    pub positions: Listing,
    /// Plies.
    pub depth: Depth,
    /// How time is told.
    pub clocks: Vec<Clock>,
    /// Numbers of workers.
    pub workers: Vec<usize>,
    /// How workers differ, by name.
    pub helpers: Vec<String>,
    /// The schemes.
    pub schemes: Vec<Contender>,
    /// Table sizes.
    pub slots: Vec<usize>,
    /// What they are the sizes of.
    pub memory: Memory,
    /// The preset of the search.
    pub search: String,
    /// How often.
    pub draws: usize,
}

/// One search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// How time is told; of one worker in lockstep with a quantum of 1, which changes nothing.
    pub clock: Clock,
    /// Workers.
    pub workers: usize,
    /// How they differ; of one worker `none`.
    pub helpers: String,
    /// The table.
    pub contender: Contender,
    /// Its slots.
    pub slots: usize,
    /// Plies.
    pub depth: Depth,
    /// The position.
    pub position: String,
    /// Which draw, from 1.
    pub draw: usize,
}

impl Grid {
    /// The units: draws outermost, then positions, so that what is to be compared is measured close together, and the longest of a position
    /// first.
    #[must_use]
    pub fn units(&self) -> Vec<Unit<Cell>> {
        let mut units: Vec<Unit<Cell>> = Vec::new();
        for draw in 1..=self.draws {
            for (position, _) in &self.positions.positions {
                let mut cells = Vec::new();
                for &workers in self.workers.iter().rev() {
                    cells.extend(self.cells(workers, position, draw));
                }
                units.extend(cells.into_iter().map(|cell| self.unit(cell)));
            }
        }
        units
    }

    fn cells(&self, workers: usize, position: &str, draw: usize) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &clock in &self.clocks {
            for helpers in &self.helpers {
                for &contender in &self.schemes {
                    for &slots in &self.slots {
                        let (clock, helpers) = match (workers, clock) {
                            // Who is alone neither waits nor differs.
                            (1, Clock::Lockstep(_)) => (Clock::Lockstep(1), "none".to_owned()),
                            (1, Clock::Threads) => (clock, "none".to_owned()),
                            _ => (clock, helpers.clone()),
                        };
                        let slots = match self.memory {
                            Memory::Shared => slots,
                            Memory::PerWorker => slots * workers,
                        };
                        let position = position.to_owned();
                        let (depth, contender) = (self.depth, contender);
                        cells.push(Cell { clock, workers, helpers, contender, slots, depth, position, draw });
                    }
                }
            }
        }
        let mut seen = Vec::<String>::new();
        cells.retain(|cell| {
            let id = self.id(cell);
            let is_new = !seen.contains(&id);
            seen.push(id);
            is_new
        });
        cells
    }

    fn unit(&self, cell: Cell) -> Unit<Cell> {
        let deterministic = cell.clock != Clock::Threads;
        let cost = 4f64.powi(i32::from(cell.depth)) * (cell.workers as f64).powf(0.3);
        Unit { id: self.id(&cell), cost, cell, deterministic }
    }

    /// The stable name of a cell. Everything that determines its rows is in it.
    pub(super) fn id(&self, cell: &Cell) -> String {
        let Cell { clock, workers, helpers, contender, slots, depth, position, draw } = cell;
        let set = &self.positions.name;
        let position = match position.starts_with(set.as_str()) {
            true => position.clone(),
            false => format!("{set}.{position}"),
        };
        format!(
            "{NAME}/{}/{clock}/{helpers}/{contender}/{slots}/{depth}/w{workers}d{draw}/{position}",
            self.search
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scaling;
    use super::{Clock, Memory};
    use crate::lab::Experiment as _;

    #[test]
    fn one_worker_is_measured_once_a_draw_whatever_others_do() {
        let study = Scaling { clocks: vec![Clock::Lockstep(8), Clock::Lockstep(1)], ..Scaling::example() };
        let units = study.units();
        let of = |workers| units.iter().filter(|unit| unit.cell.workers == workers).count();
        assert_eq!((of(1), of(4)), (2 * 18, 2 * 18 * 2 * 2));
        assert!(units.iter().all(|unit| unit.deterministic));
        let mut ids: Vec<_> = units.iter().map(|unit| &unit.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), units.len());
        assert_eq!(
            units[0].id,
            "scaling/alibaba/lockstep-8/crowd+shuffle+defer+pool/TWOBIG1/8192/3/w4d1/breuker1994.15"
        );
    }

    #[test]
    fn memory_of_each_worker_grows_with_them() {
        let study = Scaling { memory: Memory::PerWorker, ..Scaling::example() };
        assert!(study.units().iter().all(|unit| unit.cell.slots == unit.cell.workers * (8 << 10)));
    }
}
