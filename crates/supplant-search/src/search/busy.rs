//! Marks of moves that a worker is searching, so that other workers try other moves first. They
//! stand beside the table, not in it as in Weill, *The ABDADA distributed minimax search
//! algorithm*, ICCA Journal, 1996. A lost or stale mark only changes which moves are deferred
//! (claim M11; `tests/loom.rs`).

use crate::sync::fault::{SharedFault, is_planted};
use crate::sync::{AtomicU64, Ordering};
use supplant::entry::Depth;
use supplant::key::Key;

/// Marks of the workers of one search.
#[derive(Debug)]
pub struct Busy {
    cells: Box<[AtomicU64]>,
}

/// A power of two with room for a dozen marks of each of a thousand workers; in a model all
/// collide.
const CELLS: usize = if cfg!(loom) { 1 } else { 1 << 16 };

impl Default for Busy {
    fn default() -> Self {
        Self::new()
    }
}

impl Busy {
    /// An empty table of marks.
    #[must_use]
    pub fn new() -> Self {
        Self { cells: (0..CELLS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn cell(&self, key: Key, draft: Depth) -> (&AtomicU64, u64) {
        // 0 is an empty cell; the odd factor spreads the depths of one position.
        let mark = (key.0 ^ u64::from(draft).wrapping_mul(0x9E37_79B9_7F4A_7C15)).max(1);
        let mark = if is_planted(SharedFault::MarksByLowByte) { mark & 0xff } else { mark };
        // Not the bits that choose a bucket: nearby buckets may share those.
        (&self.cells[mark as usize % CELLS], mark)
    }

    /// Whether a worker is searching the position of `key` to depth `draft`.
    #[inline]
    #[must_use]
    pub fn is_marked(&self, key: Key, draft: Depth) -> bool {
        let (cell, mark) = self.cell(key, draft);
        // Relaxed, here and below: a mark publishes nothing else.
        cell.load(Ordering::Relaxed) == mark
    }

    /// Marks the position of `key` at depth `draft`, and returns whether the mark found room.
    ///
    /// Only then may the caller remove it.
    #[inline]
    #[must_use]
    pub fn mark(&self, key: Key, draft: Depth) -> bool {
        let (cell, mark) = self.cell(key, draft);
        let has_room = cell.load(Ordering::Relaxed) == 0;
        if has_room {
            cell.store(mark, Ordering::Relaxed);
        }
        has_room
    }

    /// Removes the mark that [`Self::mark`] set.
    #[inline]
    pub fn unmark(&self, key: Key, draft: Depth) {
        let (cell, mark) = self.cell(key, draft);
        if cell.load(Ordering::Relaxed) == mark {
            cell.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Busy, CELLS};
    use supplant::key::Key;

    #[test]
    fn a_mark_is_seen_until_it_is_taken_away_and_hides_no_other_key_nor_draft() {
        let (busy, key) = (Busy::new(), Key(7 << 40 | 5));
        assert!(!busy.is_marked(key, 4));
        assert!(busy.mark(key, 4));
        assert!(busy.is_marked(key, 4) && !busy.is_marked(Key(8 << 40 | 5), 4), "a cell is of one key");
        assert!(!busy.is_marked(key, 3) && !busy.is_marked(key, 5), "a mark is of one draft");
        busy.unmark(key, 4);
        assert!(!busy.is_marked(key, 4));
    }

    #[test]
    fn the_first_of_two_marks_in_a_cell_stays_and_the_other_neither_stands_nor_takes_it_away() {
        let (busy, first, second) = (Busy::new(), Key(1), Key(1 + CELLS as u64));
        assert!(busy.mark(first, 0) && !busy.mark(second, 0));
        assert!(busy.is_marked(first, 0) && !busy.is_marked(second, 0));
        busy.unmark(second, 0);
        assert!(busy.is_marked(first, 0));
    }

    #[test]
    fn a_position_marked_already_is_not_marked_again() {
        let (busy, key) = (Busy::new(), Key(9));
        assert!(busy.mark(key, 2));
        assert!(!busy.mark(key, 2), "whoever marks it second has no mark to take away");
        assert!(busy.mark(key, 1), "another draft is other work");
    }

    #[test]
    fn an_empty_busy_table_marks_no_position() {
        let busy = Busy::new();
        let keys = [Key(0), Key(1), Key(0x9E37_79B9_7F4A_7C15)];
        assert!(keys.iter().all(|&key| !busy.is_marked(key, 0) && !busy.is_marked(key, 1)));
    }
}
