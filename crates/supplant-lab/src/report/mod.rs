//! Results for people and programs: terminal tables, pages, CSV and JSON files, all made from
//! records.

pub mod claims;
pub mod csv;
pub mod document;
pub mod file;
pub mod folder;
pub mod hash;
pub mod html;
pub mod json;
pub mod markdown;
pub(crate) mod plot;
pub mod provenance;
pub mod replay;
pub mod scaling;
pub mod searches;
pub mod throughput;

pub use crate::experiment::words::counted;

use crate::experiment::stats::Estimate;

use comfy_table::{CellAlignment, Table, presets};

#[must_use]
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header.iter().copied());
    table
}

pub fn align_numbers(table: &mut Table, left: usize) {
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// Writes a number with a minus sign instead of a hyphen. A number that rounds to zero has no sign.
///
/// ```
/// assert_eq!(supplant_lab::report::plain(1, -2.25), "−2.2");
/// assert_eq!(supplant_lab::report::plain(1, -0.01), "0.0");
/// ```
#[must_use]
pub fn plain(decimals: usize, number: f64) -> String {
    let written = format!("{number:.decimals$}");
    let is_nought = written.bytes().all(|byte| !byte.is_ascii_digit() || byte == b'0');
    match written.strip_prefix('-') {
        Some(nought) if is_nought && number.is_finite() => nought.to_owned(),
        Some(positive) => format!("−{positive}"),
        None => written,
    }
}

/// A share in per cent with its interval: `1.5 % (0.7 to 2.7)`, if the unit is ` %`.
pub(crate) fn of_hundred(&Estimate { value, low, high }: &Estimate, unit: &str) -> String {
    let [value, low, high] = [value, low, high].map(|share| plain(1, share * 100.0));
    format!("{value}{unit} ({low} to {high})")
}

/// Separates groups of three digits with commas.
///
/// ```
/// assert_eq!(supplant_lab::report::grouped(1234567), "1,234,567");
/// ```
#[must_use]
pub fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}
