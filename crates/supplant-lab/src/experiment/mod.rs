//! How the laboratory runs experiments and judges their numbers.

pub mod bias;
mod by_name;
pub mod claimed;
pub mod claims;
pub mod clashing;
pub mod collection;
pub mod compare;
pub mod crew;
pub mod doctor;
pub mod engine;
pub mod filter;
pub mod fnv;
pub mod forecast;
pub mod games;
mod groups;
pub mod hash;
pub mod interrupt;
pub mod journal;
pub mod limit;
pub mod merge;
pub mod pages;
pub mod parallel;
pub mod past;
pub mod plan;
pub mod positions;
pub mod progress;
pub mod provenance;
pub mod quota;
pub mod replay;
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

/// An experiment's JSON form is the grid in a journal's header.
pub trait Experiment: Sync + Serialize + DeserializeOwned {
    type Cell: Clone + Debug + Send + Sync + Serialize + DeserializeOwned;
    type Row: Clone + Debug + Send + PartialEq + Serialize + DeserializeOwned;

    fn axes() -> Vec<&'static str>;

    fn study(&self) -> &str;

    fn units(&self) -> Vec<Unit<Self::Cell>>;

    /// The stable id of the unit of `cell`: equal ids mean equal work, in every release.
    fn id(&self, cell: &Self::Cell) -> String;

    fn check(cell: &Self::Cell, row: &Self::Row) -> Result<(), String>;

    /// The caller has checked each row.
    fn check_all(&self, cell: &Self::Cell, rows: &[Self::Row]) -> Result<(), String>;

    fn condition(axis: &str, value: &str) -> Result<Condition<Self::Cell>, String>;

    /// The rows of a deterministic unit depend on its cell alone.
    fn run(&self, cell: &Self::Cell, stop: &Stop) -> anyhow::Result<Option<Vec<Self::Row>>>;

    fn nodes(rows: &[Self::Row]) -> u64;
}

pub type Condition<C> = Box<dyn Fn(&C) -> bool>;

#[derive(Clone, Debug, PartialEq)]
pub struct Unit<C> {
    pub id: String,
    pub cell: C,
    pub cost: f64,
    pub deterministic: bool,
}
