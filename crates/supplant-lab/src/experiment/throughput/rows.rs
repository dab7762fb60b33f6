//! The rows of a run, and their medians over the rounds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::workload::ThroughputCell;
use super::{About, KeyDistribution, OperationMix, SubjectKind};
use crate::experiment::stats;
use supplant::entry::bucket::LayoutName;

#[derive(Clone, Debug, Default, Serialize)]
pub struct ThroughputRow {
    pub round: usize,
    pub order: usize,
    pub subject: &'static str,
    pub variant: &'static str,
    pub kind: SubjectKind,
    pub slots: usize,
    pub bytes: usize,
    pub mix: OperationMix,
    pub keys: KeyDistribution,
    pub threads: usize,
    pub ahead: usize,
    pub operations: u64,
    /// The slowest thread counts.
    pub elapsed_ns: u64,
    /// The unit is millions of operations a second.
    pub rate: f64,
    pub ns: f64,
    pub limit_rate: f64,
    pub ratio: f64,
    pub probes: u64,
    pub hits: u64,
    pub wrong: u64,
    pub wrong_explained: u64,
    pub capacity: u64,
    pub entries: u64,
    pub resident_bytes: Option<u64>,
    pub huge_bytes: Option<u64>,
    pub limit_huge_bytes: Option<u64>,
    pub tries: usize,
    pub disturbed: bool,
}

impl ThroughputRow {
    #[must_use]
    pub const fn cell(&self) -> ThroughputCell {
        ThroughputCell { mix: self.mix, keys: self.keys, threads: self.threads, ahead: self.ahead }
    }

    #[must_use]
    pub const fn of(&self) -> SubjectKey {
        let Self { bytes, kind, slots, subject, variant, .. } = *self;
        SubjectKey { bytes, kind, slots, subject, variant }
    }

    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        self.wrong > self.wrong_explained
    }
}

/// Below this size, the growth of the process depends on what the allocator had left.
const TELLING_BYTES: usize = 64 << 20;

/// The most wrong answers that `probes` probes give by chance: six standard deviations above the
/// mean.
///
/// Each of the `stores_of_slot` stores offered to a slot adds `false_hit` once more.
#[must_use]
pub fn explained(probes: u64, false_hit: f64, stores_of_slot: f64) -> u64 {
    let mean = (1.0 + stores_of_slot) * probes as f64 * false_hit;
    if mean > 0.0 { (mean + 6.0 * mean.sqrt() + 6.0) as u64 } else { 0 }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// # Panics
    /// If `values` is empty.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let (least, most) =
            values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &value| {
                (least.min(value), most.max(value))
            });
        Self { median: stats::median(values), least, most }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubjectKey {
    pub bytes: usize,
    pub kind: SubjectKind,
    pub slots: usize,
    pub subject: &'static str,
    pub variant: &'static str,
}

impl SubjectKey {
    #[must_use]
    pub fn name(&self) -> String {
        named(self.subject, self.variant)
    }

    #[must_use]
    pub fn short_name(&self) -> String {
        if self.variant == LayoutName::default().name() { self.subject.to_owned() } else { self.name() }
    }
}

#[must_use]
pub fn named(subject: &str, variant: &str) -> String {
    if variant.is_empty() { subject.to_owned() } else { format!("{subject} {variant}") }
}

impl About {
    #[must_use]
    pub fn full_name(&self) -> String {
        named(self.name, self.variant)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ThroughputSummary {
    pub rounds: usize,
    /// The unit is millions of operations a second.
    pub rate: Spread,
    pub ns: f64,
    pub ratio: Spread,
    pub limit: Spread,
    pub hit_share: Option<f64>,
    pub wrong: u64,
    /// The greatest round counts, because the allocator may reuse memory of an earlier subject.
    pub bytes_per_entry: Option<f64>,
}

pub type Summaries = BTreeMap<(SubjectKey, ThroughputCell), ThroughputSummary>;

#[must_use]
pub fn summaries(rows: &[ThroughputRow]) -> Summaries {
    let mut groups: BTreeMap<(SubjectKey, ThroughputCell), Vec<&ThroughputRow>> = BTreeMap::new();
    for row in rows {
        groups.entry((row.of(), row.cell())).or_default().push(row);
    }
    groups.into_iter().map(|(at, rows)| (at, summary(&rows))).collect()
}

fn summary(rows: &[&ThroughputRow]) -> ThroughputSummary {
    let each = |of: fn(&ThroughputRow) -> f64| rows.iter().map(|row| of(row)).collect::<Vec<_>>();
    let sum = |of: fn(&ThroughputRow) -> u64| rows.iter().map(|row| of(row)).sum::<u64>();
    let (probes, hits) = (sum(|row| row.probes), sum(|row| row.hits));
    let telling = rows.iter().filter(|row| row.bytes >= TELLING_BYTES);
    let per_entry = telling.filter_map(|row| Some(row.resident_bytes? as f64 / row.entries.max(1) as f64));
    ThroughputSummary {
        rounds: rows.len(),
        rate: Spread::of(&each(|row| row.rate)),
        ns: stats::median(&each(|row| row.ns)),
        ratio: Spread::of(&each(|row| row.ratio)),
        limit: Spread::of(&each(|row| row.limit_rate)),
        hit_share: (probes > 0).then(|| hits as f64 / probes as f64),
        wrong: sum(|row| row.wrong),
        bytes_per_entry: per_entry.max_by(f64::total_cmp),
    }
}

#[must_use]
pub fn limits(rows: &[ThroughputRow]) -> BTreeMap<(usize, ThroughputCell), Spread> {
    let mut groups: BTreeMap<(usize, ThroughputCell), Vec<f64>> = BTreeMap::new();
    for row in rows {
        groups.entry((row.bytes, row.cell())).or_default().push(row.limit_rate);
    }
    groups.into_iter().map(|(at, rates)| (at, Spread::of(&rates))).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Spread, ThroughputRow, explained, limits, summaries};

    pub(crate) fn row(subject: &'static str, round: usize, rate: f64, limit_rate: f64) -> ThroughputRow {
        ThroughputRow {
            round,
            order: 1,
            subject,
            variant: "xor16",
            slots: 1,
            bytes: 1 << 30,
            threads: 1,
            ahead: 32,
            operations: 1000,
            elapsed_ns: (1e6 / rate) as u64,
            rate,
            ns: 1e3 / rate,
            limit_rate,
            ratio: rate / limit_rate,
            probes: 1000,
            hits: 900,
            capacity: 100,
            entries: 100,
            resident_bytes: Some(1600),
            tries: 1,
            ..ThroughputRow::default()
        }
    }

    #[test]
    fn a_cell_is_the_median_of_its_rounds_with_the_least_and_the_greatest() {
        let rows = [row("NEW", 1, 80.0, 100.0), row("NEW", 2, 60.0, 80.0), row("NEW", 3, 90.0, 90.0)];
        let all = summaries(&rows);
        let one = all.values().next().expect("there is a cell");
        assert_eq!((all.len(), one.rounds), (1, 3));
        assert_eq!(one.rate, Spread { median: 80.0, least: 60.0, most: 90.0 });
        assert_eq!(one.ratio, Spread { median: 0.8, least: 0.75, most: 1.0 });
        assert_eq!((one.hit_share, one.bytes_per_entry), (Some(0.9), Some(16.0)));
        assert_eq!(limits(&rows).values().next().map(|limit| limit.median), Some(90.0));
    }

    #[test]
    fn bytes_of_an_entry_are_told_of_large_subjects_alone() {
        let of = |bytes| summaries(&[ThroughputRow { bytes, ..row("NEW", 1, 1.0, 1.0) }]);
        let per_entry = |bytes| of(bytes).values().next().and_then(|one| one.bytes_per_entry);
        assert_eq!((per_entry(16 << 20), per_entry(64 << 20)), (None, Some(16.0)));
    }

    #[test]
    fn subjects_of_one_name_in_other_buckets_are_others() {
        let other = ThroughputRow { variant: "line8", ..row("NEW", 1, 1.0, 1.0) };
        assert_eq!(summaries(&[row("NEW", 1, 1.0, 1.0), other]).len(), 2);
    }

    #[test]
    fn wrong_answers_are_explained_by_few_bits_alone() {
        assert_eq!(explained(1 << 30, 0.0, 9.0), 0);
        let times = |stores| explained(1 << 32, 0.5f64.powi(16), stores) as f64 / 65_536.0;
        assert!((times(0.0) - 1.0).abs() < 0.05 && (times(9.0) - 10.0).abs() < 0.5);
    }
}
