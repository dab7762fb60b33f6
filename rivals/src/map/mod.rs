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
