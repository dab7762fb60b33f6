//! The entry of engines that keep an evaluation and count nodes, in one data word.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–45 | static evaluation | two's complement, −8191 to 8191 |
//! | 46–51 | depth | 0–63 plies |
//! | 52–53 | bound | 0 none, 1 upper, 2 lower, 3 exact |
//! | 54 | PV | |
//! | 55–59 | octaves of the subtree's size | 0–31 |
//! | 60–63 | generation | modulo 16 |

use super::{Bits, Bound, Depth, Facts, Move16, NO_SCORE, Payload, Score, saturated_depth, saturated_score};

const MOVE: Bits = Bits::at(0..16);
const SCORE: Bits = Bits::at(16..32);
const EVALUATION: Bits = Bits::at(32..46);
const DEPTH: Bits = Bits::at(46..52);
const BOUND: Bits = Bits::at(52..54);
const PV: Bits = Bits::at(54..55);
const OCTAVES: Bits = Bits::at(55..60);
const GENERATION: Bits = Bits::at(60..64);

const MOST_EVALUATION: Score = (EVALUATION.max() / 2) as Score;
const MOST_DEPTH: Depth = DEPTH.max() as Depth;
const MOST_OCTAVES: u8 = OCTAVES.max() as u8;

/// An entry with a static evaluation and the size of its subtree, for every scheme.
///
/// [`Entry`](super::Entry) has no size, and [`SizedEntry`](super::SizedEntry) no evaluation. This
/// entry has both in 64 bits, so its ranges are smaller:
/// - The evaluation is held at ±8191, the depth at 63.
/// - The size is kept as its *octave*: its binary logarithm, rounded down, at most 31.
///   [`TwoBig1`](crate::scheme::TwoBig1) treats two sizes of one octave as equal.
/// - The table tells 16 ages apart. [`Siege`](crate::scheme::Siege),
///   [`FourIter`](crate::scheme::FourIter) and [`Merit`](crate::scheme::Merit) use three of the four bits
///   otherwise, so they only tell entries of this search from older ones. `docs/siege.md` says when such an entry expires.
///
/// ```
/// use supplant::entry::FullEntry;
/// use supplant::{Bound, Key, Table, scheme::Siege};
/// let table = Table::builder().scheme::<Siege>().payload::<FullEntry>().mebibytes(1).build()?;
/// let key = Key(0xfeed);
/// let entry = FullEntry::new(Bound::Lower, 35, 9).with_move(0x0d1c).with_evaluation(18).with_size(4_711);
/// table.store(key, entry);
/// let found = table.probe(key).expect("the table was empty");
/// assert_eq!((found.score, found.evaluation, found.size()), (35, 18, 4_096));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullEntry {
    /// The best move, or the move that caused a cutoff.
    pub mv: Move16,
    /// The score, exact or a bound. Without a bound it is meaningless.
    pub score: Score,
    /// The static evaluation of the position, stored within ±8191.
    pub evaluation: Score,
    /// How the score relates to the value.
    pub bound: Bound,
    /// Plies searched below the position, plus the engine's offset, if any; stored up to 63.
    pub depth: Depth,
    /// Whether the position is, or was, on a PV.
    pub pv: bool,
    /// The binary logarithm, rounded down, of the nodes of the subtree; stored up to 31.
    pub octaves: u8,
}

impl FullEntry {
    /// Returns an entry without move, evaluation and size, its score and depth limited to the range
    /// of an entry.
    #[must_use]
    pub const fn new(bound: Bound, score: i32, depth: i32) -> Self {
        let (score, depth) = (saturated_score(score), saturated_depth(depth));
        let depth = if depth > MOST_DEPTH { MOST_DEPTH } else { depth };
        Self { mv: Move16::NONE, score, evaluation: 0, bound, depth, pv: false, octaves: 0 }
    }

    /// Returns an entry with only a static evaluation, limited to ±8191.
    ///
    /// Store it only if a probe found no entry, because it replaces a searched one.
    #[must_use]
    pub const fn evaluated(evaluation: i32) -> Self {
        Self { score: NO_SCORE, ..Self::new(Bound::None, 0, 0).with_evaluation(evaluation) }
    }

    /// Returns this entry with a move.
    #[must_use]
    pub fn with_move(self, mv: impl Into<Move16>) -> Self {
        Self { mv: mv.into(), ..self }
    }

    /// Returns this entry with a static evaluation, limited to ±8191.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: i32) -> Self {
        Self { evaluation: limited(saturated_score(evaluation)), ..self }
    }

    /// Returns this entry with the PV bit set to `pv`.
    #[must_use]
    pub const fn with_pv(self, pv: bool) -> Self {
        Self { pv, ..self }
    }

    /// Returns this entry with the octave of `nodes`, the nodes of its subtree.
    #[must_use]
    pub const fn with_size(self, nodes: u64) -> Self {
        let octaves = (nodes | 1).ilog2() as u8;
        Self { octaves: if octaves > MOST_OCTAVES { MOST_OCTAVES } else { octaves }, ..self }
    }

    /// Returns the smallest size of the entry's octave: at least 1, at most 2³¹ from a table.
    #[must_use]
    pub const fn size(self) -> u64 {
        1 << if self.octaves < 64 { self.octaves } else { 63 }
    }
}

const fn limited(evaluation: Score) -> Score {
    match evaluation {
        high if high > MOST_EVALUATION => MOST_EVALUATION,
        low if low < -MOST_EVALUATION => -MOST_EVALUATION,
        fitting => fitting,
    }
}

impl Default for FullEntry {
    /// Returns an upper bound of 0 at depth 0, without move, evaluation or size.
    fn default() -> Self {
        Self::new(Bound::Upper, 0, 0)
    }
}

impl Payload for FullEntry {
    type Data = [u64; 1];
    const NAME: &'static str = "full";
    const FACTS: Facts = Facts {
        depth: Some(DEPTH),
        score: Some(SCORE),
        bound: Some(BOUND),
        size: Some(OCTAVES),
        age: Some(GENERATION),
        pv: Some(PV),
        mv: Some(MOVE),
        ply: None,
    };
    const SIZE_MANTISSA_BITS: Option<u32> = Some(0);

    #[inline]
    fn pack(self) -> [u64; 1] {
        [MOVE.of(self.mv.0.into())
            | SCORE.of(u64::from(self.score as u16))
            | EVALUATION.of(u64::from(limited(self.evaluation) as u16))
            | DEPTH.of(self.depth.min(MOST_DEPTH).into())
            | BOUND.of(self.bound as u64)
            | PV.of(self.pv.into())
            | OCTAVES.of(self.octaves.min(MOST_OCTAVES).into())]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        Self {
            mv: Move16(MOVE.get(word) as u16),
            score: SCORE.get(word) as u16 as Score,
            evaluation: EVALUATION.get_signed(word) as Score,
            bound: Bound::from_code(BOUND.get(word)),
            depth: DEPTH.get(word) as Depth,
            pv: PV.get(word) == 1,
            octaves: OCTAVES.get(word) as u8,
        }
    }

    /// Stores an entry without a bound whose fields are all 0 with the score [`NO_SCORE`].
    fn in_place_of_zero(_: [u64; 1]) -> Option<[u64; 1]> {
        Some([SCORE.of(u64::from(NO_SCORE as u16))])
    }
}

#[cfg(test)]
mod tests {
    use super::FullEntry;
    use crate::entry::bucket::{Cluster, Pairs};
    use crate::entry::{Bound, Bucket, Generation, Move16, Packed, Payload};
    use crate::scheme::{FourBig, Scheme, Siege, TwoBig1};
    use crate::{Key, TableBuilder};

    const LOW: FullEntry = FullEntry {
        mv: Move16(0x1234),
        score: i16::MIN,
        evaluation: -8191,
        bound: Bound::Lower,
        depth: 0,
        pv: true,
        octaves: 0,
    };
    const HIGH: FullEntry = FullEntry {
        mv: Move16(u16::MAX),
        score: i16::MAX,
        evaluation: 8191,
        bound: Bound::Exact,
        depth: 63,
        pv: false,
        octaves: 31,
    };

    #[test]
    fn every_field_comes_back_at_both_limits() {
        for entry in [LOW, HIGH, FullEntry::default(), FullEntry { evaluation: -1, ..LOW }] {
            assert_eq!(FullEntry::unpack(entry.pack()), entry);
            let mut changed = vec![entry];
            changed.extend((0..16).map(|bit| FullEntry { mv: Move16(entry.mv.0 ^ 1 << bit), ..entry }));
            changed.extend((0..6).map(|bit| FullEntry { depth: entry.depth ^ 1 << bit, ..entry }));
            changed.extend((0..5).map(|bit| FullEntry { octaves: entry.octaves ^ 1 << bit, ..entry }));
            for changed in changed {
                let packed = Packed::<FullEntry>::from_word(changed.pack()[0]).stamped(Generation::new(13));
                assert_eq!(FullEntry::unpack([packed.word()]), changed);
                assert_eq!(packed.age(Generation::new(17)), 4);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_held_at_the_limit_and_never_wraps() {
        let beyond = FullEntry { evaluation: 8192, depth: 64, octaves: 32, ..HIGH };
        assert_eq!(beyond.pack(), HIGH.pack());
        let beyond = FullEntry { evaluation: i16::MAX, depth: u8::MAX, octaves: u8::MAX, ..HIGH };
        assert_eq!(beyond.pack(), HIGH.pack());
        for evaluation in [-8192, i16::MIN] {
            assert_eq!(FullEntry { evaluation, ..LOW }.pack(), LOW.pack());
        }
        let built = FullEntry::new(Bound::Exact, i32::MAX, 1000).with_move(u16::MAX);
        assert_eq!(built.with_evaluation(i32::MAX).with_size(u64::MAX), HIGH);
        let built = FullEntry::new(Bound::Lower, i32::MIN, -1).with_move(0x1234).with_pv(true);
        assert_eq!(built.with_evaluation(i32::MIN).with_size(0), LOW);
    }

    #[test]
    fn a_size_is_kept_as_its_octave() {
        let sizes = [0, 1, 2, 3, 4, 1023, 1024, 1 << 31, 1 << 32, u64::MAX];
        let kept = sizes.map(|size| FullEntry::unpack(FullEntry::default().with_size(size).pack()).size());
        assert_eq!(kept, [1, 1, 2, 2, 4, 512, 1024, 1 << 31, 1 << 31, 1 << 31]);
        let packed = FullEntry::default().with_size(1 << 20).pack()[0];
        assert_eq!(Packed::<FullEntry>::from_word(packed).octaves(), 20, "as a scheme reads it");
    }

    #[test]
    fn an_evaluation_alone_is_stored_also_if_it_is_zero() {
        for evaluation in [0, -7, 9000] {
            let table = TableBuilder::<Siege, Cluster<FullEntry>>::new().slots(3).build().expect("small");
            table.store(Key(1), FullEntry::evaluated(evaluation));
            assert_eq!(table.probe(Key(1)), Some(FullEntry::evaluated(evaluation)));
        }
        assert_eq!(FullEntry::in_place_of_zero([0]), Some(FullEntry::evaluated(0).pack()));
    }

    fn large_ones_left<S: Scheme, B: Bucket<Payload = FullEntry>>() -> usize {
        let table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().expect("one bucket");
        let sized = |size| FullEntry::new(Bound::Lower, 1, 1).with_size(size);
        let large: Vec<_> = (1..=B::SLOTS as u64).map(Key).collect();
        large.iter().for_each(|&key| table.store(key, sized(1 << 20)));
        (100..103).for_each(|key| table.store(Key(key), sized(2)));
        large.iter().filter(|&&key| table.probe(key).is_some()).count()
    }

    #[test]
    fn schemes_that_compare_sizes_keep_the_entries_of_more_octaves() {
        assert_eq!(large_ones_left::<TwoBig1, Pairs<2, FullEntry>>(), 1);
        assert_eq!(large_ones_left::<FourBig, Pairs<4, FullEntry>>(), 3);
        assert_eq!(large_ones_left::<FourBig, Cluster<FullEntry>>(), 2);
        assert_eq!(large_ones_left::<Siege, Pairs<4, FullEntry>>(), 4);
        assert_eq!(large_ones_left::<Siege, Pairs<8, FullEntry>>(), 8);
        assert_eq!(large_ones_left::<Siege, Cluster<FullEntry>>(), 3);
    }
}
