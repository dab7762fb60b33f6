//! The results of a throughput run.

mod document;
mod figures;
pub mod page;
pub mod printed;
mod reached;
pub mod rows;
mod tables;

pub use document::document;

use std::collections::{BTreeMap, BTreeSet};

use crate::experiment::provenance::Provenance;
use crate::experiment::sizes;
use crate::experiment::throughput::goals::{Goal, LEAST_ROUNDS, goals};
use crate::experiment::throughput::rows::{SubjectKey, Summaries, ThroughputSummary, limits, summaries};
use crate::experiment::throughput::{
    KeyDistribution, OperationMix, Savings, Spread, SubjectKind, ThroughputCell, ThroughputRun,
};
use crate::experiment::words::counted;
use supplant::entry::bucket::LayoutName;

#[derive(Debug)]
pub struct ThroughputReport {
    pub run: ThroughputRun,
    pub provenance: Provenance,
    pub summaries: Summaries,
    pub limits: BTreeMap<(usize, ThroughputCell), Spread>,
    pub goals: Vec<Goal>,
    pub savings: Option<Savings>,
}

impl ThroughputReport {
    #[must_use]
    pub fn of(run: ThroughputRun, savings: Option<Savings>, provenance: Provenance) -> Self {
        let (summaries, limits, goals) = (summaries(&run.rows), limits(&run.rows), goals(&run.rows));
        Self { run, provenance, summaries, limits, goals, savings }
    }

    fn all<T: Ord>(&self, of: impl Fn(&(SubjectKey, ThroughputCell)) -> T) -> Vec<T> {
        self.summaries.keys().map(of).collect::<BTreeSet<_>>().into_iter().collect()
    }

    #[must_use]
    pub fn to_save(&self) -> Vec<&'static str> {
        figures::to_save(self)
    }

    #[must_use]
    pub fn rounds(&self) -> usize {
        self.run.rows.iter().map(|row| row.round).max().unwrap_or(0)
    }

    #[must_use]
    pub fn too_few(&self) -> Option<String> {
        let rounds = self.rounds();
        (rounds < LEAST_ROUNDS)
            .then(|| format!("{} decide no goal: it takes {LEAST_ROUNDS}", counted(rounds, "round")))
    }

    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.all(|(of, _)| of.bytes)
    }

    #[must_use]
    pub fn threads(&self) -> Vec<usize> {
        self.all(|(_, cell)| cell.threads)
    }

    #[must_use]
    pub fn mixes(&self) -> Vec<OperationMix> {
        self.all(|(_, cell)| cell.mix)
    }

    #[must_use]
    pub fn subjects(&self) -> Vec<SubjectKey> {
        self.all(|(of, _)| *of)
    }

    #[must_use]
    pub fn first_keys(&self) -> KeyDistribution {
        self.all(|(_, cell)| cell.keys).first().copied().unwrap_or(KeyDistribution::Uniform)
    }

    #[must_use]
    pub fn farthest(&self) -> usize {
        self.all(|(_, cell)| cell.ahead).last().copied().unwrap_or(0)
    }

    #[must_use]
    pub fn largest(&self) -> usize {
        self.sizes().last().copied().unwrap_or(0)
    }

    #[must_use]
    pub fn ends(&self) -> Vec<usize> {
        let threads = self.threads();
        let mut ends: Vec<_> = threads.first().into_iter().chain(threads.last()).copied().collect();
        ends.dedup();
        ends
    }

    /// Our tables of 16-byte slots at the largest size, under one mix, with the fewest threads.
    fn judged(&self, mix: OperationMix) -> Vec<(&SubjectKey, &ThroughputSummary)> {
        let Some(&threads) = self.threads().first() else { return Vec::new() };
        let (bytes, cell) = (self.largest(), self.cell(mix, threads));
        let here = self.summaries.iter().filter(|((of, at), _)| {
            let is_judged = of.kind == SubjectKind::Table && of.variant == LayoutName::Xor16.name();
            of.bytes == bytes && is_judged && *at == cell
        });
        here.map(|((of, _), summary)| (of, summary)).collect()
    }

    #[must_use]
    pub fn cell(&self, mix: OperationMix, threads: usize) -> ThroughputCell {
        ThroughputCell { mix, keys: self.first_keys(), threads, ahead: self.farthest() }
    }
}

fn size(bytes: usize) -> String {
    if bytes.is_multiple_of(1 << 30) && bytes > 0 {
        format!("{} GiB", bytes >> 30)
    } else {
        sizes::bytes(bytes as u64)
    }
}
