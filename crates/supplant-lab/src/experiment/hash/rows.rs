//! The searches of a run, and the blocks in which sizes are compared.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::experiment::engine::EngineAnswer;

/// A search of one position under one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HashRow {
    pub round: usize,
    /// The place of this size among the searches of its position.
    pub order: usize,
    pub position: String,
    pub hash_mib: u64,
    pub depth: Option<u32>,
    pub nodes: u64,
    /// From `go` to the line that told `nodes`.
    pub nodes_ns: u64,
    pub elapsed_ns: u64,
    pub hashfull: Option<u16>,
}

impl HashRow {
    pub(super) fn new(
        round: usize,
        order: usize,
        position: &str,
        hash_mib: u64,
        answer: EngineAnswer,
    ) -> Self {
        let EngineAnswer { depth, nodes, nodes_ns, elapsed_ns, hashfull } = answer;
        Self {
            round,
            order,
            position: position.to_owned(),
            hash_mib,
            depth,
            nodes,
            nodes_ns,
            elapsed_ns,
            hashfull,
        }
    }
}

/// One position under one size, all whole rounds together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HashBlock {
    pub nodes: u64,
    pub nodes_ns: u64,
    pub elapsed_ns: u64,
    /// The mean over rounds; `None` if a round told none.
    pub depth: Option<f64>,
    pub hashfull: Option<f64>,
}

/// For each position one block a size, in the order of `sizes`. A round of a position counts only if
/// all sizes were searched in it, so that all blocks of a position compare.
#[must_use]
pub fn blocks(rows: &[HashRow], sizes: &[u64]) -> Vec<Vec<HashBlock>> {
    let mut rounds: BTreeMap<(&str, usize), Vec<&HashRow>> = BTreeMap::new();
    for row in rows {
        rounds.entry((row.position.as_str(), row.round)).or_default().push(row);
    }
    let mut whole: BTreeMap<&str, Vec<&HashRow>> = BTreeMap::new();
    for ((position, _), rows) in rounds {
        if sizes.iter().all(|size| rows.iter().any(|row| row.hash_mib == *size)) {
            whole.entry(position).or_default().extend(rows);
        }
    }
    let of_size = |rows: &[&HashRow], size: u64| {
        let rows: Vec<_> = rows.iter().copied().filter(|row| row.hash_mib == size).collect();
        let sum = |of: fn(&HashRow) -> u64| rows.iter().map(|row| of(row)).sum();
        let mean = |of: fn(&HashRow) -> Option<f64>| {
            rows.iter().map(|row| of(row)).sum::<Option<f64>>().map(|sum| sum / rows.len() as f64)
        };
        HashBlock {
            nodes: sum(|row| row.nodes),
            nodes_ns: sum(|row| row.nodes_ns),
            elapsed_ns: sum(|row| row.elapsed_ns),
            depth: mean(|row| row.depth.map(f64::from)),
            hashfull: mean(|row| row.hashfull.map(f64::from)),
        }
    };
    whole.values().map(|rows| sizes.iter().map(|&size| of_size(rows, size)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::{HashBlock, HashRow, blocks};

    fn row(round: usize, position: &str, hash_mib: u64, nodes: u64) -> HashRow {
        let (depth, hashfull) = (Some(7), (nodes > 5).then_some(20));
        let position = position.to_owned();
        HashRow { round, order: 1, position, hash_mib, depth, nodes, nodes_ns: 1, elapsed_ns: 2, hashfull }
    }

    #[test]
    fn only_rounds_with_all_sizes_are_compared() {
        let rows = [
            row(1, "a", 1, 10),
            row(1, "a", 4, 20),
            row(1, "b", 4, 7),
            row(2, "a", 4, 5),
            row(2, "a", 1, 50),
            row(3, "a", 1, 1000),
        ];
        let found = blocks(&rows, &[1, 4]);
        let block =
            |nodes, hashfull| HashBlock { nodes, nodes_ns: 2, elapsed_ns: 4, depth: Some(7.0), hashfull };
        assert_eq!(found, [[block(60, Some(20.0)), block(25, None)]]);
        assert!(blocks(&rows[2..3], &[1, 4]).is_empty());
    }
}
