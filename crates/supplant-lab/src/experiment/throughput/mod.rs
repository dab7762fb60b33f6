//! Throughput: the cost of probes and stores compared with the limit of memory.
//!
//! | file | content |
//! |---|---|
//! | `subject.rs` | the interface of adapters |
//! | `own.rs`, `limit.rs` | our tables; random lines of memory |
//! | `contender.rs` | subjects of all types in one list |
//! | `keys.rs`, `workload.rs` | keys and their entries; mixes of operations |
//! | `draw.rs` | the keys of a slice |
//! | `measure.rs` | the timed loops, which check every answer |
//! | `run.rs` | the interleaved run |
//! | `disturbed.rs` | which pairs are measured again |
//! | `latency.rs` | times of single operations |
//! | `rows.rs` | rows and their medians |
//! | `goals.rs` | goals, judged |
//! | `savings.rs` | nodes of searches with each scheme |
//! | `resident.rs` | memory of the process |
//!
//! The reports are in `report/throughput/`. `cli::throughput_with` measures a subject of another
//! crate.

pub mod contender;
mod disturbed;
mod draw;
pub mod goals;
pub mod keys;
mod latency;
mod limit;
mod measure;
mod own;
mod resident;
pub mod rows;
mod run;
mod savings;
pub mod subject;
pub mod workload;

pub use contender::Competitor;
pub use keys::KeyDistribution;
pub use latency::Latency;
pub use rows::{Spread, ThroughputRow};
pub use run::{ThroughputPlan, ThroughputRun, Watch, run};
pub use savings::{Savings, SavingsError};
pub use subject::{About, Subject, SubjectKind};
pub use workload::{OperationMix, ThroughputAxes, ThroughputCell};
