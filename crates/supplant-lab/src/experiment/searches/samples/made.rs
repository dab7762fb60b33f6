//! Samples that tests make.

use std::sync::{Arc, OnceLock};

use super::Samples;
use crate::experiment::searches::{Contender, Hits, Mode, RootResult};
use supplant::entry::Depth;

impl Samples {
    pub(crate) fn insert(&mut self, cell: (Mode, Depth, Contender, Option<usize>), nodes: Vec<u64>) {
        let (mode, ply, contender, size) = cell;
        self.positions = (0..nodes.len()).map(|number| number.to_string()).collect();
        let at = self.at(mode, ply, contender, size);
        let measured = Arc::make_mut(&mut self.measured);
        measured.nodes.insert(at, nodes);
        measured.to_none = measured.nodes.keys().map(|&at| (at, OnceLock::new())).collect();
    }

    pub(crate) fn named(self, ids: &[&str]) -> Self {
        Self { positions: ids.iter().map(|&id| id.to_owned()).collect(), ..self }
    }

    pub(crate) fn insert_elapsed_ns(
        &mut self,
        cell: (Mode, Depth, Contender, Option<usize>),
        elapsed_ns: u64,
    ) {
        let (mode, ply, contender, size) = cell;
        let at = self.at(mode, ply, contender, size);
        Arc::make_mut(&mut self.measured).elapsed_ns.insert(at, elapsed_ns);
    }

    pub(crate) fn insert_hits(&mut self, cell: (Mode, Depth, Contender, Option<usize>), hits: Vec<Hits>) {
        let (mode, ply, contender, size) = cell;
        let at = self.at(mode, ply, contender, size);
        Arc::make_mut(&mut self.measured).hits.insert(at, hits);
    }

    pub(crate) fn insert_outcomes(
        &mut self,
        cell: (Mode, Depth, Contender, Option<usize>),
        outcomes: Vec<RootResult>,
    ) {
        let (mode, ply, contender, size) = cell;
        let at = self.at(mode, ply, contender, size);
        let measured = Arc::make_mut(&mut self.measured);
        measured.repeated.insert(at, outcomes.iter().map(|outcome| vec![outcome.clone()]).collect());
        measured.outcomes.insert(at, outcomes);
    }
}
