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

pub use grid::{Scaling, ScalingCell, TableMemory, WorkerClock};
pub use measure::ScalingRow;

use super::searches::Contender;
use super::{Condition, Experiment, Unit, words};
use supplant_search::search::Stop;

/// The name of the study.
pub const NAME: &str = "scaling";

impl Experiment for Scaling {
    type Cell = ScalingCell;
    type Row = ScalingRow;

    fn axes() -> Vec<&'static str> {
        vec!["workers", "helpers", "scheme"]
    }

    fn study(&self) -> &'static str {
        NAME
    }

    fn units(&self) -> Vec<Unit<ScalingCell>> {
        self.spanned()
    }

    fn id(&self, cell: &ScalingCell) -> String {
        self.id_of(cell)
    }

    fn check(cell: &ScalingCell, row: &ScalingRow) -> Result<(), String> {
        row.check(cell)
    }

    fn check_all(&self, _: &ScalingCell, rows: &[ScalingRow]) -> Result<(), String> {
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
