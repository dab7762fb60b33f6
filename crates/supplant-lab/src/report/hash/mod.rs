//! The results of `supplant hash`: what each table size costs and gains, beside the largest.

mod document;
mod figures;
mod findings;
pub mod page;
mod summary;
mod tables;

pub use summary::HashSummary;

use crate::experiment::claims::FEWEST;
use crate::experiment::engine::{EngineCommand, EngineLimit};
use crate::experiment::hash::{HashBlock, HashPlan, HashRun, HashSettings, blocks};
use crate::experiment::provenance::Provenance;

/// A run, and what its numbers mean.
#[derive(Debug)]
pub struct HashReport<'a> {
    pub source: HashSource<'a>,
    pub run: &'a HashRun,
    /// For each position that was searched under all sizes, one block a size.
    blocks: Vec<Vec<HashBlock>>,
    pub sizes: Vec<HashSummary>,
}

/// The run that a [`HashReport`] is made from.
#[derive(Clone, Copy, Debug)]
pub struct HashSource<'a> {
    pub command: &'a EngineCommand,
    /// The name that the engine gave itself.
    pub engine: &'a str,
    pub plan: &'a HashPlan,
    pub settings: &'a HashSettings,
    /// The name of the set.
    pub positions: &'a str,
    pub provenance: &'a Provenance,
}

impl<'a> HashReport<'a> {
    #[must_use]
    pub fn of(source: HashSource<'a>, run: &'a HashRun) -> Self {
        let blocks = blocks(&run.rows, &source.plan.sizes);
        let sizes = summary::of(&blocks, &source.plan.sizes);
        Self { source, run, blocks, sizes }
    }

    /// Whether any position was searched under all sizes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    fn is_to_depth(&self) -> bool {
        matches!(self.source.plan.limit, EngineLimit::Depth(_))
    }

    fn has_intervals(&self) -> bool {
        self.blocks.len() >= FEWEST
    }

    fn smallest(&self) -> Option<&HashSummary> {
        self.sizes.first()
    }

    fn largest(&self) -> Option<&HashSummary> {
        self.sizes.last()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{HashReport, HashSource};
    use crate::experiment::engine::{EngineCommand, EngineLimit};
    use crate::experiment::hash::{HashEnd, HashPlan, HashRow, HashRun, HashSettings};
    use crate::experiment::provenance::Provenance;

    /// Nodes halve from 1 to 16 MiB at the same speed; `positions` of them.
    fn run(positions: usize, hashfull: fn(u64) -> Option<u16>) -> HashRun {
        let row = |position: usize, hash_mib: u64| {
            let nodes = 1000 + 37 * position as u64;
            let nodes = if hash_mib == 1 { 2 * nodes + 10 * (position as u64 % 3) } else { nodes };
            HashRow {
                round: 1,
                order: 1,
                position: format!("p.{position:03}"),
                hash_mib,
                depth: Some(9),
                nodes,
                nodes_ns: nodes * 1000,
                elapsed_ns: nodes * 1000,
                hashfull: hashfull(hash_mib),
            }
        };
        let rows = (0..positions).flat_map(|position| [1, 16].map(|size| row(position, size)));
        HashRun { rows: rows.collect(), end: HashEnd::Complete }
    }

    fn told(limit: EngineLimit, run: &HashRun) -> (String, String, String) {
        let command = EngineCommand { program: "fake".into(), arguments: Vec::new() };
        let plan = HashPlan { sizes: vec![1, 16], positions: Vec::new(), limit, rounds: 1, seed: 1 };
        let settings = HashSettings { threads: 1, options: Vec::new() };
        let provenance = Provenance::default();
        let source = HashSource {
            command: &command,
            engine: "Fake 1",
            plan: &plan,
            settings: &settings,
            positions: "strong",
            provenance: &provenance,
        };
        let report = HashReport::of(source, run);
        (report.findings().join(" "), report.remarks().join(" "), report.table().in_text())
    }

    const FULL: fn(u64) -> Option<u16> = |size| Some(if size == 1 { 1000 } else { 125 });

    #[test]
    fn twice_the_nodes_are_twice_the_time_at_the_same_speed_and_the_caution_is_there() {
        let (findings, remarks, table) = told(EngineLimit::Depth(9), &run(12, FULL));
        for words in [
            "With 1 MiB Fake 1 takes 2.01 times the time of 16 MiB to depth 9 (2.00 to 2.01)",
            "2.01 times the nodes (2.00 to 2.01), at 1.00 times the nodes per second.",
            "Hashfull is 100.0 % with 1 MiB and 12.5 % with 16 MiB.",
            "No other size takes as little time as 16 MiB",
        ] {
            assert!(findings.contains(words), "{words}: {findings}");
        }
        assert!(remarks.contains("may mislead"), "{remarks}");
        assert!(table.contains("2.01 (2.00 to 2.01)"), "{table}");
    }

    #[test]
    fn a_limit_of_nodes_or_time_speaks_of_depths_and_not_of_the_nodes_to_one() {
        for limit in [EngineLimit::Nodes(1000), EngineLimit::Time(Duration::from_secs(1))] {
            let (findings, remarks, table) = told(limit, &run(12, FULL));
            assert!(findings.contains("reaches depth 9.0, as with 16 MiB"), "{findings}");
            assert!(!remarks.contains("may mislead") && table.contains("depth"), "{remarks} {table}");
        }
    }

    #[test]
    fn few_positions_have_no_intervals() {
        let (findings, remarks, table) = told(EngineLimit::Depth(9), &run(9, FULL));
        assert!(!findings.contains(" to 2.01)") && !table.contains('('), "{findings} {table}");
        assert!(remarks.contains("9 positions are too few for intervals; give 10 or more"), "{remarks}");
    }

    #[test]
    fn an_engine_whose_table_is_equally_full_at_all_sizes_is_suspected() {
        let (_, remarks, _) = told(EngineLimit::Depth(9), &run(12, |_| Some(300)));
        assert!(remarks.contains("may ignore Hash"), "{remarks}");
        let (findings, remarks, table) = told(EngineLimit::Depth(9), &run(12, |_| None));
        assert!(!findings.contains("Hashfull") && table.contains('–'), "{findings} {table}");
        assert!(!remarks.contains("may ignore Hash"), "{remarks}");
        let (_, remarks, _) = told(EngineLimit::Depth(9), &run(12, |_| Some(1000)));
        assert!(!remarks.contains("may ignore Hash"), "full tables are equally full: {remarks}");
    }
}
