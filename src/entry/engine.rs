//! The entry of game engines, in one data word.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–47 | static evaluation | two's complement |
//! | 48–55 | depth | 0–255 plies |
//! | 56–57 | bound | 0 none, 1 upper, 2 lower, 3 exact |
//! | 58 | PV | |
//! | 59–63 | generation | modulo 32 |

use super::{Bits, Bound, Depth, Facts, Move16, NO_SCORE, Payload, Score, saturated_depth, saturated_score};

const MOVE: Bits = Bits::at(0..16);
const SCORE: Bits = Bits::at(16..32);
const EVALUATION: Bits = Bits::at(32..48);
const DEPTH: Bits = Bits::at(48..56);
const BOUND: Bits = Bits::at(56..58);
const PV: Bits = Bits::at(58..59);
const GENERATION: Bits = Bits::at(59..64);

/// An engine's entry: move, score, static evaluation, bound, depth, and a PV bit.
///
/// Schemes that compare subtree sizes need a [`SizedEntry`](super::SizedEntry) or a
/// [`FullEntry`](super::FullEntry).
///
/// ```
/// use supplant::{Bound, Entry, Key, Table};
/// let table = Table::builder().mebibytes(1).build()?;
/// let key = Key(0xfeed);
/// // Before the position is searched: its static evaluation alone.
/// table.store(key, Entry::evaluated(18).with_pv(true));
/// assert_eq!(table.probe(key).map(|found| (found.bound, found.evaluation)), Some((Bound::None, 18)));
/// // Afterwards. What does not fit is held at the limit, never wrapped.
/// let entry = Entry::new(Bound::Lower, 40_000, -1).with_move(0x0d1c).with_evaluation(18);
/// assert_eq!((entry.score, entry.depth), (i16::MAX, 0));
/// table.store(key, entry);
/// assert_eq!(table.probe(key), Some(entry));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or the move that caused a cutoff.
    pub mv: Move16,
    /// The score, exact or a bound. Without a bound it is meaningless.
    pub score: Score,
    /// The static evaluation of the position.
    pub evaluation: Score,
    /// How the score relates to the value.
    pub bound: Bound,
    /// Plies searched below the position, plus the engine's offset, if any.
    pub depth: Depth,
    /// Whether the position is, or was, on a PV.
    pub pv: bool,
}

impl Entry {
    /// Returns an entry without move and evaluation, its score and depth limited to the range of an
    /// entry ([`saturated_score`], [`saturated_depth`]).
    #[must_use]
    pub const fn new(bound: Bound, score: i32, depth: i32) -> Self {
        let (score, depth) = (saturated_score(score), saturated_depth(depth));
        Self { mv: Move16::NONE, score, evaluation: 0, bound, depth, pv: false }
    }

    /// Returns an entry with only a static evaluation, limited to the range of a score.
    ///
    /// Store it only if a probe found no entry, because it replaces a searched one.
    #[must_use]
    pub const fn evaluated(evaluation: i32) -> Self {
        Self { score: NO_SCORE, evaluation: saturated_score(evaluation), ..Self::new(Bound::None, 0, 0) }
    }

    /// Returns this entry with a move.
    #[must_use]
    pub fn with_move(self, mv: impl Into<Move16>) -> Self {
        Self { mv: mv.into(), ..self }
    }

    /// Returns this entry with a static evaluation, limited to the range of a score.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: i32) -> Self {
        Self { evaluation: saturated_score(evaluation), ..self }
    }

    /// Returns this entry with the PV bit set to `pv`.
    #[must_use]
    pub const fn with_pv(self, pv: bool) -> Self {
        Self { pv, ..self }
    }
}

impl Default for Entry {
    /// Returns an upper bound of 0 at depth 0, without move or evaluation.
    fn default() -> Self {
        Self { mv: Move16::NONE, score: 0, evaluation: 0, bound: Bound::Upper, depth: 0, pv: false }
    }
}

impl Payload for Entry {
    type Data = [u64; 1];
    const NAME: &'static str = "engine";
    const FACTS: Facts = Facts {
        depth: Some(DEPTH),
        score: Some(SCORE),
        bound: Some(BOUND),
        age: Some(GENERATION),
        pv: Some(PV),
        mv: Some(MOVE),
        ..Facts::NONE
    };

    #[inline]
    fn pack(self) -> [u64; 1] {
        [MOVE.of(self.mv.0.into())
            | SCORE.of(u64::from(self.score as u16))
            | EVALUATION.of(u64::from(self.evaluation as u16))
            | DEPTH.of(self.depth.into())
            | BOUND.of(self.bound as u64)
            | PV.of(self.pv.into())]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        Self {
            mv: Move16(MOVE.get(word) as u16),
            score: SCORE.get(word) as u16 as Score,
            evaluation: EVALUATION.get(word) as u16 as Score,
            bound: Bound::from_code(BOUND.get(word)),
            depth: DEPTH.get(word) as Depth,
            pv: PV.get(word) == 1,
        }
    }

    /// Stores an entry without a bound whose fields are all 0 with the score [`NO_SCORE`].
    fn in_place_of_zero(_: [u64; 1]) -> Option<[u64; 1]> {
        Some([SCORE.of(u64::from(NO_SCORE as u16))])
    }
}

#[cfg(test)]
mod tests {
    use super::Entry;
    use crate::Key;
    use crate::entry::bucket::OneWord;
    use crate::entry::{Bound, Generation, Move16, Packed, Payload, SizedEntry};
    use crate::scheme::New;

    #[test]
    fn an_entry_of_zeros_without_a_bound_is_stored_too() {
        let table = crate::Table::builder().slots(4).build().expect("small");
        for (key, evaluation) in [(1, 0), (2, -7)] {
            table.store(Key(key), Entry { bound: Bound::None, evaluation, ..Entry::default() });
            let found = table.probe(Key(key)).expect("it was stored");
            assert_eq!((found.bound, found.evaluation), (Bound::None, evaluation));
        }
        assert!(table.offer(Key(1), Entry { bound: Bound::None, ..Entry::default() }));
        assert_eq!(table.probe(Key(1)), Some(Entry::evaluated(0)));
        let sized =
            crate::TableBuilder::<New, OneWord<1, SizedEntry>>::new().slots(1).build().expect("small");
        sized.store(Key(1), SizedEntry { bound: Bound::None, ..SizedEntry::default() });
        assert_eq!(sized.probe(Key(1)).map(|found| found.bound), Some(Bound::None));
    }

    #[test]
    fn what_is_set_one_by_one_is_what_is_set_at_once() {
        let one_by_one =
            Entry::new(Bound::Lower, -7, 200).with_move(0x1234).with_evaluation(90).with_pv(true);
        let (mv, bound) = (Move16(0x1234), Bound::Lower);
        assert_eq!(one_by_one, Entry { mv, score: -7, evaluation: 90, bound, depth: 200, pv: true });
    }

    #[test]
    fn schemes_find_each_fact_where_it_is_packed() {
        let entry = Entry {
            mv: Move16(0x1234),
            score: -7,
            evaluation: 90,
            bound: Bound::Lower,
            depth: 200,
            pv: true,
        };
        let packed = Packed::<Entry>::from_word(entry.pack()[0]).stamped(Generation::new(3));
        assert_eq!((packed.score(), packed.bound(), packed.depth()), (-7, Bound::Lower, 200));
        assert_eq!((packed.is_principal(), packed.age(Generation::new(5))), (true, 2));
        let without = Packed::from_word(Entry { mv: Move16::NONE, ..entry }.pack()[0]);
        assert_eq!(without.or_move_of(packed).word(), entry.pack()[0]);
    }
}
