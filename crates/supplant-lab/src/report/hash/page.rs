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
const FILES: [&str; 3] = [ROWS, "hash.html", "hash.md"];

/// A file of an earlier run, if there is one.
#[must_use]
pub fn earlier(directory: &Path) -> Option<PathBuf> {
    folder::earlier(directory, &FILES)
}

/// # Errors
/// If the files cannot be written.
pub fn try_write(directory: &Path) -> Result<()> {
    folder::try_write(directory, &FILES)
}

/// The file of all searches, if it has been written.
#[must_use]
pub fn rows_of(directory: &Path) -> Option<PathBuf> {
    Some(directory.join(ROWS)).filter(|path| path.exists())
}

#[derive(Serialize)]
struct CsvRow<'a> {
    version: &'a str,
    commit: &'a str,
    engine: &'a str,
    set: &'a str,
    threads: usize,
    round: usize,
    order: usize,
    position: &'a str,
    hash_mib: u64,
    depth: Option<u32>,
    nodes: u64,
    nodes_ns: u64,
    elapsed_ns: u64,
    hashfull: Option<u16>,
}

fn csv_row<'a>(source: HashSource<'a>, row: &'a HashRow) -> CsvRow<'a> {
    let HashSource { engine, settings, positions, provenance, .. } = source;
    let HashRow { round, order, hash_mib, depth, nodes, nodes_ns, elapsed_ns, hashfull, .. } = *row;
    CsvRow {
        version: &provenance.version,
        commit: &provenance.commit,
        engine,
        set: positions,
        threads: settings.threads,
        round,
        order,
        position: &row.position,
        hash_mib,
        depth,
        nodes,
        nodes_ns,
        elapsed_ns,
        hashfull,
    }
}

/// # Errors
/// If the file cannot be written.
pub fn write_rows(source: HashSource<'_>, rows: &[HashRow], directory: &Path) -> Result<PathBuf> {
    let path = directory.join(ROWS);
    csv::write(&path, rows.iter().map(|row| csv_row(source, row)))?;
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
