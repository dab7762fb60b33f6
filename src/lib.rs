//! A lock-free shared transposition table for game-tree search, with the replacement schemes of the literature as
//! interchangeable policies.
//!
//! ```
//! use supplant::{Bound, Entry, Key, Table};
//! let table = Table::builder().mebibytes(1).build()?;
//! let key = Key(0x9d39_247e_3377_6d41);
//! table.store(key, Entry::new(Bound::Exact, 25, 6)); // by any thread
//! assert_eq!(table.probe(key).map(|found| found.score), Some(25)); // by any thread
//! # Ok::<(), supplant::table::SizeError>(())
//! ```
//!
//! `docs/adopting.md` takes an engine from its own table to this one, `capi/` has it for C, `docs/for-engine-authors.md` says what was measured.
//!
//! # Consistency
//! [`Table::probe`] and [`Table::store`] take `&self` and may be called from any number of threads. A probe returns an entry
//! that some thread stored for that key, whole, or nothing; where a scheme keeps or leaves moves ([`scheme::DepthAge`], [`SamePosition::keeps_old_move`](table::SamePosition::keeps_old_move)), the
//! move may be that of another store for the key; where a bucket verifies a tag, all of it as far as the tag tells ([`entry::bucket`]). Nothing waits for anything. What racing stores may do to one another is said in [`table`], argued in
//! `docs/memory-model.md` and model-checked in `tests/loom.rs` and `tests/coherence.rs`. The table orders nothing but its own entries: it is no
//! means to publish other memory. [`Table::clear`], [`Table::resize`] and [`Table::touch`] take `&mut self`.
//!
//! # What can go wrong
//! The names of layouts are those of [`entry::bucket`].
//!
//! - **False hit**: the entry is of another position. In `xor16` this happens with a chance of 2⁻⁶⁴ for each
//!   filled slot of the table. In the other layouts the chance is 2⁻¹⁶ for each filled slot that is looked
//!   at: 11 in a million nodes, and another move in 1 of 240 searches. With 28 bits or more there was none
//!   in 90 million nodes. Check every move before you play it. Take `xor16` where no score may be wrong.
//!   (`supplant study clash --verify`, `docs/studies/clash/`)
//! - **Torn words**: a read meets two writers, and is rejected. With four threads on 1,024 buckets of
//!   `xor16` this happened 1,343 to 12,300 times in 10⁹ slots looked at, by scheme. On 4 buckets it was
//!   7,342 to 45.9 million, and half of all under OLD, which never takes a dead slot that claims its own
//!   bucket. Of 783,943,180 hits none was wrong: with 95 % confidence fewer than 4 in 10⁹ are. It cannot
//!   happen in `single8` and `line8`. `cluster10` believes one mixture in 2¹⁶. There is nothing to do.
//!   (`supplant stress --seconds 4 --buckets 1024`, `docs/measured/stress-1024-buckets.txt`,
//!   `stress-4-buckets.txt`)
//! - **Lost entries**: stores race into one bucket. On 1,024 buckets 81,900 to 565,000 in 10⁹ slots written
//!   were lost. A miss is always safe. (The same files.)
//! - **Flipped bits** of memory. In `xor16` one or two in a slot read as a miss. `single8` and `line8` do
//!   not notice them. Take `xor16` on memory without error correction. (`supplant stress --inject bitflip`,
//!   claim I4 of `docs/memory-model.md`)
//! - **The generation wraps**, and an old entry looks young. This never happens where the whole key is
//!   verified: the entry expires, after 32 to 63 searches for [`Entry`], after 64 to 127 for [`SizedEntry`].
//!   Where a tag is verified it does not happen within half of the ages, 16 of 32 for [`Entry`], nor later
//!   if something is stored to the bucket. (Claim M7; `no_number_of_searches_makes_an_entry_look_young` in
//!   `tests/properties/ages.rs`)
//! - **Instability**: what a search finds depends on what is in the table. In 4.4 % (3.0 to 6.2) of searches
//!   of endings the value is another than without a table. If a search uses entries of equal draft alone it
//!   is 1.5 % (0.8 to 2.8): compare drafts for equality where it must not be. (`supplant study instability --verify`, `docs/studies/instability/`)
//! - **Path dependence**: a draw by repetition on one path is used on another. With equal draft this is
//!   1.5 %, the same. Do not store what such a draw had a part in: then it is 0.2 % (0.0 to 0.8), for 3.1 %
//!   more nodes (2.0 to 4.5). (The same study.)
//! - **Other nodes each time** with several threads: who stores first differs.
//!   `supplant_search::smp::lockstep` has workers take turns, which is the same every time.
//!   (`docs/scaling.md`)
//!
//! # What it costs
//! In a bucket of n slots; all are relaxed, and none waits. Instructions are of one compiler on x86-64 (`.ci/instructions.sh`, `.ci/instructions.txt`).
//!
//! | operation | loads | stores | cache lines | instructions, TWOBIG1 in `xor16` | DEPTHAGE in `cluster10` |
//! |---|---|---|---|---|---|
//! | [`probe`](Table::probe), a hit | 2 n, in one-word layouts n; 1 more for the search's number | 0; where a scheme refreshes, two compare-exchanges once an entry and search | 1 | 78 | 77 |
//! | a miss | the same | 0 | 1 | 53 | 61 |
//! | [`store`](Table::store) of a new position | the same | 2 (one word: 1), of two levels 4, or none | 1 | 137 | 200 |
//! | of the position of an entry | the same | the same | 1 | 215 | 248 |
//! | [`prefetch`](Table::prefetch) | 0 | 0 | 1 asked for | one multiplication, one hint | |
//! | [`new_generation`](Table::new_generation) | 1 | one compare-exchange | 1, at any size | | |
//! | [`occupancy`](Table::occupancy) | of 4,096 slots | 0 | 4,096 | | |
//! | [`clear`](Table::clear) | 0 | all of it, by as many threads as you say | all | | |
//! | [`resize`](Table::resize) | twice all of the old, once more for each search that entries are of | a store an entry | all | | |
//! | [`TableBuilder::build`](table::TableBuilder::build) | 0 | none; one a page where [`Touch`](table::Touch) asks for it, by so many threads | one a page | | |
//!
//! # Find your way
//! | module | what it is |
//! |---|---|
//! | [`key`] | the hash of a position, and the seeded generator |
//! | [`entry`] | what the table knows of a position: payloads, their bits, buckets and their validation |
//! | [`scheme`] | which entry survives a collision: one file a scheme |
//! | [`table`] | the shared table |
//! | `conformance` | our evidence, to be run on schemes, payloads and buckets of your own |
//!
//! # Features
//! Without any the crate depends on nothing. `mmap` maps its memory, asks for huge pages and lets processes share a table (`memmap2`).
//! `conformance` adds the evidence, for tests.

#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
pub mod entry;
pub mod key;
pub mod scheme;
mod sync;
pub mod table;

#[cfg(loom)]
#[doc(hidden)]
pub use sync::fault;
/// The words and threads that a model checker follows, for the models of packages that build on this one.
#[cfg(any(loom, shuttle, coherence))]
#[doc(hidden)]
pub mod modelled {
    #[cfg(loom)]
    pub use crate::sync::modelled_threads as threads;
    pub use crate::sync::{AtomicU64, Ordering};
}
#[cfg(coherence)]
#[doc(hidden)]
pub use sync::oracle;

pub use entry::{Bound, Bucket, Entry, Move16, Payload, SizedEntry};
pub use key::Key;
pub use scheme::Scheme;
pub use table::{SizedTable, Table, TableBuilder};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So are the examples of the guide for adopters.
#[cfg(doctest)]
#[doc = include_str!("../docs/adopting.md")]
struct Adopting;
