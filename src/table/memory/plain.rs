//! Zeroed bytes of the standard allocator, for a table without dependencies.

#![allow(unsafe_code, reason = "allocation")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

use super::buckets::Region;

/// An allocation, and where in it the region starts.
#[derive(Debug)]
pub(in crate::table) struct Plain {
    start: NonNull<u8>,
    base: NonNull<u8>,
    layout: Layout,
}

// SAFETY: an allocation is nobody else's, stays until it is freed, and may be freed by any thread. The start is aligned by
// `zeroed`, which asks for the slack that this takes.
unsafe impl Region for Plain {
    /// Asks for slack and aligns by hand: an allocation of ordinary alignment comes zeroed from the system, untouched,
    /// while one of large alignment is zeroed here, by one thread.
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        let layout = Layout::from_size_align(bytes.checked_add(alignment)?, align_of::<u64>()).ok()?;
        // SAFETY: the size is at least the alignment, so not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = base.align_offset(alignment);
        // SAFETY: the offset is below the alignment, and that much slack was asked for.
        let start = unsafe { base.add(offset) };
        Some(Self { start, base, layout })
    }

    fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// None: the standard library has no word for it. Where the system gives huge pages unasked, the alignment serves it.
    fn huge_asked(&self) -> usize {
        0
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        // SAFETY: `base` came from `alloc_zeroed` with this layout.
        unsafe { dealloc(self.base.as_ptr(), self.layout) }
    }
}
