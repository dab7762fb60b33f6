//! Scaling: how much sooner several workers reach a depth than one.
//!
//! A unit is one search of one position with its own keys and seed: a *draw*.

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
}
