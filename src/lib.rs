//! A lock-free, shared transposition table for game-tree search, with the replacement schemes of
//! the literature.
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
//! Read `docs/adopting.md` to use the table in your engine. `capi/` has it for C;
//! `docs/for-engine-authors.md` has measurements.
//!
//! # Consistency
//! Any number of threads may call [`Table::probe`] and [`Table::store`] at once; neither waits. A
//! probe returns an entry that some thread stored whole for that key, or nothing. Three cases differ:
//! - Where moves are inherited, as under [`scheme::DepthAge`] or with
//!   [`SamePosition::inherits_move`](table::SamePosition::inherits_move), or left by refused results
//!   ([`SamePosition::leaves_move`](table::SamePosition::leaves_move)), the move may come from
//!   another store for the key.
//! - With [`SamePosition::lowers_depth`](table::SamePosition::lowers_depth), an entry may have less
//!   depth than was stored.
//! - A layout that verifies only a 16-bit tag may return the entry of another key
//!   ([`entry::bucket`]).
//!
//! [`table`] says how racing stores affect each other. `docs/memory-model.md` has the argument and
//! names the models.
//!
//! Do not use the table to publish other memory: it orders only its entries. [`Table::clear`],
//! [`Table::resize`] and [`Table::touch`] take `&mut self`.
//!
//! # What can go wrong
//! - **False hit**: a probe returns the entry of another position. In the [layouts](entry::bucket)
//!   `xor16` and `lines16` the chance is 2⁻⁶⁴ per filled slot of the table. In the others it is
//!   2⁻¹⁶ per filled slot compared. With 8K entries, one per bucket, another move was chosen
//!   in 5 of 10,080 searches to 5 plies. Check every move before you play it, and use `xor16` if no
//!   score may be wrong. (`docs/studies/clashmoves/`)
//! - **Torn read**: a probe sees the words of two writers and rejects them. With 32 threads on
//!   1,024 buckets, not one of 3,771,979,951 hits was wrong under 22 schemes (FOURITER and MERIT came
//!   later) in `xor16`, `lines16` and a layout for tests: with 95 % confidence, fewer than 1 in 10⁹
//!   are. `single8` and `line8` cannot tear; `cluster10` accepts one torn read in 2¹⁶.
//!   (`docs/measured/stress-1024-buckets.txt`)
//! - **Lost entry**: stores race into one bucket. On 1,024 buckets 0.3 to 2.8 of 1,000 slots written
//!   lost an entry that the scheme had not seen; under NEW, which never looks, half of them. A miss
//!   is always safe. (The file above, `lost`.)
//! - **Flipped bit** of memory. In `xor16`, one or two in a slot read as a miss. `single8` and
//!   `line8` do not notice them. (Claim I4 of `docs/memory-model.md`)
//! - **Wrapped generation**: an old entry looks young. If the layout verifies the whole key, the
//!   entry expires first: after 32 to 63 searches for [`Entry`], after 64 to 127 for
//!   [`SizedEntry`], after 16 to 31 for [`FullEntry`](entry::FullEntry); under SIEGE, FOURITER and
//!   MERIT after 4 to 7, 8 to 15, and 2 to 3. A layout that verifies a tag tells the correct age
//!   only below half the range of ages: below 16 for [`Entry`]. An older entry looks young only if
//!   its bucket gets no new position for 15 searches. Under SIEGE, FOURITER and MERIT, `single8`
//!   and `line8` tell only two ages apart, and so does `cluster10` for a
//!   [`FullEntry`](entry::FullEntry): there an entry looks young after 2 searches. (Claim M7)
//! - **Instability**: the value of a search depends on the table's contents. In 4.4 % of endgame
//!   searches (3.0 to 6.2) it differs from the value without a table; in 1.5 % (0.7 to 2.7) if only
//!   entries of equal depth answer. (`docs/studies/instability/`)
//! - **Path dependence**: a draw by repetition on one path answers on another. If you also store no
//!   result that depends on such a draw, the 1.5 % become 0.2 % (0.0 to 1.1). Both rules together
//!   cost 2.8 % more nodes. (The study above.)
//! - **Different nodes each time** with several threads, because the order of stores differs.
//!   (`docs/scaling.md`)
//!
//! # What it costs
//! For a bucket of n slots, which is one cache line, in `lines16` two. All accesses are relaxed. Each
//! method states its other costs.
//!
//! | operation | loads | stores |
//! |---|---|---|
//! | [`probe`] | 2 n + 1, one-word layouts n + 1 | 0, see below |
//! | [`store`] | as [`probe`]; under NEW 1 | 0, 2, in two slots 4; one-word layouts half |
//!
//! The additional load reads the generation; a probe of a layout that verifies a tag leaves it out
//! under most schemes. Under FOURITER and MERIT a store also reads the iteration. Under STALE,
//! EXACTAGE and SIEGE, and under Stockfish11 and Ethereal of [`engines`](scheme::engines), a hit
//! may add two compare-exchanges: once per entry and search, under SIEGE more often. Three kinds of
//! stores may also add two: one that SIEGE or FOURITER refuses, which loads one slot again; one
//! that DEPTHAGE refuses, to leave its move; and, in layouts that verify a tag, one that meets an
//! old entry.
//!
//! A prefetch is three multiplications and one hint, or two for `lines16`. `docs/performance.md`
//! has instructions and times.
//!
//! [`probe`]: Table::probe
//! [`store`]: Table::store
//!
//! # Features
//! By default the crate has no dependencies. `mmap` (`memmap2`) maps the memory, and lets processes
//! share a table in a file. `conformance` adds tests for schemes, payloads and buckets of your own.

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
/// For models of packages that use this one.
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

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/adopting.md")]
struct Adopting;
