//! What the table knows about a position. Values: [`SizedEntry`] and other [`Payload`]s, their data words, their facts. Memory: the
//! [`bucket`], which says how entries lie and how a read is validated.
//!
//! | file | what |
//! |---|---|
//! | `payload`, `packed` | what a user may keep, and the facts that a scheme may ask for; an entry as a scheme sees it |
//! | `engine`, `sized`, `visits` | ready payloads and their bits |
//! | `bits`, `size` | a field of a word; the small float for subtree sizes |
//! | `mate` | scores that count plies |
//! | `slot` | data words beside a check word: the validation protocol |
//! | `bucket` | the memory one index addresses, a type for each way to lay it out |

mod bits;
pub mod bucket;
mod engine;
pub mod fault;
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
pub use marks::Marks;
pub use packed::Packed;
pub use payload::{Data, Facts, Narrow, Payload};
pub use visits::Visits;
pub use zeroed::{Joined, Zeroed};

/// A score in the game's own unit (centipawns in chess), as stored: from the view of the side to move.
pub type Score = i16;

/// The score of an entry without a bound, as [`Entry::evaluated`] makes it. It means nothing.
pub const NO_SCORE: Score = Score::MIN;

/// Plies a subtree was searched to: the papers' *searchDepth*.
pub type Depth = u8;

/// What a stored score says about the true value of the position.
///
/// The discriminants are the stored bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: the entry has no score. An engine that stores the static evaluation of a position before it searches it stores such an
    /// entry; no search may cut with it.
    None = 0,
    /// The value is at most the score: every move failed low.
    Upper = 1,
    /// The value is at least the score: a move caused a cutoff.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// The bound of two stored bits.
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

impl From<u16> for Move16 {
    fn from(bits: u16) -> Self {
        Self(bits)
    }
}

/// The score nearest to `value` that an entry can hold: −32 768 to 32 767.
///
/// Where a score that does not fit must be refused instead, `i16::try_from` does.
#[inline]
#[must_use]
pub const fn saturated_score(value: i32) -> Score {
    match value {
        v if v < Score::MIN as i32 => Score::MIN,
        v if v > Score::MAX as i32 => Score::MAX,
        v => v as Score,
    }
}

/// The depth nearest to `plies` that an entry can hold: 0 to 255. Depths below 0, as some engines have in quiescence, become 0.
#[inline]
#[must_use]
pub const fn saturated_depth(plies: i32) -> Depth {
    match plies {
        p if p < 0 => 0,
        p if p > Depth::MAX as i32 => Depth::MAX,
        p => p as Depth,
    }
}

/// The number of the search that is under way, modulo 256. Entries hold as much of it as their payload has bits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Generation(pub(crate) u8);

impl Generation {
    /// The generation of number `number`, modulo 256.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// Searches between this generation and `now`, modulo 256.
    #[inline]
    #[must_use]
    pub const fn age(self, now: Self) -> u8 {
        now.0.wrapping_sub(self.0)
    }

    /// The generation `searches` before this one.
    #[inline]
    #[must_use]
    pub const fn earlier(self, searches: u8) -> Self {
        Self(self.0.wrapping_sub(searches))
    }
}

/// The record of one searched position: the papers' *table position* without its key.
///
/// ```
/// use supplant::{Bound, SizedEntry, Move16};
/// let entry = SizedEntry { mv: Move16(0x0d1c), score: 35, bound: Bound::Exact, depth: 6, size: 4_711, ..SizedEntry::default() };
/// assert!(entry.mv.is_some());
/// // From an engine's own numbers: what does not fit is held at the limit, never wrapped.
/// let entry = SizedEntry::new(Bound::Lower, 40_000, -1).with_move(0x0d1c);
/// assert_eq!((entry.score, entry.depth), (i16::MAX, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizedEntry {
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
    /// Whether the position is on the principal variation of a child of the root (1996, section 4).
    pub principal: bool,
    /// What its search did and proved beside that (1996, section 4).
    pub marks: Marks,
}

impl SizedEntry {
    /// An entry without move and size, its score and depth held at the limits of what an entry can hold
    /// ([`saturated_score`], [`saturated_depth`]).
    #[must_use]
    pub const fn new(bound: Bound, score: i32, depth: i32) -> Self {
        let (score, depth) = (saturated_score(score), saturated_depth(depth));
        Self { mv: Move16::NONE, score, bound, depth, size: 0, principal: false, marks: Marks::NONE }
    }

    /// The same entry with a move.
    #[must_use]
    pub fn with_move(self, mv: impl Into<Move16>) -> Self {
        Self { mv: mv.into(), ..self }
    }

    /// The same entry with the nodes of its subtree.
    #[must_use]
    pub const fn with_size(self, nodes: u64) -> Self {
        Self { size: nodes, ..self }
    }
}

impl Default for SizedEntry {
    /// No move, score 0, an upper bound from no search at all.
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
