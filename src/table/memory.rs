//! The table's memory: zeroed, aligned to cache lines, handed out bucket by bucket. One of three files with unsafe code.
//!
//! Under loom, whose atomics are not plain words, the memory is a vector of default slots.

#![allow(unsafe_code, reason = "allocation and the bucket access that needs no bounds check")]

use crate::entry::Zeroed;

/// Bytes of a cache line, and the alignment of the first bucket. A bucket is 8 to 64 bytes and a power of two, so none
/// straddles a line.
#[cfg(not(loom))]
pub(super) const CACHE_LINE: usize = 64;

/// Bytes of a huge page. A table at least this large starts on one, and asks for more: with 4 KiB pages nearly every probe
/// of a large table also misses the address cache.
#[cfg(not(loom))]
const HUGE_PAGE: usize = 2 << 20;

#[cfg(not(loom))]
mod imp {
    use super::{CACHE_LINE, HUGE_PAGE, Zeroed};
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// `len` zeroed slots, the first on a cache line.
    #[derive(Debug)]
    pub(crate) struct Memory<T> {
        /// The first slot, on a cache line inside the allocation.
        slots: NonNull<T>,
        len: usize,
        base: NonNull<u8>,
        layout: Layout,
    }

    // SAFETY: the memory is owned, and `T` may be sent.
    unsafe impl<T: Send> Send for Memory<T> {}
    // SAFETY: a shared memory only hands out `&T`, and `T` may be shared.
    unsafe impl<T: Sync> Sync for Memory<T> {}

    impl<T: Zeroed> Memory<T> {
        /// Allocates, or `None` if the allocator refuses.
        ///
        /// Asks for slack and aligns by hand: an allocation of ordinary alignment comes zeroed from the system, untouched,
        /// so that the pages are placed by the threads that first write them.
        pub(crate) fn zeroed(len: usize) -> Option<Self> {
            let bytes = Layout::array::<T>(len).ok()?.size();
            let alignment = if bytes < HUGE_PAGE { CACHE_LINE } else { HUGE_PAGE };
            let layout = Layout::from_size_align(bytes.checked_add(alignment)?, align_of::<u64>()).ok()?;
            // SAFETY: the size is at least CACHE_LINE, so not zero.
            let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
            let offset = base.align_offset(alignment);
            // SAFETY: the offset is below the alignment, and that much slack was asked for.
            let slots = unsafe { base.add(offset) };
            ask_for_huge_pages(slots, bytes);
            Some(Self { slots: slots.cast(), len, base, layout })
        }

        pub(crate) fn len(&self) -> usize {
            self.len
        }

        #[inline]
        pub(crate) fn get(&self, i: usize) -> &T {
            &self.as_slice()[i]
        }

        #[inline]
        pub(crate) fn as_slice(&self) -> &[T] {
            // SAFETY: zeroed memory is valid for `T` by its contract, and lives as long as `self`.
            unsafe { std::slice::from_raw_parts(self.slots.as_ptr(), self.len) }
        }

        /// All slots, exclusively.
        pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
            // SAFETY: `slots` starts `len` valid slots, and `&mut self` excludes every other access.
            unsafe { std::slice::from_raw_parts_mut(self.slots.as_ptr(), self.len) }
        }
    }

    /// A wish: the system may ignore it, and the table works as well without.
    #[cfg(target_os = "linux")]
    fn ask_for_huge_pages(start: NonNull<u8>, bytes: usize) {
        /// Of `madvise(2)`; the C library is linked by `std` already.
        const MADV_HUGEPAGE: i32 = 14;
        unsafe extern "C" {
            fn madvise(start: *mut u8, bytes: usize, advice: i32) -> i32;
        }
        let whole_pages = bytes / HUGE_PAGE * HUGE_PAGE;
        if whole_pages > 0 {
            // SAFETY: the range is part of one live allocation and starts on a page; the advice changes no contents.
            unsafe { madvise(start.as_ptr(), whole_pages, MADV_HUGEPAGE) };
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn ask_for_huge_pages(_: NonNull<u8>, _: usize) {}

    impl<T> Drop for Memory<T> {
        fn drop(&mut self) {
            // SAFETY: `base` came from `alloc_zeroed` with this layout; `T` needs no drop by the contract of `Zeroed`.
            unsafe { dealloc(self.base.as_ptr(), self.layout) }
        }
    }
}

#[cfg(loom)]
mod imp {
    use super::Zeroed;

    #[derive(Debug)]
    pub(crate) struct Memory<T>(Vec<T>);

    impl<T: Zeroed> Memory<T> {
        pub(crate) fn zeroed(len: usize) -> Option<Self> {
            Some(Self((0..len).map(|_| T::empty()).collect()))
        }

        pub(crate) fn len(&self) -> usize {
            self.0.len()
        }

        pub(crate) fn get(&self, i: usize) -> &T {
            &self.0[i]
        }

        pub(crate) fn as_slice(&self) -> &[T] {
            &self.0
        }

        pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
            &mut self.0
        }
    }
}

pub(super) use imp::Memory;
