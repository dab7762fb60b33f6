//! pleco's table: three entries of ten bytes in 32, after Stockfish's, without atomics.
//!
//! Its `probe` returns `&mut Entry` from `&self`, and the table claims to be `Sync`. Two threads in
//! one cluster race, which is undefined behaviour although this file has no `unsafe`. The table is
//! measured as its engine uses it, with the wrong answers of these races and of 16 verified bits.

use std::fmt;

use pleco::BitMove;
use pleco::tools::PreFetchable;
use pleco::tools::tt::{CLUSTER_SIZE, NodeBound, TranspositionTable};
use supplant::entry::Score;
use supplant::{Bound, Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::rival::Rival;
use crate::size::nearest_power_of_two;

const CLUSTER_BYTES: usize = 32;

pub struct Pleco(TranspositionTable);

impl fmt::Debug for Pleco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pleco").field("clusters", &self.0.num_clusters()).finish()
    }
}

impl Rival for Pleco {
    const BYTES_PER_ENTRY: f64 = 10.7;
}

impl Subject for Pleco {
    const ABOUT: About = About {
        name: "pleco",
        kind: SubjectKind::Engine,
        variant: "0.5.0",
        slots: CLUSTER_SIZE,
        prefetches: true,
        answers: true,
    };
    /// A probe compares 16 bits of the key with three entries.
    const FALSE_HIT: f64 = CLUSTER_SIZE as f64 / 65_536.0;

    fn with_bytes(bytes: usize, _: usize) -> Result<Self, String> {
        Ok(Self(TranspositionTable::new_num_clusters(nearest_power_of_two(bytes / CLUSTER_BYTES))))
    }

    fn capacity(&self) -> usize {
        self.0.num_entries()
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        let (is_found, entry) = self.0.probe(key.0);
        is_found.then_some(entry.score)
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        let (_, slot) = self.0.probe(key.0);
        let bound = match entry.bound {
            Bound::Upper | Bound::None => NodeBound::UpperBound,
            Bound::Lower => NodeBound::LowerBound,
            Bound::Exact => NodeBound::Exact,
        };
        // Our entry has no static evaluation, so the score takes its place.
        let (depth, now) = (entry.depth.into(), self.0.time_age());
        slot.place(key.0, BitMove::new(entry.mv.0), entry.score, entry.score, depth, bound, now);
    }

    #[inline(always)]
    fn prefetch(&self, key: Key) {
        self.0.prefetch(key.0);
    }
}
