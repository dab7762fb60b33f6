//! The functions that any thread may call at any time: they take the table as `const`. None of them
//! can fail, and none panics. A panic would end the process, because it must not leave an
//! `extern "C"` function.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

use crate::entry::CEntry;
use crate::served::Served;
use supplant::Key;

/// A transposition table. Its fields are private to the library.
#[expect(missing_debug_implementations, reason = "C has no use for it")]
pub struct CTable {
    pub(crate) table: Box<dyn Served>,
}

impl CTable {
    /// The caller frees it with `supplant_table_free`.
    pub(crate) fn handed_over(table: Box<dyn Served>) -> *mut Self {
        Box::into_raw(Box::new(Self { table }))
    }
}

/// Returns the key that the table turns into `spread` before it chooses a bucket and a tag. Takes a
/// few cycles.
///
/// Only to compare node counts with a table whose index is that of `supplant`: the high bits of a
/// key. For another index make a table of your own (`table_constructor!`). Otherwise pass your keys as
/// they are.
#[unsafe(no_mangle)]
pub extern "C" fn supplant_key_from_spread(spread: u64) -> u64 {
    Key::from_spread(Key(spread)).0
}

/// How full a table is, from a sample of at most 4096 slots.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct COccupancy {
    /// Slots in the sample.
    pub sampled: usize,
    /// Sampled slots that hold an entry.
    pub occupied: usize,
    /// Sampled slots that hold an entry of the current search.
    pub current: usize,
}

/// Returns `None` for NULL.
///
/// # Safety
/// `table` is NULL, or live with no exclusive call running meanwhile.
#[inline]
pub(crate) unsafe fn shared<'a>(table: *const CTable) -> Option<&'a dyn Served> {
    // SAFETY: the caller promises NULL or a pointer to a live table that is changed only through
    // `&`.
    unsafe { table.as_ref() }.map(|handle| &*handle.table)
}

/// Looks up `key`, writes its entry to `found`, and returns whether there was one. `found` may be
/// NULL; a miss does not write to it.
///
/// A probe sees a concurrent store whole or not at all. If the layout verifies 64 bits, the entry
/// belongs to this key. If it verifies 16, one in 65536 occupied slots that a probe compares
/// returns the entry of another position. Any 64-bit key will do, also one made from another key:
/// bucket and verified bits each depend on all its bits.
///
/// Cost: reads one cache line (layout `cluster10`: half of one; `lines16`: two). Schemes that
/// refresh on a hit (EXACTAGE, STALE, SIEGE, some engines' rules) also write the entry's words: at
/// the first hit in a search, SIEGE also at two hits after a store and at one for each time that the
/// entry was worn.
///
/// # Safety
/// The table is live; `found` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_probe(table: *const CTable, key: u64, found: *mut CEntry) -> bool {
    // SAFETY: the caller promises what `shared` requires.
    let table = unsafe { shared(table) };
    // SAFETY: the caller promises NULL or room for an entry.
    let found = unsafe { found.cast::<MaybeUninit<CEntry>>().as_mut() };
    table.is_some_and(|table| table.probe(key, found))
}

/// Offers an entry for `key` and returns whether it was kept: the scheme decides.
///
/// Not kept are an unknown bound, and SUPPLANT_NO_BOUND in a table that keeps only sizes. Store an
/// evaluation alone only if a probe found nothing: otherwise it may replace a searched entry.
///
/// Stores that race into one bucket may lose each other's entries and entries that were there, or
/// leave an entry in it twice; nothing else can happen. A probe rejects a torn read (layout
/// `cluster10` accepts one in 65536). Where moves are inherited or left (DEPTHAGE,
/// EXACTAGE, engines' rules, supplant_table_set_inherits_move, supplant_table_set_leaves_move), an
/// entry may carry the move of another store for the same key.
///
/// Cost: reads one cache line (layout `lines16`: two) and writes two of its words (`single8` and
/// `line8`: one), or none. Schemes with two slots may write both, and layouts that verify 16 bits
/// also each old entry of the bucket.
///
/// # Safety
/// The table is live; `entry` is NULL or points to an entry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_store(table: *const CTable, key: u64, entry: *const CEntry) -> bool {
    // SAFETY: the caller promises what `shared` requires.
    let table = unsafe { shared(table) };
    // SAFETY: the caller promises NULL or a pointer to an entry.
    let entry = unsafe { entry.as_ref() };
    let (Some(table), Some(entry)) = (table, entry) else { return false };
    table.offer(key, entry)
}

/// Where a probe found a position, or which entry the store that follows would replace. It knows its
/// position; the words are private to the library.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CPlace {
    /// Private.
    pub words: [u64; 3],
}

/// Looks up `key` as supplant_table_probe does, and writes to `place` what
/// supplant_table_store_at needs: on a hit and on a miss. `found` and `place` may be NULL; they must
/// not overlap.
///
/// Cost: on a miss under schemes that do not compare the new entry (DEPTHAGE, CRAFTY, EXACTAGE,
/// FOURBIG, MERIT, NEW) also the choice of the entry to replace, which each store at the place then saves.
/// With one store after a miss, the two calls take 0.96 to 1.4 times the instructions of
/// supplant_table_probe and supplant_table_store.
///
/// # Safety
/// The table is live; `found` and `place` are NULL or may be written to, and do not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_probe_place(
    table: *const CTable,
    key: u64,
    found: *mut CEntry,
    place: *mut CPlace,
) -> bool {
    // SAFETY: the caller promises what `shared` requires.
    let table = unsafe { shared(table) };
    // SAFETY: the caller promises NULL or room for an entry.
    let found = unsafe { found.cast::<MaybeUninit<CEntry>>().as_mut() };
    // SAFETY: the caller promises NULL or room for a place.
    let place = unsafe { place.cast::<MaybeUninit<CPlace>>().as_mut() };
    table.is_some_and(|table| table.probe_place(key, found, place))
}

/// Offers an entry for the position of `place`, and returns whether it was kept. `place` comes from
/// supplant_table_probe_place; it stays valid when the table is resized, and may be used several
/// times.
///
/// Cost: where the probe found the position (not under schemes of two levels, such as TWOBIG1), or
/// chose the entry to replace, one slot is read and written. Under schemes that compare the new entry
/// with the old ones (SIEGE, TWOBIG1, and others) a probe that misses chooses nothing; then the store
/// costs what supplant_table_store does.
///
/// If the entry chosen at the probe is no longer there, the scheme chooses again. If the same
/// position was stored meanwhile in another slot, that entry may stay, and a probe may find it.
///
/// # Safety
/// The table is live; `place` and `entry` are NULL or point to a place
/// and an entry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_store_at(
    table: *const CTable,
    place: *const CPlace,
    entry: *const CEntry,
) -> bool {
    // SAFETY: the caller promises what `shared` requires.
    let table = unsafe { shared(table) };
    // SAFETY: the caller promises NULL or a pointer to a place.
    let place = unsafe { place.as_ref() };
    // SAFETY: the caller promises NULL or a pointer to an entry.
    let entry = unsafe { entry.as_ref() };
    let (Some(table), Some(place), Some(entry)) = (table, place, entry) else { return false };
    table.offer_at(place, entry)
}

/// Prefetches the bucket of `key`: call it as soon as the child's key is known.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_prefetch(table: *const CTable, key: u64) {
    // SAFETY: the caller promises what `shared` requires.
    if let Some(table) = unsafe { shared(table) } {
        table.prefetch(key);
    }
}

/// The address of the bucket of `key`, for a prefetch instruction of your own; NULL for NULL.
///
/// Valid until the table is resized or freed. Do not read through it: other threads write there.
/// The bucket of layout `lines16` takes two cache lines, the second 64 bytes later; of the other
/// layouts one.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_address(table: *const CTable, key: u64) -> *const c_void {
    // SAFETY: the caller promises what `shared` requires.
    unsafe { shared(table) }.map_or(ptr::null(), |table| table.address(key).cast())
}

/// Reports that the entry found for `key` ended the search of a position. Only the scheme CRAFTY
/// uses this.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_cut_by(table: *const CTable, key: u64) {
    // SAFETY: the caller promises what `shared` requires.
    if let Some(table) = unsafe { shared(table) } {
        table.cut_by(key);
    }
}

/// Begins a new search: all entries become one search older. One thread calls it once for each
/// search, before or while the others run. It writes one word at any table size.
///
/// An entry is found until it is replaced or, in `xor16` and `lines16`, expires. It expires if it is
/// not stored again for 32 searches or more (SUPPLANT_KEEPS_EVALUATION), 64 (SUPPLANT_KEEPS_SIZE) or
/// 16 (SUPPLANT_KEEPS_BOTH); under SIEGE, FOURITER and MERIT for 8 (SUPPLANT_KEEPS_SIZE) or 2
/// (SUPPLANT_KEEPS_BOTH). Under SIEGE, STALE and EXACTAGE a hit renews it too, under CRAFTY
/// supplant_table_cut_by.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_new_generation(table: *const CTable) {
    // SAFETY: the caller promises what `shared` requires.
    if let Some(table) = unsafe { shared(table) } {
        table.control().new_generation();
    }
}

/// Begins the next iteration of iterative deepening. Under FOURITER and MERIT results of other
/// iterations then have another worth; under other schemes nothing changes. The first thread of a
/// search calls it before each iteration. Do not call `supplant_table_new_generation` once an
/// iteration.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_new_iteration(table: *const CTable) {
    // SAFETY: the caller promises what `shared` requires.
    if let Some(table) = unsafe { shared(table) } {
        table.control().new_iteration();
    }
}

/// Writes to `seen` how full the table is. Returns false if either pointer is NULL. Takes some tens
/// of microseconds.
///
/// # Safety
/// The table is live; `seen` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_occupancy(table: *const CTable, seen: *mut COccupancy) -> bool {
    // SAFETY: the caller promises what `shared` requires.
    let Some(table) = unsafe { shared(table) }.filter(|_| !seen.is_null()) else { return false };
    let occupancy = table.control().occupancy();
    let told =
        COccupancy { sampled: occupancy.sampled, occupied: occupancy.occupied, current: occupancy.current };
    // SAFETY: the caller promises that an occupancy may be written there.
    unsafe { seen.write(told) };
    true
}

/// Slots with entries of the current search, in thousandths: UCI's hashfull. Takes some tens of
/// microseconds.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_hashfull(table: *const CTable) -> u32 {
    // SAFETY: the caller promises what `shared` requires.
    unsafe { shared(table) }.map_or(0, |table| table.control().occupancy().hashfull().into())
}

/// How many entries the table has room for.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_slots(table: *const CTable) -> usize {
    // SAFETY: the caller promises what `shared` requires.
    unsafe { shared(table) }.map_or(0, |table| table.control().slots())
}

/// The size of the entries' memory in bytes.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_bytes(table: *const CTable) -> usize {
    // SAFETY: the caller promises what `shared` requires.
    unsafe { shared(table) }.map_or(0, |table| table.control().bytes())
}

/// How many bits of the key a probe verifies: 64 or 16.
///
/// # Safety
/// The table is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_verified_bits(table: *const CTable) -> u32 {
    // SAFETY: the caller promises what `shared` requires.
    unsafe { shared(table) }.map_or(0, |table| table.control().verified_bits())
}

#[cfg(test)]
mod tests {
    use super::supplant_key_from_spread;
    use supplant::Key;

    #[test]
    fn a_key_from_spread_is_spread_to_what_it_was_made_from() {
        for spread in [0, 1, 1 << 63, 0x1234_5678_9abc_def0] {
            assert_eq!(Key(supplant_key_from_spread(spread)).spread(), Key(spread));
        }
    }
}
