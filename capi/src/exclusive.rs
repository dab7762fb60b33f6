//! The functions that make a table or need it exclusively: they take it as not `const`.

use std::ffi::c_char;
use std::ptr;
use std::thread::available_parallelism;

use crate::error::{CError, Fault, SUPPLANT_OK, guarded};
use crate::names::of_names;
use crate::table::CTable;
use supplant::Table;
use supplant::scheme::Margin;
use supplant::table::{Options, Origin, Size, TableControl, Touch, Update};

const MOST_THREADS: usize = 1024;
pub(crate) const MEBIBYTE: usize = 1 << 20;

/// The scheme decides which result of one position stays: the default.
pub const SUPPLANT_UPDATE_AS_SCHEME: u32 = 0;
/// Of one position, the newer result stays.
pub const SUPPLANT_UPDATE_NEWEST: u32 = 1;
/// Of one position, the deeper result stays, or the newer of equal depths. An entry of an earlier
/// search yields.
pub const SUPPLANT_UPDATE_DEEPER: u32 = 2;
/// Two results of one position compete like entries of different positions. A bucket may then hold
/// both.
pub const SUPPLANT_UPDATE_COMPETES: u32 = 4;
/// Entries of earlier searches always yield: a number of `plies_a_search`.
pub const SUPPLANT_OLD_YIELD: u8 = 255;

/// How many entries a resize kept.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CResized {
    /// Entries before the resize.
    pub before: usize,
    /// Entries that are in the table now.
    pub kept: usize,
}

/// Makes an empty table of at most `mebibytes` * 2^20 bytes. Returns NULL if that fails: `error`
/// says why.
///
/// One thread per processor touches its pages first. `scheme` and `layout` are names, in upper or
/// lower case, such as "DEPTHAGE" and "cluster10". `keeps` is SUPPLANT_KEEPS_EVALUATION,
/// SUPPLANT_KEEPS_SIZE or SUPPLANT_KEEPS_BOTH. Free the table with supplant_table_free.
///
/// # Safety
/// Both names are NULL or end with a zero byte; `error` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_new(
    scheme: *const c_char,
    layout: *const c_char,
    keeps: u32,
    mebibytes: usize,
    error: *mut CError,
) -> *mut CTable {
    // SAFETY: the caller promises what this function requires.
    unsafe { supplant_table_new_bytes(scheme, layout, keeps, mebibytes.saturating_mul(MEBIBYTE), error) }
}

/// Makes an empty table of at most `bytes` bytes, otherwise as supplant_table_new does. The least
/// is one bucket: 32 bytes in layout `cluster10`, 8 to 128 in the others.
///
/// # Safety
/// Both names are NULL or end with a zero byte; `error` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_new_bytes(
    scheme: *const c_char,
    layout: *const c_char,
    keeps: u32,
    bytes: usize,
    error: *mut CError,
) -> *mut CTable {
    let builder = Table::builder().size(Size::Bytes(bytes)).touch(Touch::Processors);
    // SAFETY: the caller promises that both names are NULL or end with a zero byte.
    let make = || Ok(unsafe { of_names(scheme, layout, keeps, builder, Origin::New) }?.0);
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, make) }.map_or(ptr::null_mut(), CTable::handed_over)
}

/// Frees a table; does nothing for NULL. No call on it may be running, and none may follow.
///
/// # Safety
/// The table is NULL, or live and used by nobody else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_free(table: *mut CTable) {
    if !table.is_null() {
        // SAFETY: the caller promises that this library made it from a box and that it is freed
        // once.
        drop(unsafe { Box::from_raw(table) });
    }
}

/// Empties the table with `threads` threads (0: one per processor). The count of
/// searches restarts at 0; if processes share the table, the next search begins instead. Returns
/// SUPPLANT_OK or the code of `error`. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile;
/// `error` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_clear(table: *mut CTable, threads: usize, error: *mut CError) -> i32 {
    let threads = match threads {
        0 => available_parallelism().map_or(1, usize::from),
        threads => threads.min(MOST_THREADS),
    };
    let clear = || {
        // SAFETY: the caller promises what `alone` requires.
        unsafe { alone(table) }.ok_or_else(|| Fault::null("table"))?.clear(threads);
        Ok(())
    };
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, clear) }.err().unwrap_or(SUPPLANT_OK)
}

/// Changes the size of the table. Returns SUPPLANT_OK or the code of `error`; after an error the
/// table is unchanged.
///
/// Writes to `resized`, which may be NULL, how many entries were kept. Layouts `xor16` and
/// `lines16` keep the entries that find room. The others verify too few bits to locate an entry, so
/// the table is then empty. Old and new memory exist together while it runs; to avoid that, free the
/// table first and make another. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile;
/// `resized` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_resize(
    table: *mut CTable,
    mebibytes: usize,
    resized: *mut CResized,
    error: *mut CError,
) -> i32 {
    // SAFETY: the caller promises what this function requires.
    unsafe { supplant_table_resize_bytes(table, mebibytes.saturating_mul(MEBIBYTE), resized, error) }
}

/// Changes the size of the table to at most `bytes` bytes, otherwise as supplant_table_resize does.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile;
/// `resized` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_resize_bytes(
    table: *mut CTable,
    bytes: usize,
    resized: *mut CResized,
    error: *mut CError,
) -> i32 {
    let resize = || {
        // SAFETY: the caller promises what `alone` requires.
        let table = unsafe { alone(table) }.ok_or_else(|| Fault::null("table"))?;
        let done = table.resize(Size::Bytes(bytes))?;
        if !resized.is_null() {
            // SAFETY: the caller promises that this may be written there.
            unsafe { resized.write(CResized { before: done.before, kept: done.kept }) };
        }
        Ok(())
    };
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, resize) }.err().unwrap_or(SUPPLANT_OK)
}

/// Switches time stamping on (nonzero) or off (0, the default): entries of earlier searches then
/// lose every collision. Probes find them as before. No effect if entries keep no age. No other call
/// on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_set_time_stamping(table: *mut CTable, on: u8) {
    // SAFETY: the caller promises what `changed` requires.
    unsafe { changed(table, |options| options.time_stamping = on != 0) };
}

/// Sets whether an entry without a move inherits the move of the entry that it replaces, if both are
/// of one position. Until this call the scheme decides: DEPTHAGE and EXACTAGE inherit, the other
/// named schemes do not. 0 switches that off, and no call returns to the scheme's choice. No effect
/// if entries keep no move. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_set_inherits_move(table: *mut CTable, on: u8) {
    // SAFETY: the caller promises what `changed` requires.
    unsafe { changed(table, |options| options.same_position.inherits_move = Some(on != 0)) };
}

/// Sets whether a refused result still writes its move into the entry of its position. An upper bound
/// never does. Until this call the scheme decides: DEPTHAGE does so, the other named schemes do not.
/// 0 switches that off, and no call returns to the scheme's choice. No effect if entries keep no
/// move. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_set_leaves_move(table: *mut CTable, on: u8) {
    // SAFETY: the caller promises what `changed` requires.
    unsafe { changed(table, |options| options.same_position.leaves_move = Some(on != 0)) };
}

/// Sets which result stays when a position already has an entry: `update` is a SUPPLANT_UPDATE_
/// code. Returns false and changes nothing if the code is unknown, the table is NULL, or its entries
/// lack a depth, bound or age. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_set_update(table: *mut CTable, update: u32) -> bool {
    let update = match update {
        SUPPLANT_UPDATE_AS_SCHEME => Update::AsScheme,
        SUPPLANT_UPDATE_NEWEST => Update::Newest,
        SUPPLANT_UPDATE_DEEPER => Update::Deeper,
        SUPPLANT_UPDATE_COMPETES => Update::Competes,
        _ => return false,
    };
    // SAFETY: the caller promises what `changed` requires.
    unsafe { changed(table, |options| options.same_position.update = update) }
}

/// Sets the rule of engines for a position that already has an entry: an exact result always replaces
/// it; any other does unless the entry is deeper by `plies` or more, mostly 3 or 4. Of this call and
/// supplant_table_set_update the last one counts.
///
/// A result with `pv` set counts `pv_plies` deeper, and every result `plies_a_search` deeper for
/// each search that the entry is old; with SUPPLANT_OLD_YIELD entries of earlier searches always
/// yield. Stockfish has the numbers 4, 2, SUPPLANT_OLD_YIELD, and Ethereal 3, 0, 0. Ages end at 1 to 63
/// searches, as scheme, entry and layout tell; so with another number than SUPPLANT_OLD_YIELD a deep entry may refuse
/// shallow results for as long as it is found. supplant_table_set_lowers_depth ends that. Returns false
/// and changes nothing if the table is NULL, or its entries lack a depth, bound or age, or a mark of the
/// PV that `pv_plies` needs. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_set_margin(
    table: *mut CTable,
    plies: u8,
    pv_plies: u8,
    plies_a_search: u8,
) -> bool {
    let each_search = Some(plies_a_search).filter(|&plies| plies != SUPPLANT_OLD_YIELD);
    let margin = Margin { plies, on_pv: pv_plies, each_search };
    // SAFETY: the caller promises what `changed` requires.
    unsafe { changed(table, |options| options.same_position.update = Update::UnlessDeeperBy(margin)) }
}

/// Sets whether each refused result lowers the depth of its position's entry by one ply, but not
/// below 1, unless the entry is exact or its score is nearer to 0 than `least_score`. With 0 all such
/// entries are lowered; with the least score of a mate, only entries of mates. Off (0) by default.
/// Returns false and changes nothing if the table is NULL, or its entries lack a depth, bound or
/// score. No other call on the table may be running.
///
/// # Safety
/// The table is NULL, or live and used by nobody else meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_set_lowers_depth(
    table: *mut CTable,
    on: u8,
    least_score: u16,
) -> bool {
    let lowers_depth = (on != 0).then_some(least_score);
    // SAFETY: the caller promises what `changed` requires.
    unsafe { changed(table, |options| options.same_position.lowers_depth = lowers_depth) }
}

/// Returns false and changes nothing if the table is NULL, or cannot have the options.
///
/// # Safety
/// `table` is NULL, or live and used by nobody else meanwhile.
unsafe fn changed(table: *mut CTable, change: impl FnOnce(&mut Options)) -> bool {
    // SAFETY: the caller promises what `alone` requires.
    let Some(table) = (unsafe { alone(table) }) else { return false };
    let mut options = table.options();
    change(&mut options);
    let can_have = table.can_have(options);
    if can_have {
        table.set_options(options);
    }
    can_have
}

/// Returns `None` for NULL.
///
/// # Safety
/// `table` is NULL, or live and used by nobody else while the
/// borrow lasts.
unsafe fn alone<'a>(table: *mut CTable) -> Option<&'a mut dyn TableControl> {
    // SAFETY: the caller promises NULL or a pointer to a live table that nobody else uses.
    unsafe { table.as_mut() }.map(|handle| handle.table.control_mut())
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::mem::MaybeUninit;
    use std::ptr;

    use super::{
        CResized, supplant_table_clear, supplant_table_free, supplant_table_new, supplant_table_resize,
    };
    use crate::entry::{CEntry, SUPPLANT_EXACT};
    use crate::error::SUPPLANT_OK;
    use crate::table::{CTable, supplant_table_new_generation, supplant_table_probe, supplant_table_store};

    #[derive(Clone, Copy)]
    struct Shared(*const CTable);

    // SAFETY: threads use it only as a `const` table, which any thread may do.
    unsafe impl Send for Shared {}

    fn store_and_probe(Shared(table): Shared, key: u64) {
        let entry = CEntry { depth: 5, score: 3, bound: SUPPLANT_EXACT, evaluation: 9, ..CEntry::default() };
        // SAFETY: the table lives until all threads have ended, and the entry is this thread's own.
        assert!(unsafe { supplant_table_store(table, key, &raw const entry) });
        let mut found = MaybeUninit::uninit();
        // SAFETY: the table lives as above, and `found` may be written to.
        assert!(unsafe { supplant_table_probe(table, key, found.as_mut_ptr()) });
        // SAFETY: a hit writes it.
        assert_eq!(unsafe { found.assume_init() }, entry);
        // SAFETY: the table lives as above.
        unsafe { supplant_table_new_generation(table) };
    }

    /// Does what the C programs of `tests/c` do, for machines without a C compiler.
    #[test]
    fn a_table_is_made_shared_resized_cleared_and_freed() {
        let names: [&CStr; 2] = [c"depthage", c"XOR16"];
        // SAFETY: both names end with a zero, and the error is NULL.
        let table =
            unsafe { supplant_table_new(names[0].as_ptr(), names[1].as_ptr(), 0, 1, ptr::null_mut()) };
        assert!(!table.is_null());
        let shared = Shared(table);
        std::thread::scope(|scope| {
            for worker in 0..2u64 {
                scope.spawn(move || store_and_probe(shared, worker << 62 | 1));
            }
        });
        let mut resized = CResized::default();
        // SAFETY: all threads have ended; `resized` may be written to.
        let code = unsafe { supplant_table_resize(table, 2, &raw mut resized, ptr::null_mut()) };
        assert_eq!((code, resized), (SUPPLANT_OK, CResized { before: 2, kept: 2 }));
        // SAFETY: nobody else uses it.
        assert_eq!(unsafe { supplant_table_clear(table, 1, ptr::null_mut()) }, SUPPLANT_OK);
        // SAFETY: the table is live.
        assert!(!unsafe { supplant_table_probe(table, 1, ptr::null_mut()) });
        // SAFETY: nobody else uses it, now or later.
        unsafe { supplant_table_free(table) };
    }
}
