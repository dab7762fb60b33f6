//! Throughput: the cost of probes and stores compared with the limit of memory.

pub mod contender;
mod disturbed;
mod draw;
pub mod goals;
pub mod keys;
mod latency;
mod limit;
mod measure;
mod own;
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
