//! The 1994 study's tables and rows.
//!
//! | file | makes |
//! |---|---|
//! | `study.rs` | the report: page, Markdown, pictures, summary |
//! | `figures.rs` | the paper's figures |
//! | `layouts.rs` | layouts at equal bytes, if more than the paper's was measured |
//! | `shares.rs` | figures of the share of the achievable savings |
//! | `tables.rs` | the published tables beside ours, and all sums |
//! | `verdict.rs` | the checklist in words |

pub mod figures;
mod layouts;
mod shares;
pub mod study;
pub mod tables;
pub mod verdict;

use serde::Serialize;

use super::{align_numbers, grouped, table};
use crate::entry::Depth;
use crate::entry::bucket::LayoutName;
use crate::lab::journal::Records;
use crate::lab::provenance::Origin;
use crate::lab::replacement_1994::{Cell, Contender, Mode, Replacement1994, Row, Samples};
use crate::lab::sizes;

/// One row of the CSV and JSON files: the cell, and what was counted in it.
#[derive(Clone, Debug, Serialize)]
pub struct FlatRow<'a> {
    study: &'static str,
    version: &'a str,
    commit: &'a str,
    set: &'a str,
    unit: &'a str,
    search: &'a str,
    contender: Contender,
    layout: Option<&'static str>,
    slots: Option<usize>,
    bytes: Option<usize>,
    mode: Mode,
    threads: usize,
    position: &'a str,
    ply: Depth,
    nodes: u64,
    interior: u64,
    leaf: u64,
    quiescence: u64,
    probes: u64,
    hits: u64,
    cutoffs: u64,
    illegal_moves: Option<u64>,
    stores: u64,
    value: i32,
    best_move: &'a str,
}

impl<'a> FlatRow<'a> {
    fn new(origin: &'a Origin, search: &'a str, unit: &'a str, cell: &Cell, row: &'a Row) -> Self {
        Self {
            study: "1994",
            version: &origin.version,
            commit: &origin.commit,
            set: &origin.positions,
            unit,
            search,
            contender: cell.contender,
            layout: cell.contender.layout().map(LayoutName::name),
            slots: cell.slots,
            bytes: cell.bytes(),
            mode: cell.mode,
            threads: cell.threads,
            position: &row.position,
            ply: row.ply,
            nodes: row.nodes,
            interior: row.interior,
            leaf: row.leaf,
            quiescence: row.quiescence,
            probes: row.probes,
            hits: row.hits,
            cutoffs: row.cutoffs,
            illegal_moves: row.illegal_moves,
            stores: row.stores,
            value: row.value,
            best_move: &row.best_move,
        }
    }
}

/// All rows, by unit.
pub fn rows<'a>(
    study: &'a Replacement1994,
    origin: &'a Origin,
    records: &'a Records<Replacement1994>,
) -> Vec<FlatRow<'a>> {
    let of = |(id, record): (&'a String, &'a crate::lab::journal::Record<Cell, Row>)| {
        let flat = |row| FlatRow::new(origin, &study.search.0, id, &record.cell, row);
        record.rows.iter().map(flat).collect::<Vec<_>>()
    };
    records.iter().flat_map(of).collect()
}

/// The table of nodes by contender and size for one ply and mode: best of a size marked with `*`, with the share of the
/// achievable savings behind.
#[must_use]
pub fn nodes_by_scheme_and_size(
    study: &Replacement1994,
    samples: &Samples,
    mode: Mode,
    ply: Depth,
) -> String {
    let sizes: Vec<_> = study.slots.iter().map(|&size| sizes::name(size)).collect();
    let header: Vec<_> = std::iter::once("nodes").chain(sizes.iter().map(String::as_str)).collect();
    let mut table = table(&header);
    let same_at_every_size = |contender: Contender| {
        let nodes = samples.sum(mode, ply, contender, None).map_or_else(|| "-".to_owned(), grouped);
        std::iter::once(label(contender)).chain(study.slots.iter().map(move |_| format!("{nodes}        ")))
    };
    table.add_row(same_at_every_size(Contender::None));
    for contender in study.tables() {
        let cells = study.slots.iter().map(|&size| cell(samples, mode, ply, contender, size));
        table.add_row(std::iter::once(label(contender)).chain(cells));
    }
    table.add_row(same_at_every_size(Contender::Unbounded));
    align_numbers(&mut table, 1);
    table.trim_fmt()
}

fn label(contender: Contender) -> String {
    match contender {
        Contender::None => "(no table)".to_owned(),
        Contender::Unbounded => "(no collisions)".to_owned(),
        Contender::Scheme(..) => contender.to_string(),
    }
}

fn cell(samples: &Samples, mode: Mode, ply: Depth, contender: Contender, size: usize) -> String {
    let Some(cost) = samples.cost(mode, ply, contender, Some(size)) else { return "-        ".to_owned() };
    let mark = if samples.best(mode, ply, size).contains(&contender) { "*" } else { " " };
    let share = cost.share.map_or_else(String::new, |share| format!("{:.1}%", share * 100.0));
    format!("{}{mark} {share:>6}", grouped(cost.nodes))
}
