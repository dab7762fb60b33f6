//! The nodes of every cell, position by position: what intervals are made from. Sums alone: `cost.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{At, rows};
use super::{Contender, Mode, Replacement1994};
use crate::entry::Depth;
use crate::lab::journal::Records;
use crate::scheme::SchemeName;

/// Nodes by cell and position, for one number of workers. Only cells in which all positions were searched are in it.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    threads: usize,
    positions: Vec<String>,
    nodes: BTreeMap<At, Vec<u64>>,
}

impl Samples {
    /// The samples in finished units, with `threads` workers a search. The positions are those of the rows.
    #[must_use]
    pub fn of(records: &Records<Replacement1994>, threads: usize) -> Self {
        let mut rows = rows(records);
        rows.retain(|at, _| at.threads == threads || *at == At::none(at.ply));
        let positions: BTreeSet<&str> = rows.values().flat_map(BTreeMap::keys).copied().collect();
        rows.retain(|_, by_position| by_position.len() == positions.len());
        let nodes =
            |by_position: BTreeMap<_, &super::Row>| by_position.values().map(|row| row.nodes).collect();
        Self {
            threads,
            positions: positions.into_iter().map(str::to_owned).collect(),
            nodes: rows.into_iter().map(|(at, by_position)| (at, nodes(by_position))).collect(),
        }
    }

    /// The samples of `study` with its first number of workers; none while a position has not been searched at all.
    #[must_use]
    pub fn complete(study: &Replacement1994, records: &Records<Replacement1994>) -> Self {
        let samples = Self::of(records, study.threads.first().copied().unwrap_or(1));
        if samples.positions.len() == study.positions.positions.len() { samples } else { Self::default() }
    }

    /// The positions' ids, in the order of the nodes.
    #[must_use]
    pub fn positions(&self) -> &[String] {
        &self.positions
    }

    /// Where a cell is to be found.
    fn at(&self, mode: Mode, ply: Depth, contender: Contender, slots: Option<usize>) -> At {
        match contender {
            Contender::None => At::none(ply),
            _ => At { mode, ply, contender, slots, threads: self.threads },
        }
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
        self.nodes.get(&self.at(mode, ply, contender, slots)).map(Vec::as_slice)
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
    pub fn cells(&self) -> impl Iterator<Item = At> {
        self.nodes.keys().copied()
    }

    #[cfg(test)]
    pub(super) fn insert(&mut self, cell: (Mode, Depth, Contender, Option<usize>), nodes: Vec<u64>) {
        let (mode, ply, contender, slots) = cell;
        self.nodes.insert(self.at(mode, ply, contender, slots), nodes);
    }
}
