//! Zeroed bytes of the standard allocator, for a table without dependencies.

#![allow(unsafe_code, reason = "allocation")]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::hint::black_box;
use std::ptr::NonNull;

use super::CACHE_LINE;
use super::buckets::Region;

/// An allocation, and where in it the region starts.
#[derive(Debug)]
pub(in crate::table) struct Plain {
    start: NonNull<u8>,
    base: NonNull<u8>,
    layout: Layout,
}

// SAFETY: an allocation is nobody else's, stays until it is freed, and may be freed by any thread. The start is aligned by
// `zeroed`, a line behind the allocation's at least, and the slack that this takes is asked for.
unsafe impl Region for Plain {
    /// Asks for slack and aligns by hand: an allocation of ordinary alignment comes zeroed from the system, untouched,
    /// while one of large alignment is zeroed here, by one thread.
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let layout = layout(bytes, alignment)?;
        // SAFETY: as `layout` says, the size is not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = CACHE_LINE + base.as_ptr().wrapping_add(CACHE_LINE).align_offset(alignment);
        // SAFETY: the offset is below a line and the alignment, and that much slack was asked for.
        let start = unsafe { base.add(offset) };
        Some(Self { start, base, layout })
    }

    /// Does not ask for zeros: where the system refuses a mapping, an allocator may still find room beyond the heap's end, and
    /// zero that by hand. Whoever only wanted to know would have had all the machine's memory written, and might be killed.
    fn is_given(bytes: usize, alignment: usize) -> bool {
        let Some(layout) = layout(bytes, alignment) else { return false };
        // SAFETY: as `layout` says, the size is not zero. `black_box`: the compiler may leave out an allocation that nobody
        // uses, and suppose that it succeeds.
        let Some(base) = NonNull::new(black_box(unsafe { alloc(layout) })) else { return false };
        // SAFETY: it came from `alloc` with this layout.
        unsafe { dealloc(base.as_ptr(), layout) };
        true
    }

    fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// None: the standard library has no word for it. Where the system gives huge pages unasked, the alignment serves it.
    fn huge_asked(&self) -> usize {
        0
    }
}

/// What is allocated for a region: its bytes, the line before them, and what aligning it by hand may take. Never of size zero.
fn layout(bytes: usize, alignment: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.checked_add(CACHE_LINE)?.checked_add(alignment)?, align_of::<u64>()).ok()
}

impl Drop for Plain {
    fn drop(&mut self) {
        // SAFETY: `base` came from `alloc_zeroed` with this layout.
        unsafe { dealloc(self.base.as_ptr(), self.layout) }
    }
}
