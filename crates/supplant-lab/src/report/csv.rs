//! CSV files with a row for each measurement. `docs/results.md` describes the columns.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::document::{ABSENT, DataTable, TableCell};
use super::file;
use crate::experiment::provenance::RunOrigin;

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

fn without_sign(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number }
}

const ORIGIN: [&str; 3] = ["version", "commit", "set"];

/// Whether [`write_table`] wrote this file.
pub(super) fn is_of_figure(path: &Path) -> bool {
    let header = ORIGIN.join(",");
    std::fs::read_to_string(path).is_ok_and(|text| text.starts_with(&header))
}

/// # Errors
/// If the file cannot be written.
pub fn write_table(path: &Path, table: &DataTable, origin: &RunOrigin) -> Result<()> {
    let RunOrigin { version, commit, positions } = origin;
    let words = |cell: &TableCell| if cell.text == ABSENT { String::new() } else { cell.text.clone() };
    let value =
        |cell: &TableCell| cell.number.map_or_else(|| words(cell), |number| without_sign(number).to_string());
    file::write(path, |file| {
        let mut writer = csv::Writer::from_writer(file);
        let header = ORIGIN.into_iter().chain(table.header.iter().map(String::as_str));
        writer.write_record(header)?;
        for row in &table.rows {
            let origin = [version, commit, positions].into_iter().cloned();
            writer.write_record(origin.chain(row.iter().map(value)))?;
        }
        Ok(writer.flush()?)
    })
}

#[cfg(test)]
mod tests {
    use super::{DataTable, RunOrigin, TableCell, write_table};

    #[test]
    fn nothing_has_no_sign_and_what_is_missing_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        let row = vec![
            TableCell::number("", -0.0),
            TableCell::number("", -0.5),
            crate::report::document::ABSENT.into(),
        ];
        let header = ["a", "b", "c"].map(str::to_owned).to_vec();
        let table = DataTable { caption: String::new(), header, words: 0, rows: vec![row] };
        let [version, commit, positions] = ["1", "2", "3"].map(str::to_owned);
        write_table(&path, &table, &RunOrigin { version, commit, positions }).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "version,commit,set,a,b,c\n1,2,3,0,-0.5,\n");
    }
}
