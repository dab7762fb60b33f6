//! The files of a run in their folder: all searches as CSV, the page, the Markdown, the figure.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::{HashReport, HashSource};
use crate::experiment::hash::HashRow;
use crate::experiment::provenance::RunOrigin;
use crate::report::{csv, folder};

const NAME: &str = "hash";
pub(super) const ROWS: &str = "hash-rows.csv";
pub const FILES: [&str; 3] = [ROWS, "hash.html", "hash.md"];

/// The file of all searches, if it has been written.
#[must_use]
pub fn rows_of(directory: &Path) -> Option<PathBuf> {
    Some(directory.join(ROWS)).filter(|path| path.exists())
}

/// What all searches of a run have in common.
#[derive(Clone, Copy, Serialize)]
struct Common<'a> {
    version: &'a str,
    commit: &'a str,
    engine: &'a str,
    set: &'a str,
    threads: usize,
}

/// # Errors
/// If the file cannot be written.
pub fn write_rows(source: HashSource<'_>, rows: &[HashRow], directory: &Path) -> Result<PathBuf> {
    let path = directory.join(ROWS);
    let common = Common {
        version: &source.provenance.version,
        commit: &source.provenance.commit,
        engine: source.engine,
        set: source.positions,
        threads: source.settings.threads,
    };
    csv::write(&path, rows.iter().map(|row| (common, row)))?;
    Ok(path)
}

/// Writes the page; the rows are written by [`write_rows`].
///
/// # Errors
/// If a file cannot be written or removed.
pub fn write(report: &HashReport<'_>, directory: &Path) -> Result<Vec<PathBuf>> {
    let origin = RunOrigin::of(report.source.provenance, report.source.positions.to_owned());
    let written = folder::write(&report.document(), NAME, directory, &origin)?;
    folder::remove_stale(NAME, directory, &written)?;
    Ok(written)
}
