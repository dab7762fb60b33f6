//! Buckets laid over a region of bytes: the casts and the bounds. Where the bytes come from: `mapped.rs`, `plain.rs`; `shared.rs` where
//! other processes have them too.
//!
//! In the line before the first bucket lies the word that counts the searches. So it is where the buckets are, in a region of one's
//! own as in one of several processes, and a probe, which has the address of the first bucket in any case, reads it without another.

#![allow(unsafe_code, reason = "bytes are handed out as buckets")]

use std::alloc::Layout;
use std::hint::black_box;
use std::ops::Range;
use std::ptr::NonNull;

#[cfg(feature = "mmap")]
use super::shared::Shared;
use super::{CACHE_LINE, HUGE_PAGE, PAGE, outside};
use crate::entry::Zeroed;
use crate::sync::{AtomicU8, AtomicU64, UNORDERED, all_at_once};
use crate::table::pages::Pages;

/// Bytes of the system's, freed when dropped.
///
/// # Safety
/// [`zeroed`](Self::zeroed) must return a region whose [`start`](Self::start) is a multiple of the alignment, begins
/// `bytes` zeroed bytes and follows a [`CACHE_LINE`] of them, all of which the pointer may be used for. They must stay where they are,
/// and be nobody else's, until the region is dropped. Any thread may use and drop it.
pub(in crate::table) unsafe trait Region: Sized {
    /// At least `bytes` bytes; `alignment` is a power of two from [`CACHE_LINE`] to [`HUGE_PAGE`]. `None` if the system
    /// refuses.
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self>;
    /// Whether the system would give so many bytes now. Nothing is written to them.
    fn is_given(bytes: usize, alignment: usize) -> bool;
    /// The first byte.
    fn start(&self) -> NonNull<u8>;
    /// Bytes from the start for which huge pages were asked.
    fn huge_asked(&self) -> usize;
}

/// Whose the bytes are.
#[derive(Debug)]
enum Held<R> {
    /// This table's alone.
    Alone(R),
    /// A file's, which other processes may have mapped, too.
    #[cfg(feature = "mmap")]
    Shared(#[expect(dead_code, reason = "it is unmapped when dropped")] Shared),
}

/// `len` buckets in a region, and before them the word that counts the searches.
#[derive(Debug)]
pub(in crate::table) struct Buckets<T, R> {
    first: NonNull<T>,
    len: usize,
    held: Held<R>,
}

// SAFETY: the region is owned and any thread may drop it, by its contract, as it may a mapping of a file; `T` may be sent.
unsafe impl<T: Send, R: Region> Send for Buckets<T, R> {}
// SAFETY: shared buckets only hand out `&T`, and `T` may be shared.
unsafe impl<T: Sync, R: Region> Sync for Buckets<T, R> {}

/// Whether buckets of `T` can lie in a region: it has a size, at most that of a page, and needs no more than a line's
/// alignment.
pub(super) const fn fits<T>() -> bool {
    size_of::<T>() > 0 && size_of::<T>() <= PAGE && align_of::<T>() <= CACHE_LINE
}

impl<T: Zeroed, R: Region> Buckets<T, R> {
    /// `len` empty buckets, or `None` if the system refuses. Their pages are untouched: the first thread to write one of
    /// them waits for it to be zeroed, and decides the node it lies on. See [`touch`](Self::touch).
    pub(in crate::table) fn zeroed(len: usize) -> Option<Self> {
        let (bytes, alignment) = Self::extent(len)?;
        let region = R::zeroed(bytes, alignment)?;
        Some(Self { first: region.start().cast(), len, held: Held::Alone(region) })
    }

    /// The buckets of a mapped file; `None` if it has not the bytes for as many.
    #[cfg(feature = "mmap")]
    pub(in crate::table) fn shared(len: usize, region: Shared) -> Option<Self> {
        let (bytes, _) = Self::extent(len)?;
        (bytes <= region.bytes()).then(|| Self {
            first: region.start().cast(),
            len,
            held: Held::Shared(region),
        })
    }

    /// Whether other processes may have the buckets, too.
    pub(in crate::table) fn is_shared(&self) -> bool {
        !matches!(self.held, Held::Alone(_))
    }

    /// The word that counts the searches.
    #[inline]
    pub(in crate::table) fn generation(&self) -> &AtomicU64 {
        let word = self.first.as_ptr().wrapping_byte_sub(CACHE_LINE).cast::<AtomicU64>();
        // SAFETY: a line of the region lies before the first bucket, aligned as that is, and begins with this word, zeroed at first;
        // any eight bytes are a valid word; all processes that have the region take it for an atomic word; it lives as long as `self`.
        unsafe { &*word }
    }

    /// Whether the system would give `len` buckets now.
    pub(in crate::table) fn is_given(len: usize) -> bool {
        Self::extent(len).is_some_and(|(bytes, alignment)| R::is_given(bytes, alignment))
    }

    /// The bytes of `len` buckets and their alignment, or `None` where no address reaches so far.
    fn extent(len: usize) -> Option<(usize, usize)> {
        const { assert!(fits::<T>(), "a bucket has a size, and no more than the alignment of a cache line") };
        let bytes = Layout::array::<T>(len).ok()?.size();
        Some((bytes, if bytes < HUGE_PAGE { CACHE_LINE } else { HUGE_PAGE }))
    }

    /// The number of buckets.
    #[inline]
    pub(in crate::table) fn len(&self) -> usize {
        self.len
    }

    /// All buckets.
    #[inline]
    pub(in crate::table) fn as_slice(&self) -> &[T] {
        // SAFETY: the region begins with `len` buckets, aligned for `T` as `fits` says; any bytes are a valid `T` by the contract of
        // `Zeroed`; they live as long as `self`. Where other processes have them, all access is by atomic operations, here by that
        // contract, and there by the header of the file, which says that it is of such buckets.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }

    /// All buckets, exclusively; `None` where other processes have them.
    pub(in crate::table) fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        if self.is_shared() {
            return None;
        }
        // SAFETY: as for `as_slice`; the region is nobody else's, and `&mut self` excludes every other access.
        Some(unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) })
    }

    /// Bucket `i`.
    ///
    /// # Panics
    /// If there is none, in every build: indexes may come from outside the crate, and no safe code may reach memory that is
    /// not the table's (I1).
    #[inline]
    #[track_caller]
    pub(in crate::table) fn get(&self, i: usize) -> &T {
        match self.as_slice().get(i) {
            Some(bucket) => bucket,
            None => outside(i, self.len),
        }
    }

    /// Where bucket `i` lies, or would lie: for hints, which reach no memory.
    #[inline]
    pub(in crate::table) fn address_of(&self, i: usize) -> *const T {
        self.first.as_ptr().wrapping_add(i)
    }

    /// Touches every page with `threads` threads, so that none is left for a search to wait for. The contents stay.
    ///
    /// Each thread takes a stripe. On a machine with several memory nodes a page comes to lie on the node of the thread that
    /// touches it, so the stripes are spread over the nodes as the threads are.
    pub(in crate::table) fn touch(&mut self, threads: usize)
    where
        T: Send + Sync,
    {
        let huge = HUGE_PAGE / size_of::<T>();
        let stripe = self.len.div_ceil(threads.max(1)).next_multiple_of(huge);
        let this = &*self;
        all_at_once((0..this.len).step_by(stripe).map(|first| {
            move || {
                let behind = (first + stripe).min(this.len);
                (first..behind).step_by(PAGE / size_of::<T>()).for_each(|i| this.touch_first_byte(i));
                // Where the steps are shorter than a page, the last page may begin behind the last step.
                this.touch_first_byte(behind - 1);
            }
        }));
    }

    /// Changes nothing by one instruction that writes: the system gives a page at the first write. Were it read before, the
    /// system would first map a page of zeros there, and replace that at the write: two faults a page, which took twice the
    /// time with one thread and seven times with two (`crates/supplant-search/examples/first_touch.rs`, on x86-64; AArch64 may tell the system of a read
    /// first). `black_box` keeps the compiler from making a load of it.
    fn touch_first_byte(&self, i: usize) {
        let byte = self.address_of(i).cast_mut().cast::<u8>();
        // SAFETY: bucket `i` is in the region, for the caller counts below `len`; it is not empty (`fits`), and its first byte is an
        // integer's, by the contract of `Zeroed`. In this process the caller has the table exclusively; in others the bytes are read
        // and written by atomic instructions alone, as here.
        let byte = unsafe { AtomicU8::from_ptr(byte) };
        // Unordered: it changes nothing.
        byte.fetch_add(black_box(0), UNORDERED);
    }

    /// The addresses of the buckets' bytes.
    pub(in crate::table) fn address_range(&self) -> Range<usize> {
        let bytes = self.as_slice().as_ptr_range();
        bytes.start.addr()..bytes.end.addr()
    }

    /// Where the buckets lie and what was asked for them.
    pub(in crate::table) fn pages(&self) -> Pages {
        let huge_asked = match &self.held {
            Held::Alone(region) => region.huge_asked(),
            #[cfg(feature = "mmap")]
            Held::Shared(_) => 0,
        };
        Pages { addresses: self.address_range(), huge_asked }
    }
}
