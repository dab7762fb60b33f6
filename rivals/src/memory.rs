//! Memory for lines, mapped as supplant's own table maps its own.

#![allow(unsafe_code, reason = "a mapping is bytes, and what is wanted are lines")]

use std::fmt;
use std::mem::{MaybeUninit, needs_drop};
use std::ptr::NonNull;
use std::slice;
use std::thread;

use memmap2::{MmapMut, MmapOptions};
use supplant::table::Pages;

const HUGE_PAGE: usize = 2 << 20;

pub struct Lines<L: 'static> {
    /// A slice of the mapping; never handed out for longer than `&self`.
    lines: &'static [L],
    huge_asked: usize,
    /// Unmapped when dropped; nothing reads `lines` after that.
    _map: MmapMut,
}

impl<L> fmt::Debug for Lines<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("lines", &self.lines.len()).finish_non_exhaustive()
    }
}

impl<L: Default + Send + Sync> Lines<L> {
    /// Makes `count` lines, which `threads` threads write once, so that the system provides the
    /// pages.
    ///
    /// # Errors
    /// If the system has no memory for them.
    pub fn new(count: usize, threads: usize) -> Result<Self, String> {
        const { assert!(!needs_drop::<L>() && align_of::<L>() <= HUGE_PAGE, "lines are memory and nothing more") };
        let bytes = count.checked_mul(size_of::<L>()).and_then(|bytes| bytes.checked_add(HUGE_PAGE));
        let bytes = bytes.ok_or_else(|| format!("{count} lines are more than there are addresses"))?;
        let mut map = MmapOptions::new()
            .len(bytes)
            .map_anon()
            .map_err(|error| format!("{bytes} bytes of memory: {error}; ask for less"))?;
        let offset = map.as_ptr().align_offset(HUGE_PAGE);
        let huge_asked = ask_for_huge_pages(&map, offset, count * size_of::<L>());
        let start: NonNull<MaybeUninit<L>> = NonNull::from(&mut map[offset..]).cast();
        // SAFETY: the mapping holds `count` lines from `start` on, which is aligned to a huge page:
        // `bytes` above has a huge page of slack. Anything is a valid `MaybeUninit`. Nobody else
        // has a reference into the mapping. It is private to this process and owned by the value
        // made here, so the slice may live as long as that value does.
        let memory: &'static mut [MaybeUninit<L>] =
            unsafe { slice::from_raw_parts_mut(start.as_ptr(), count) };
        thread::scope(|scope| {
            for part in memory.chunks_mut(count.div_ceil(threads.max(1)).max(1)) {
                scope.spawn(|| part.fill_with(|| MaybeUninit::new(L::default())));
            }
        });
        // SAFETY: the loop above has written every line.
        let lines = unsafe { memory.assume_init_ref() };
        Ok(Self { lines, huge_asked, _map: map })
    }

    #[must_use]
    pub fn pages(&self) -> Pages {
        let lines = self.lines.as_ptr_range();
        Pages { addresses: lines.start.addr()..lines.end.addr(), huge_asked: self.huge_asked }
    }
}

impl<L> std::ops::Deref for Lines<L> {
    type Target = [L];

    #[inline(always)]
    fn deref(&self) -> &[L] {
        self.lines
    }
}

/// The system may ignore the request.
fn ask_for_huge_pages(map: &MmapMut, offset: usize, bytes: usize) -> usize {
    let whole_pages = if cfg!(target_os = "linux") { bytes / HUGE_PAGE * HUGE_PAGE } else { 0 };
    #[cfg(target_os = "linux")]
    if whole_pages > 0 {
        let _ = map.advise_range(memmap2::Advice::HugePage, offset, whole_pages);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (map, offset);
    whole_pages
}

#[cfg(test)]
mod tests {
    use super::{HUGE_PAGE, Lines};

    #[derive(Default)]
    #[repr(align(64))]
    struct Line([u64; 8]);

    #[test]
    fn lines_are_aligned_to_huge_pages_and_hold_what_a_line_is_by_default() {
        for (count, threads) in [(0, 2), (1, 3), (100_000, 2)] {
            let lines = Lines::<Line>::new(count, threads).unwrap();
            assert_eq!(lines.len(), count);
            assert!(lines.iter().all(|line| line.0 == [0; 8]));
            assert_eq!(lines.as_ptr().addr() % HUGE_PAGE, 0);
            let pages = lines.pages();
            assert_eq!(pages.addresses.len(), count * size_of::<Line>());
            assert_eq!(pages.huge_asked, pages.addresses.len() / HUGE_PAGE * HUGE_PAGE);
        }
    }

    #[test]
    fn more_lines_than_there_is_memory_are_refused() {
        assert!(Lines::<Line>::new(usize::MAX / 64, 1).is_err());
        assert!(Lines::<Line>::new(usize::MAX, 1).is_err());
    }
}
