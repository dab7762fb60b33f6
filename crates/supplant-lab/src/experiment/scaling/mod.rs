//! Scaling: how much sooner several workers reach the same depth, and why not sooner.
//!
//! A unit is one search of one position by so many workers, under keys and a seed of its own: a *draw*. One worker is drawn as often as
//! many. Time is virtual — the most nodes that a worker visits, in lockstep — or a clock's, of threads.
//!
//! | file | what |
//! |---|---|
//! | `grid` | the axes as data, and the units they span |
//! | `tables` | the memory that its tables take, before there are any |
//! | `measure` | one unit |
//! | `threads` | a search by a clock |
//! | `load` | what keeps idle cores busy meanwhile |
//! | `machine` | times of several machines, which are not taken together |
//! | `watched` | what the workers ask of the table, and of whom the answers are |
//! | `curves` | speedups with intervals, and what they are made of |
//! | `schemes` | which scheme matters how much, by number of workers |
//! | `fit` | the laws of scalability through a curve |
//! | `predict` | times of threads, from lockstep and nodes a second, beside those measured |

pub mod curves;
pub mod fit;
mod grid;
mod load;
pub mod machine;
mod measure;
pub mod predict;
pub mod schemes;
mod tables;
mod threads;
mod watched;

pub use grid::{ScalingCell, ScalingGrid, TableMemory, WorkerClock};
pub use measure::ScalingRow;

use anyhow::Context as _;

use super::positions::PositionSet;
use super::searches::Contender;
use super::{Condition, Experiment, Unit, words};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::{Enhancements, Stop};
use supplant_search::smp::Helpers;

/// The name of the study.
pub const NAME: &str = "scaling";

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Scaling {
    /// The positions.
    pub positions: PositionSet,
    /// Plies of each search.
    pub depth: Depth,
    /// How time is told, one after the other.
    pub clocks: Vec<WorkerClock>,
    /// Numbers of workers.
    pub workers: Vec<usize>,
    /// Further ones, in lockstep alone.
    pub further: Vec<usize>,
    /// How workers differ.
    pub helpers: Vec<Helpers>,
    /// Replacement schemes.
    pub schemes: Vec<SchemeName>,
    /// Table sizes, in slots of 16 bytes.
    pub slots: Vec<usize>,
    /// Whether a size is that of the table, or of each worker's part.
    pub memory: TableMemory,
    /// The search, by the name of its preset.
    pub search: (String, Enhancements),
    /// How often each search is drawn.
    pub draws: usize,
    /// The seed of the order of what a clock times; without it the longest of a position come first.
    pub shuffle: Option<u64>,
}

impl Experiment for Scaling {
    type Grid = ScalingGrid;
    type Cell = ScalingCell;
    type Row = ScalingRow;

    fn axes() -> Vec<&'static str> {
        vec!["workers", "helpers", "scheme"]
    }

    fn study(&self) -> &'static str {
        NAME
    }

    fn grid(&self) -> ScalingGrid {
        ScalingGrid {
            positions: self.positions.listing(),
            depth: self.depth,
            clocks: self.clocks.clone(),
            workers: self.workers.clone(),
            further: self.further.clone(),
            helpers: self.helpers.iter().map(ToString::to_string).collect(),
            schemes: self.schemes.iter().map(|&scheme| Contender::table(scheme)).collect(),
            slots: self.slots.clone(),
            memory: self.memory,
            search: self.search.0.clone(),
            draws: self.draws,
            // Nodes are the same in any order.
            shuffle: self.shuffle.filter(|_| self.clocks.iter().any(|clock| clock.is_timed())),
        }
    }

    fn units_of(grid: &ScalingGrid) -> Vec<Unit<ScalingCell>> {
        grid.units()
    }

    fn id(grid: &ScalingGrid, cell: &ScalingCell) -> String {
        grid.id(cell)
    }

    fn check(cell: &ScalingCell, row: &ScalingRow) -> Result<(), String> {
        row.check(cell)
    }

    fn check_all(_: &ScalingGrid, _: &ScalingCell, rows: &[ScalingRow]) -> Result<(), String> {
        match rows.len() {
            1 => Ok(()),
            rows => Err(format!("it has {rows} rows; a unit of this study has one")),
        }
    }

    fn condition(axis: &str, value: &str) -> Result<Condition<ScalingCell>, String> {
        match axis {
            "workers" => {
                let known = words::threads(value)?;
                Ok(Box::new(move |cell: &ScalingCell| cell.workers == known))
            }
            "helpers" => {
                let known = words::helpers(value)?.to_string();
                Ok(Box::new(move |cell: &ScalingCell| cell.helpers == known))
            }
            "scheme" => {
                let known = Contender::table(words::scheme(value)?);
                Ok(Box::new(move |cell: &ScalingCell| cell.contender == known))
            }
            _ => Err(format!("there are {}", Self::axes().join(", "))),
        }
    }

    fn run(&self, cell: &ScalingCell, stop: &Stop) -> anyhow::Result<Option<Vec<ScalingRow>>> {
        measure::run(self, cell, stop)
    }

    fn nodes(rows: &[ScalingRow]) -> u64 {
        rows.iter().map(|row| row.nodes).sum()
    }

    /// By their relative costs, at the pace of a first search.
    fn forecast(&self, units: &[Unit<ScalingCell>], jobs: usize, stop: &Stop) -> Vec<f64> {
        let Some(least) = units.iter().min_by(|a, b| a.cost.total_cmp(&b.cost)) else { return Vec::new() };
        let start = std::time::Instant::now();
        // Whatever came of it: how long it took is asked.
        let _ = self.run(&least.cell, stop);
        let pace = start.elapsed().as_secs_f64() / least.cost;
        units.iter().map(|unit| unit.cost * pace / jobs.max(1) as f64).collect()
    }
}

/// The experiment that a journal's header describes.
impl TryFrom<ScalingGrid> for Scaling {
    type Error = anyhow::Error;

    fn try_from(grid: ScalingGrid) -> anyhow::Result<Self> {
        let preset = grid.search.parse::<Enhancements>();
        let preset =
            preset.with_context(|| format!("search {}: use the version that wrote it", grid.search))?;
        Ok(Self {
            helpers: grid.helpers.iter().map(|ways| ways.parse()).collect::<Result<_, _>>()?,
            schemes: grid.schemes.iter().filter_map(|contender| contender.scheme()).collect(),
            positions: grid.positions.try_into()?,
            depth: grid.depth,
            clocks: grid.clocks,
            workers: grid.workers,
            further: grid.further,
            slots: grid.slots,
            memory: grid.memory,
            search: (grid.search, preset),
            draws: grid.draws,
            shuffle: grid.shuffle,
        })
    }
}

#[cfg(test)]
impl Scaling {
    /// Few and small searches.
    pub(crate) fn example() -> Self {
        Self {
            positions: PositionSet::kasparov_short(),
            depth: 3,
            clocks: vec![WorkerClock::Lockstep(8)],
            workers: vec![1, 4],
            further: Vec::new(),
            helpers: vec![Helpers::default(), Helpers::NONE],
            schemes: vec![SchemeName::TwoBig1],
            slots: vec![8 << 10],
            memory: TableMemory::Shared,
            search: ("alibaba".to_owned(), Enhancements::ALIBABA),
            draws: 2,
            shuffle: Some(1),
        }
    }
}
