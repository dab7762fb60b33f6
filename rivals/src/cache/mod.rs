//! Bounded concurrent caches. They replace by how recently or how often an entry was used.

#[cfg(feature = "moka")]
pub mod moka;
#[cfg(feature = "quick_cache")]
pub mod quick_cache;
#[cfg(feature = "scc")]
pub mod scc;

use supplant_lab::experiment::throughput::{About, SubjectKind};

/// The description of a cache of this name and version.
#[must_use]
pub const fn about(name: &'static str, version: &'static str) -> About {
    About {
        name,
        kind: SubjectKind::Cache,
        variant: version,
        slots: 0,
        is_bounded: true,
        prefetches: false,
        answers: true,
    }
}
