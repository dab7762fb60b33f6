//! Throughput: what a probe and a store cost, per scheme, bucket, threads, keys and size, beside the limit of memory.
//!
//! | file | what |
//! |---|---|
//! | `subject.rs` | what an adapter owes |
//! | `own.rs`, `limit.rs` | our tables; random lines of memory |
//! | `contender.rs` | subjects of all types in one list |
//! | `keys.rs`, `workload.rs` | keys and their entries; what is done with them |
//! | `draw.rs` | the keys of a slice, before it is timed |
//! | `measure.rs` | the timed loops, with the check of every answer |
//! | `run.rs` | the interleaved run |
//! | `disturbed.rs` | which pairs are measured again |
//! | `latency.rs` | times of single operations |
//! | `rows.rs` | what is kept, and medians |
//! | `goals.rs` | what is to be reached, judged |
//! | `savings.rs` | what a scheme saves a search |
//! | `resident.rs` | memory of the process |
//!
//! What comes of it: `report/throughput/`. A subject of another crate is measured by `cli::throughput_with`.

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
