//! Scripted collisions for the schemes' tests: a one-bucket table in which every key meets every other.

use super::Scheme;
use crate::entry::{Bound, Entry, Move16};
use crate::key::Key;
use crate::table::Table;

pub(super) const A: Key = Key(0xA1A1_0F0F_3C3C_0001);
pub(super) const B: Key = Key(0xB2B2_F0F0_C3C3_0002);
pub(super) const C: Key = Key(0xC3C3_0F0F_A5A5_0003);
pub(super) const D: Key = Key(0xD4D4_F0F0_5A5A_0004);
pub(super) const E: Key = Key(0xE5E5_0F0F_6969_0005);

/// A table of one bucket. Stores chain, survivors come back in slot order.
pub(super) struct Script<S: Scheme>(Table<S>);

impl<S: Scheme> Script<S> {
    pub(super) fn new() -> Self {
        Self(Table::with_slots(S::SLOTS).expect("one bucket is always to be had"))
    }

    pub(super) fn store(&mut self, key: Key, made: Made) -> &mut Self {
        self.0.store(key, made.0);
        self
    }

    pub(super) fn next_search(&mut self) -> &mut Self {
        self.0.new_generation();
        self
    }

    pub(super) fn survivors(&self) -> Vec<Key> {
        self.0.keys().collect()
    }

    pub(super) fn entry(&self, key: Key) -> Option<Entry> {
        self.0.probe(key)
    }

    pub(super) fn entries(&self, key: Key) -> [Option<Entry>; 2] {
        self.0.probe_both(key)
    }
}

/// An entry in the making.
#[derive(Clone, Copy)]
pub(super) struct Made(Entry);

impl Made {
    pub(super) fn at_depth(mut self, depth: u8) -> Self {
        self.0.depth = depth;
        self
    }

    pub(super) fn bound(mut self) -> Self {
        self.0.bound = Bound::Lower;
        self
    }

    pub(super) fn principal(mut self) -> Self {
        self.0.principal = true;
        self
    }
}

pub(super) fn depth(depth: u8) -> Made {
    Made(Entry { mv: Move16(1), bound: Bound::Exact, depth, size: 1, ..Entry::default() })
}

pub(super) fn nodes(size: u64) -> Made {
    Made(Entry { mv: Move16(1), bound: Bound::Exact, depth: 1, size, ..Entry::default() })
}
