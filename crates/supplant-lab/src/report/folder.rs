//! Writes a report into its folder: the page, the Markdown, the pictures, and the numbers that only
//! pictures have.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::document::Document;
use super::{csv, file, html, markdown, plot};
use crate::experiment::collection::keep_once;
use crate::experiment::provenance::RunOrigin;

/// Also removes what a killed process has left in the folder.
///
/// # Errors
/// If the folder cannot be created.
pub fn create(directory: &Path) -> Result<()> {
    std::fs::create_dir_all(directory).with_context(|| {
        format!("{}: the folder cannot be created; choose another with --out", directory.display())
    })?;
    file::remove_abandoned(directory);
    Ok(())
}

/// Returns a file of an earlier run, if one of `files` is in the folder.
#[must_use]
pub fn earlier(directory: &Path, files: &[&str]) -> Option<PathBuf> {
    files.iter().map(|name| directory.join(name)).find(|path| path.exists())
}

/// Creates the folder and finds out, before a run, whether `files` can be written in it.
///
/// # Errors
/// If they cannot.
pub fn try_write(directory: &Path, files: &[&str]) -> Result<()> {
    create(directory)?;
    files.iter().try_for_each(|name| file::try_write(&directory.join(name)))
}

/// Returns the folders in a directory, sorted by name. A link to another folder of the directory is
/// left out.
///
/// # Errors
/// If the directory cannot be read.
pub fn folders(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        folders.push(entry?.path());
    }
    folders.retain(|path| path.is_dir());
    folders.sort_by_key(|path| (path.is_symlink(), path.clone()));
    keep_once(&mut folders, |path| path);
    folders.sort();
    Ok(folders)
}

/// # Errors
/// If a file cannot be written.
pub fn write(document: &Document, name: &str, directory: &Path, origin: &RunOrigin) -> Result<Vec<PathBuf>> {
    let mut files = vec![
        (format!("{name}.html"), html::render(document)),
        (format!("{name}.md"), markdown::render(document)),
    ];
    files.extend(document.figures().map(|figure| (figure.file.clone(), figure.svg.clone())));
    let mut paths = Vec::new();
    for (file, text) in files {
        let path = directory.join(file);
        file::write(&path, |file| Ok(file.write_all(text.as_bytes())?))?;
        paths.push(path);
    }
    for figure in document.figures() {
        if let (Some(rows), Some(file)) = (&figure.rows, figure.rows_file()) {
            let path = directory.join(file);
            csv::write_table(&path, rows, origin)?;
            paths.push(path);
        }
    }
    Ok(paths)
}

/// # Errors
/// If the folder cannot be read, or a picture not be removed.
pub fn remove_stale(name: &str, directory: &Path, written: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let (begins, cannot) = (format!("{name}-"), || format!("{}: cannot be read", directory.display()));
    let mut removed = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let may_be = name.starts_with(&begins) && name.ends_with(".svg") && !written.contains(&path);
        if may_be && std::fs::read_to_string(&path).is_ok_and(|svg| plot::is_ours(&svg)) {
            let rows = Some(path.with_extension("csv")).filter(|rows| !written.contains(rows));
            let rows = rows.filter(|rows| csv::is_of_figure(rows));
            for path in [Some(path), rows].into_iter().flatten() {
                std::fs::remove_file(&path).with_context(|| {
                    format!("{}: of an earlier report, and cannot be removed; remove it", path.display())
                })?;
                removed.push(path);
            }
        }
    }
    removed.sort();
    Ok(removed)
}
