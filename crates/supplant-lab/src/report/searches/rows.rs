//! The rows of the CSV and JSON files.

use std::borrow::Cow;

use serde::Serialize;

use crate::experiment::clashing::Cut;
use crate::experiment::journal::{Record, Records};
use crate::experiment::provenance::RunOrigin;
use crate::experiment::searches::{Contender, Mode, SearchCell, SearchRow, Searches};
use crate::experiment::words::search_name;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;

#[derive(Clone, Debug, Serialize)]
pub struct FlatRow<'a> {
    study: &'a str,
    version: &'a str,
    commit: &'a str,
    set: &'a str,
    unit: &'a str,
    search: Cow<'a, str>,
    #[serde(rename = "scheme")]
    contender: Contender,
    layout: Option<&'static str>,
    slots: Option<usize>,
    bytes: Option<usize>,
    verified: Option<Cut>,
    mode: Mode,
    threads: usize,
    lockstep: Option<u64>,
    repeat: usize,
    position: &'a str,
    ply: Depth,
    deeper: Depth,
    nodes: u64,
    interior: u64,
    leaf: u64,
    quiescence: u64,
    probes: u64,
    hits: u64,
    cutoffs: u64,
    illegal_moves: Option<u64>,
    inherited: Option<u64>,
    false_hits: Option<u64>,
    false_pairs: Option<u64>,
    clashes: Option<u64>,
    lost: Option<u64>,
    stores: u64,
    value: i32,
    best_move: &'a str,
}

impl<'a> FlatRow<'a> {
    fn new(
        experiment: &'a Searches,
        origin: &'a RunOrigin,
        unit: &'a str,
        cell: &SearchCell,
        row: &'a SearchRow,
    ) -> Self {
        Self {
            study: &experiment.study,
            version: &origin.version,
            commit: &origin.commit,
            set: &origin.positions,
            unit,
            search: cell
                .search
                .map_or(Cow::Borrowed(&experiment.search.0), |search| Cow::Owned(search_name(search))),
            contender: cell.contender,
            layout: cell.contender.layout().map(LayoutName::name),
            slots: cell.slots,
            bytes: cell.bytes(),
            verified: cell.verified,
            mode: cell.mode,
            threads: cell.threads,
            lockstep: cell.lockstep,
            repeat: cell.repeat,
            position: &row.position,
            ply: row.ply,
            deeper: row.deeper,
            nodes: row.nodes,
            interior: row.interior,
            leaf: row.leaf,
            quiescence: row.quiescence,
            probes: row.probes,
            hits: row.hits,
            cutoffs: row.cutoffs,
            illegal_moves: row.illegal_moves,
            inherited: row.inherited,
            false_hits: row.false_hits,
            false_pairs: row.false_pairs,
            clashes: row.clashes,
            lost: row.lost,
            stores: row.stores,
            value: row.value,
            best_move: &row.best_move,
        }
    }
}

pub fn rows<'a>(
    experiment: &'a Searches,
    origin: &'a RunOrigin,
    records: &'a Records<Searches>,
) -> Vec<FlatRow<'a>> {
    let of = |(id, record): (&'a String, &'a Record<SearchCell, SearchRow>)| {
        let flat = |row| FlatRow::new(experiment, origin, id, &record.cell, row);
        record.rows.iter().map(flat).collect::<Vec<_>>()
    };
    records.iter().flat_map(of).collect()
}
