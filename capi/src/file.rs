//! Tables in files: kept from one program to the next, or shared by several at once.

use std::ffi::{CStr, c_char};
use std::path::PathBuf;
use std::ptr;

use crate::error::{CError, Fault, SUPPLANT_OK, guarded};
use crate::names::of_names;
use crate::table::{CTable, shared};
use supplant::Table;
use supplant::table::{Loaded, Merged, Origin, TableFile};

/// What came back of a table from its file. A damaged file loses its damaged blocks, and no others.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CLoaded {
    /// Blocks that the table has: pages of 4096 bytes, or a little less.
    pub blocks: usize,
    /// Of those, damaged ones, and missing ones of a file that was cut short: their slots are empty.
    pub lost_blocks: usize,
    /// Slots the table has.
    pub slots: usize,
    /// Of those, slots in blocks that are lost.
    pub lost_slots: usize,
    /// Bytes behind the last block, which are none of the table's.
    pub surplus_bytes: u64,
}

/// What became of the entries of another table.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CMerged {
    /// Entries of the other table.
    pub offered: usize,
    /// Of those, entries that were kept; some may have given way to others since.
    pub kept: usize,
}

/// Writes the table to the file at `path`, with checksums. The file there takes its place when it is complete: if the program ends
/// before, the old one stays as it was. A file that is no table, or one that processes share, is not replaced. Other threads may go on meanwhile; of two
/// stores at that time the file may have the later and not the earlier. Returns SUPPLANT_OK or the code of `error`.
///
/// `key_seed` stands for what the keys are made from, and is asked for again when the table is loaded: a number to change
/// whenever the keys of positions change.
///
/// # Safety
/// The table is NULL, or was made by this library and is not freed; the path is NULL or ends with a zero byte; `error` is NULL or
/// may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_save(
    table: *const CTable,
    path: *const c_char,
    key_seed: u64,
    error: *mut CError,
) -> i32 {
    let save = || {
        // SAFETY: the caller promises what `shared` asks for.
        let table = unsafe { shared(table) }.ok_or_else(|| Fault::null("table"))?;
        // SAFETY: the caller says that the path is NULL or ends with a zero byte.
        table.control().save(unsafe { file(path, key_seed) }?)?;
        Ok(())
    };
    // SAFETY: the caller promises what `guarded` asks for.
    unsafe { guarded(error, save) }.err().unwrap_or(SUPPLANT_OK)
}

/// Makes the table that was saved at `path`, of its size, with all that was in it, and writes to `loaded`, which may be NULL, how
/// much of it came back. Scheme, layout, `keeps` and `key_seed` must be those it was saved with. NULL if there is none such:
/// `error` says why. Free it by supplant_table_free.
///
/// # Safety
/// Names and path are NULL or end with a zero byte; `loaded` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_load(
    scheme: *const c_char,
    layout: *const c_char,
    keeps: u32,
    path: *const c_char,
    key_seed: u64,
    loaded: *mut CLoaded,
    error: *mut CError,
) -> *mut CTable {
    let load = || {
        // SAFETY: the caller says that the path is NULL or ends with a zero byte.
        let file = unsafe { file(path, key_seed) }?;
        // SAFETY: the caller says so of both names, too.
        let (table, told) =
            unsafe { of_names(scheme, layout, keeps, Table::builder(), Origin::Saved(file)) }?;
        if !loaded.is_null() {
            // SAFETY: the caller says that this may be written there.
            unsafe { loaded.write(told.into()) };
        }
        Ok(table)
    };
    // SAFETY: the caller promises what `guarded` asks for.
    unsafe { guarded(error, load) }.map_or(ptr::null_mut(), CTable::handed_over)
}

/// Opens the table that processes share in the file at `path`, and makes it, of at most `mebibytes` * 2^20 bytes, if there is none.
/// All processes may probe and store at once, as threads do; a process that is killed leaves at worst a slot that nobody finds. The
/// count of searches is shared, too: let one process say when a search begins. Clearing clears it for all, and its size stays.
/// NULL if there is none such: `error` says why. supplant_table_free closes it, and leaves the file.
///
/// The file must be on this machine, and as long as it is open nobody may cut it short: reading what is not there any more ends the
/// process.
///
/// # Safety
/// Names and path are NULL or end with a zero byte; `error` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_open_shared(
    scheme: *const c_char,
    layout: *const c_char,
    keeps: u32,
    mebibytes: usize,
    path: *const c_char,
    key_seed: u64,
    error: *mut CError,
) -> *mut CTable {
    let open = || {
        // SAFETY: the caller says that the path is NULL or ends with a zero byte.
        let file = unsafe { file(path, key_seed) }?;
        let builder = Table::builder().mebibytes(mebibytes);
        // SAFETY: the caller says so of both names, too.
        Ok(unsafe { of_names(scheme, layout, keeps, builder, Origin::Shared(file)) }?.0)
    };
    // SAFETY: the caller promises what `guarded` asks for.
    unsafe { guarded(error, open) }.map_or(ptr::null_mut(), CTable::handed_over)
}

/// Stores each entry of `other` into the table, by the rule of its scheme, the oldest first, and writes to `merged`, which may be
/// NULL, what became of them. Both are of one scheme, layout and `keeps`; where the layout verifies a tag, of one size too. Other
/// threads may use both meanwhile. Returns SUPPLANT_OK or the code of `error`.
///
/// # Safety
/// Both tables are NULL, or were made by this library and are not freed; `merged` and `error` are NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_merge(
    table: *const CTable,
    other: *const CTable,
    merged: *mut CMerged,
    error: *mut CError,
) -> i32 {
    let merge = || {
        // SAFETY: the caller promises what `shared` asks for.
        let table = unsafe { shared(table) }.ok_or_else(|| Fault::null("table"))?;
        // SAFETY: and of this one.
        let other = unsafe { shared(other) }.ok_or_else(|| Fault::null("other"))?;
        let Merged { offered, kept, .. } = table.merge_from(other)?;
        if !merged.is_null() {
            // SAFETY: the caller says that this may be written there.
            unsafe { merged.write(CMerged { offered, kept }) };
        }
        Ok(())
    };
    // SAFETY: the caller promises what `guarded` asks for.
    unsafe { guarded(error, merge) }.err().unwrap_or(SUPPLANT_OK)
}

impl From<Loaded> for CLoaded {
    fn from(loaded: Loaded) -> Self {
        let Loaded { blocks, lost_blocks, slots, lost_slots, surplus_bytes, .. } = loaded;
        Self { blocks, lost_blocks, slots, lost_slots, surplus_bytes }
    }
}

/// The file that a caller means.
///
/// # Safety
/// `path` is NULL or ends with a zero byte.
unsafe fn file(path: *const c_char, key_seed: u64) -> Result<TableFile, Fault> {
    if path.is_null() {
        return Err(Fault::null("path"));
    }
    // SAFETY: the caller says that it ends with a zero byte, and it is not NULL.
    let path = path_of(unsafe { CStr::from_ptr(path) })?;
    Ok(TableFile::new(path).keyed(key_seed))
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere a path must be UTF-8")]
fn path_of(bytes: &CStr) -> Result<PathBuf, Fault> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    Ok(OsStr::from_bytes(bytes.to_bytes()).into())
}

#[cfg(not(unix))]
fn path_of(bytes: &CStr) -> Result<PathBuf, Fault> {
    let path = bytes.to_str().map_err(|_| {
        Fault::new(crate::error::SUPPLANT_BAD_FILE, format!("{bytes:?} is no path in UTF-8; take another"))
    })?;
    Ok(path.into())
}
