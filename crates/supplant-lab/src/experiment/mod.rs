//! The laboratory: how experiments are run, and their numbers judged. What is investigated: `studies`.
//!
//! An [`Experiment`] lists its units; a [`runner`] executes them on as many jobs as asked, and appends each finished one to a
//! [`journal`] at once. Kill it at any moment, run the same command again, and it goes on. What the rows mean:
//! `docs/results.md`. Nearly every study is an experiment of [`searches`].

pub mod bias;
mod by_name;
pub mod claimed;
pub mod claims;
pub mod clashing;
pub mod collection;
pub mod compare;
pub mod crew;
pub mod doctor;
pub mod filter;
pub mod fnv;
pub mod forecast;
pub mod games;
mod groups;
pub mod interrupt;
pub mod journal;
pub mod limit;
pub mod merge;
pub mod pages;
pub mod past;
pub mod plan;
pub mod positions;
pub mod progress;
pub mod provenance;
pub mod quota;
mod roll;
pub mod room;
pub mod runner;
pub mod scaling;
pub mod searches;
pub mod shard;
pub mod sizes;
pub mod solve;
pub mod stats;
pub mod stress;
pub mod tagged;
pub mod throughput;
mod topology;
pub mod trace;
pub mod unbounded;
pub mod waiting;
pub mod words;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use supplant_search::search::Stop;

/// Something that is measured, unit by unit.
///
/// As JSON it is the grid that a journal's header keeps: its axes, which span the units.
pub trait Experiment: Sync + Serialize + DeserializeOwned {
    /// What fixes one unit: its cell of the grid.
    type Cell: Clone + Debug + Send + Sync + Serialize + DeserializeOwned;
    /// One measurement.
    type Row: Clone + Debug + Send + PartialEq + Serialize + DeserializeOwned;

    /// The axes that a [`filter`] can name.
    fn axes() -> Vec<&'static str>;

    /// The name of the study it is for: on the command line, in ids and in the names of files.
    fn study(&self) -> &str;

    /// Its units, in the order they are to be started.
    fn units(&self) -> Vec<Unit<Self::Cell>>;

    /// The stable name of the unit of `cell`: equal ids are equal work, in every release.
    fn id(&self, cell: &Self::Cell) -> String;

    /// Whether `row` could be measured in `cell`: that its counts add up, and that it is of the cell.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check(cell: &Self::Cell, row: &Self::Row) -> Result<(), String>;

    /// Whether `rows`, each of which [could be measured](Self::check), are all that a finished unit of `cell` has, each once.
    ///
    /// # Errors
    /// What is wrong with them.
    fn check_all(&self, cell: &Self::Cell, rows: &[Self::Row]) -> Result<(), String>;

    /// Which cells have `value` on `axis`, one of [`Self::axes`].
    ///
    /// # Errors
    /// If the axis has no such value.
    fn condition(axis: &str, value: &str) -> Result<Condition<Self::Cell>, String>;

    /// Runs one unit; `None` if it was stopped. The same cell gives the same rows, on any machine, in any order, unless the
    /// unit says otherwise.
    ///
    /// # Errors
    /// If the system does not give what the unit needs.
    fn run(&self, cell: &Self::Cell, stop: &Stop) -> anyhow::Result<Option<Vec<Self::Row>>>;

    /// Nodes the rows stand for, for the display of speed.
    fn nodes(rows: &[Self::Row]) -> u64;

    /// Seconds that each of `units` will take on this machine while `jobs` run at once; measures for less than five seconds.
    fn forecast(&self, units: &[Unit<Self::Cell>], jobs: usize, stop: &Stop) -> Vec<f64>;
}

/// A test on cells.
pub type Condition<C> = Box<dyn Fn(&C) -> bool>;

/// One independent part of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit<C> {
    /// Its name: [`Experiment::id`].
    pub id: String,
    /// What to do.
    pub cell: C,
    /// How long it takes, relative to the others.
    pub cost: f64,
    /// Whether its rows are the same on every machine and every time.
    pub deterministic: bool,
}
