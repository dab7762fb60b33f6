//! The files of a run in their folder.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{ScalingReport, document};
use crate::experiment::provenance::RunOrigin;
use crate::experiment::scaling::NAME;
use crate::report::{csv, folder};

const CURVES: &str = "scaling-curves.csv";

/// # Errors
/// If they cannot.
pub fn try_write(directory: &Path) -> Result<()> {
    let [page, markdown] = ["html", "md"].map(|kind| format!("{NAME}.{kind}"));
    folder::try_write(directory, &[CURVES, &page, &markdown])
}

/// # Errors
/// If a file cannot be written or removed.
pub fn write(measured: &ScalingReport, directory: &Path) -> Result<Vec<PathBuf>> {
    let origin = RunOrigin::of(measured.provenance()?, measured.study.positions.digest());
    let document = document::document(measured, CURVES);
    let curves = directory.join(CURVES);
    csv::write_table(&curves, &document::numbers(measured), &origin)?;
    let mut written = vec![curves];
    written.extend(folder::write(&document, NAME, directory, &origin)?);
    folder::remove_stale(NAME, directory, &written)?;
    Ok(written)
}
