//! The nodes of every cell, position by position: what intervals are made from; and the hits in its table. Sums of nodes:
//! `cost.rs`.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::{At, rows};
use super::{Contender, Mode, Replacement1994, Row};
use crate::entry::Depth;
use crate::entry::bucket::LayoutName;
use crate::lab::journal::Records;
use crate::scheme::SchemeName;

/// Nodes by cell and position, for one number of workers. Only cells in which all positions were searched are in it.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    threads: usize,
    positions: Vec<String>,
    nodes: BTreeMap<At, Vec<u64>>,
    hits: BTreeMap<At, Hits>,
}

/// Look-ups that found something, over all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hits {
    /// How many.
    pub hits: u64,
    /// Entries found whose move is illegal in the position; missing where they were not counted.
    pub illegal_moves: Option<u64>,
}

impl Hits {
    fn of(rows: &[&Row]) -> Self {
        Self {
            hits: rows.iter().map(|row| row.hits).sum(),
            illegal_moves: rows.iter().map(|row| row.illegal_moves).sum(),
        }
    }

    /// Entries with an illegal move in a million hits; missing where there is no hit, or no count.
    #[must_use]
    pub fn illegal_per_million(&self) -> Option<f64> {
        let hits = (self.hits > 0).then_some(self.hits as f64)?;
        Some(self.illegal_moves? as f64 * 1e6 / hits)
    }
}

impl Samples {
    /// The samples in finished units, with `threads` workers a search. The positions are those of the rows: of the paper's
    /// contenders, where there are any.
    #[must_use]
    pub fn of(records: &Records<Replacement1994>, threads: usize) -> Self {
        let mut rows = rows(records);
        rows.retain(|at, _| at.threads == threads || *at == At::none(at.ply));
        // Whatever else was measured leaves the paper's cells as they are.
        let of_paper = rows.iter().filter(|(at, _)| at.contender.is_of_paper());
        let mut positions: BTreeSet<&str> = of_paper.flat_map(|(_, found)| found.keys()).copied().collect();
        if positions.is_empty() {
            positions = rows.values().flat_map(BTreeMap::keys).copied().collect();
        }
        rows.retain(|_, found| positions.iter().all(|position| found.contains_key(position)));
        let mut samples = Self { threads, ..Self::default() };
        for (at, found) in rows {
            let in_order: Vec<_> = positions.iter().map(|position| found[position]).collect();
            samples.nodes.insert(at, in_order.iter().map(|row| row.nodes).collect());
            samples.hits.insert(at, Hits::of(&in_order));
        }
        samples.positions = positions.into_iter().map(str::to_owned).collect();
        samples
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
    fn at(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> At {
        match contender {
            Contender::None => At::none(ply),
            _ => At { mode, ply, contender, size, threads: self.threads },
        }
    }

    /// The nodes of a cell, by position.
    #[must_use]
    pub fn nodes(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<&[u64]> {
        self.nodes.get(&self.at(mode, ply, contender, size)).map(Vec::as_slice)
    }

    /// What was found in the table of a cell.
    #[must_use]
    pub fn hits(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<Hits> {
        self.hits.get(&self.at(mode, ply, contender, size)).copied()
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

    /// The sizes of this mode and ply at which a table of the paper's was measured, smallest first.
    #[must_use]
    pub fn sizes(&self, mode: Mode, ply: Depth) -> Vec<usize> {
        self.sizes_of(mode, ply, Contender::is_of_paper)
    }

    /// The sizes of this mode and ply at which one of `contenders` was measured, smallest first.
    #[must_use]
    pub fn sizes_of(&self, mode: Mode, ply: Depth, contenders: impl Fn(Contender) -> bool) -> Vec<usize> {
        let here =
            self.nodes.keys().filter(|at| at.mode == mode && at.ply == ply && contenders(at.contender));
        here.filter_map(|at| at.size).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The schemes measured in the paper's layout: its own first, in its order.
    #[must_use]
    pub fn schemes(&self) -> Vec<SchemeName> {
        self.tables().into_iter().filter(|table| table.is_of_paper()).filter_map(Contender::scheme).collect()
    }

    /// The tables measured: schemes as in [`Self::schemes`], each in one layout after the other.
    #[must_use]
    pub fn tables(&self) -> Vec<Contender> {
        let measured = |table: &Contender| self.nodes.keys().any(|at| at.contender == *table);
        let later = SchemeName::ALL.iter().filter(|scheme| !super::SCHEMES.contains(scheme));
        let schemes = super::SCHEMES.iter().chain(later);
        let in_layouts =
            |&scheme| LayoutName::ALL.iter().map(move |&layout| Contender::Scheme(scheme, layout));
        schemes.flat_map(in_layouts).filter(measured).collect()
    }

    /// The cells that are in it.
    pub fn cells(&self) -> impl Iterator<Item = At> {
        self.nodes.keys().copied()
    }

    #[cfg(test)]
    pub(crate) fn insert(&mut self, cell: (Mode, Depth, Contender, Option<usize>), nodes: Vec<u64>) {
        let (mode, ply, contender, size) = cell;
        self.positions = (0..nodes.len()).map(|number| number.to_string()).collect();
        self.nodes.insert(self.at(mode, ply, contender, size), nodes);
    }
}
