//! Buckets laid over a region of zeroed bytes: the casts and the bounds. Where the bytes come from: `mapped.rs`, `plain.rs`.

#![allow(unsafe_code, reason = "zeroed bytes are handed out as buckets")]

use std::alloc::Layout;
use std::hint::black_box;
use std::ops::Range;
use std::ptr::NonNull;

use super::{CACHE_LINE, HUGE_PAGE, PAGE, outside};
use crate::entry::Zeroed;
use crate::sync::{AtomicU8, UNORDERED, all_at_once};
use crate::table::pages::Pages;

/// Bytes of the system's, freed when dropped.
///
/// # Safety
/// [`zeroed`](Self::zeroed) must return a region whose [`start`](Self::start) is a multiple of the alignment and begins
/// `bytes` zeroed bytes. They must stay where they are, and be nobody else's, until the region is dropped. Any thread may
/// use and drop it.
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

/// `len` buckets in a region.
#[derive(Debug)]
pub(in crate::table) struct Buckets<T, R> {
    first: NonNull<T>,
    len: usize,
    region: R,
}

// SAFETY: the region is owned and any thread may drop it, by its contract; `T` may be sent.
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
        Some(Self { first: region.start().cast(), len, region })
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
        // SAFETY: the region begins with `len` zeroed buckets, aligned for `T` as `fits` says; zero is a valid `T` by the
        // contract of `Zeroed`; they live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }

    /// All buckets, exclusively.
    pub(in crate::table) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: as for `as_slice`; `&mut self` excludes every other access.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
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
        T: Send,
    {
        /// Changes nothing by one instruction that writes: the system gives a page at the first write. Were it read before, the
        /// system would first map a page of zeros there, and replace that at the write: two faults a page, which took twice the
        /// time with one thread and seven times with two (`examples/first_touch.rs`, on x86-64; AArch64 may tell the system of a read first). `black_box` keeps the compiler from making a
        /// load of it.
        fn touch_first_byte<T>(bucket: &mut T) {
            let byte = std::ptr::from_mut(bucket).cast::<u8>();
            // SAFETY: the pointer is that of an exclusive borrow, which lasts longer than the atomic; a bucket is not empty
            // (`fits`), and its first byte is an integer's, by the contract of `Zeroed`.
            let byte = unsafe { AtomicU8::from_ptr(byte) };
            // Unordered: nobody else has the bucket.
            byte.fetch_or(black_box(0), UNORDERED);
        }
        let huge = HUGE_PAGE / size_of::<T>();
        let stripe = self.len.div_ceil(threads.max(1)).next_multiple_of(huge);
        let stripes = self.as_mut_slice().chunks_mut(stripe);
        all_at_once(stripes.map(|stripe| {
            move || {
                stripe.iter_mut().step_by(PAGE / size_of::<T>()).for_each(touch_first_byte);
                // Where the steps are shorter than a page, the last page may begin behind the last step.
                stripe.iter_mut().next_back().into_iter().for_each(touch_first_byte);
            }
        }));
    }

    /// The addresses of the buckets' bytes.
    pub(in crate::table) fn address_range(&self) -> Range<usize> {
        let bytes = self.as_slice().as_ptr_range();
        bytes.start.addr()..bytes.end.addr()
    }

    /// Where the buckets lie and what was asked for them.
    pub(in crate::table) fn pages(&self) -> Pages {
        Pages { addresses: self.address_range(), huge_asked: self.region.huge_asked() }
    }
}
