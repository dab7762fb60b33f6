//! Sums over the positions, and what share of the achievable savings each scheme realises.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, Contender, Mode, Replacement1994};
use crate::entry::Depth;
use crate::lab::journal::Records;

/// A cell of the paper's tables: a sum over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) mode: Mode,
    pub(super) ply: Depth,
    pub(super) contender: Contender,
    pub(super) slots: Option<usize>,
}

/// What the positions cost together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Nodes, summed over the positions.
    pub nodes: u64,
    /// The share of the achievable savings, if the bounds of it were measured:
    /// (none − scheme) / (none − unbounded).
    pub share: Option<f64>,
}

/// The study's sums. Only sums over all positions are in it: where a unit is missing, so is the sum.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    sums: BTreeMap<At, u64>,
}

impl Summary {
    /// Sums the finished units of `study`, of its first number of workers.
    #[must_use]
    pub fn of(study: &Replacement1994, records: &Records<Replacement1994>) -> Self {
        let mut nodes = BTreeMap::<At, BTreeMap<&str, u64>>::new();
        let threads = study.threads.first().copied();
        // The search without a table is measured by one worker.
        let counts = |cell: &Cell| cell.contender == Contender::None || Some(cell.threads) == threads;
        for record in records.values().filter(|record| counts(&record.cell)) {
            for row in &record.rows {
                let cell = &record.cell;
                let at = At { mode: cell.mode, ply: row.ply, contender: cell.contender, slots: cell.slots };
                nodes.entry(at).or_default().insert(&row.position, row.nodes);
            }
        }
        nodes.retain(|_, by_position| by_position.len() == study.positions.positions.len());
        Self {
            sums: nodes.into_iter().map(|(at, by_position)| (at, by_position.into_values().sum())).collect(),
        }
    }

    /// The sum for a contender, if all positions are in.
    #[must_use]
    pub fn nodes(&self, mode: Mode, ply: Depth, contender: Contender, slots: Option<usize>) -> Option<u64> {
        // The search without a table is the same in both modes and measured in one.
        let mode = if contender == Contender::None { Mode::Clear } else { mode };
        self.sums.get(&At { mode, ply, contender, slots }).copied()
    }

    /// The cost of a contender, with its share of the achievable savings.
    #[must_use]
    pub fn cost(&self, mode: Mode, ply: Depth, contender: Contender, slots: Option<usize>) -> Option<Cost> {
        let nodes = self.nodes(mode, ply, contender, slots)?;
        let bounds = self
            .nodes(mode, ply, Contender::None, None)
            .zip(self.nodes(mode, ply, Contender::Unbounded, None))
            .filter(|(none, unbounded)| none != unbounded);
        let share =
            bounds.map(|(none, unbounded)| (none as f64 - nodes as f64) / (none as f64 - unbounded as f64));
        Some(Cost { nodes, share })
    }

    /// The schemes with the fewest nodes.
    #[must_use]
    pub fn best(&self, mode: Mode, ply: Depth, slots: usize) -> Vec<Contender> {
        let at = |at: &&At| {
            at.mode == mode
                && at.ply == ply
                && at.slots == Some(slots)
                && matches!(at.contender, Contender::Scheme(_))
        };
        let schemes: Vec<_> = self.sums.keys().filter(at).collect();
        let least = schemes.iter().map(|at| self.sums[at]).min();
        schemes.iter().filter(|at| Some(self.sums[at]) == least).map(|at| at.contender).collect()
    }

    /// The plies that have sums.
    #[must_use]
    pub fn plies(&self) -> BTreeSet<Depth> {
        self.sums.keys().map(|at| at.ply).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{At, Contender, Mode, Summary};
    use crate::scheme::SchemeName;

    fn summary(sums: &[(Contender, u64)]) -> Summary {
        let at = |contender| {
            let slots = matches!(contender, Contender::Scheme(_)).then_some(8);
            At { mode: Mode::Clear, ply: 7, contender, slots }
        };
        Summary { sums: sums.iter().map(|&(contender, nodes)| (at(contender), nodes)).collect() }
    }

    const NEW: Contender = Contender::Scheme(SchemeName::New);
    const OLD: Contender = Contender::Scheme(SchemeName::Old);

    #[test]
    fn the_share_is_of_what_lies_between_no_table_and_one_without_collisions() {
        let summary =
            summary(&[(Contender::None, 1000), (Contender::Unbounded, 600), (NEW, 700), (OLD, 1100)]);
        let share = |contender| summary.cost(Mode::Clear, 7, contender, Some(8)).unwrap().share.unwrap();
        assert!((share(NEW) - 0.75).abs() < 1e-12);
        assert!((share(OLD) + 0.25).abs() < 1e-12, "a table can cost more than none");
        assert_eq!(summary.best(Mode::Clear, 7, 8), [NEW]);
    }

    #[test]
    fn equals_are_both_best_and_a_missing_bound_leaves_no_share() {
        let summary = summary(&[(NEW, 700), (OLD, 700), (Contender::None, 1000)]);
        assert_eq!(summary.best(Mode::Clear, 7, 8), [NEW, OLD]);
        assert_eq!(summary.cost(Mode::Clear, 7, NEW, Some(8)).unwrap().share, None);
        assert_eq!(summary.cost(Mode::Clear, 6, NEW, Some(8)), None);
    }
}
