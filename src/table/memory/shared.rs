//! A mapped file, by memmap2, whose bytes other processes may have mapped, too.
//!
//! The mapping is raw: only `buckets.rs` makes references to its bytes, as atomic words. Other
//! processes may:
//! - *store into it with this crate*: relaxed atomic accesses, as by another thread. Claim M12.
//! - *write anything else into it*: any bytes are valid words, so the behaviour is defined, but the
//!   table has entries that were never stored.
//! - *shorten it*: an access after the new end ends the process (SIGBUS). This crate never shortens
//!   a file that has its name, and opening compares the length.
//! - *unlink or rename it*: the mapping stays.

use std::fs::File;
use std::io;
use std::ptr::NonNull;

use memmap2::{MmapOptions, MmapRaw};

use super::PAGE;
use crate::sync::fault::Fault;

#[derive(Debug)]
pub(in crate::table) struct Shared {
    map: MmapRaw,
}

impl Shared {
    /// # Errors
    /// The error of the system, or that the file is too short.
    pub(in crate::table) fn of(file: &File, bytes: usize) -> io::Result<Self> {
        let len = bytes.checked_add(PAGE).ok_or(io::ErrorKind::FileTooLarge)?;
        if file.metadata()?.len() < len as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut options = MmapOptions::new();
        options.len(len);
        if Fault::SharesNothing.is_planted() {
            return Ok(Self { map: options.map_anon()?.into() });
        }
        Ok(Self { map: options.map_raw(file)? })
    }

    pub(super) fn start(&self) -> NonNull<u8> {
        NonNull::new(self.map.as_mut_ptr().wrapping_add(PAGE)).expect("no mapping ends at the last address")
    }

    pub(super) fn bytes(&self) -> usize {
        self.map.len() - PAGE
    }
}
