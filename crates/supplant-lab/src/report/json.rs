//! Writes JSON files, indented.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::file;

/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    file::write(path, |file| {
        serde_json::to_writer_pretty(&mut *file, value)?;
        Ok(file.write_all(b"\n")?)
    })
}
