//! Bounded concurrent caches, which replace entries by how recently or how often they were used.

#[cfg(feature = "moka")]
pub mod moka;
#[cfg(feature = "quick_cache")]
pub mod quick_cache;
#[cfg(feature = "scc")]
pub mod scc;
