//! The table's memory: zeroed, aligned, and a sequence of whole buckets, behind the word that counts the searches. Which way it comes is
//! chosen here.
//!
//! | file | when | what |
//! |---|---|---|
//! | `mapped.rs` | feature `mmap` | a mapping of its own; 2 MiB pages are asked for |
//! | `plain.rs` | else | the standard allocator |
//! | `shared.rs` | feature `mmap`, a table of several processes | a mapped file |
//! | `vector.rs` | loom | a vector of default values: the atomics of loom are not plain words |
//!
//! `buckets.rs` lays buckets over the bytes of any of the first three. What the system gave is read by `experiment/pages.rs` of the laboratory.

#[cfg(not(loom))]
mod buckets;
#[cfg(all(feature = "mmap", not(loom)))]
mod mapped;
// Under test both ways are built, so that one run tests both.
#[cfg(all(any(not(feature = "mmap"), test), not(loom)))]
mod plain;
#[cfg(all(feature = "mmap", not(loom)))]
mod shared;
#[cfg(loom)]
mod vector;

#[cfg(all(feature = "mmap", not(loom)))]
pub(super) use shared::Shared;

/// Bytes of a cache line, and the alignment of the first bucket. No bucket whose size is a power of two straddles a line.
pub(super) const CACHE_LINE: usize = 64;

/// Bytes of a small page. Where pages are larger, each of them is touched more than once.
pub(super) const PAGE: usize = 4 << 10;

/// Bytes of a huge page. A table at least this large starts on one, so that the system can use them: with small pages
/// nearly every probe of a large table also misses the address cache.
#[cfg(not(loom))]
pub(super) const HUGE_PAGE: usize = 2 << 20;

#[cfg(all(feature = "mmap", not(loom)))]
type Way = mapped::Mapped;
#[cfg(all(not(feature = "mmap"), not(loom)))]
type Way = plain::Plain;

/// The memory of a table.
#[cfg(not(loom))]
pub(super) type Memory<T> = buckets::Buckets<T, Way>;
#[cfg(loom)]
pub(super) use vector::Memory;

/// What a table says to an index that reaches outside it.
#[cold]
#[inline(never)]
#[track_caller]
fn outside(i: usize, len: usize) -> ! {
    panic!("bucket {i} is not in a table of {len}: its index must stay below the number of buckets")
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
