//! Other projects' tables, maps and caches as subjects of supplant's throughput measurement;
//! `README.md` says how each is configured.

pub mod cache;
pub mod check;
pub mod engine;
pub mod fill;
pub mod huge_pages;
pub mod identity;
pub mod map;
#[cfg(feature = "protocols")]
pub mod memory;
#[cfg(feature = "protocols")]
pub mod prefetch;
#[cfg(feature = "protocols")]
pub mod protocol;
pub mod rival;
pub mod roster;
pub mod size;
pub mod word;
