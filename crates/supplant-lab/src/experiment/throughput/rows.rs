//! What is kept of a run: a row for each slice, and the medians over the rounds.

use std::collections::BTreeMap;

use serde::Serialize;

use super::workload::ThroughputCell;
use super::{About, KeyDistribution, OperationMix, SubjectKind};
use crate::experiment::stats;
use supplant::entry::bucket::LayoutName;

/// A slice of a subject, with the slice of the limit before it, on the same keys.
#[derive(Clone, Debug, Serialize)]
pub struct ThroughputRow {
    /// The round, from 1.
    pub round: usize,
    /// Which subject of its round and size it was, from 1.
    pub order: usize,
    /// The subject's name.
    pub subject: &'static str,
    /// Its bucket or version.
    pub variant: &'static str,
    /// What kind of thing it is.
    pub kind: SubjectKind,
    /// Slots of a bucket; 0 where that is not a fixed number.
    pub slots: usize,
    /// Bytes that it was built for.
    pub bytes: usize,
    /// The mix.
    pub mix: OperationMix,
    /// The kind of keys.
    pub keys: KeyDistribution,
    /// Threads.
    pub threads: usize,
    /// Operations between prefetch and use; 0 for no prefetch.
    pub ahead: usize,
    /// Operations, of all threads.
    pub operations: u64,
    /// Nanoseconds of the slowest thread.
    pub elapsed_ns: u64,
    /// Millions of operations a second.
    pub rate: f64,
    /// Nanoseconds an operation, of one thread.
    pub ns: f64,
    /// Millions of operations a second of the limit.
    pub limit_rate: f64,
    /// The rate in proportion to the limit's.
    pub ratio: f64,
    /// Probes.
    pub probes: u64,
    /// Probes that found something.
    pub hits: u64,
    /// Probes that found the entry of another key.
    pub wrong: u64,
    /// As many of those as few verified bits explain.
    pub wrong_explained: u64,
    /// Entries that it has room for.
    pub capacity: u64,
    /// Entries held after filling, estimated from a sample.
    pub entries: u64,
    /// Bytes by which the process had grown then.
    pub resident_bytes: Option<u64>,
    /// Bytes of its memory that lie in 2 MiB pages.
    pub huge_bytes: Option<u64>,
    /// Of the limit's memory.
    pub limit_huge_bytes: Option<u64>,
    /// How many times the pair was measured.
    pub tries: usize,
    /// Whether the limit was disturbed even so.
    pub disturbed: bool,
}

impl ThroughputRow {
    /// The cell.
    #[must_use]
    pub const fn cell(&self) -> ThroughputCell {
        ThroughputCell { mix: self.mix, keys: self.keys, threads: self.threads, ahead: self.ahead }
    }

    /// The subject.
    #[must_use]
    pub const fn of(&self) -> SubjectKey {
        let Self { bytes, kind, slots, subject, variant, .. } = *self;
        SubjectKey { bytes, kind, slots, subject, variant }
    }

    /// Whether more answers were wrong than few verified bits explain.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        self.wrong > self.wrong_explained
    }
}

/// From so many bytes on, what the process grew by is what the subject took; below, it is as much what the allocator had left.
const TELLING_BYTES: usize = 64 << 20;

/// The most wrong answers that so many probes give by chance, at this probability of one for any key, where so many stores have been offered to
/// each slot since the table was empty: six standard deviations above the mean.
///
/// A probe answers wrongly by the probability once because another key's entry is taken for its own, and once more for every store of a slot: each
/// of them took another key's entry for its own, and its place, with the same probability. A scheme that keeps what it has is left with all of these.
#[must_use]
pub fn explained(probes: u64, false_hit: f64, stores_of_slot: f64) -> u64 {
    let mean = (1.0 + stores_of_slot) * probes as f64 * false_hit;
    if mean > 0.0 { (mean + 6.0 * mean.sqrt() + 6.0) as u64 } else { 0 }
}

/// Least, middle and greatest of the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

impl Spread {
    /// Of these values.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let (least, most) =
            values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &value| {
                (least.min(value), most.max(value))
            });
        Self { median: stats::median(values), least, most }
    }
}

/// A subject of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubjectKey {
    /// Bytes that it was built for.
    pub bytes: usize,
    /// What kind of thing it is.
    pub kind: SubjectKind,
    /// Slots of a bucket.
    pub slots: usize,
    /// Its name.
    pub subject: &'static str,
    /// Its bucket or version.
    pub variant: &'static str,
}

impl SubjectKey {
    /// The name with the variant.
    #[must_use]
    pub fn name(&self) -> String {
        named(self.subject, self.variant)
    }

    /// The name, with the variant where it is not the layout of most.
    #[must_use]
    pub fn short_name(&self) -> String {
        if self.variant == LayoutName::default().name() { self.subject.to_owned() } else { self.name() }
    }
}

/// The name of a subject with its variant.
#[must_use]
pub fn named(subject: &str, variant: &str) -> String {
    if variant.is_empty() { subject.to_owned() } else { format!("{subject} {variant}") }
}

impl About {
    /// The name with the variant.
    #[must_use]
    pub fn full_name(&self) -> String {
        named(self.name, self.variant)
    }
}

/// A cell of a subject over all rounds.
#[derive(Clone, Copy, Debug)]
pub struct ThroughputSummary {
    /// Rounds.
    pub rounds: usize,
    /// Millions of operations a second.
    pub rate: Spread,
    /// Nanoseconds an operation of one thread.
    pub ns: f64,
    /// In proportion to the limit beside it.
    pub ratio: Spread,
    /// The limit beside it.
    pub limit: Spread,
    /// The share of the probes that hit, if there were any.
    pub hit_share: Option<f64>,
    /// Wrong answers.
    pub wrong: u64,
    /// Resident bytes an entry, of subjects of 64 MiB and more. The greatest of the rounds: memory that the allocator kept from the
    /// subject before counts in none.
    pub bytes_per_entry: Option<f64>,
}

/// All cells of all subjects.
pub type Summaries = BTreeMap<(SubjectKey, ThroughputCell), ThroughputSummary>;

/// The rows by subject, size and cell.
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

/// The limit of a size by cell: the median over all slices beside all subjects.
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
    use crate::experiment::throughput::{KeyDistribution, OperationMix, SubjectKind};

    /// A row of a table of 1 GiB in a round, with this rate and this limit.
    pub(crate) fn row(subject: &'static str, round: usize, rate: f64, limit_rate: f64) -> ThroughputRow {
        ThroughputRow {
            round,
            order: 1,
            subject,
            variant: "xor16",
            kind: SubjectKind::Table,
            slots: 1,
            bytes: 1 << 30,
            mix: OperationMix::Hit,
            keys: KeyDistribution::Uniform,
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
            wrong: 0,
            wrong_explained: 0,
            capacity: 100,
            entries: 100,
            resident_bytes: Some(1600),
            huge_bytes: None,
            limit_huge_bytes: None,
            tries: 1,
            disturbed: false,
        }
    }

    #[test]
    fn a_cell_is_the_median_of_its_rounds_with_the_least_and_the_greatest() {
        let rows = [row("NEW", 1, 80.0, 100.0), row("NEW", 2, 60.0, 80.0), row("NEW", 3, 90.0, 90.0)];
        let all = summaries(&rows);
        let one = all.values().next().expect("there is a cell");
        assert_eq!((all.len(), one.rounds), (1, 3));
        assert_eq!(one.rate, Spread { median: 80.0, least: 60.0, most: 90.0 });
        // The median of the ratios, not the ratio of the medians, which would be 80 to 90.
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
