//! Tables for the terminal, one for each size and number of threads.

use std::fmt::Write as _;

use super::{ThroughputReport, size};
use crate::experiment::throughput::goals::{GoalOutcome, counts};
use crate::experiment::throughput::rows::ThroughputSummary;
use crate::experiment::throughput::{
    KeyDistribution, OperationMix, SubjectKind, ThroughputCell, ThroughputRow,
};
use crate::report::{align_numbers, counted, table};

#[must_use]
pub fn tables(measured: &ThroughputReport) -> String {
    let mut text = String::new();
    let (keys, ahead) = (measured.first_keys(), measured.farthest());
    for bytes in measured.sizes() {
        for threads in measured.threads() {
            let _ = writeln!(
                text,
                "{}, {}, {} keys, {}: M operations/s\n{IN_BRACKETS}\n",
                size(bytes),
                counted(threads, "thread"),
                keys.name(),
                if ahead == 0 { "no prefetch".to_owned() } else { format!("prefetch {ahead} ahead") },
            );
            text += &one(measured, bytes, &|mix| ThroughputCell { mix, keys, threads, ahead });
            text.push('\n');
        }
    }
    text
}

const IN_BRACKETS: &str =
    "(in brackets the median of the rounds' ratios, each to the limit's slice just before)";

fn one(measured: &ThroughputReport, bytes: usize, at: &dyn Fn(OperationMix) -> ThroughputCell) -> String {
    let mixes = measured.mixes();
    let header = ["subject"].into_iter().chain(mixes.iter().map(|mix| mix.name())).chain(["bytes/entry"]);
    let mut lines = table(&header.collect::<Vec<_>>());
    let limit = mixes.iter().map(|&mix| {
        let limit = measured.limits.get(&(bytes, at(mix)));
        limit.map_or_else(|| "-".to_owned(), |limit| format!("{:.1}       ", limit.median))
    });
    lines.add_row(["limit".to_owned()].into_iter().chain(limit).chain(["-".to_owned()]));
    for of in measured.subjects().into_iter().filter(|of| of.bytes == bytes) {
        let cells: Vec<_> = mixes.iter().map(|&mix| measured.summaries.get(&(of, at(mix)))).collect();
        let per_entry = cells.iter().flatten().find_map(|summary| summary.bytes_per_entry);
        let rates = cells.iter().map(|summary| summary.map_or_else(|| "-".to_owned(), rate));
        let per_entry = per_entry.map_or_else(|| "-".to_owned(), |bytes| format!("{bytes:.1}"));
        lines.add_row([of.name()].into_iter().chain(rates).chain([per_entry]));
    }
    align_numbers(&mut lines, 1);
    lines.trim_fmt() + "\n"
}

fn rate(summary: &ThroughputSummary) -> String {
    format!("{:.1} ({:.2})", summary.rate.median, summary.ratio.median)
}

#[must_use]
pub fn goals(measured: &ThroughputReport) -> String {
    let of = |outcome| measured.goals.iter().filter(move |goal| goal.outcome() == outcome);
    let mut text = counts(&measured.goals) + "\n";
    if let Some(too_few) = measured.too_few() {
        return text + &too_few + "\n";
    }
    for goal in of(GoalOutcome::Missed).chain(of(GoalOutcome::Undecided)) {
        let _ = writeln!(text, "{}: {}", goal.outcome().name(), goal.sentence);
    }
    text
}

#[must_use]
pub fn wrong(measured: &ThroughputReport, of_ours: bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let is_of = |row: &&ThroughputRow| (row.kind == SubjectKind::Table) == of_ours;
    for row in measured.run.rows.iter().filter(|row| row.is_wrong()).filter(is_of) {
        let said = format!(
            "{} of {}, {} {} keys, {}: {} of {} probes found another key's entry",
            row.of().name(),
            size(row.bytes),
            row.mix.name(),
            KeyDistribution::name(row.keys),
            counted(row.threads, "thread"),
            row.wrong,
            row.probes
        );
        if !found.contains(&said) {
            found.push(said);
        }
    }
    found
}
