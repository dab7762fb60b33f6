//! The table of sizes.

use super::HashReport;
use super::summary::{Beside, HashSummary};
use crate::experiment::engine::EngineLimit;
use crate::experiment::words::counted;
use crate::report::document::{DataTable, TableCell};
use crate::report::{grouped, plain};

impl HashReport<'_> {
    #[must_use]
    pub fn table(&self) -> DataTable {
        let mut header = vec!["Hash", "hashfull", "nodes/s", "nodes/s ratio"];
        header.extend(match self.is_to_depth() {
            true => ["seconds", "time ratio", "nodes", "nodes ratio"],
            false => ["depth", "plies more", "seconds", "nodes"],
        });
        DataTable {
            caption: self.caption(),
            header: header.into_iter().map(str::to_owned).collect(),
            words: 1,
            rows: self.sizes.iter().map(|size| self.row(size)).collect(),
        }
    }

    fn row(&self, size: &HashSummary) -> Vec<TableCell> {
        let seconds = size.elapsed_ns as f64 / 1e9;
        let seconds = TableCell::number(plain(2, seconds), seconds);
        let nodes = TableCell::number(grouped(size.nodes), size.nodes as f64);
        let full = TableCell::or_absent(size.hashfull.map(|full| TableCell::number(per_cent(full), full)));
        let speed = TableCell::number(grouped(size.nodes_per_s.round() as u64), size.nodes_per_s);
        let mut row = vec![
            TableCell::number(mebibytes(size.hash_mib), size.hash_mib as f64),
            full,
            speed,
            cell(&size.nodes_per_s_ratio),
        ];
        if self.is_to_depth() {
            row.extend([seconds, cell(&size.time_ratio), nodes, cell(&size.nodes_ratio)]);
        } else {
            let depth = TableCell::or_absent(size.depth.map(|depth| TableCell::decimals(1, depth)));
            row.extend([depth, TableCell::or_absent(size.depth_more.as_ref().map(cell)), seconds, nodes]);
        }
        row
    }

    fn caption(&self) -> String {
        let Some(largest) = self.largest() else { return String::new() };
        let positions = counted(largest.positions, "position");
        let intervals = if self.has_intervals() { ", with 95 % intervals" } else { "" };
        let limit = match self.source.plan.limit {
            EngineLimit::Depth(plies) => format!("searched to depth {plies}"),
            EngineLimit::Nodes(nodes) => format!("searched for {} nodes each", grouped(nodes)),
            EngineLimit::Time(time) => format!("searched for {} s each", plain(2, time.as_secs_f64())),
        };
        let more = if self.is_to_depth() { "" } else { " Plies more: than with that size." };
        format!(
            "{}: {positions} {limit}. Hashfull is in per cent, a mean at the end of a search. Ratios are to {}: geometric means over \
             positions{intervals}.{more}",
            self.source.engine,
            mebibytes(largest.hash_mib)
        )
        .trim_end_matches('.')
        .to_owned()
    }
}

pub(super) fn mebibytes(size: u64) -> String {
    format!("{size} MiB")
}

pub(super) fn per_cent(thousandths: f64) -> String {
    plain(1, thousandths / 10.0)
}

fn cell(beside: &Beside) -> TableCell {
    TableCell::number(format!("{}{}", plain(2, beside.value), interval(beside)), beside.value)
}

/// ` (1.21 to 1.44)`, or nothing if the interval is missing, or no wider than the number is written.
pub(super) fn interval(beside: &Beside) -> String {
    let ends = beside.low.zip(beside.high).filter(|(low, high)| low.is_finite() && high.is_finite());
    let ends = ends.map(|(low, high)| (plain(2, low), plain(2, high))).filter(|(low, high)| low != high);
    ends.map_or_else(String::new, |(low, high)| format!(" ({low} to {high})"))
}
