//! JSON files: the same rows as the CSV, with where they come from.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// Writes `value` to `path`, indented.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let cannot = || format!("{}: cannot be written", path.display());
    let file = std::fs::File::create(path).with_context(cannot)?;
    let mut writer = std::io::BufWriter::new(file);
    serde_json::to_writer_pretty(&mut writer, value).with_context(cannot)?;
    writer.write_all(b"\n").and_then(|()| writer.flush()).with_context(cannot)
}
