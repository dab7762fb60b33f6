//! Zeroed bytes from the standard allocator, for a table without dependencies.

#![allow(unsafe_code, reason = "allocation")]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::hint::black_box;
use std::ptr::NonNull;

use super::CACHE_LINE;
use super::buckets::Region;

#[derive(Debug)]
pub(in crate::table) struct Plain {
    start: NonNull<u8>,
    base: NonNull<u8>,
    layout: Layout,
    huge_asked: usize,
}

// SAFETY: nobody else uses an allocation, it stays until it is freed, and any thread may free it.
// `zeroed` aligns the start, at least a cache line after that of the allocation, and requests the
// bytes that this takes.
unsafe impl Region for Plain {
    /// Aligns the region itself: the system gives an allocation of ordinary alignment zeroed and
    /// untouched. One of large alignment would be zeroed here, by one thread.
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let layout = layout(bytes, alignment)?;
        // SAFETY: by `layout` the size is not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = CACHE_LINE + base.as_ptr().wrapping_add(CACHE_LINE).align_offset(alignment);
        // SAFETY: the offset is less than a line plus the alignment, and that many extra bytes were
        // requested.
        let start = unsafe { base.add(offset) };
        let huge_asked = ask_for_huge_pages(start, bytes);
        Some(Self { start, base, layout, huge_asked })
    }

    /// Without zeros: if the system refuses a mapping, an allocator may find room beyond the heap
    /// and zero it itself, and so write all memory of the machine.
    fn is_given(bytes: usize, alignment: usize) -> bool {
        let Some(layout) = layout(bytes, alignment) else { return false };
        // SAFETY: by `layout` the size is not zero. `black_box`: the compiler may remove an
        // allocation that nobody uses, and assume that it succeeds.
        let Some(base) = NonNull::new(black_box(unsafe { alloc(layout) })) else { return false };
        // SAFETY: it came from `alloc` with this layout.
        unsafe { dealloc(base.as_ptr(), layout) };
        true
    }

    fn start(&self) -> NonNull<u8> {
        self.start
    }

    fn huge_asked(&self) -> usize {
        self.huge_asked
    }
}

/// Asks Linux for huge pages, and returns for how many bytes. The standard library has no function
/// for it, but links the C library, which has one.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_huge_pages(start: NonNull<u8>, bytes: usize) -> usize {
    use super::HUGE_PAGE;
    use std::ffi::{c_int, c_void};

    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const MADV_HUGEPAGE: c_int = 14;
    let whole_pages = bytes / HUGE_PAGE * HUGE_PAGE;
    if whole_pages > 0 {
        // SAFETY: the range belongs to this allocation, and the advice changes no contents. A system
        // built without huge pages refuses it.
        let _ = unsafe { madvise(start.as_ptr().cast(), whole_pages, MADV_HUGEPAGE) };
    }
    whole_pages
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_huge_pages(_: NonNull<u8>, _: usize) -> usize {
    0
}

/// Never of size zero.
fn layout(bytes: usize, alignment: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(CACHE_LINE)?.checked_add(alignment)?, align_of::<u64>()).ok()
}

impl Drop for Plain {
    fn drop(&mut self) {
        // SAFETY: `base` came from `alloc_zeroed` with this layout.
        unsafe { dealloc(self.base.as_ptr(), self.layout) }
    }
}
