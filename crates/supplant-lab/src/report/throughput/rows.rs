//! The CSV files of a throughput run.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::ThroughputReport;
use crate::experiment::throughput::rows::{SubjectKey, ThroughputSummary};
use crate::experiment::throughput::{KeyDistribution, OperationMix, SubjectKind, ThroughputCell};
use crate::report::csv;

#[derive(Serialize)]
struct Build<'a> {
    version: &'a str,
    commit: &'a str,
}

#[derive(Serialize)]
struct CsvRow {
    subject: &'static str,
    variant: &'static str,
    kind: SubjectKind,
    slots: usize,
    bytes: usize,
    mix: OperationMix,
    keys: KeyDistribution,
    threads: usize,
    ahead: usize,
    rounds: usize,
    rate: f64,
    rate_least: f64,
    rate_most: f64,
    ns: f64,
    limit_rate: f64,
    ratio: f64,
    ratio_least: f64,
    ratio_most: f64,
    hit_share: Option<f64>,
    wrong: u64,
    bytes_per_entry: Option<f64>,
}

fn summary_row((of, cell): &(SubjectKey, ThroughputCell), summary: &ThroughputSummary) -> CsvRow {
    CsvRow {
        subject: of.subject,
        variant: of.variant,
        kind: of.kind,
        slots: of.slots,
        bytes: of.bytes,
        mix: cell.mix,
        keys: cell.keys,
        threads: cell.threads,
        ahead: cell.ahead,
        rounds: summary.rounds,
        rate: summary.rate.median,
        rate_least: summary.rate.least,
        rate_most: summary.rate.most,
        ns: summary.ns,
        limit_rate: summary.limit.median,
        ratio: summary.ratio.median,
        ratio_least: summary.ratio.least,
        ratio_most: summary.ratio.most,
        hit_share: summary.hit_share,
        wrong: summary.wrong,
        bytes_per_entry: summary.bytes_per_entry,
    }
}

/// # Errors
/// If the file cannot be written.
pub fn write_rows(path: &Path, measured: &ThroughputReport) -> Result<()> {
    csv::write(path, measured.run.rows.iter().map(|row| (build(measured), row)))
}

/// # Errors
/// If the file cannot be written.
pub fn write_summary(path: &Path, measured: &ThroughputReport) -> Result<()> {
    csv::write(
        path,
        measured.summaries.iter().map(|(at, summary)| (build(measured), summary_row(at, summary))),
    )
}

/// # Errors
/// If the file cannot be written.
pub fn write_latencies(path: &Path, measured: &ThroughputReport) -> Result<()> {
    csv::write(path, measured.run.latencies.iter().map(|row| (build(measured), row)))
}

fn build(measured: &ThroughputReport) -> Build<'_> {
    Build { version: &measured.provenance.version, commit: &measured.provenance.commit }
}
