//! The files of a run in their folder: rows, medians, times, the page and its pictures.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{ThroughputReport, document, figures, rows};
use crate::experiment::positions::PositionSet;
use crate::experiment::provenance::RunOrigin;
use crate::report::{file, folder};

/// What the page is called, and the pictures after it.
const NAME: &str = "throughput";
const ROWS: &str = "throughput-rows.csv";
const SUMMARY: &str = "throughput-summary.csv";
const LATENCIES: &str = "throughput-latency.csv";
const HTML: &str = "throughput.html";
const MARKDOWN: &str = "throughput.md";
const FILES: [&str; 5] = [ROWS, SUMMARY, LATENCIES, HTML, MARKDOWN];

/// The file by which a folder holds an earlier run, or somebody's page of that name.
#[must_use]
pub fn earlier(directory: &Path) -> Option<PathBuf> {
    FILES.iter().map(|name| directory.join(name)).find(|path| path.exists())
}

/// Makes sure that the files can be written, before any work is done.
///
/// # Errors
/// If they cannot.
pub fn try_write(directory: &Path) -> Result<()> {
    folder::create(directory)?;
    FILES.iter().try_for_each(|name| file::try_write(&directory.join(name)))
}

/// Writes the files, each whole, in place of those of an earlier run; then removes what that run has and this one has not: pictures, and
/// the numbers of the savings. Returns what was written.
///
/// # Errors
/// If a file cannot be written or removed.
pub fn write(measured: &ThroughputReport, directory: &Path) -> Result<Vec<PathBuf>> {
    let [slices, summary, latencies] = [ROWS, SUMMARY, LATENCIES].map(|name| directory.join(name));
    rows::write_rows(&slices, measured)?;
    rows::write_summary(&summary, measured)?;
    rows::write_latencies(&latencies, measured)?;
    let document = document::document(measured, SUMMARY);
    let origin = RunOrigin::of(&measured.provenance, PositionSet::kasparov_short().digest());
    let mut written = vec![slices, summary, latencies];
    written.extend(folder::write(&document, NAME, directory, &origin)?);
    folder::remove_stale(NAME, directory, &written)?;
    let savings = directory.join(folder::beside(figures::SAVINGS));
    if !written.contains(&savings) && savings.exists() {
        std::fs::remove_file(&savings).with_context(|| {
            format!("{}: of an earlier run, and cannot be removed; remove it", savings.display())
        })?;
    }
    Ok(written)
}
