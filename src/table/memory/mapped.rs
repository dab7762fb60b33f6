//! A private mapping, by memmap2: the system zeroes each page when it is first written.
//!
//! Huge pages are requested by advice, which the system may ignore. Two other ways were rejected:
//! - `MAP_HUGETLB`: in a container without a share of such pages, the first write kills the process
//!   (kubernetes/kubernetes#71233).
//! - `MAP_POPULATE` fills the mapping before the advice, with small pages and in one thread.

#![allow(unsafe_code, reason = "the promise that the region keeps")]

use std::ptr::NonNull;

use memmap2::{MmapMut, MmapOptions};

use super::CACHE_LINE;
use super::buckets::Region;

#[derive(Debug)]
pub(in crate::table) struct Mapped {
    start: NonNull<u8>,
    huge_asked: usize,
    _map: MmapMut,
}

// SAFETY: an anonymous private mapping is zeroed, nobody else uses it, and it stays until it is
// dropped. Any thread may use and drop it. `zeroed` aligns the start, at least a cache line after
// the start of the mapping, and requests the bytes that this takes.
unsafe impl Region for Mapped {
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        // A mapping starts on a page. The first aligned start with a line before it is at most one
        // alignment away.
        let mut map = MmapOptions::new().len(bytes.checked_add(alignment)?).map_anon().ok()?;
        let base = map.as_mut_ptr();
        let offset = CACHE_LINE + base.wrapping_add(CACHE_LINE).align_offset(alignment);
        let start = NonNull::new(base.wrapping_add(offset))?;
        let huge_asked = ask_for_huge_pages(&map, offset, bytes);
        Some(Self { start, huge_asked, _map: map })
    }

    fn is_given(bytes: usize, alignment: usize) -> bool {
        Self::zeroed(bytes, alignment).is_some()
    }

    fn start(&self) -> NonNull<u8> {
        self.start
    }

    fn huge_asked(&self) -> usize {
        self.huge_asked
    }
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages(map: &MmapMut, offset: usize, bytes: usize) -> usize {
    let whole_pages = bytes / super::HUGE_PAGE * super::HUGE_PAGE;
    if whole_pages > 0 {
        // A system built without huge pages refuses the advice.
        let _ = map.advise_range(memmap2::Advice::HugePage, offset, whole_pages);
    }
    whole_pages
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: &MmapMut, _: usize, _: usize) -> usize {
    0
}
