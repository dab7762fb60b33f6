//! A lock-free shared transposition table for game-tree search, with the replacement schemes of the literature as
//! interchangeable policies; a Lazy-SMP search on it; and a laboratory that measures both.
//!
//! | layer | what it is | feature |
//! |---|---|---|
//! | [`key`] | the hash of a position, and the seeded generator | |
//! | [`entry`] | what the table knows of a position: payloads, their bits, buckets and their validation | |
//! | [`scheme`] | which entry survives a collision: one file a scheme | |
//! | [`table`] | the shared table | |
//! | `conformance` | our evidence, to be run on schemes, payloads and buckets of one's own | `conformance` |
//! | `game` | what a search must know of a game | `smp` |
//! | `search` | one worker's search | `smp` |
//! | `smp` | the pool of workers that share a table | `smp` |
//! | `lab`, `report`, `studies`, `uci`, `cli` | experiments, their results, what is investigated, the engine, the command | `lab` |
//!
//! # Consistency
//! [`Table::probe`] and [`Table::store`] take `&self` and may be called from any number of threads. A probe returns an entry
//! that some thread stored for that key, whole, or nothing; where a bucket verifies a tag, as far as the tag tells
//! ([`entry::bucket`]). Nothing waits for anything. What racing stores may do to one another is said in [`table`], argued in
//! `docs/memory-model.md` and model-checked in `tests/loom.rs` and `tests/coherence.rs`.
//!
//! # Features
//! Without any the crate is the table alone and depends on nothing. `mmap` maps its memory, asks for huge pages and lets processes share a table (`memmap2`);
//! `smp` adds game, search and pool (`crossbeam`, `parking_lot`), `lockstep` workers in turns (`corosensei`), `chess` the game of chess (`cozy-chess`), `conformance` the
//! evidence; `lab` (default) all of these, the laboratory and the command.

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
#[cfg(feature = "lab")]
pub mod studies;
mod sync;
pub mod table;
#[cfg(feature = "lab")]
pub mod uci;

#[doc(hidden)]
pub use sync::fault;
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
