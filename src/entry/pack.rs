//! The 64-bit data word: where every field of an entry lies. Shifts and masks have their one home here.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–39 | draft | 0–255 plies |
//! | 40–41 | bound | 0 *empty*, 1 upper, 2 lower, 3 exact |
//! | 42–47 | generation | modulo 64 |
//! | 48 | principal | on the principal variation of a child of the root |
//! | 49–51 | reserved | 0 |
//! | 52–63 | subtree size | small float, see [`super::size`] |
//!
//! All-zero memory has bound 0 and so decodes to the empty entry. Golden patterns: `tests/layout.rs`.

use super::{Bound, Depth, Entry, Generation, Move16, Score, size};

const SCORE_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 40;
const GENERATION_SHIFT: u32 = 42;
const PRINCIPAL_SHIFT: u32 = 48;
const SIZE_SHIFT: u32 = 52;

pub(super) const GENERATION_BITS: u32 = 6;
const BOUND_MASK: u64 = 0b11;
const GENERATION_MASK: u64 = (1 << GENERATION_BITS) - 1;

const _: () = assert!(GENERATION_SHIFT + GENERATION_BITS == PRINCIPAL_SHIFT && PRINCIPAL_SHIFT < SIZE_SHIFT);
const _: () = assert!(SIZE_SHIFT + size::BITS == 64);

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

    /// The move; [`Move16::NONE`] when there is none.
    #[inline]
    #[must_use]
    pub const fn mv(self) -> Move16 {
        Move16(self.0 as u16)
    }

    /// The same entry with another move.
    #[inline]
    #[must_use]
    pub const fn with_move(self, mv: Move16) -> Self {
        Self(self.0 & !(u16::MAX as u64) | mv.0 as u64)
    }

    /// Whether the score is the value.
    #[inline]
    #[must_use]
    pub const fn is_exact(self) -> bool {
        self.bound_bits() == BOUND_MASK
    }

    /// Whether the position is on the principal variation of a child of the root.
    #[inline]
    #[must_use]
    pub const fn is_principal(self) -> bool {
        self.0 >> PRINCIPAL_SHIFT & 1 == 1
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
            principal: self.is_principal(),
        })
    }

    const fn bound_bits(self) -> u64 {
        self.0 >> BOUND_SHIFT & BOUND_MASK
    }
}

/// The entry in one word with a tag of its key: layout [`Single`](super::Single).
///
/// | bits | field | range |
/// |---|---|---|
/// | 0–15 | tag | any, 0 too |
/// | 16–31 | move | any; 0 is *no move* |
/// | 32–47 | score | two's complement |
/// | 48–53 | draft | 0–63 plies; deeper ones are held as 63 |
/// | 54–55 | bound | 0 *empty*, 1 upper, 2 lower, 3 exact |
/// | 56–59 | generation | modulo 16 |
/// | 60 | principal | on the principal variation of a child of the root |
/// | 61–63 | subtree size | the largest k of 0–7 with 8ᵏ nodes or fewer |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tagged(pub u64);

const TAGGED_MOVE_AND_SCORE_SHIFT: u32 = 16;
const TAGGED_DEPTH_SHIFT: u32 = 48;
const TAGGED_BOUND_SHIFT: u32 = 54;
const TAGGED_GENERATION_SHIFT: u32 = 56;
const TAGGED_PRINCIPAL_SHIFT: u32 = 60;
const TAGGED_SIZE_SHIFT: u32 = 61;
const TAGGED_DEPTH_MASK: u64 = (1 << (TAGGED_BOUND_SHIFT - TAGGED_DEPTH_SHIFT)) - 1;
pub(super) const TAGGED_GENERATION_BITS: u32 = TAGGED_PRINCIPAL_SHIFT - TAGGED_GENERATION_SHIFT;
const TAGGED_GENERATION_MASK: u64 = (1 << TAGGED_GENERATION_BITS) - 1;

impl Tagged {
    /// The word that holds `entry` under `tag`.
    #[inline]
    #[must_use]
    pub const fn new(tag: u16, entry: Packed) -> Self {
        let depth =
            if entry.depth() as u64 > TAGGED_DEPTH_MASK { TAGGED_DEPTH_MASK } else { entry.depth() as u64 };
        Self(
            tag as u64
                | (entry.0 & u32::MAX as u64) << TAGGED_MOVE_AND_SCORE_SHIFT
                | depth << TAGGED_DEPTH_SHIFT
                | entry.bound_bits() << TAGGED_BOUND_SHIFT
                | (entry.generation().0 as u64 & TAGGED_GENERATION_MASK) << TAGGED_GENERATION_SHIFT
                | (entry.is_principal() as u64) << TAGGED_PRINCIPAL_SHIFT
                | size::class(entry.size_code()) << TAGGED_SIZE_SHIFT,
        )
    }

    /// The tag; of an empty word, 0.
    #[inline]
    #[must_use]
    pub const fn tag(self) -> u16 {
        self.0 as u16
    }

    /// All but tag and score, in 32 bits: move, draft, bound, generation, principal, size. For the stress test's layout.
    #[must_use]
    pub const fn half(self) -> u32 {
        (self.0 >> TAGGED_MOVE_AND_SCORE_SHIFT) as u16 as u32 | (self.0 >> TAGGED_DEPTH_SHIFT << 16) as u32
    }

    /// The word of such a half, with tag and score 0.
    #[must_use]
    pub const fn of_half(half: u32) -> Self {
        Self((half as u16 as u64) << TAGGED_MOVE_AND_SCORE_SHIFT | (half as u64 >> 16) << TAGGED_DEPTH_SHIFT)
    }

    /// The entry, whatever its tag; its generation is modulo 16.
    #[inline]
    #[must_use]
    pub const fn entry(self) -> Packed {
        let bound = self.0 >> TAGGED_BOUND_SHIFT & BOUND_MASK;
        if bound == 0 {
            return Packed::EMPTY;
        }
        Packed(
            self.0 >> TAGGED_MOVE_AND_SCORE_SHIFT & u32::MAX as u64
                | (self.0 >> TAGGED_DEPTH_SHIFT & TAGGED_DEPTH_MASK) << DEPTH_SHIFT
                | bound << BOUND_SHIFT
                | (self.0 >> TAGGED_GENERATION_SHIFT & TAGGED_GENERATION_MASK) << GENERATION_SHIFT
                | (self.0 >> TAGGED_PRINCIPAL_SHIFT & 1) << PRINCIPAL_SHIFT
                | (size::of_class(self.0 >> TAGGED_SIZE_SHIFT) as u64) << SIZE_SHIFT,
        )
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
                | u64::from(entry.principal) << PRINCIPAL_SHIFT
                | u64::from(size::encode(entry.size)) << SIZE_SHIFT,
        )
    }
}

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Packed({:016x} = {:?})", self.0, self.unpack())
    }
}
