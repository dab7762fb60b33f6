//! CSV: one tidy row per measurement. Columns: `docs/results.md`.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::document::{ABSENT, Cell, Table};
use super::file;
use crate::lab::provenance::Origin;

/// Writes `rows` to `path`, with a header; whole or not at all.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, rows: impl IntoIterator<Item = impl Serialize>) -> Result<()> {
    file::write(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        for row in rows {
            writer.serialize(row)?;
        }
        Ok(writer.flush()?)
    })
}

/// Writes what a figure draws to `path`: a column for each of the table's, behind those that say where it comes from. What is missing is empty.
///
/// # Errors
/// If the file cannot be written.
pub fn write_table(path: &Path, table: &Table, origin: &Origin) -> Result<()> {
    let Origin { version, commit, positions } = origin;
    let words = |cell: &Cell| if cell.text == ABSENT { String::new() } else { cell.text.clone() };
    let value = |cell: &Cell| cell.number.map_or_else(|| words(cell), |number| number.to_string());
    file::write(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        let header = ["version", "commit", "set"].into_iter().chain(table.header.iter().map(String::as_str));
        writer.write_record(header)?;
        for row in &table.rows {
            let origin = [version, commit, positions].into_iter().cloned();
            writer.write_record(origin.chain(row.iter().map(value)))?;
        }
        Ok(writer.flush()?)
    })
}
