//! Concurrent maps: each keeps all it is given, and grows.
//!
//! All are built with room for their capacity and filled to three quarters of it or so, which leaves room for stores of new keys
//! before they double.

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

use supplant::lab::throughput::{About, Kind};

/// What a map of this name and version is.
const fn about(name: &'static str, version: &'static str) -> About {
    About {
        name,
        kind: Kind::Map,
        variant: version,
        slots: 0,
        is_bounded: false,
        prefetches: false,
        answers: true,
    }
}
