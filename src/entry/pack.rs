//! The 64-bit data word: where every field of an entry lies. Shifts and masks have their one home here.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–39 | draft | 0–255 plies |
//! | 40–41 | bound | 0 *empty*, 1 upper, 2 lower, 3 exact |
//! | 42–47 | generation | modulo 64 |
//! | 48–51 | reserved | 0 |
//! | 52–63 | subtree size | small float, see [`super::size`] |
//!
//! All-zero memory has bound 0 and so decodes to the empty entry. Golden patterns: `tests/layout.rs`.

use super::{Bound, Depth, Entry, Generation, Move16, Score, size};

const SCORE_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 40;
const GENERATION_SHIFT: u32 = 42;
const SIZE_SHIFT: u32 = 52;

pub(super) const GENERATION_BITS: u32 = 6;
const BOUND_MASK: u64 = 0b11;
const GENERATION_MASK: u64 = (1 << GENERATION_BITS) - 1;

const _: () = assert!(GENERATION_SHIFT + GENERATION_BITS <= SIZE_SHIFT && SIZE_SHIFT + size::BITS == 64);

/// An entry in its data word, or the empty word. Schemes compare these: each accessor is a shift and a mask, and what a
/// scheme does not ask for is never decoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Packed(pub u64);

impl Packed {
    /// No entry.
    pub const EMPTY: Self = Self(0);

    /// Whether there is no entry here.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bound_bits() == 0
    }

    /// The draft; 0 when empty.
    #[inline]
    #[must_use]
    pub const fn depth(self) -> Depth {
        (self.0 >> DEPTH_SHIFT) as Depth
    }

    /// The subtree size in its stored form: larger code, larger subtree. See [`size::decode`].
    #[inline]
    #[must_use]
    pub const fn size_code(self) -> u16 {
        (self.0 >> SIZE_SHIFT) as u16
    }

    /// The generation the entry was written in.
    #[inline]
    #[must_use]
    pub const fn generation(self) -> Generation {
        Generation((self.0 >> GENERATION_SHIFT & GENERATION_MASK) as u8)
    }

    /// The same entry, written in generation `now`.
    #[inline]
    #[must_use]
    pub const fn stamped(self, now: Generation) -> Self {
        Self(self.0 & !(GENERATION_MASK << GENERATION_SHIFT) | (now.0 as u64) << GENERATION_SHIFT)
    }

    /// The entry, decoded; `None` when empty.
    #[inline]
    #[must_use]
    pub const fn unpack(self) -> Option<Entry> {
        let bound = match self.bound_bits() {
            0 => return None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Some(Entry {
            mv: Move16(self.0 as u16),
            score: (self.0 >> SCORE_SHIFT) as u16 as Score,
            bound,
            depth: self.depth(),
            size: size::decode(self.size_code()),
            generation: self.generation(),
        })
    }

    const fn bound_bits(self) -> u64 {
        self.0 >> BOUND_SHIFT & BOUND_MASK
    }
}

impl From<Entry> for Packed {
    #[inline]
    fn from(entry: Entry) -> Self {
        Self(
            u64::from(entry.mv.0)
                | u64::from(entry.score as u16) << SCORE_SHIFT
                | u64::from(entry.depth) << DEPTH_SHIFT
                | (entry.bound as u64) << BOUND_SHIFT
                | u64::from(entry.generation.0) << GENERATION_SHIFT
                | u64::from(size::encode(entry.size)) << SIZE_SHIFT,
        )
    }
}

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Packed({:016x} = {:?})", self.0, self.unpack())
    }
}
