//! The nodes of every cell, position by position: what intervals are made from. Sums alone: `summary.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::summary::At;
use super::{Cell, Contender, Mode, Replacement1994};
use crate::entry::Depth;
use crate::lab::journal::Records;
use crate::scheme::SchemeName;

/// Nodes by cell and position. Only cells in which all positions were searched are in it.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    positions: Vec<String>,
    nodes: BTreeMap<At, Vec<u64>>,
}

impl Samples {
    /// The samples in finished units. The positions are those of the rows.
    #[must_use]
    pub fn of(records: &Records<Replacement1994>) -> Self {
        let mut nodes = BTreeMap::<At, BTreeMap<&str, u64>>::new();
        for record in records.values() {
            let Cell { mode, contender, slots, .. } = record.cell;
            for row in &record.rows {
                let at = At { mode, ply: row.ply, contender, slots };
                nodes.entry(at).or_default().insert(&row.position, row.nodes);
            }
        }
        let positions: BTreeSet<&str> = nodes.values().flat_map(BTreeMap::keys).copied().collect();
        nodes.retain(|_, by_position| by_position.len() == positions.len());
        Self {
            positions: positions.into_iter().map(str::to_owned).collect(),
            nodes: nodes.into_iter().map(|(at, by)| (at, by.into_values().collect())).collect(),
        }
    }

    /// The positions' ids, in the order of the nodes.
    #[must_use]
    pub fn positions(&self) -> &[String] {
        &self.positions
    }

    /// The nodes of a cell, by position.
    #[must_use]
    pub fn nodes(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        slots: Option<usize>,
    ) -> Option<&[u64]> {
        // The search without a table is the same in both modes and measured in one.
        let mode = if contender == Contender::None { Mode::Clear } else { mode };
        self.nodes.get(&At { mode, ply, contender, slots }).map(Vec::as_slice)
    }

    /// The nodes of the search without a table.
    #[must_use]
    pub fn none(&self, ply: Depth) -> Option<&[u64]> {
        self.nodes(Mode::Clear, ply, Contender::None, None)
    }

    /// The plies searched in this mode with a table.
    #[must_use]
    pub fn plies(&self, mode: Mode) -> BTreeSet<Depth> {
        let of_mode = self.nodes.keys().filter(|at| at.mode == mode && at.contender != Contender::None);
        of_mode.map(|at| at.ply).collect()
    }

    /// The table sizes of this mode and ply, smallest first.
    #[must_use]
    pub fn sizes(&self, mode: Mode, ply: Depth) -> Vec<usize> {
        let here = self.nodes.keys().filter(|at| at.mode == mode && at.ply == ply);
        here.filter_map(|at| at.slots).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The schemes measured, the paper's first and in its order.
    #[must_use]
    pub fn schemes(&self) -> Vec<SchemeName> {
        let measured =
            |scheme: &SchemeName| self.nodes.keys().any(|at| at.contender == Contender::Scheme(*scheme));
        let later = SchemeName::ALL.iter().filter(|scheme| !super::SCHEMES.contains(scheme));
        super::SCHEMES.iter().chain(later).copied().filter(measured).collect()
    }

    /// The cells that are in it.
    pub fn cells(&self) -> impl Iterator<Item = (Mode, Depth, Contender, Option<usize>)> {
        self.nodes.keys().map(|at| (at.mode, at.ply, at.contender, at.slots))
    }

    #[cfg(test)]
    pub(super) fn insert(&mut self, at: (Mode, Depth, Contender, Option<usize>), nodes: Vec<u64>) {
        let (mode, ply, contender, slots) = at;
        self.nodes.insert(At { mode, ply, contender, slots }, nodes);
    }
}
