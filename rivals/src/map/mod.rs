//! Concurrent maps: each keeps all entries and grows.

#[cfg(feature = "dashmap")]
pub mod dashmap;
#[cfg(feature = "leapfrog")]
pub mod leapfrog;
#[cfg(feature = "papaya")]
pub mod papaya;
#[cfg(feature = "scc")]
pub mod scc;
#[cfg(feature = "sharded")]
pub mod sharded;

use supplant_lab::experiment::throughput::{About, SubjectKind};

#[must_use]
pub const fn about(name: &'static str, version: &'static str) -> About {
    About { name, kind: SubjectKind::Map, variant: version, slots: 0, prefetches: false, answers: true }
}
