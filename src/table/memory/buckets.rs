//! Lays buckets over a region of bytes: the casts and the bounds checks.
//!
//! The word that counts the searches lies in the cache line before the first bucket, so that a
//! probe needs no further address for it.

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

/// Bytes from the system, freed when dropped.
///
/// # Safety
/// [`zeroed`](Self::zeroed) must return a region whose [`start`](Self::start) is a multiple of the
/// alignment. `bytes` zeroed bytes must follow the start, and a zeroed [`CACHE_LINE`] precede it;
/// the pointer must be valid for all of them. Until the region is dropped, the bytes must not move
/// and nobody else may use them. Any thread may use and drop it.
pub(in crate::table) unsafe trait Region: Sized {
    /// Returns at least `bytes` bytes, or `None` if the system refuses.
    ///
    /// `alignment` is a power of two from [`CACHE_LINE`] to [`HUGE_PAGE`].
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self>;
    /// Writes nothing to the bytes.
    fn is_given(bytes: usize, alignment: usize) -> bool;
    fn start(&self) -> NonNull<u8>;
    fn huge_asked(&self) -> usize;
}

#[derive(Debug)]
enum Held<R> {
    Alone(R),
    #[cfg(feature = "mmap")]
    Shared(#[expect(dead_code, reason = "it is unmapped when dropped")] Shared),
}

#[derive(Debug)]
pub(in crate::table) struct Buckets<T, R> {
    first: NonNull<T>,
    len: usize,
    held: Held<R>,
}

// SAFETY: by its contract any thread may drop the region, as it may a mapped file; `T` may be sent.
unsafe impl<T: Send, R: Region> Send for Buckets<T, R> {}
// SAFETY: shared buckets only hand out `&T`, and `T` may be shared.
unsafe impl<T: Sync, R: Region> Sync for Buckets<T, R> {}

pub(super) const fn fits<T>() -> bool {
    size_of::<T>() > 0 && size_of::<T>() <= PAGE && align_of::<T>() <= CACHE_LINE
}

impl<T: Zeroed, R: Region> Buckets<T, R> {
    /// Returns `None` if the system refuses. The pages are untouched.
    pub(in crate::table) fn zeroed(len: usize) -> Option<Self> {
        let (bytes, alignment) = Self::extent(len)?;
        let region = R::zeroed(bytes, alignment)?;
        Some(Self { first: region.start().cast(), len, held: Held::Alone(region) })
    }

    /// Returns `None` if the file has too few bytes.
    #[cfg(feature = "mmap")]
    pub(in crate::table) fn shared(len: usize, region: Shared) -> Option<Self> {
        let (bytes, _) = Self::extent(len)?;
        (bytes <= region.bytes()).then(|| Self {
            first: region.start().cast(),
            len,
            held: Held::Shared(region),
        })
    }

    pub(in crate::table) fn is_shared(&self) -> bool {
        !matches!(self.held, Held::Alone(_))
    }

    #[inline]
    pub(in crate::table) fn generation(&self) -> &AtomicU64 {
        let word = self.first.as_ptr().wrapping_byte_sub(CACHE_LINE).cast::<AtomicU64>();
        // SAFETY: a cache line of the region lies before the first bucket, aligned alike, and
        // begins with this word, zeroed at first. Any eight bytes are a valid word. All processes
        // that map the region use it as an atomic word. It lives as long as `self`.
        unsafe { &*word }
    }

    pub(in crate::table) fn is_given(len: usize) -> bool {
        Self::extent(len).is_some_and(|(bytes, alignment)| R::is_given(bytes, alignment))
    }

    /// Returns `None` if no address space holds them.
    fn extent(len: usize) -> Option<(usize, usize)> {
        const { assert!(fits::<T>(), "a bucket has a size, and no more than the alignment of a cache line") };
        let bytes = Layout::array::<T>(len).ok()?.size();
        Some((bytes, if bytes < HUGE_PAGE { CACHE_LINE } else { HUGE_PAGE }))
    }

    #[inline]
    pub(in crate::table) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(in crate::table) fn as_slice(&self) -> &[T] {
        // SAFETY: the region begins with `len` buckets, aligned for `T` by `fits`. Any bytes are a
        // valid `T` by the contract of `Zeroed`. They live as long as `self`. If other processes
        // use them, all access is atomic: here by that contract, there because the header of the
        // file says what it holds.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }

    /// Returns `None` if other processes may use the buckets.
    pub(in crate::table) fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        if self.is_shared() {
            return None;
        }
        // SAFETY: as for `as_slice`; nobody else uses the region, and `&mut self` is exclusive.
        Some(unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) })
    }

    /// # Panics
    /// If `i` is out of range, in every build: an index may come from outside the crate, and no
    /// safe code may reach memory outside the table (I1).
    #[inline]
    #[track_caller]
    pub(in crate::table) fn get(&self, i: usize) -> &T {
        match self.as_slice().get(i) {
            Some(bucket) => bucket,
            None => outside(i, &self.len),
        }
    }

    /// `i` may be out of range: for hints, which access no memory.
    #[inline]
    pub(in crate::table) fn address_of(&self, i: usize) -> *const T {
        self.first.as_ptr().wrapping_add(i)
    }

    /// The pages of a thread's stripe come to lie on its memory node.
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
                // Steps shorter than a page may miss the last one.
                this.touch_first_byte(behind - 1);
            }
        }));
    }

    /// Writes a byte and changes nothing, so that the system gives the page.
    ///
    /// A read before it would make the system map a page of zeros first. That took twice the time
    /// with one thread and seven times with two (`crates/supplant-search/examples/first_touch.rs`,
    /// x86-64). `black_box` prevents the compiler from making it a load.
    fn touch_first_byte(&self, i: usize) {
        let byte = self.address_of(i).cast_mut().cast::<u8>();
        // SAFETY: bucket `i` is in the region, since the caller counts below `len`. It is not empty
        // (`fits`), and its first byte is an integer's by the contract of `Zeroed`. In this process
        // the caller is exclusive; others use the bytes only by atomic instructions, as here.
        let byte = unsafe { AtomicU8::from_ptr(byte) };
        // Unordered: it changes nothing.
        byte.fetch_add(black_box(0), UNORDERED);
    }

    pub(in crate::table) fn address_range(&self) -> Range<usize> {
        let bytes = self.as_slice().as_ptr_range();
        bytes.start.addr()..bytes.end.addr()
    }

    pub(in crate::table) fn pages(&self) -> Pages {
        let huge_asked = match &self.held {
            Held::Alone(region) => region.huge_asked(),
            #[cfg(feature = "mmap")]
            Held::Shared(_) => 0,
        };
        Pages { addresses: self.address_range(), huge_asked }
    }
}
