//! The tables of the page.

use std::collections::BTreeMap;

use super::{ThroughputReport, size};
use crate::experiment::stats;
use crate::experiment::throughput::rows::{SubjectKey, ThroughputSummary, named};
use crate::experiment::throughput::{KeyDistribution, Latency, OperationMix, SubjectKind, ThroughputCell};
use crate::report::counted;
use crate::report::document::{ABSENT, Block, DataTable, TableCell as Place};

pub(super) fn mixes(measured: &ThroughputReport) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading("Every mix".to_owned()),
        Block::Words(
            "Medians over the rounds: million operations a second, and the share of the limit measured beside it. × is the most threads \
             over one. The rows have the least and the greatest, and every slice."
                .to_owned(),
        ),
    ];
    let largest = measured.largest();
    blocks.extend(measured.mixes().into_iter().map(|mix| Block::Table(one(measured, largest, mix))));
    for bytes in measured.sizes().into_iter().filter(|&bytes| bytes != largest) {
        blocks.extend(measured.mixes().into_iter().map(|mix| Block::Folded(one(measured, bytes, mix))));
    }
    blocks
}

type Column<'a> = (String, Box<dyn Fn(&SubjectKey) -> Option<(f64, usize)> + 'a>);

fn one(measured: &ThroughputReport, bytes: usize, mix: OperationMix) -> DataTable {
    let columns = columns(measured, bytes, mix);
    let place = |number: Option<(f64, usize)>| match number {
        Some((number, decimals)) => Place::number(format!("{number:.decimals$}"), number),
        None => Place::from(ABSENT),
    };
    let subjects = std::iter::once(limit_of(bytes))
        .chain(measured.subjects().into_iter().filter(|of| of.bytes == bytes));
    let row = |of: SubjectKey| {
        let numbers = columns.iter().map(|(_, number)| place(number(&of)));
        std::iter::once(Place::from(of.name())).chain(numbers).collect()
    };
    DataTable {
        caption: format!("{}, {}", mix.name(), size(bytes)),
        header: std::iter::once("subject".to_owned())
            .chain(columns.iter().map(|(name, _)| name.clone()))
            .collect(),
        words: 1,
        rows: subjects.map(row).collect(),
    }
}

const fn limit_of(bytes: usize) -> SubjectKey {
    SubjectKey { bytes, kind: SubjectKind::Limit, slots: 0, subject: "limit", variant: "" }
}

fn columns<'a>(measured: &'a ThroughputReport, bytes: usize, mix: OperationMix) -> Vec<Column<'a>> {
    let ends = measured.ends();
    let most = *ends.last().unwrap_or(&1);
    let rate = move |of: &SubjectKey, cell: ThroughputCell| -> Option<f64> {
        if of.subject == "limit" {
            return measured.limits.get(&(bytes, cell)).map(|limit| limit.median);
        }
        measured.summaries.get(&(*of, cell)).map(|summary| summary.rate.median)
    };
    let of_summary =
        move |of: &SubjectKey, cell: ThroughputCell, number: fn(&ThroughputSummary) -> Option<f64>| {
            measured.summaries.get(&(*of, cell)).and_then(number)
        };
    let mut columns: Vec<Column<'a>> = Vec::new();
    for &threads in &ends {
        let cell = measured.cell(mix, threads);
        columns.push((counted(threads, "thread"), Box::new(move |of| Some((rate(of, cell)?, 1)))));
        let share = move |of: &SubjectKey| Some((of_summary(of, cell, |one| Some(one.ratio.median))?, 2));
        columns.push(("of limit".to_owned(), Box::new(share)));
    }
    let cell = measured.cell(mix, most);
    if let [fewest, most] = ends[..] {
        let ratio = move |of: &SubjectKey| {
            Some((rate(of, measured.cell(mix, most))? / rate(of, measured.cell(mix, fewest))?, 2))
        };
        columns.push(("×".to_owned(), Box::new(ratio)));
    }
    if measured.farthest() > 0 {
        let without = ThroughputCell { ahead: 0, ..cell };
        let name = format!("no prefetch, {}", counted(most, "thread"));
        columns.push((name, Box::new(move |of| Some((rate(of, without)?, 1)))));
    }
    let zipf = ThroughputCell { keys: KeyDistribution::Zipf, ..cell };
    if measured.summaries.keys().any(|(_, at)| at.keys == KeyDistribution::Zipf && *at != cell) {
        let name = format!("Zipf, {}", counted(most, "thread"));
        columns.push((name, Box::new(move |of| Some((rate(of, zipf)?, 1)))));
    }
    columns
        .push(("hits".to_owned(), Box::new(move |of| Some((of_summary(of, cell, |one| one.hit_share)?, 3)))));
    let per_entry = move |of: &SubjectKey| Some((of_summary(of, cell, |one| one.bytes_per_entry)?, 1));
    columns.push(("bytes/entry".to_owned(), Box::new(per_entry)));
    columns
}

pub(super) fn latencies(measured: &ThroughputReport) -> Vec<Block> {
    let mut groups: BTreeMap<_, Vec<&Latency>> = BTreeMap::new();
    for one in measured.run.latencies.iter().filter(|one| one.bytes == measured.largest()) {
        let is_timer = one.subject == "timer";
        let at = (!is_timer, one.operation, one.threads, one.subject, one.variant);
        groups.entry(at).or_default().push(one);
    }
    if groups.is_empty() {
        return Vec::new();
    }
    let row = |((_, operation, threads, subject, variant), all): (
        &(bool, &str, usize, &str, &str),
        &Vec<&Latency>,
    )| {
        let median = |of: fn(&Latency) -> u64| {
            let ns = stats::median(&all.iter().map(|one| of(one) as f64).collect::<Vec<_>>());
            Place::number(format!("{ns:.0}"), ns)
        };
        let most = all.iter().map(|one| one.max_ns).max().unwrap_or(0);
        vec![
            Place::from(*operation),
            Place::from(named(subject, variant)),
            Place::number(threads.to_string(), *threads as f64),
            median(|one| one.p50_ns),
            median(|one| one.p99_ns),
            median(|one| one.p999_ns),
            Place::number(most.to_string(), most as f64),
        ]
    };
    let header = ["operation", "subject", "threads", "p50", "p99", "p99.9", "max"].map(str::to_owned);
    vec![
        Block::Heading("Single operations".to_owned()),
        Block::Words(
            "Each operation timed by itself, without prefetch, on uniform keys: nanoseconds, medians over the rounds, and the longest of all. \
             They contain two readings of the clock, whose own times are the rows of the subject timer; a time near those says that the \
             operation took less than the clock can tell. The longest are mostly the system's, which took the processor away."
                .to_owned(),
        ),
        Block::Table(DataTable {
            caption: format!("Nanoseconds of an operation, {}", size(measured.largest())),
            header: header.to_vec(),
            words: 2,
            rows: groups.iter().map(row).collect(),
        }),
    ]
}
