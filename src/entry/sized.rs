//! The entry of the studies, in one data word and in 48 bits.
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–39 | depth | 0–255 plies |
//! | 40–41 | bound | 0 none, 1 upper, 2 lower, 3 exact |
//! | 42–47 | generation | modulo 64 |
//! | 48 | principal | on the PV of a child of the root |
//! | 49 | extended | a search extension |
//! | 50 | drawn | the score is a proven draw |
//! | 51 | reserved | 0 |
//! | 52–63 | subtree size | small float, see [`super::size`] |
//!
//! In 48 bits, for buckets of one-word entries:
//!
//! | bits | field | range |
//! |---|---|---|
//! | 0–15 | move | any; 0 is *no move* |
//! | 16–31 | score | two's complement |
//! | 32–37 | depth | 0–63 plies; deeper ones are stored as 63 |
//! | 38–39 | bound | 0 none, 1 upper, 2 lower, 3 exact |
//! | 40–43 | generation | modulo 16 |
//! | 44 | principal | on the PV of a child of the root |
//! | 45–47 | subtree size | the largest k of 0–7 with 8ᵏ nodes or fewer |
//!
//! All-zero memory is the empty entry. An entry without a bound whose fields are all 0 is stored
//! with score −32 768. Golden patterns: `tests/layout.rs`.

use super::{
    Bits, Bound, Depth, Facts, Marks, Move16, NO_SCORE, Narrow, Packed, Payload, Score, SizedEntry, size,
};

const MOVE: Bits = Bits::at(0..16);
const SCORE: Bits = Bits::at(16..32);
const DEPTH: Bits = Bits::at(32..40);
const BOUND: Bits = Bits::at(40..42);
const GENERATION: Bits = Bits::at(42..48);
const PRINCIPAL: Bits = Bits::at(48..49);
const MARKS: Bits = Bits::at(49..51);
const SIZE: Bits = Bits::at(52..64);

const MOVE_AND_SCORE: Bits = Bits::at(0..32);
const NARROW_DEPTH: Bits = Bits::at(32..38);
const NARROW_BOUND: Bits = Bits::at(38..40);
const NARROW_GENERATION: Bits = Bits::at(40..44);
const NARROW_PRINCIPAL: Bits = Bits::at(44..45);
const NARROW_SIZE: Bits = Bits::at(45..48);

const _: () = assert!(SIZE.count() == size::BITS);

impl Payload for SizedEntry {
    type Data = [u64; 1];
    const NAME: &'static str = "entry";
    const FACTS: Facts = Facts {
        depth: Some(DEPTH),
        score: Some(SCORE),
        bound: Some(BOUND),
        size: Some(SIZE),
        age: Some(GENERATION),
        pv: Some(PRINCIPAL),
        mv: Some(MOVE),
        ply: None,
    };
    const SIZE_MANTISSA_BITS: Option<u32> = Some(size::MANTISSA_BITS);

    #[inline]
    fn pack(self) -> [u64; 1] {
        // The compiler lays bound and mark of the PV side by side, and reads a pair by one load.
        [MOVE.of(self.mv.0.into())
            | SCORE.of(u64::from(self.score as u16))
            | DEPTH.of(self.depth.into())
            | (BOUND.of(self.bound as u64) | PRINCIPAL.of(self.principal.into()))
            | MARKS.of(self.marks.bits())
            | SIZE.of(size::encode(self.size).into())]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        Self {
            mv: Move16(MOVE.get(word) as u16),
            score: SCORE.get(word) as u16 as Score,
            bound: Bound::from_code(BOUND.get(word)),
            depth: DEPTH.get(word) as Depth,
            size: size::decode(SIZE.get(word) as u16),
            principal: PRINCIPAL.get(word) == 1,
            marks: Marks::of_bits(MARKS.get(word)),
        }
    }

    fn in_place_of_zero(_: [u64; 1]) -> Option<[u64; 1]> {
        Some([SCORE.of(u64::from(NO_SCORE as u16))])
    }
}

impl Narrow for SizedEntry {
    const AGE_BITS: u32 = NARROW_GENERATION.count();
    const NARROW_FACTS: Option<Facts> = Some(Facts {
        depth: Some(NARROW_DEPTH),
        score: Some(SCORE),
        bound: Some(NARROW_BOUND),
        size: Some(NARROW_SIZE),
        age: Some(NARROW_GENERATION),
        pv: Some(NARROW_PRINCIPAL),
        mv: Some(MOVE),
        ply: None,
    });

    #[inline]
    fn narrow_octaves(class: u64) -> u32 {
        size::OCTAVES_A_CLASS * class as u32
    }

    #[inline]
    fn narrow(word: u64) -> u64 {
        let depth = DEPTH.get(word).min(NARROW_DEPTH.max());
        MOVE_AND_SCORE.get(word)
            | NARROW_DEPTH.of(depth)
            | NARROW_BOUND.of(BOUND.get(word))
            | NARROW_GENERATION.of(GENERATION.get(word))
            | NARROW_PRINCIPAL.of(PRINCIPAL.get(word))
            | NARROW_SIZE.of(size::class(SIZE.get(word) as u16))
    }

    #[inline]
    fn widen(narrow: u64) -> u64 {
        if narrow == 0 {
            return 0;
        }
        MOVE_AND_SCORE.get(narrow)
            | DEPTH.of(NARROW_DEPTH.get(narrow))
            | BOUND.of(NARROW_BOUND.get(narrow))
            | GENERATION.of(NARROW_GENERATION.get(narrow))
            | PRINCIPAL.of(NARROW_PRINCIPAL.get(narrow))
            | SIZE.of(size::of_class(NARROW_SIZE.get(narrow)).into())
    }
}

impl From<SizedEntry> for Packed<SizedEntry> {
    /// Returns the packed entry, with generation 0.
    #[inline]
    fn from(entry: SizedEntry) -> Self {
        let [word] = entry.pack();
        Self::from_word(word)
    }
}

impl Packed<SizedEntry> {
    /// Returns the decoded entry, or `None` if it is empty.
    #[inline]
    #[must_use]
    pub fn unpack(self) -> Option<SizedEntry> {
        (!self.is_empty()).then(|| SizedEntry::unpack([self.word()]))
    }
}
