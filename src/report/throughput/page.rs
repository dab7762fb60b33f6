//! The files of a run in their folder: rows, medians, times, the page and its pictures.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Measured, document, rows};
use crate::lab::positions::PositionSet;
use crate::lab::provenance::Origin;
use crate::report::{csv, file, html, markdown, plot};

const ROWS: &str = "throughput-rows.csv";
const SUMMARY: &str = "throughput-summary.csv";
const LATENCIES: &str = "throughput-latency.csv";
const HTML: &str = "throughput.html";
const MARKDOWN: &str = "throughput.md";

/// Makes sure that the files can be written, before any work is done.
///
/// # Errors
/// If they cannot.
pub fn try_write(directory: &Path) -> Result<()> {
    std::fs::create_dir_all(directory).with_context(|| {
        format!("{}: the folder cannot be created; choose another with --out", directory.display())
    })?;
    [ROWS, SUMMARY, LATENCIES, HTML, MARKDOWN]
        .iter()
        .try_for_each(|name| file::try_write(&directory.join(name)))
}

/// Writes the files, each whole, in place of those of an earlier run, and removes pictures of that run which this one has not. Returns
/// what was written.
///
/// # Errors
/// If a file cannot be written or removed.
pub fn write(measured: &Measured, directory: &Path) -> Result<Vec<PathBuf>> {
    let [slices, summary, latencies] = [ROWS, SUMMARY, LATENCIES].map(|name| directory.join(name));
    rows::write_rows(&slices, measured)?;
    rows::write_summary(&summary, measured)?;
    rows::write_latencies(&latencies, measured)?;
    let document = document::document(measured, SUMMARY);
    let pages =
        [(HTML.to_owned(), html::render(&document)), (MARKDOWN.to_owned(), markdown::render(&document))];
    let pictures = document.figures().map(|figure| (figure.file.clone(), figure.svg.clone()));
    let mut written = vec![slices, summary, latencies];
    for (name, text) in pages.into_iter().chain(pictures) {
        let path = directory.join(name);
        file::write(&path, |file| Ok(file.write_all(text.as_bytes())?))?;
        written.push(path);
    }
    for figure in document.figures() {
        if let Some(numbers) = &figure.rows {
            let path = directory.join(document::beside(&figure.file));
            csv::write_table(
                &path,
                numbers,
                &Origin::of(&measured.provenance, PositionSet::kasparov_short().digest()),
            )?;
            written.push(path);
        }
    }
    remove_stale(directory, &written)?;
    Ok(written)
}

/// Removes pictures of ours that an earlier run left and this one did not write.
fn remove_stale(directory: &Path, written: &[PathBuf]) -> Result<()> {
    let cannot = || format!("{}: cannot be read", directory.display());
    for entry in std::fs::read_dir(directory).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let may_be = name.starts_with("throughput-") && name.ends_with(".svg") && !written.contains(&path);
        if may_be && std::fs::read_to_string(&path).is_ok_and(|svg| plot::is_ours(&svg)) {
            std::fs::remove_file(&path).with_context(|| {
                format!("{}: of an earlier run, and cannot be removed; remove it", path.display())
            })?;
        }
    }
    Ok(())
}
