//! The values that the table stores for a position, and the [`bucket`] memory that holds them.

mod bits;
pub mod bucket;
mod engine;
pub mod fault;
mod full;
mod marks;
pub mod mate;
mod packed;
mod payload;
pub mod size;
mod sized;
pub mod slot;
mod visits;
mod zeroed;

pub use bits::Bits;
pub use bucket::Bucket;
pub use engine::Entry;
pub use full::FullEntry;
pub use marks::Marks;
pub use packed::Packed;
pub use payload::{Data, Facts, Narrow, Payload};
pub use visits::Visits;
pub use zeroed::{Joined, Zeroed};

/// A score in the game's unit (centipawns in chess), from the view of the side to move.
pub type Score = i16;

/// The meaningless score of an entry without a bound, as in [`Entry::evaluated`].
pub const NO_SCORE: Score = Score::MIN;

/// The plies to which a subtree was searched: the papers' *searchDepth*.
pub type Depth = u8;

/// How a stored score relates to the true value. The discriminants are the stored bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// No score, so no search may cut with it. An engine stores this to keep a static evaluation
    /// before the search.
    None = 0,
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// Returns the bound with these two bits.
    #[inline]
    #[must_use]
    pub const fn from_code(code: u64) -> Self {
        match code & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }
}

/// A move in 16 bits, in the game's encoding; zero means *no move*.
///
/// Check that a move from the table is legal before you play it (invariant I5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Move16(pub u16);

impl Move16 {
    /// The absence of a move.
    pub const NONE: Self = Self(0);

    /// Returns whether there is a move.
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }
}

impl From<u16> for Move16 {
    fn from(bits: u16) -> Self {
        Self(bits)
    }
}

/// Returns the nearest score that an entry can hold: −32 768 to 32 767.
#[inline]
#[must_use]
pub const fn saturated_score(value: i32) -> Score {
    match value {
        v if v < Score::MIN as i32 => Score::MIN,
        v if v > Score::MAX as i32 => Score::MAX,
        v => v as Score,
    }
}

/// Returns the nearest depth that an entry can hold: 0 to 255, so 0 for negative depths.
#[inline]
#[must_use]
pub const fn saturated_depth(plies: i32) -> Depth {
    match plies {
        p if p < 0 => 0,
        p if p > Depth::MAX as i32 => Depth::MAX,
        p => p as Depth,
    }
}

/// A search number modulo 256, and whether its iteration is odd.
///
/// An entry holds the low bits of the number. To compare searches use [`age`](Self::age): `==` also
/// compares the iteration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Generation {
    /// Twice the number, and 1 more in an odd iteration: an entry gets both by one shift.
    steps: u16,
}

impl Generation {
    /// Returns the generation with this number.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self { steps: (number as u16) << 1 }
    }

    /// Returns the generation of so many steps: two for each search, and one more in an odd iteration.
    #[inline(always)]
    pub(crate) const fn of_steps(steps: u64) -> Self {
        Self { steps: steps as u16 & Self::MOST }
    }

    const MOST: u16 = (u8::MAX as u16) << 1 | 1;

    /// Returns this generation in an even or an odd iteration
    /// ([`Table::new_iteration`](crate::Table::new_iteration)).
    #[inline]
    #[must_use]
    pub const fn in_iteration(self, is_odd: bool) -> Self {
        Self { steps: self.steps & !1 | is_odd as u16 }
    }

    /// Returns whether the iteration is an odd one: `false` in schemes that do not
    /// [tell iterations apart](crate::scheme::Aging::tells_iterations).
    #[inline]
    #[must_use]
    pub const fn is_in_odd_iteration(self) -> bool {
        self.steps() & 1 == 1
    }

    /// Returns the searches from this generation to `now`, modulo 256.
    #[inline]
    #[must_use]
    pub const fn age(self, now: Self) -> u8 {
        now.number().wrapping_sub(self.number())
    }

    /// Returns the generation `searches` before this one.
    #[inline]
    #[must_use]
    pub const fn earlier(self, searches: u8) -> Self {
        Self::new(self.number().wrapping_sub(searches)).in_iteration(self.is_in_odd_iteration())
    }

    #[inline(always)]
    pub(crate) const fn number(self) -> u8 {
        (self.steps >> 1) as u8
    }

    /// Returns the number, and below it the bit that tells the iteration.
    #[inline(always)]
    pub(crate) const fn steps(self) -> u64 {
        self.steps as u64
    }

    /// Returns this number in a field from bit `first` on, above its `worn_bits`, and ones below it.
    ///
    /// The difference to a word with such a field holds the age, since the ones leave nothing to
    /// borrow.
    #[inline(always)]
    pub(crate) const fn above_ones(self, first: u32, worn_bits: u32) -> u64 {
        ((self.number() as u64 + 1) << worn_bits << first).wrapping_sub(1)
    }
}

impl std::fmt::Debug for Generation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generation")
            .field("number", &self.number())
            .field("is_odd", &self.is_in_odd_iteration())
            .finish()
    }
}

/// The result of searching one position: the papers' *table position* without its key.
///
/// ```
/// use supplant::{Bound, SizedEntry, Move16};
/// let mv = Move16(0x0d1c);
/// let entry = SizedEntry { mv, score: 35, depth: 6, size: 4_711, ..SizedEntry::default() };
/// assert!(entry.mv.is_some());
/// // From an engine's own numbers: what does not fit is held at the limit, never wrapped.
/// let entry = SizedEntry::new(Bound::Lower, 40_000, -1).with_move(0x0d1c);
/// assert_eq!((entry.score, entry.depth), (i16::MAX, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizedEntry {
    /// The best move, or the move that caused a cutoff.
    pub mv: Move16,
    /// The score, exact or a bound.
    pub score: Score,
    /// How the score relates to the value.
    pub bound: Bound,
    /// Plies searched below the position.
    pub depth: Depth,
    /// Nodes of the subtree, stored to within 1 % (exact below 256, see [`size`]).
    pub size: u64,
    /// Whether the position is on the PV of a child of the root (1996, section 4).
    pub principal: bool,
    /// Whether the search extended the position or proved a draw (1996, section 4).
    pub marks: Marks,
}

impl SizedEntry {
    /// Returns an entry without move and size, its score and depth [limited](saturated_score) to
    /// the range of an entry.
    #[must_use]
    pub const fn new(bound: Bound, score: i32, depth: i32) -> Self {
        let (score, depth) = (saturated_score(score), saturated_depth(depth));
        Self { mv: Move16::NONE, score, bound, depth, size: 0, principal: false, marks: Marks::NONE }
    }

    /// Returns this entry with a move.
    #[must_use]
    pub fn with_move(self, mv: impl Into<Move16>) -> Self {
        Self { mv: mv.into(), ..self }
    }

    /// Returns this entry with the nodes of its subtree.
    #[must_use]
    pub const fn with_size(self, nodes: u64) -> Self {
        Self { size: nodes, ..self }
    }
}

impl Default for SizedEntry {
    /// Returns an upper bound of 0 at depth 0, without a move.
    fn default() -> Self {
        Self::new(Bound::Upper, 0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Generation, Marks, Move16, SizedEntry, saturated_depth, saturated_score};

    #[test]
    fn what_does_not_fit_is_held_at_the_limit_and_what_fits_is_itself() {
        let scores = [i32::MIN, -32_769, -32_768, -32_767, -1, 0, 1, 32_766, 32_767, 32_768, i32::MAX];
        let held = [i16::MIN, i16::MIN, i16::MIN, -32_767, -1, 0, 1, 32_766, i16::MAX, i16::MAX, i16::MAX];
        assert_eq!(scores.map(saturated_score), held);
        let plies = [i32::MIN, -1, 0, 1, 254, 255, 256, i32::MAX];
        assert_eq!(plies.map(saturated_depth), [0, 0, 0, 1, 254, 255, 255, 255]);
    }

    #[test]
    fn generations_count_modulo_256() {
        let (first, last) = (Generation::new(0), Generation::new(255));
        assert_eq!((last.age(first), first.age(last), first.age(first)), (1, 255, 0));
        assert_eq!((first.earlier(1), last.earlier(255), last.earlier(0)), (last, first, last));
    }

    #[test]
    fn an_entry_is_built_of_what_is_given() {
        let entry = SizedEntry::new(Bound::Lower, -40, 6).with_move(0x0d1c).with_size(99);
        let all = SizedEntry {
            mv: Move16(0x0d1c),
            score: -40,
            bound: Bound::Lower,
            depth: 6,
            size: 99,
            principal: false,
            marks: Marks::NONE,
        };
        assert_eq!(entry, all);
        assert!(
            entry.mv.is_some()
                && !Move16::NONE.is_some()
                && !SizedEntry::new(Bound::Lower, 0, 0).mv.is_some()
        );
    }

    #[test]
    fn every_bound_has_a_code() {
        let all = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];
        assert_eq!(all.map(|bound| Bound::from_code(bound as u64)), all);
    }
}
