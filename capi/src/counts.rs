//! Counting what a thread's probes and stores do.

use crate::entry::CEntry;
use crate::table::{CTable, shared};
use supplant::Key;
use supplant::table::{Counts, Histogram};

/// What the probes and stores of one thread did. Begin with `= {0}` (C++: `= {}`), and add the numbers
/// of several threads yourself.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CCounts {
    /// Probes.
    pub probes: u64,
    /// Dead slots and expired entries that probes read; always 0 in layouts that verify 16 bits.
    pub rejected: u64,
    /// Stores of positions that had an entry already, kept or not.
    pub same_position: u64,
    /// Stores of new positions that the scheme refused.
    pub refused: u64,
    /// Stores of new positions into free slots.
    pub filled: u64,
    /// Stores of new positions that removed the entry of another position.
    pub replaced: u64,
    /// Probes that found an entry, by its depth.
    pub hits_by_depth: [u64; 256],
    /// Entries that stores removed, by their depth.
    pub removed_by_depth: [u64; 256],
    /// Entries that stores removed, by their age in searches.
    pub removed_by_age: [u64; 256],
}

impl CCounts {
    fn add(&mut self, more: &Counts) {
        // Wrapping: a caller may hand over any numbers.
        let add = |sum: &mut u64, more: u64| *sum = sum.wrapping_add(more);
        add(&mut self.probes, more.probes);
        add(&mut self.rejected, more.rejected);
        add(&mut self.same_position, more.same_position);
        add(&mut self.refused, more.refused);
        add(&mut self.filled, more.filled);
        add(&mut self.replaced, more.replaced);
        let add = |sums: &mut [u64; 256], more: &Histogram| {
            more.iter().for_each(|(number, count)| add(&mut sums[usize::from(number)], count));
        };
        add(&mut self.hits_by_depth, &more.hits);
        add(&mut self.removed_by_depth, &more.removed_by_depth);
        add(&mut self.removed_by_age, &more.removed_by_age);
    }
}

/// Counts what supplant_table_probe for `key` would find now, and changes nothing in the table: call it
/// before each probe. For tests of a table: it takes several times as long as the probe.
///
/// # Safety
/// The table is live; `counts` is NULL, or this thread's own and initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_count_probe(table: *const CTable, key: u64, counts: *mut CCounts) {
    // SAFETY: the caller promises what `shared` requires.
    let table = unsafe { shared(table) };
    // SAFETY: the caller promises NULL or counts that nobody else uses.
    let counts = unsafe { counts.as_mut() };
    if let (Some(table), Some(counts)) = (table, counts) {
        let mut more = Counts::default();
        table.control().count_probe(Key(key), &mut more);
        counts.add(&more);
    }
}

/// Stores as supplant_table_store does, and counts what that did. For tests of a table: it takes
/// several times as long. All stores are `same_position` + `refused` + `filled` + `replaced`.
///
/// It compares the bucket before and after: stores of other threads in between are counted too. If
/// `counts` is NULL, nothing is counted. An entry that the table cannot keep counts as refused, or as
/// one of the same position.
///
/// # Safety
/// The table is live; `entry` is NULL or points to an entry; `counts` is NULL, or this thread's own
/// and initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_count_store(
    table: *const CTable,
    key: u64,
    entry: *const CEntry,
    counts: *mut CCounts,
) -> bool {
    // SAFETY: the caller promises what `shared` requires.
    let table = unsafe { shared(table) };
    // SAFETY: the caller promises NULL or a pointer to an entry.
    let entry = unsafe { entry.as_ref() };
    let (Some(table), Some(entry)) = (table, entry) else { return false };
    let (mut more, mut is_kept) = (Counts::default(), false);
    table.control().count_store(Key(key), &mut more, &mut || is_kept = table.offer(key, entry));
    // SAFETY: the caller promises NULL or counts that nobody else uses.
    if let Some(counts) = unsafe { counts.as_mut() } {
        counts.add(&more);
    }
    is_kept
}

#[cfg(test)]
mod tests {
    use super::CCounts;
    use supplant::table::Counts;

    #[test]
    fn each_number_is_added_to_its_own() {
        let mut sums = CCounts {
            probes: 0,
            rejected: 0,
            same_position: 0,
            refused: 0,
            filled: 0,
            replaced: u64::MAX,
            hits_by_depth: [0; 256],
            removed_by_depth: [0; 256],
            removed_by_age: [0; 256],
        };
        let mut more = Counts::default();
        (more.probes, more.rejected, more.same_position) = (1, 2, 3);
        (more.refused, more.filled, more.replaced) = (4, 5, 6);
        more.hits.add(255);
        more.removed_by_depth.add(7);
        more.removed_by_age.add(0);
        (0..2).for_each(|_| sums.add(&more));
        assert_eq!([sums.probes, sums.rejected, sums.same_position], [2, 4, 6]);
        assert_eq!([sums.refused, sums.filled, sums.replaced], [8, 10, 11], "the last one wraps");
        assert_eq!([sums.hits_by_depth[255], sums.removed_by_depth[7], sums.removed_by_age[0]], [2; 3]);
    }
}
