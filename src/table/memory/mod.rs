//! The memory of the table: zeroed and aligned whole buckets, after the word that counts searches.
//!
//! | file | when | what |
//! |---|---|---|
//! | `mapped.rs` | feature `mmap` | a private mapping; 2 MiB pages are requested |
//! | `plain.rs` | else | the standard allocator; 2 MiB pages are requested |
//! | `shared.rs` | feature `mmap`, a table of several processes | a mapped file |
//! | `vector.rs` | loom | a vector, since the atomics of loom are not plain words |
//!
//! `buckets.rs` lays buckets over the bytes of the first three.

#[cfg(not(loom))]
mod buckets;
#[cfg(all(feature = "mmap", not(loom)))]
mod mapped;
#[cfg(all(any(not(feature = "mmap"), test), not(loom)))]
mod plain;
#[cfg(all(feature = "mmap", not(loom)))]
mod shared;
#[cfg(loom)]
mod vector;

#[cfg(all(feature = "mmap", not(loom)))]
pub(super) use shared::Shared;

use crate::entry::Zeroed;
use crate::sync::all_at_once;
use crate::sync::fault::Fault;

/// The alignment of the first bucket: a bucket whose size is a power of two up to a line never
/// straddles two.
pub(super) const CACHE_LINE: usize = 64;

/// If the pages of the system are larger, each is touched more than once.
pub(super) const PAGE: usize = 4 << 10;

/// A table at least this large starts on such a page: with small pages nearly every probe of a
/// large table also misses the address cache.
#[cfg(not(loom))]
pub(super) const HUGE_PAGE: usize = 2 << 20;

#[cfg(all(feature = "mmap", not(loom)))]
type Way = mapped::Mapped;
#[cfg(all(not(feature = "mmap"), not(loom)))]
type Way = plain::Plain;

#[cfg(not(loom))]
pub(super) type Memory<T> = buckets::Buckets<T, Way>;
#[cfg(loom)]
pub(super) use vector::Memory;

/// Empties all buckets with `threads` threads; returns whether this process has them alone.
pub(super) fn clear<T: Zeroed + Send + Sync>(memory: &mut Memory<T>, threads: usize) -> bool {
    let stripe = memory.len().div_ceil(threads.max(1));
    if let Some(buckets) = memory.as_mut_slice() {
        let buckets = &mut buckets[usize::from(Fault::ClearsAllButOne.is_planted())..];
        all_at_once(buckets.chunks_mut(stripe).map(|stripe| || stripe.fill_with(T::empty)));
        return true;
    }
    let wipe = |stripe: &[T]| stripe.iter().for_each(|cells| cells.copy_from(&[0; PAGE][..size_of::<T>()]));
    all_at_once(memory.as_slice().chunks(stripe).map(|stripe| move || wipe(stripe)));
    false
}

// By reference: each probe and store would otherwise load the length for the message.
#[cold]
#[inline(never)]
#[track_caller]
fn outside(i: usize, len: &usize) -> ! {
    panic!("bucket {i} is not in a table of {len}: its index must stay below the number of buckets")
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
