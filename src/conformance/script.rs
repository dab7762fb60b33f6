//! Scripted collisions: a table of one bucket in which every key meets every other.
//!
//! ```
//! use supplant::conformance::script::{A, B, C, Script, depth};
//! use supplant::scheme::TwoDeep;
//! let mut bucket = Script::<TwoDeep>::new();
//! bucket.store(A, depth(9)).store(B, depth(2)).store(C, depth(1));
//! assert_eq!(bucket.survivors(), [A, C]);
//! ```

use crate::entry::{Bound, Move16, SizedEntry};
use crate::key::Key;
use crate::scheme::{Scheme, Slots};
use crate::table::{SizedTable, TableBuilder};

/// A key of the scripts.
pub const A: Key = Key(0xA1A1_0F0F_3C3C_0001);
/// A second key of the scripts.
pub const B: Key = Key(0xB2B2_F0F0_C3C3_0002);
/// A third key of the scripts.
pub const C: Key = Key(0xC3C3_0F0F_A5A5_0003);
/// A fourth key of the scripts.
pub const D: Key = Key(0xD4D4_F0F0_5A5A_0004);
/// A fifth key of the scripts.
pub const E: Key = Key(0xE5E5_0F0F_6969_0005);

/// A bucket of four entries of 2¹⁰ to 2¹³ nodes.
#[cfg(test)]
pub(crate) fn four<S: Scheme>() -> Script<S> {
    let mut bucket = Script::new();
    for (key, octave) in [(A, 10), (B, 11), (C, 12), (D, 13)] {
        bucket.store(key, nodes(1 << octave));
    }
    bucket
}

/// A table of one bucket of pairs; calls chain.
#[derive(Debug)]
pub struct Script<S: Scheme>(SizedTable<S>);

impl<S: Scheme> Default for Script<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scheme> Script<S> {
    /// Makes an empty bucket.
    #[must_use]
    pub fn new() -> Self {
        Self(
            TableBuilder::new().slots(<S::Slots as Slots>::DEFAULT).build().expect("one bucket is available"),
        )
    }

    /// Stores an entry for `key`.
    pub fn store(&mut self, key: Key, made: Made) -> &mut Self {
        self.0.store(key, made.0);
        self
    }

    /// Begins the next search.
    pub fn next_search(&mut self) -> &mut Self {
        self.0.new_generation();
        self
    }

    /// Begins the next iteration of the search.
    pub fn next_iteration(&mut self) -> &mut Self {
        self.0.new_iteration();
        self
    }

    /// Reports that a hit on `key` ended the search of a position.
    pub fn cut_by(&mut self, key: Key) -> &mut Self {
        self.0.cut_by(key);
        self
    }

    /// The keys in the bucket, slot by slot.
    #[must_use]
    pub fn survivors(&self) -> Vec<Key> {
        self.0.keys().collect()
    }

    /// The entry that a probe finds.
    #[must_use]
    pub fn entry(&self, key: Key) -> Option<SizedEntry> {
        self.0.probe(key)
    }

    /// The entries that a probe finds, under a scheme that holds a position twice.
    #[must_use]
    pub fn entries(&self, key: Key) -> [Option<SizedEntry>; 2] {
        self.0.probe_both(key)
    }
}

/// An entry under construction.
#[derive(Clone, Copy, Debug)]
pub struct Made(SizedEntry);

impl Made {
    /// Sets the entry's depth.
    #[must_use]
    pub fn at_depth(mut self, depth: u8) -> Self {
        self.0.depth = depth;
        self
    }

    /// Makes the score a lower bound.
    #[must_use]
    pub fn bound(mut self) -> Self {
        self.0.bound = Bound::Lower;
        self
    }

    /// Makes the score a lower bound.
    #[must_use]
    pub fn lower(mut self) -> Self {
        self.0.bound = Bound::Lower;
        self
    }

    /// Makes the score an upper bound.
    #[must_use]
    pub fn upper(mut self) -> Self {
        self.0.bound = Bound::Upper;
        self
    }

    /// Sets the entry's score.
    #[must_use]
    pub fn score(mut self, score: i16) -> Self {
        self.0.score = score;
        self
    }

    /// Sets the entry's move.
    #[must_use]
    pub fn with_move(mut self, mv: u16) -> Self {
        self.0.mv = Move16(mv);
        self
    }

    /// Removes the entry's move.
    #[must_use]
    pub fn without_move(mut self) -> Self {
        self.0.mv = Move16::NONE;
        self
    }

    /// Marks the entry as on a PV.
    #[must_use]
    pub fn principal(mut self) -> Self {
        self.0.principal = true;
        self
    }
}

/// An exact entry of this depth.
#[must_use]
pub fn depth(depth: u8) -> Made {
    Made(SizedEntry { mv: Move16(1), bound: Bound::Exact, depth, size: 1, ..SizedEntry::default() })
}

/// An exact entry whose subtree has `size` nodes.
#[must_use]
pub fn nodes(size: u64) -> Made {
    Made(SizedEntry { mv: Move16(1), bound: Bound::Exact, depth: 1, size, ..SizedEntry::default() })
}
