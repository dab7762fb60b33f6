//! What a throughput run comes to: rows, a summary, tables for the terminal, a page with pictures.
//!
//! | file | what |
//! |---|---|
//! | `rows.rs` | the rows and the medians as CSV |
//! | `printed.rs` | tables for the terminal |
//! | `document.rs` | the report, of which `reached.rs`, `figures.rs` and `tables.rs` are sections |
//! | `page.rs` | the files |

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
use crate::experiment::throughput::rows::{SubjectKey, Summaries, limits, summaries};
use crate::experiment::throughput::{
    KeyDistribution, OperationMix, Savings, Spread, ThroughputCell, ThroughputRun,
};
use crate::experiment::words::counted;

/// A run with its medians, ready to be shown.
#[derive(Debug)]
pub struct ThroughputReport {
    /// What was measured.
    pub run: ThroughputRun,
    /// Where.
    pub provenance: Provenance,
    /// The medians.
    pub summaries: Summaries,
    /// Those of the limit, by size and cell.
    pub limits: BTreeMap<(usize, ThroughputCell), Spread>,
    /// What is to be reached.
    pub goals: Vec<Goal>,
    /// What schemes save a search, if that was searched.
    pub savings: Option<Savings>,
}

impl ThroughputReport {
    /// Of a run.
    #[must_use]
    pub fn of(run: ThroughputRun, savings: Option<Savings>, provenance: Provenance) -> Self {
        let (summaries, limits, goals) = (summaries(&run.rows), limits(&run.rows), goals(&run.rows));
        Self { run, provenance, summaries, limits, goals, savings }
    }

    fn all<T: Ord>(&self, of: impl Fn(&(SubjectKey, ThroughputCell)) -> T) -> Vec<T> {
        self.summaries.keys().map(of).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The schemes whose savings belong to this run; none where no picture can come of them.
    #[must_use]
    pub fn to_save(&self) -> Vec<&'static str> {
        figures::to_save(self)
    }

    /// Rounds begun.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.run.rows.iter().map(|row| row.round).max().unwrap_or(0)
    }

    /// What is to be said of the goals where there are too few rounds to decide any.
    #[must_use]
    pub fn too_few(&self) -> Option<String> {
        let rounds = self.rounds();
        (rounds < LEAST_ROUNDS)
            .then(|| format!("{} decide no goal: it takes {LEAST_ROUNDS}", counted(rounds, "round")))
    }

    /// The sizes, from the least.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.all(|(of, _)| of.bytes)
    }

    /// The numbers of threads, from the least.
    #[must_use]
    pub fn threads(&self) -> Vec<usize> {
        self.all(|(_, cell)| cell.threads)
    }

    /// The mixes.
    #[must_use]
    pub fn mixes(&self) -> Vec<OperationMix> {
        self.all(|(_, cell)| cell.mix)
    }

    /// The subjects of each size, in order of size, kind, slots and name.
    #[must_use]
    pub fn subjects(&self) -> Vec<SubjectKey> {
        self.all(|(of, _)| *of)
    }

    /// Uniform keys, if there are such; else the others.
    #[must_use]
    pub fn first_keys(&self) -> KeyDistribution {
        self.all(|(_, cell)| cell.keys).first().copied().unwrap_or(KeyDistribution::Uniform)
    }

    /// The farthest prefetch.
    #[must_use]
    pub fn farthest(&self) -> usize {
        self.all(|(_, cell)| cell.ahead).last().copied().unwrap_or(0)
    }

    /// The largest size.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.sizes().last().copied().unwrap_or(0)
    }

    /// The fewest threads and the most.
    #[must_use]
    pub fn ends(&self) -> Vec<usize> {
        let threads = self.threads();
        let mut ends: Vec<_> = threads.first().into_iter().chain(threads.last()).copied().collect();
        ends.dedup();
        ends
    }

    /// The cell of a mix and a number of threads that is shown first.
    #[must_use]
    pub fn cell(&self, mix: OperationMix, threads: usize) -> ThroughputCell {
        ThroughputCell { mix, keys: self.first_keys(), threads, ahead: self.farthest() }
    }
}

/// Bytes as people write them.
fn size(bytes: usize) -> String {
    if bytes.is_multiple_of(1 << 30) && bytes > 0 {
        format!("{} GiB", bytes >> 30)
    } else {
        sizes::bytes(bytes as u64)
    }
}
