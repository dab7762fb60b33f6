//! Bounded concurrent caches, which replace entries by how recently or how often they were used.

#[cfg(feature = "moka")]
pub mod moka;
#[cfg(feature = "quick_cache")]
pub mod quick_cache;
#[cfg(feature = "scc")]
pub mod scc;

use supplant_lab::experiment::throughput::{About, SubjectKind};

#[must_use]
pub const fn about(name: &'static str, version: &'static str) -> About {
    About { name, kind: SubjectKind::Cache, variant: version, slots: 0, prefetches: false, answers: true }
}
