//! The functions that any thread may call at any time: they take the table as `const`.
//!
//! None of them can fail, and none panics: a panic would end the process, as Rust does with one that would leave an `extern "C"`
//! function.

use crate::entry::CEntry;
use crate::kind::Kind;
use supplant::Key;

/// A transposition table. What it is made of is the library's affair.
#[expect(missing_debug_implementations, reason = "C has no use for it")]
pub struct CTable {
    pub(crate) table: Kind,
}

impl CTable {
    /// A pointer for the caller, who frees it by `supplant_table_free`.
    pub(crate) fn handed_over(table: Kind) -> *mut Self {
        Box::into_raw(Box::new(Self { table }))
    }
}

/// How full a table is, from a sample of at most 4096 slots.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct COccupancy {
    /// Slots looked at.
    pub sampled: usize,
    /// Of those, slots that hold an entry.
    pub occupied: usize,
    /// Of those, slots that hold an entry of the current search.
    pub current: usize,
}

/// The table behind a caller's pointer; `None` of NULL.
///
/// # Safety
/// `table` is NULL, or was made by this library, is not freed, and nobody has it to themselves meanwhile.
#[inline]
pub(crate) unsafe fn shared<'a>(table: *const CTable) -> Option<&'a Kind> {
    // SAFETY: by the caller's promise it is NULL or points to a table that is there and that nobody changes but through `&`.
    unsafe { table.as_ref() }.map(|handle| &handle.table)
}

/// Looks `key` up, writes what was stored for it to `found`, and says whether there was something. `found` may be NULL; it is
/// written only if there was.
///
/// A store that runs at the same time is seen whole or not at all. Where the layout verifies 64 bits, the entry is of this key;
/// where 16, once in 65536 filled slots looked at it is another position's. All 64 bits of the key must be good: the high ones
/// choose the bucket.
///
/// Cost: one cache line is read (layout `cluster10`: half of one; `lines16`: two); under schemes that refresh on a hit
/// the entry's words are written: EXACTAGE and STALE the first time in a search, SIEGE also twice at most after it was stored, and as often as it was worn.
///
/// # Safety
/// The table was made by this library and is not freed; `found` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_probe(table: *const CTable, key: u64, found: *mut CEntry) -> bool {
    // SAFETY: the caller promises what `shared` asks for.
    let Some(entry) = unsafe { shared(table) }.and_then(|table| table.probe(Key(key))) else {
        return false;
    };
    if !found.is_null() {
        // SAFETY: the caller says that an entry may be written there.
        unsafe { found.write(entry) };
    }
    true
}

/// Offers an entry for `key`. Says whether it was kept: the scheme decides. An entry without a bound is not kept.
///
/// Of stores that race into one bucket, any may be lost, and what was there with them, or an entry may end up in it twice; nothing
/// else. A probe never sees a mixture (layout `cluster10`: one mixture in 65536 is believed); but under DEPTHAGE, or with
/// supplant_table_set_keeps_old_move, an entry may have been given the move of another store for the same key.
///
/// Cost: one cache line is read, and two words of it written, or none; schemes of two levels may move an entry, which writes four.
///
/// # Safety
/// The table was made by this library and is not freed; `entry` is NULL or points to an entry.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_store(table: *const CTable, key: u64, entry: *const CEntry) -> bool {
    // SAFETY: the caller promises what `shared` asks for.
    let table = unsafe { shared(table) };
    // SAFETY: the caller says that it is NULL or points to an entry.
    let entry = unsafe { entry.as_ref() };
    table.zip(entry).is_some_and(|(table, entry)| table.offer(Key(key), entry))
}

/// Hints that `key` will be looked up soon: call it as soon as the key of the child is known.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_prefetch(table: *const CTable, key: u64) {
    // SAFETY: the caller promises what `shared` asks for.
    if let Some(table) = unsafe { shared(table) } {
        table.prefetch(Key(key));
    }
}

/// Says that the entry found for `key` ended the search of a position. Only the scheme CRAFTY heeds it.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_cut_by(table: *const CTable, key: u64) {
    // SAFETY: the caller promises what `shared` asks for.
    if let Some(table) = unsafe { shared(table) } {
        table.cut_by(Key(key));
    }
}

/// Begins a new search: what is in the table is one search older, and found until it is replaced. Once for each search, by one of
/// its threads, before or while the others run. One word is written, at any size.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_new_generation(table: *const CTable) {
    // SAFETY: the caller promises what `shared` asks for.
    if let Some(table) = unsafe { shared(table) } {
        table.control().new_generation();
    }
}

/// Writes to `seen` how full the table is, and says whether it did: not if either pointer is NULL. Some tens of microseconds.
///
/// # Safety
/// The table was made by this library and is not freed; `seen` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_occupancy(table: *const CTable, seen: *mut COccupancy) -> bool {
    // SAFETY: the caller promises what `shared` asks for.
    let Some(table) = unsafe { shared(table) }.filter(|_| !seen.is_null()) else { return false };
    let occupancy = table.control().occupancy();
    let told =
        COccupancy { sampled: occupancy.sampled, occupied: occupancy.occupied, current: occupancy.current };
    // SAFETY: the caller says that an occupancy may be written there.
    unsafe { seen.write(told) };
    true
}

/// Slots with entries of the current search, in thousandths: what UCI calls hashfull. Some tens of microseconds.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_hashfull(table: *const CTable) -> u32 {
    // SAFETY: the caller promises what `shared` asks for.
    unsafe { shared(table) }.map_or(0, |table| table.control().occupancy().hashfull().into())
}

/// Entries that the table has room for.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_slots(table: *const CTable) -> usize {
    // SAFETY: the caller promises what `shared` asks for.
    unsafe { shared(table) }.map_or(0, |table| table.control().slots())
}

/// Bytes that its entries take.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_bytes(table: *const CTable) -> usize {
    // SAFETY: the caller promises what `shared` asks for.
    unsafe { shared(table) }.map_or(0, |table| table.control().bytes())
}

/// Bits of the key that a look-up verifies: 64 or 16.
///
/// # Safety
/// The table was made by this library and is not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_verified_bits(table: *const CTable) -> u32 {
    // SAFETY: the caller promises what `shared` asks for.
    unsafe { shared(table) }.map_or(0, |table| table.control().verified_bits())
}
