//! The tables of the report: the published figures beside ours, and all sums.

use serde::Serialize;

use super::figures::manner;
use super::label;
use crate::entry::Depth;
use crate::entry::bucket::LayoutName;
use crate::lab::provenance::Origin;
use crate::lab::replacement_1994::comparison::{self, Compared};
use crate::lab::replacement_1994::{At, Contender, Mode, Samples, published};
use crate::lab::sizes;
use crate::report::document::{Cell, Table};
use crate::report::grouped;

pub(super) const ABSENT: &str = "–";

/// A ratio with three digits.
fn ratio(value: Option<f64>) -> Cell {
    value.map_or_else(|| ABSENT.into(), |value| Cell::number(format!("{value:.3}"), value))
}

/// Table 1: the search without a table, and by what it grows from ply to ply.
pub(super) fn no_table(compared: &[Compared]) -> Table {
    let figures: Vec<_> = compared.iter().filter(|compared| compared.table == 1).collect();
    let growth = |now: Option<f64>, before: Option<f64>| {
        let growth = now.zip(before).map(|(now, before)| now / before);
        growth.map_or_else(|| ABSENT.into(), |growth| Cell::number(format!("{growth:.2}"), growth))
    };
    let row = |i: usize| {
        let now = figures[i];
        let before = i.checked_sub(1).map(|i| figures[i]);
        let theirs = now.published_kilonodes;
        let ours = now.nodes.map(|nodes| nodes as f64 / 1e3);
        let kilonodes = |nodes: f64| Cell::number(grouped(nodes.round() as u64), nodes);
        let ours_before = before.and_then(|before| before.nodes).map(|nodes| nodes as f64 / 1e3);
        vec![
            Cell::number(now.ply.to_string(), now.ply.into()),
            kilonodes(theirs as f64),
            ours.map_or_else(|| ABSENT.into(), kilonodes),
            ratio(ours.map(|ours| ours / theirs as f64)),
            growth(Some(theirs as f64), before.map(|before| before.published_kilonodes as f64)),
            growth(ours, ours_before),
        ]
    };
    Table {
        caption: "Table 1, without a table: thousands of nodes, and the growth from the ply before"
            .to_owned(),
        header: ["ply", "theirs", "ours", "ours / theirs", "growth, theirs", "growth, ours"]
            .map(str::to_owned)
            .to_vec(),
        words: 0,
        rows: (0..figures.len()).map(row).collect(),
    }
}

/// Tables 2 and 3, theirs and ours side by side.
pub(super) fn side_by_side(compared: &[Compared], mode: Mode) -> Table {
    let number = if mode == Mode::Clear { 2 } else { 3 };
    let figures: Vec<_> = compared.iter().filter(|compared| compared.table == number).collect();
    let mut contenders: Vec<Contender> = figures.iter().map(|figure| figure.contender).collect();
    contenders.dedup();
    let plies: Vec<Depth> = figures.iter().filter(|f| f.contender == contenders[0]).map(|f| f.ply).collect();
    let place = |contender, ply| {
        let figure = figures.iter().find(|f| f.contender == contender && f.ply == ply)?;
        let ours = figure.ratio.map_or_else(|| ABSENT.to_owned(), |ratio| format!("{:.3}", ratio.value));
        let key = figure.ratio.map_or(figure.published_ratio, |ratio| ratio.value);
        Some(Cell::number(format!("{:.3} · {ours}", figure.published_ratio), key))
    };
    let row = |&contender: &Contender| {
        let cells = plies.iter().map(|&ply| place(contender, ply).unwrap_or_default());
        std::iter::once(Cell::from(contender.to_string())).chain(cells).collect()
    };
    Table {
        caption: format!(
            "Table {number}, {} positions, {}: nodes relative to no table, theirs · ours",
            sizes::name(published::SLOTS),
            manner(mode)
        ),
        header: std::iter::once("scheme".to_owned())
            .chain(plies.iter().map(|ply| format!("{ply} ply")))
            .collect(),
        words: 1,
        rows: contenders.iter().map(row).collect(),
    }
}

/// Every published figure of Tables 2 and 3 in a row of its own, with the interval of ours.
pub(super) fn figure_by_figure(compared: &[Compared]) -> Table {
    let row = |figure: &Compared| {
        let ours = figure.ratio;
        let difference = ours.map(|ours| ours.value / figure.published_ratio - 1.0);
        let percent = |d: f64| Cell::number(format!("{:+.1} %", d * 100.0).replace('-', "−"), d);
        vec![
            figure.contender.to_string().into(),
            figure.mode.to_string().into(),
            Cell::number(figure.ply.to_string(), figure.ply.into()),
            ratio(Some(figure.published_ratio)),
            ratio(ours.map(|ours| ours.value)),
            ratio(ours.map(|ours| ours.low)),
            ratio(ours.map(|ours| ours.high)),
            difference.map_or_else(|| ABSENT.into(), percent),
        ]
    };
    let header = ["scheme", "mode", "ply", "theirs", "ours", "from", "to", "difference"];
    Table {
        caption: "Every figure of Tables 2 and 3, with the 95 % interval of ours over positions".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        words: 2,
        rows: compared.iter().filter(|figure| figure.table != 1).map(row).collect(),
    }
}

/// All sums of one mode and depth, by scheme and size.
pub(super) fn sums(samples: &Samples, mode: Mode, ply: Depth) -> Table {
    let sizes = samples.sizes_of(mode, ply, |_| true);
    let cell = |contender, size| {
        let nodes = samples.sum(mode, ply, contender, size);
        nodes.map_or_else(|| ABSENT.into(), |nodes| Cell::number(grouped(nodes), nodes as f64))
    };
    let row = |contender: Contender| {
        let has_sizes = contender.scheme().is_some();
        let cells = sizes.iter().map(|&size| cell(contender, has_sizes.then_some(size)));
        std::iter::once(label(contender).into()).chain(cells).collect::<Vec<Cell>>()
    };
    let tables = samples.tables();
    let contenders = std::iter::once(Contender::None).chain(tables).chain([Contender::Unbounded]);
    Table {
        caption: format!("Nodes by scheme and table size, {ply}-ply searches, {}", manner(mode)),
        header: std::iter::once("scheme".to_owned())
            .chain(sizes.iter().map(|&size| sizes::name(size)))
            .collect(),
        words: 1,
        rows: contenders.map(row).collect(),
    }
}

/// One row of the summary file: a cell of the grid, summed over its positions.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow {
    version: String,
    commit: String,
    /// Digest of the positions.
    set: String,
    mode: Mode,
    ply: Depth,
    contender: Contender,
    layout: Option<&'static str>,
    slots: Option<usize>,
    bytes: Option<usize>,
    positions: usize,
    nodes: u64,
    ratio_to_none: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    share_of_savings: Option<f64>,
    published_kilonodes: Option<u64>,
    published_ratio: Option<f64>,
}

/// Every cell, summed.
#[must_use]
pub fn summary_rows(samples: &Samples, origin: &Origin) -> Vec<SummaryRow> {
    samples.cells().map(|at| summary_row(samples, at, origin.clone())).collect()
}

fn summary_row(samples: &Samples, at: At, origin: Origin) -> SummaryRow {
    let At { mode, ply, contender, size, .. } = at;
    let cost = samples.cost(mode, ply, contender, size).expect("the cell is one of the samples'");
    let ratio = comparison::ratio_to_none(samples, mode, ply, contender, size);
    let in_print = contender == Contender::None || size == Some(published::SLOTS);
    SummaryRow {
        version: origin.version,
        commit: origin.commit,
        set: origin.positions,
        mode,
        ply,
        contender,
        layout: contender.layout().map(LayoutName::name),
        slots: at.slots(),
        bytes: at.bytes(),
        positions: samples.positions().len(),
        nodes: cost.nodes,
        ratio_to_none: ratio.map(|ratio| ratio.value),
        ratio_low: ratio.map(|ratio| ratio.low),
        ratio_high: ratio.map(|ratio| ratio.high),
        share_of_savings: cost.share,
        published_kilonodes: in_print.then(|| published::kilonodes(contender, mode, ply)).flatten(),
        published_ratio: in_print.then(|| published::ratio(contender, mode, ply)).flatten(),
    }
}
