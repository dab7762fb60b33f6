//! CSV: one tidy row per measurement. Columns: `docs/results.md`.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::file;

/// Writes `rows` to `path`, with a header; whole or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, rows: impl IntoIterator<Item = impl Serialize>) -> Result<()> {
    file::write(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        for row in rows {
            writer.serialize(row)?;
        }
        Ok(writer.flush()?)
    })
}
