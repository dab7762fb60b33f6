//! CSV: one tidy row per measurement. Columns: `docs/results.md`.

use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes `rows` to `path`, with a header.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, rows: impl IntoIterator<Item = impl Serialize>) -> Result<()> {
    let cannot = || format!("{}: cannot be written", path.display());
    let mut writer = csv::Writer::from_path(path).with_context(cannot)?;
    for row in rows {
        writer.serialize(row).with_context(cannot)?;
    }
    writer.flush().with_context(cannot)
}
