//! What a search finds for its nodes: how often its move is that of the reference, and what it takes to find as much as full width does.

use super::design::Run;
use super::effects::{nodes, outcomes};
use super::{Plies, plies};
use crate::entry::Depth;
use crate::lab::searches::Samples;
use crate::lab::words::search_name;
use crate::search::Enhancements;

/// A search to a depth.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The search.
    pub search: Enhancements,
    /// Its plies.
    pub ply: Depth,
    /// The nodes of all positions.
    pub nodes: u64,
    /// Positions whose move is that of the reference.
    pub found: usize,
}

impl Reached {
    /// A search to a depth, if it was measured.
    #[must_use]
    pub fn of(samples: &Samples, search: Enhancements, ply: Depth) -> Option<Self> {
        let reference = outcomes(samples, super::base(), plies(samples)?.reference)?;
        let own = outcomes(samples, search, ply)?;
        let found =
            own.iter().zip(&reference).filter(|(own, reference)| own.best_move == reference.best_move);
        Some(Self { search, ply, found: found.count(), nodes: nodes(samples, search, ply)?.iter().sum() })
    }

    /// The name of the search.
    #[must_use]
    pub fn name(&self) -> String {
        search_name(self.search)
    }
}

/// What full width finds at the last ply.
#[must_use]
pub fn wanted(samples: &Samples) -> Option<Reached> {
    Reached::of(samples, super::base(), plies(samples)?.last)
}

/// Of every search the fewest nodes with which it finds as much as is wanted; the cheapest first. Searches that never do are not in it.
#[must_use]
pub fn ranked(samples: &Samples) -> Option<Vec<Reached>> {
    let Plies { before, last, .. } = plies(samples)?;
    let wanted = wanted(samples)?.found;
    let cheapest = |search| {
        let all = (before..=last).filter_map(|ply| Reached::of(samples, search, ply));
        all.filter(|reached| reached.found >= wanted).min_by_key(|reached| reached.nodes)
    };
    let searches = Run::all().map(Run::search).chain(super::beside());
    let mut all: Vec<_> = searches.filter_map(cheapest).collect();
    all.sort_by_key(|reached| reached.nodes);
    Some(all)
}
