//! A mapped file, by memmap2: bytes that other processes have, too.
//!
//! The mapping is a raw one: no reference to its bytes is made here, and none but to atomic words anywhere (`buckets.rs`). What other
//! processes may do to the file meanwhile:
//! - *store into it, by this crate*: relaxed atomic accesses to the same words, as of another thread. Claim M12.
//! - *write anything else into it*: any bytes are valid words, so nothing undefined happens; a table of entries that were never stored is
//!   what they have made. The rights of the file say who may.
//! - *cut it short*: an access behind the new end is answered by the system with the signal SIGBUS, which ends the process. Nothing of
//!   this crate shortens a file, and the length is compared when it is opened.
//! - *unlink or rename it*: the mapping stays; who opens the name then has another table.

use std::fs::File;
use std::io;
use std::ptr::NonNull;

use memmap2::{MmapOptions, MmapRaw};

use super::PAGE;

/// A mapped file whose first page is its header.
#[derive(Debug)]
pub(in crate::table) struct Shared {
    /// Unmapped when dropped.
    map: MmapRaw,
}

impl Shared {
    /// Maps `bytes` behind the first page of a file that has as many.
    ///
    /// # Errors
    /// The system's.
    pub(in crate::table) fn of(file: &File, bytes: usize) -> io::Result<Self> {
        let len = bytes.checked_add(PAGE).ok_or(io::ErrorKind::FileTooLarge)?;
        if file.metadata()?.len() < len as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Self { map: MmapOptions::new().len(len).map_raw(file)? })
    }

    /// The first byte behind the header, on a page: a mapping starts on one. The line before it is the header's last.
    pub(super) fn start(&self) -> NonNull<u8> {
        NonNull::new(self.map.as_mut_ptr().wrapping_add(PAGE)).expect("no mapping ends at the last address")
    }

    /// Bytes behind the header.
    pub(super) fn bytes(&self) -> usize {
        self.map.len() - PAGE
    }
}
