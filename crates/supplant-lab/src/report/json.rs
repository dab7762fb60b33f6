//! JSON files: the same rows as the CSV, with where they come from.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::file;

/// Writes `value` to `path`, indented; whole or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    file::write(path, |file| {
        serde_json::to_writer_pretty(&mut *file, value)?;
        Ok(file.write_all(b"\n")?)
    })
}
