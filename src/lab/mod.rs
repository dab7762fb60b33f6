//! The laboratory: published experiments, run again.
//!
//! A [`Study`] lists its units; a [`runner`] executes them on as many jobs as asked, and appends each finished one to a
//! [`journal`] at once. Kill it at any moment, run the same command again, and it goes on. What the rows mean:
//! `docs/results.md`.
//!
//! To add a study: a folder beside [`replacement_1994`] with its grid, and a subcommand in `cli/study.rs`.

pub mod interrupt;
pub mod journal;
pub mod positions;
pub mod progress;
pub mod provenance;
pub mod replacement_1994;
pub mod runner;
pub mod stats;
pub mod unbounded;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::search::Stop;

/// A published experiment.
pub trait Study: Sync {
    /// What fixes one unit: its cell of the grid.
    type Cell: Clone + Send + Sync + Serialize + DeserializeOwned;
    /// One measurement.
    type Row: Clone + Send + PartialEq + Serialize + DeserializeOwned;

    /// The name on the command line and in result files.
    const NAME: &'static str;

    /// The units, in the order they are to be started.
    fn units(&self) -> Vec<Unit<Self::Cell>>;

    /// Runs one unit; `None` if it was stopped. The same cell gives the same rows, on any machine, in any order, unless the
    /// cell says otherwise.
    fn run(&self, cell: &Self::Cell, stop: &Stop) -> Option<Vec<Self::Row>>;

    /// Nodes the rows stand for, for the display of speed.
    fn nodes(rows: &[Self::Row]) -> u64;
}

/// One independent run of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit<C> {
    /// The stable name: equal ids are equal work, in every release.
    pub id: String,
    /// What to do.
    pub cell: C,
    /// How long it takes, relative to the others.
    pub cost: f64,
}
