//! A mapping of the table's own, by memmap2: zeroed by the system, page by page when first written.
//!
//! Huge pages are asked for by advice, which the system may ignore. Two other ways were weighed and left:
//! - `MAP_HUGETLB` takes pages that an administrator set aside, and in a container that is granted none the mapping
//!   succeeds and the first write kills the process (kubernetes/kubernetes#71233).
//! - `MAP_POPULATE` fills the mapping before the advice can be given, with small pages and by one thread. `Buckets::touch`
//!   comes after it.

#![allow(unsafe_code, reason = "the promise that the region keeps")]

use std::ptr::NonNull;

use memmap2::{MmapMut, MmapOptions};

use super::CACHE_LINE;
use super::buckets::Region;

/// The mapping, and where in it the region starts.
#[derive(Debug)]
pub(in crate::table) struct Mapped {
    start: NonNull<u8>,
    huge_asked: usize,
    /// Unmapped when dropped.
    _map: MmapMut,
}

// SAFETY: an anonymous private mapping is zeroed, is nobody else's, stays until it is dropped, and may be used and dropped
// from any thread. The start is aligned by `zeroed`, a line behind the mapping's at least, and the slack that this takes is asked for.
unsafe impl Region for Mapped {
    fn zeroed(bytes: usize, alignment: usize) -> Option<Self> {
        // A mapping starts on a page. The first multiple of the alignment that leaves a line before it is an alignment away at most.
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

/// Asks for as many whole huge pages as `bytes` hold, and returns their bytes. The table works as well without.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(map: &MmapMut, offset: usize, bytes: usize) -> usize {
    let whole_pages = bytes / super::HUGE_PAGE * super::HUGE_PAGE;
    if whole_pages > 0 {
        // A system built without huge pages refuses the advice. `experiment/pages.rs` of the laboratory then reads that none were given.
        let _ = map.advise_range(memmap2::Advice::HugePage, offset, whole_pages);
    }
    whole_pages
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_: &MmapMut, _: usize, _: usize) -> usize {
    0
}
