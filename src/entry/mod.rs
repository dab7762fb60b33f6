//! What the table knows about a position: decoded values, and nothing atomic.
//!
//! The bits are in [`pack`], the small float for subtree sizes in [`size`], the memory and its validation in [`slot`],
//! the choice between ways to lay an entry out in [`layout`].

pub mod layout;
pub mod pack;
pub mod size;
pub mod slot;

pub use layout::{Layout, Single, XorPair};
pub use pack::Packed;

/// A score in the game's own unit (centipawns in chess), as stored: from the view of the side to move.
pub type Score = i16;

/// Plies a subtree was searched to: the papers' *searchDepth*.
pub type Depth = u8;

/// What a stored score says about the true value of the position.
///
/// The discriminants are the stored bits; zero is left to the empty word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score: every move failed low.
    Upper = 1,
    /// The value is at least the score: a move caused a cutoff.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

/// A move in 16 bits, in whatever encoding the game chose; zero means *no move*.
///
/// The table never interprets it, and a search never trusts it: a move from the table is checked for legality in the
/// position at hand before it is played (invariant I5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Move16(pub u16);

impl Move16 {
    /// No move is known.
    pub const NONE: Self = Self(0);

    /// Whether a move is known.
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// The number of the search an entry was written in, modulo [`Generation::COUNT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Generation(pub(crate) u8);

impl Generation {
    /// Generations that can be told apart.
    pub const COUNT: u8 = 1 << pack::GENERATION_BITS;

    /// The generation of number `number`, modulo [`Self::COUNT`].
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number % Self::COUNT)
    }

    /// Searches between this generation and `now`, modulo [`Self::COUNT`]; 0 for an entry of the current search.
    #[must_use]
    pub const fn age(self, now: Self) -> u8 {
        now.0.wrapping_sub(self.0) % Self::COUNT
    }

    /// The latest generation not after `now` that agrees with this one modulo `range`, a divisor of [`Self::COUNT`]: what a
    /// layout that holds fewer bits of it meant.
    #[must_use]
    pub const fn recalled(self, range: u8, now: Self) -> Self {
        Self::new(now.0.wrapping_sub(self.age(now) % range))
    }

    /// The generation `searches` before this one.
    #[must_use]
    pub const fn earlier(self, searches: u8) -> Self {
        Self::new(self.0.wrapping_sub(searches))
    }

    /// The generation after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::new(self.0 + 1)
    }
}

/// The record of one searched position: the papers' *table position* without its key.
///
/// ```
/// use supplant::{Bound, Entry, Move16};
/// let entry = Entry { mv: Move16(0x0d1c), score: 35, bound: Bound::Exact, depth: 6, size: 4_711, ..Entry::default() };
/// assert!(entry.mv.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the one that cut off.
    pub mv: Move16,
    /// The score, exact or a bound.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The draft: plies searched below the position.
    pub depth: Depth,
    /// Nodes of the subtree behind the entry. Stored to within 1 % (exact below 256, see [`size`]).
    pub size: u64,
    /// The search the entry was written in. [`Table::store`](crate::Table::store) sets it; what a caller puts here is
    /// ignored.
    pub generation: Generation,
    /// Whether the position is on the principal variation of a child of the root (1996, section 4).
    pub principal: bool,
}

impl Default for Entry {
    /// No move, score 0, an upper bound from no search at all.
    fn default() -> Self {
        Self {
            mv: Move16::NONE,
            score: 0,
            bound: Bound::Upper,
            depth: 0,
            size: 0,
            generation: Generation::default(),
            principal: false,
        }
    }
}
