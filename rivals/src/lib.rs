//! Other projects' tables, maps and caches as subjects of supplant's throughput measurement;
//! `README.md` says how each is configured.
//!
//! | file | what |
//! |---|---|
//! | `roster` | the list of all of them |
//! | `map/`, `cache/`, `engine/` | one adapter a file |
//! | `protocol/` | other protocols on our bucket |
//! | `rival` | what an adapter adds to [`Subject`](supplant_lab::experiment::throughput::Subject) |
//! | `word`, `identity`, `size` | the word kept for a key, no hashing, sizes |
//! | `memory`, `prefetch` | the only unsafe code |
//! | `huge_pages` | 2 MiB pages for `malloc` |
//! | `check`, `fill` | the check for every adapter, and filling it |

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
