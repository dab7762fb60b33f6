//! The files of a run in their folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{ThroughputReport, document, figures, rows};
use crate::experiment::positions::PositionSet;
use crate::experiment::provenance::RunOrigin;
use crate::report::folder;

const NAME: &str = "throughput";
const ROWS: &str = "throughput-rows.csv";
const SUMMARY: &str = "throughput-summary.csv";
const LATENCIES: &str = "throughput-latency.csv";
const HTML: &str = "throughput.html";
const MARKDOWN: &str = "throughput.md";
pub const FILES: [&str; 5] = [ROWS, SUMMARY, LATENCIES, HTML, MARKDOWN];

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
    let savings = directory.join(figures::SAVINGS).with_extension("csv");
    if !written.contains(&savings) && savings.exists() {
        std::fs::remove_file(&savings).with_context(|| {
            format!("{}: of an earlier run, and cannot be removed; remove it", savings.display())
        })?;
    }
    Ok(written)
}
