//! Tables in files: saved and loaded, or shared by several processes.

use std::ffi::{CStr, c_char};
use std::path::PathBuf;
use std::ptr;

use crate::error::{CError, Fault, SUPPLANT_OK, guarded};
use crate::exclusive::MEBIBYTE;
use crate::names::of_names;
use crate::table::{CTable, shared};
use supplant::Table;
use supplant::table::{Loaded, Merged, Origin, Size, TableFile};

/// How much was loaded from a file. Damage costs the damaged blocks only.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CLoaded {
    /// Blocks of the table: pages of 4096 bytes, or a little less.
    pub blocks: usize,
    /// Damaged blocks, and those missing at the end of a file that was cut short. Their slots are
    /// empty.
    pub lost_blocks: usize,
    /// Slots of the table.
    pub slots: usize,
    /// Slots in lost blocks.
    pub lost_slots: usize,
    /// Bytes after the last block, which do not belong to the table.
    pub surplus_bytes: u64,
}

/// How many entries a merge kept.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CMerged {
    /// Entries of the other table.
    pub offered: usize,
    /// Offered entries that were kept; later ones may have replaced some of them.
    pub kept: usize,
}

/// Saves the table to the file at `path`, with checksums. Returns SUPPLANT_OK or the code of
/// `error`.
///
/// The new file replaces the old one when it is complete: if the program ends before, the old one
/// is unchanged. A file that is not a table, or that is a shared table, is not replaced. Other
/// threads may use the table meanwhile; of two stores at that time, the file may have the later and
/// not the earlier.
///
/// `key_seed` is a number for the way in which you compute keys; loading asks for it again. Change
/// it whenever the keys of positions change.
///
/// # Safety
/// The table is NULL or live. The path is NULL or ends with a
/// zero byte. `error` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_save(
    table: *const CTable,
    path: *const c_char,
    key_seed: u64,
    error: *mut CError,
) -> i32 {
    let save = || {
        // SAFETY: the caller promises what `shared` requires.
        let table = unsafe { shared(table) }.ok_or_else(|| Fault::null("table"))?;
        // SAFETY: the caller promises that the path is NULL or ends with a zero byte.
        table.control().save(unsafe { file(path, key_seed) }?)?;
        Ok(())
    };
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, save) }.err().unwrap_or(SUPPLANT_OK)
}

/// Loads the table that was saved at `path`, at the size it had. Returns NULL if that fails:
/// `error` says why.
///
/// Writes to `loaded`, which may be NULL, how much of it was loaded. Scheme, layout, `keeps` and
/// `key_seed` must be those of the save. Time stamping and the settings of update and moves are those
/// of the save: set them again if yours differ. Free the table with supplant_table_free.
///
/// # Safety
/// Names and path are NULL or end with a zero byte; `loaded` and `error` are NULL or may be written
/// to.
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
        // SAFETY: the caller promises that the path is NULL or ends with a zero byte.
        let file = unsafe { file(path, key_seed) }?;
        // SAFETY: the caller promises that both names are NULL or end with a zero byte.
        let (table, told) =
            unsafe { of_names(scheme, layout, keeps, Table::builder(), Origin::Saved(file)) }?;
        if !loaded.is_null() {
            // SAFETY: the caller promises that this may be written there.
            unsafe { loaded.write(told.into()) };
        }
        Ok(table)
    };
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, load) }.map_or(ptr::null_mut(), CTable::handed_over)
}

/// Opens the shared table in the file at `path`, or creates it with at most `mebibytes` * 2^20
/// bytes. Returns NULL if that fails: `error` says why. supplant_table_free closes it and leaves
/// the file.
///
/// Scheme, layout, `keeps`, size and `key_seed` must be those of an existing file. It waits up to
/// half a minute for a process that creates the file. The settings (time stamping, update and moves)
/// are those of each process: set them in all.
///
/// All processes may probe and store at once, as threads do. A process that is killed leaves at
/// worst a dead slot. The processes share the count of searches, so let one of them announce each
/// new search. Clearing empties the table for all of them. It cannot be resized.
///
/// The file must be on this machine. Nobody may shorten it while it is open: reading a missing part
/// ends the process.
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
    let bytes = mebibytes.saturating_mul(MEBIBYTE);
    // SAFETY: the caller promises what this function requires.
    unsafe { supplant_table_open_shared_bytes(scheme, layout, keeps, bytes, path, key_seed, error) }
}

/// Opens or creates a shared table of at most `bytes` bytes. Returns NULL if that fails: `error` says
/// why. The size must be that of an existing file. The rest is as with supplant_table_open_shared.
///
/// # Safety
/// Names and path are NULL or end with a zero byte; `error` is NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_open_shared_bytes(
    scheme: *const c_char,
    layout: *const c_char,
    keeps: u32,
    bytes: usize,
    path: *const c_char,
    key_seed: u64,
    error: *mut CError,
) -> *mut CTable {
    let open = || {
        // SAFETY: the caller promises that the path is NULL or ends with a zero byte.
        let file = unsafe { file(path, key_seed) }?;
        let builder = Table::builder().size(Size::Bytes(bytes));
        // SAFETY: the caller promises that both names are NULL or end with a zero byte.
        Ok(unsafe { of_names(scheme, layout, keeps, builder, Origin::Shared(file)) }?.0)
    };
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, open) }.map_or(ptr::null_mut(), CTable::handed_over)
}

/// Stores each entry of `other` into the table, the oldest first; the table's scheme decides which
/// stay. Returns SUPPLANT_OK or the code of `error`.
///
/// Writes to `merged`, which may be NULL, how many were kept. Both tables must have the same
/// scheme, layout and `keeps`, and the same size if the layout verifies a tag. Other threads may
/// use both meanwhile.
///
/// # Safety
/// Both tables are NULL or live; `merged` and `error` are
/// NULL or may be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn supplant_table_merge(
    table: *const CTable,
    other: *const CTable,
    merged: *mut CMerged,
    error: *mut CError,
) -> i32 {
    let merge = || {
        // SAFETY: the caller promises what `shared` requires.
        let table = unsafe { shared(table) }.ok_or_else(|| Fault::null("table"))?;
        // SAFETY: the caller promises what `shared` requires.
        let other = unsafe { shared(other) }.ok_or_else(|| Fault::null("other"))?;
        let Merged { offered, kept, .. } = table.merge_from(other)?;
        if !merged.is_null() {
            // SAFETY: the caller promises that this may be written there.
            unsafe { merged.write(CMerged { offered, kept }) };
        }
        Ok(())
    };
    // SAFETY: the caller promises what `guarded` requires.
    unsafe { guarded(error, merge) }.err().unwrap_or(SUPPLANT_OK)
}

impl From<Loaded> for CLoaded {
    fn from(loaded: Loaded) -> Self {
        let Loaded { blocks, lost_blocks, slots, lost_slots, surplus_bytes, .. } = loaded;
        Self { blocks, lost_blocks, slots, lost_slots, surplus_bytes }
    }
}

/// # Safety
/// `path` is NULL or ends with a zero byte.
unsafe fn file(path: *const c_char, key_seed: u64) -> Result<TableFile, Fault> {
    if path.is_null() {
        return Err(Fault::null("path"));
    }
    // SAFETY: the caller promises that it ends with a zero byte, and it is not NULL.
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
        Fault::new(crate::error::SUPPLANT_BAD_FILE, format!("{bytes:?} is not a path in UTF-8; take another"))
    })?;
    Ok(path.into())
}
