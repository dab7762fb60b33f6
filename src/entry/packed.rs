//! An entry in the form that schemes read.

use std::fmt;
use std::marker::PhantomData;

use super::size::{MANTISSA_BITS, code_of_octaves, quarter_octaves_of_float};
use super::{Bound, Depth, Generation, Payload};

/// An entry in the form that schemes read: its first data word, or 0.
pub struct Packed<P> {
    word: u64,
    payload: PhantomData<fn() -> P>,
}

/// If the fact is missing, this does not compile.
macro_rules! fact {
    ($payload:ident, $fact:ident) => {
        const {
            match $payload::FACTS.$fact {
                Some(bits) => bits,
                None => panic!(concat!(
                    "the scheme, or the table's setting, asks for the `",
                    stringify!($fact),
                    "` of an entry; this payload does not keep it: see `Payload::FACTS`"
                )),
            }
        }
    };
}

impl<P> Packed<P> {
    /// A factor of two is this power of two, where [`magnitude`](Self::magnitude) counts.
    pub(crate) const OCTAVE_BITS: u32 = MANTISSA_BITS;

    /// The absence of an entry.
    pub const EMPTY: Self = Self::from_word(0);

    /// Returns the entry with this first data word.
    #[inline]
    #[must_use]
    pub const fn from_word(word: u64) -> Self {
        Self { word, payload: PhantomData }
    }

    /// Returns the first data word. In [`Scheme::place`](crate::scheme::Scheme::place) it may be the
    /// 48 bits that a one-word layout holds; there, read facts only.
    #[inline]
    #[must_use]
    pub const fn word(self) -> u64 {
        self.word
    }

    /// Returns whether the entry is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.word == 0
    }

    #[inline(always)]
    #[must_use]
    pub(crate) const fn only_if(self, is_kept: bool) -> Self {
        Self::from_word(self.word & (is_kept as u64).wrapping_neg())
    }
}

impl<P: Payload> Packed<P> {
    /// Returns the depth; 0 for an empty entry.
    #[inline]
    #[must_use]
    pub fn depth(self) -> Depth {
        fact!(P, depth).get(self.word) as Depth
    }

    /// Returns the stored code of the subtree size. A larger code means a larger subtree.
    #[inline]
    #[must_use]
    pub fn size_code(self) -> u64 {
        fact!(P, size).get(self.word)
    }

    /// Returns how many searches ago the entry was written, modulo what its age can hold.
    #[inline]
    #[must_use]
    pub fn age(self, now: Generation) -> u8 {
        self.age_beside(0, now)
    }

    /// Returns whether the entry was written in the current search.
    #[inline]
    #[must_use]
    pub fn is_current(self, now: Generation) -> bool {
        self.age(now) == 0
    }

    /// Returns the score; 0 for an empty entry.
    #[inline]
    #[must_use]
    pub fn score(self) -> i64 {
        fact!(P, score).get_signed(self.word)
    }

    /// Returns the bound of the score.
    #[inline]
    #[must_use]
    pub fn bound(self) -> Bound {
        Bound::from_code(fact!(P, bound).get(self.word))
    }

    /// Returns whether the score is exact.
    #[inline]
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.bound() == Bound::Exact
    }

    #[inline]
    pub(crate) fn is_upper_if_kept(self) -> bool {
        P::FACTS.bound.is_some_and(|bits| Bound::from_code(bits.get(self.word)) == Bound::Upper)
    }

    /// Returns whether the position is on a PV.
    #[inline]
    #[must_use]
    pub fn is_principal(self) -> bool {
        fact!(P, pv).get(self.word) == 1
    }

    /// Returns whether the position is on a PV; `false` if the payload does not keep that.
    #[inline]
    #[must_use]
    pub fn is_principal_if_kept(self) -> bool {
        P::FACTS.pv.is_some_and(|bit| bit.get(self.word) == 1)
    }

    /// Returns how near the position is to the root: more is nearer.
    ///
    /// Without plies in the payload, it is the depth. Within one search to one depth both order
    /// alike.
    #[inline]
    #[must_use]
    pub fn nearness(self) -> u64 {
        match P::FACTS.ply {
            Some(ply) => ply.max() - ply.get(self.word),
            None => fact!(P, depth).get(self.word),
        }
    }

    /// Returns the binary logarithm of the subtree's size, or the depth if the payload keeps no
    /// sizes.
    #[inline]
    #[must_use]
    pub fn octaves(self) -> u32 {
        const {
            assert!(
                P::FACTS.size.is_some() || P::FACTS.depth.is_some(),
                "the scheme asks for the `size` of an entry, or its `depth`; this payload keeps neither: see `Payload::FACTS`"
            );
        }
        let of_size = P::FACTS.size.map(|size| P::octaves(size.get(self.word)));
        of_size.unwrap_or_else(|| P::FACTS.depth.map_or(0, |depth| depth.get(self.word) as u32))
    }

    /// Returns this entry, with the move of `other` if this one lacks a move.
    #[inline]
    #[must_use]
    pub fn or_move_of(self, other: Self) -> Self {
        let Some(mv) = P::FACTS.mv.filter(|mv| mv.get(self.word) == 0) else { return self };
        Self::from_word(mv.set(self.word, mv.get(other.word)))
    }

    /// Returns this entry, with the move of `other` if that has one.
    #[inline]
    #[must_use]
    pub fn with_move_of(self, other: Self) -> Self {
        let Some(mv) = P::FACTS.mv.filter(|mv| mv.get(other.word) != 0) else { return self };
        Self::from_word(mv.set(self.word, mv.get(other.word)))
    }

    /// Returns this entry as written in generation `now`, if the payload keeps ages.
    #[inline]
    #[must_use]
    pub fn stamped(self, now: Generation) -> Self {
        self.stamped_beside(0, now)
    }

    /// Returns the [`age`](Self::age) where `worn_bits` of its field hold
    /// [wear](crate::scheme::Scheme::AGING).
    #[inline]
    #[must_use]
    pub fn age_beside(self, worn_bits: u32, now: Generation) -> u8 {
        let _ = fact!(P, age);
        self.age_beside_if_kept(worn_bits, now)
    }

    #[inline]
    pub(crate) fn age_beside_if_kept(self, worn_bits: u32, now: Generation) -> u8 {
        let Some(bits) = P::FACTS.age else { return 0 };
        ((self.searches(worn_bits, now) >> bits.range().start & bits.max()) >> worn_bits) as u8
    }

    /// Returns a number that holds the age where the word holds the generation; its other bits are
    /// any.
    #[inline]
    pub(crate) fn searches(self, worn_bits: u32, now: Generation) -> u64 {
        let Some(bits) = P::FACTS.age else { return 0 };
        now.above_ones(bits.range().start, worn_bits).wrapping_sub(self.word)
    }

    /// Returns `age` where [`searches`](Self::searches) holds it.
    pub(crate) const fn age_in_place(age: u64, worn_bits: u32) -> u64 {
        match P::FACTS.age {
            Some(bits) => age << worn_bits << bits.range().start,
            None => 0,
        }
    }

    #[inline]
    pub(crate) fn stamped_beside(self, worn_bits: u32, now: Generation) -> Self {
        let Some(bits) = P::FACTS.age else { return self };
        Self::from_word(bits.set(self.word, u64::from(now.number()) << worn_bits))
    }

    /// Returns four times the binary logarithm of the size, rounded down, and linear between powers
    /// of two. Where the payload keeps no finer size, it is a multiple of four.
    #[inline]
    #[must_use]
    pub(crate) fn quarter_octaves(self) -> u32 {
        match (P::FACTS.size, P::SIZE_MANTISSA_BITS) {
            (Some(size), Some(bits @ 2..)) => quarter_octaves_of_float(size.get(self.word), bits),
            _ => 4 * self.octaves(),
        }
    }

    /// Returns a number that grows with the size, by `2`<sup>`OCTAVE_BITS`</sup> for a factor of two;
    /// less far for the smallest sizes, whose codes are plain numbers.
    ///
    /// It costs less than a logarithm: in a float with so many bits of mantissa it is the code. Other
    /// sizes count as the code of their octave.
    #[inline]
    #[must_use]
    pub(crate) fn magnitude(self) -> u64 {
        match (P::FACTS.size, P::SIZE_MANTISSA_BITS) {
            (Some(size), Some(bits)) if bits <= Self::OCTAVE_BITS => {
                size.get(self.word) << (Self::OCTAVE_BITS - bits)
            }
            (Some(_), _) => code_of_octaves(self.octaves()),
            (None, _) => u64::from(self.octaves()) << Self::OCTAVE_BITS,
        }
    }

    /// Returns the wear: the low `bits` of the age
    /// ([`Scheme::AGING`](crate::scheme::Scheme::AGING)).
    #[inline]
    #[must_use]
    pub fn wear(self, bits: u32) -> u8 {
        P::FACTS.age.map_or(0, |age| (age.get(self.word) & Self::most_wear(bits)) as u8)
    }

    #[inline]
    #[must_use]
    pub(crate) fn with_wear(self, bits: u32, wear: u8) -> Self {
        let Some(age) = P::FACTS.age.filter(|_| bits > 0) else { return self };
        let beside = age.get(self.word) & !Self::most_wear(bits);
        Self::from_word(age.set(self.word, beside | u64::from(wear).min(Self::most_wear(bits))))
    }

    const fn most_wear(bits: u32) -> u64 {
        (1 << bits) - 1
    }
}

impl<P> Clone for Packed<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Packed<P> {}

impl<P> PartialEq for Packed<P> {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl<P> Eq for Packed<P> {}

impl<P> Default for Packed<P> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<P> fmt::Debug for Packed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({:016x})", self.word)
    }
}

#[cfg(test)]
mod tests {
    use super::Packed;
    use crate::entry::{Bits, Bound, Entry, Facts, FullEntry, Generation, Payload, SizedEntry};

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Plain(u64);

    impl Payload for Plain {
        type Data = [u64; 1];
        const FACTS: Facts =
            Facts { age: Some(Bits::at(40..48)), size: Some(Bits::at(0..20)), ..Facts::NONE };
        fn pack(self) -> [u64; 1] {
            [self.0]
        }
        fn unpack([word]: [u64; 1]) -> Self {
            Self(word)
        }
    }

    #[test]
    fn entries_are_equal_if_their_words_are() {
        fn again<T: Clone>(value: &T) -> T {
            value.clone()
        }
        let [one, other] = [Packed::<Plain>::from_word(5), Packed::from_word(6)];
        assert!(one == again(&one) && one != other && again(&other) == other);
        assert_eq!(Packed::<Plain>::default(), Packed::EMPTY);
    }

    #[test]
    fn wear_and_age_share_a_field_and_leave_each_other_and_the_rest_alone() {
        let now = Generation::new(201);
        let entry = Packed::<Plain>::from_word(77).stamped_beside(3, now.earlier(5));
        assert_eq!((entry.wear(3), entry.age_beside(3, now)), (0, 5));
        for wear in 0..8 {
            let worn = entry.with_wear(3, wear);
            assert_eq!((worn.wear(3), worn.age_beside(3, now), worn.word() & 0xFF_FFFF), (wear, 5, 77));
            assert_eq!(worn.with_wear(3, 0), entry);
        }
        assert_eq!(entry.with_wear(3, 200).wear(3), 7);
        assert_eq!(entry.age_beside(3, Generation::new(201 + 26)), 31);
        assert_eq!(entry.age_beside(3, Generation::new(201 + 27)), 0);
    }

    #[test]
    fn wear_may_take_all_bits_of_an_age_at_the_end_of_the_word() {
        let worn = Packed::<FullEntry>::from_word(77).with_wear(4, 9);
        assert_eq!((worn.wear(4), worn.age_beside(4, Generation::new(201))), (9, 0));
    }

    #[test]
    fn octaves_are_those_of_the_size_of_its_code_or_of_the_depth() {
        assert_eq!(
            [0, 1, 2, 3, 4, 1023, 1024].map(|size| Packed::<Plain>::from_word(size).octaves()),
            [0, 0, 1, 1, 2, 9, 10]
        );
        let of_size = |size| Packed::from(SizedEntry { size, ..SizedEntry::default() }).octaves();
        assert_eq!(
            [0, 1, 2, 127, 128, 255, 256, 510, 512, 1 << 20].map(of_size),
            [0, 0, 1, 6, 7, 7, 8, 8, 9, 20]
        );
        let [word] = Entry { depth: 9, bound: Bound::Exact, ..Entry::default() }.pack();
        assert_eq!(Packed::<Entry>::from_word(word).octaves(), 9);
    }

    #[test]
    fn quarters_of_octaves_are_linear_between_powers_of_two() {
        let of_size = |size| Packed::from(SizedEntry { size, ..SizedEntry::default() }).quarter_octaves();
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(of_size), [0, 0, 4, 6, 8, 9, 10, 11, 12]);
        assert_eq!([127, 128, 159, 160, 255, 256, 318, 320].map(of_size), [27, 28, 28, 29, 31, 32, 32, 33]);
        assert_eq!([764, 768, 1 << 20, 7 << 18].map(of_size), [37, 38, 80, 83]);
        let full = |octaves| {
            let [word] = FullEntry { octaves, ..FullEntry::default() }.pack();
            Packed::<FullEntry>::from_word(word).quarter_octaves()
        };
        assert_eq!([0, 9].map(full), [0, 36], "no finer size is kept");
        let [word] = Entry { depth: 9, bound: Bound::Exact, ..Entry::default() }.pack();
        assert_eq!(Packed::<Entry>::from_word(word).quarter_octaves(), 36);
    }
}
