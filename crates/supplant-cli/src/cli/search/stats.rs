//! Statistics of the probes and stores of a search.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use crate::cli::table::{share, shares};
use supplant::entry::SizedEntry;
use supplant::key::Key;
use supplant::table::{Counts, Histogram};
use supplant_lab::report::grouped;
use supplant_search::search::{NodeContext, SearchTable, StudyTable};

/// A table whose probes and stores are counted.
pub(super) struct Counted<'t> {
    table: &'t dyn StudyTable,
    /// Many, so that workers rarely wait.
    counts: [Mutex<Counts>; 64],
}

impl<'t> Counted<'t> {
    pub(super) fn over(table: &'t dyn StudyTable) -> Self {
        Self { table, counts: std::array::from_fn(|_| Mutex::default()) }
    }

    fn of(&self, key: Key) -> MutexGuard<'_, Counts> {
        let part = &self.counts[key.0 as usize % self.counts.len()];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn counts(self) -> Counts {
        self.counts.into_iter().fold(Counts::default(), |mut sum, part| {
            sum += &part.into_inner().unwrap_or_else(PoisonError::into_inner);
            sum
        })
    }
}

impl SearchTable for Counted<'_> {
    fn inner(&self) -> Option<&dyn SearchTable> {
        Some(self.table)
    }

    fn probe(&self, key: Key) -> Option<SizedEntry> {
        self.table.count_probe(key, &mut self.of(key));
        self.table.probe(key)
    }

    fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
        self.table.count_probe(key, &mut self.of(key));
        self.table.probe_both(key)
    }

    fn store(&self, key: Key, entry: SizedEntry) {
        self.store_with(key, entry, NodeContext::NOTHING);
    }

    fn store_with(&self, key: Key, entry: SizedEntry, beside: NodeContext) {
        let mut store = || self.table.store_with(key, entry, beside);
        self.table.count_store(key, &mut self.of(key), &mut store);
    }
}

pub(super) fn told(counts: &Counts) -> String {
    let (hits, stores) = (counts.hits.total(), counts.stores());
    let by = |what: &str, of: &Histogram| match of.total() {
        0 => String::new(),
        _ => format!("  {what}: {}\n", shares(of)),
    };
    let of_stores = |count| share(count, stores.max(1));
    format!(
        "table: {} probes, {} found an entry; {} slots rejected\n{}\
         {} stores: {} of positions with an entry; of new positions {} into a free slot, {} replaced another, {} refused\n{}{}",
        grouped(counts.probes),
        share(hits, counts.probes.max(1)),
        grouped(counts.rejected),
        by("found, by depth in plies", &counts.hits),
        grouped(stores),
        of_stores(counts.same_position),
        of_stores(counts.filled),
        of_stores(counts.replaced),
        of_stores(counts.refused),
        by("removed, by depth in plies", &counts.removed_by_depth),
        by("removed, by age in searches", &counts.removed_by_age),
    )
}

#[derive(Serialize)]
pub(super) struct JsonStats<'a> {
    kind: &'static str,
    position: &'a str,
    probes: u64,
    hits_by_depth: Vec<(u8, u64)>,
    rejected_slots: u64,
    stores_same_position: u64,
    stores_refused: u64,
    stores_filled: u64,
    stores_replaced: u64,
    removed_by_depth: Vec<(u8, u64)>,
    removed_by_age: Vec<(u8, u64)>,
}

impl<'a> JsonStats<'a> {
    pub(super) fn of(counts: &Counts, position: &'a str) -> Self {
        let listed = |histogram: &Histogram| histogram.iter().collect();
        Self {
            kind: "table",
            position,
            probes: counts.probes,
            hits_by_depth: listed(&counts.hits),
            rejected_slots: counts.rejected,
            stores_same_position: counts.same_position,
            stores_refused: counts.refused,
            stores_filled: counts.filled,
            stores_replaced: counts.replaced,
            removed_by_depth: listed(&counts.removed_by_depth),
            removed_by_age: listed(&counts.removed_by_age),
        }
    }
}
