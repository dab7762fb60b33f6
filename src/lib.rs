//! A lock-free shared transposition table for game-tree search, with the replacement schemes of the literature as
//! interchangeable policies; a Lazy-SMP search on it; and a laboratory that measures both.
//!
//! | layer | what it is |
//! |---|---|
//! | [`key`] | the hash of a position, and the seeded generator |
//! | [`entry`] | what the table knows of a position: values, bits, memory and its validation |
//! | [`scheme`] | which entry survives a collision: one file a scheme |
//! | [`table`] | the shared table |
//! | [`game`] | what a search must know of a game |
//! | [`search`] | one worker's search |
//! | [`smp`] | the pool of workers that share a table |
//! | `lab`, `report`, `cli` | studies, their results, the command (feature `lab`) |
//!
//! # Consistency
//! [`Table::probe`] and [`Table::store`] take `&self` and may be called from any number of threads. A probe returns an entry
//! that some thread stored for that key, whole, or nothing. Nothing waits for anything. What racing stores may do to one
//! another is said in [`table`], argued in `docs/memory-model.md` and model-checked in `tests/loom.rs`.
//!
//! # Features
//! Without any, the crate is the table and depends on nothing. `smp` brings the search and its workers, `chess` the game of chess,
//! `mmap` huge pages, `conformance` our evidence to be run on types of one's own; `lab` (default) all of them, the laboratory and
//! the command.

#[cfg(feature = "lab")]
pub mod cli;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod entry;
#[cfg(feature = "smp")]
pub mod game;
pub mod key;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "lab")]
pub mod report;
pub mod scheme;
#[cfg(feature = "smp")]
pub mod search;
#[cfg(feature = "smp")]
pub mod smp;
mod sync;
pub mod table;

#[cfg(coherence)]
#[doc(hidden)]
pub use sync::oracle;

pub use entry::{Bound, Bucket, Entry, Move16, Payload};
pub use key::Key;
pub use scheme::Scheme;
pub use table::Table;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So are the examples of the guide for adopters.
#[cfg(doctest)]
#[doc = include_str!("../docs/adopting.md")]
struct Adopting;
