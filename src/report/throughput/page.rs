//! The files of a run in their folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Measured, rows};
use crate::report::file;

const ROWS: &str = "throughput-rows.csv";
const SUMMARY: &str = "throughput-summary.csv";
const LATENCIES: &str = "throughput-latency.csv";

/// Makes sure that the files can be written, before any work is done.
///
/// # Errors
/// If they cannot.
pub fn try_write(directory: &Path) -> Result<()> {
    std::fs::create_dir_all(directory).with_context(|| {
        format!("{}: the folder cannot be created; choose another with --out", directory.display())
    })?;
    [ROWS, SUMMARY, LATENCIES].iter().try_for_each(|name| file::try_write(&directory.join(name)))
}

/// Writes the files, each whole, in place of those of an earlier run; returns their names.
///
/// # Errors
/// If one cannot be written.
pub fn write(measured: &Measured, directory: &Path) -> Result<Vec<PathBuf>> {
    let [slices, summary, latencies] = [ROWS, SUMMARY, LATENCIES].map(|name| directory.join(name));
    rows::write_rows(&slices, measured)?;
    rows::write_summary(&summary, measured)?;
    rows::write_latencies(&latencies, measured)?;
    Ok(vec![slices, summary, latencies])
}
