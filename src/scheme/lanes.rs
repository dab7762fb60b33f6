//! Four entries in two registers of SSE2, which every x86-64 processor has.
//!
//! Four worths then take about as many instructions as one.

#![allow(unsafe_code, reason = "the intrinsics are unsafe to call without `target_feature`")]

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
    _mm_cvtepi32_ps, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_max_epi16, _mm_min_epi16, _mm_min_ps,
    _mm_movemask_ps, _mm_or_si128, _mm_set_epi32, _mm_set_epi64x, _mm_set1_epi32, _mm_setzero_si128,
    _mm_shuffle_epi32, _mm_shuffle_ps, _mm_sll_epi32, _mm_slli_epi32, _mm_srl_epi32, _mm_srli_epi32,
    _mm_sub_epi32, _mm_subs_epu16, _mm_xor_si128,
};

use super::worth::{MOST_SIZE, Number, SLOT_BITS, Weighed, Weighs};
use crate::entry::slot::each;
use crate::entry::{Bits, Bound, Facts, Generation, Packed, Payload};

/// Calls a function that needs SSE2.
macro_rules! sse2 {
    ($call:expr) => {{
        // SAFETY: this module is compiled only for targets with SSE2. The function reads and writes
        // no memory.
        unsafe { $call }
    }};
}

/// Returns the same as [`worth::least`](super::worth::least), or `None` if [`Lanes`] cannot hold the
/// residents.
#[inline(always)]
pub(super) fn least<S: Weighs, P: Payload>(residents: &[Packed<P>], now: Generation) -> Option<(usize, i32)> {
    let mut least: Option<(usize, i32)> = None;
    for (number, chunk) in residents.chunks(4).enumerate() {
        let lanes = Lanes::of(chunk)?;
        let (slot, worth) = lanes.least(S::worth(lanes, now));
        if least.is_none_or(|(_, least)| worth < least) {
            least = Some((4 * number + slot, worth));
        }
    }
    least
}

/// Returns the same as [`worth::is_any_aged`](super::worth::is_any_aged), or `None` if [`Lanes`] cannot
/// hold the residents.
#[inline(always)]
pub(super) fn is_any_aged<P: Payload>(
    residents: &[Packed<P>],
    worn_bits: u32,
    age_bit: u32,
    now: Generation,
) -> Option<bool> {
    let mut is_any = false;
    for chunk in residents.chunks(4) {
        let bit = Lanes::<P>::kept(P::FACTS.age).range().start % 32 + worn_bits + age_bit;
        let searches = Lanes::of(chunk)?.searches(worn_bits, now);
        is_any |= sse2!(is_any_negative(searches.doubled(31 - bit).0));
    }
    Some(is_any)
}

/// A number for each of four entries.
#[derive(Clone, Copy, Debug)]
struct Four(__m128i);

impl Four {
    #[inline(always)]
    fn of([first, second, third, fourth]: [i32; 4]) -> Self {
        Self(sse2!(_mm_set_epi32(fourth, third, second, first)))
    }

    #[inline(always)]
    fn all(value: i32) -> Self {
        Self(sse2!(_mm_set1_epi32(value)))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(sse2!(_mm_and_si128(self.0, other.0)))
    }

    #[inline(always)]
    fn other_than(self, other: Self) -> Self {
        Self(sse2!(_mm_xor_si128(self.0, other.0)))
    }

    #[inline(always)]
    fn shifted_right(self, by: u32) -> Self {
        let by = sse2!(_mm_cvtsi32_si128(by as i32));
        Self(sse2!(_mm_srl_epi32(self.0, by)))
    }
}

impl Number for Four {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(sse2!(_mm_add_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(sse2!(_mm_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn doubled(self, times: u32) -> Self {
        let times = sse2!(_mm_cvtsi32_si128(times as i32));
        Self(sse2!(_mm_sll_epi32(self.0, times)))
    }

    #[inline(always)]
    fn if_equal(self, value: i32, then: i32) -> Self {
        Self(sse2!(_mm_cmpeq_epi32(self.0, Self::all(value).0))).and(Self::all(then))
    }
}

/// Four entries: the low and the high halves of their words.
struct Lanes<P> {
    entries: [Packed<P>; 4],
    low: Four,
    high: Four,
}

impl<P> Clone for Lanes<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Lanes<P> {}

impl<P: Payload> Lanes<P> {
    /// Returns `None` if there are not three or four entries, or a fact of theirs lies in both
    /// halves of the word.
    #[inline(always)]
    fn of(residents: &[Packed<P>]) -> Option<Self> {
        let entries = match *residents {
            [first, second, third, fourth] => [first, second, third, fourth],
            // Of equals the first yields, so the last one may come twice.
            [first, second, third] => [first, second, third, third],
            _ => return None,
        };
        let (low, high) = sse2!(halves(each(|at| entries[at].word() as i64)));
        const { fits(P::FACTS) }.then_some(Self { entries, low: Four(low), high: Four(high) })
    }

    #[inline(always)]
    fn field(self, fact: Option<Bits>) -> Four {
        let bits = Self::kept(fact);
        let first = bits.range().start;
        self.half(bits).shifted_right(first % 32).and(Four::all(bits.max() as i32))
    }

    #[inline(always)]
    fn half(self, bits: Bits) -> Four {
        if bits.range().start < 32 { self.low } else { self.high }
    }

    /// Numbers that hold the age where the half of the word holds the generation; their other bits are
    /// any.
    #[inline(always)]
    fn searches(self, worn_bits: u32, now: Generation) -> Four {
        let bits = Self::kept(P::FACTS.age);
        Four::all(now.above_ones(bits.range().start % 32, worn_bits) as i32).minus(self.half(bits))
    }

    #[inline(always)]
    fn kept(fact: Option<Bits>) -> Bits {
        fact.expect("the worth of one entry compiles only if the payload keeps the fact")
    }

    #[inline(always)]
    fn least(self, worth: Four) -> (usize, i32) {
        let least = sse2!(least_of_four(self.low.0, self.high.0, worth.0));
        (least as usize % 4, (least - TWO - LEAST) >> SLOT_BITS)
    }
}

const fn fits(facts: Facts) -> bool {
    const fn lies_in_a_half(fact: Option<Bits>) -> bool {
        match fact {
            Some(bits) => bits.range().start / 32 == (bits.range().end - 1) / 32,
            None => true,
        }
    }
    let Facts { depth, bound, size, age, .. } = facts;
    let size_fits = match size {
        Some(bits) => bits.max() <= MOST_SIZE as u64,
        None => true,
    };
    size_fits && lies_in_a_half(depth) && lies_in_a_half(bound) && lies_in_a_half(size) && lies_in_a_half(age)
}

impl<P: Payload> Weighed for Lanes<P> {
    type Number = Four;

    #[inline(always)]
    fn depth(self) -> Four {
        self.field(P::FACTS.depth)
    }

    #[inline(always)]
    fn size(self) -> Four {
        self.field(P::FACTS.size)
    }

    #[inline(always)]
    fn octaves(self) -> Four {
        match (P::FACTS.size, P::SIZE_MANTISSA_BITS) {
            (Some(_), Some(bits)) => {
                let code = self.size();
                Four(sse2!(least_octaves(code.0, bits.saturating_sub(1) as i32)))
                    .plus(code.shifted_right(bits))
            }
            _ => Four::of(each(|at| self.entries[at].octaves() as i32)),
        }
    }

    #[inline(always)]
    fn quarter_octaves(self) -> Four {
        match (P::FACTS.size, P::SIZE_MANTISSA_BITS) {
            // Halves of 16 bits are compared.
            (Some(size), Some(2..)) if size.max() >= 1 << 15 => {
                Four::of(each(|at| self.entries[at].quarter_octaves() as i32))
            }
            (Some(_), Some(bits @ 2..)) => {
                let code = self.size();
                Four(sse2!(quarters_up_to(code.0, 1 << bits)))
                    .plus(Four(sse2!(beyond(code.0, 1 << bits))).shifted_right(bits - 2))
            }
            _ => self.octaves().doubled(2),
        }
    }

    #[inline(always)]
    fn bound(self) -> Four {
        self.field(P::FACTS.bound)
    }

    #[inline(always)]
    fn age_beside(self, worn_bits: u32, now: Generation) -> Four {
        let bits = Self::kept(P::FACTS.age);
        let age = self.searches(worn_bits, now).shifted_right(bits.range().start % 32 + worn_bits);
        age.and(Four::all((bits.max() >> worn_bits) as i32))
    }

    #[inline(always)]
    fn wear(self, bits: u32) -> Four {
        P::FACTS.age.map_or(Four::all(0), |_| self.field(P::FACTS.age).and(Four::all((1 << bits) - 1)))
    }

    #[inline(always)]
    fn if_other_iterations(self, bound: Bound, odd: u8, now: Generation, then: i32) -> Four {
        let (bounds, age) = (Self::kept(P::FACTS.bound), Self::kept(P::FACTS.age));
        let odd_bit = age.of(odd.into());
        let now_odd = if now.is_in_odd_iteration() { odd_bit } else { 0 };
        let in_half = |word: u64| (word >> (age.range().start / 32 * 32)) as i32;
        // The bit is 1 where the iteration is another.
        let turned = self.half(age).other_than(Four::all(in_half(now_odd)));
        if bounds.range().start / 32 == age.range().start / 32 {
            // Both are compared where they lie.
            let both = turned.and(Four::all(in_half(bounds.of(u64::MAX) | odd_bit)));
            return both.if_equal(in_half(bounds.of(bound as u64) | odd_bit), then);
        }
        let is_other = turned.and(Four::all(in_half(odd_bit))).if_equal(in_half(odd_bit), -1);
        is_other.and(self.bound().if_equal(bound as i32, then))
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn is_any_negative(numbers: __m128i) -> bool {
    _mm_movemask_ps(_mm_castsi128_ps(numbers)) != 0
}

#[target_feature(enable = "sse2")]
#[inline]
fn halves([first, second, third, fourth]: [i64; 4]) -> (__m128i, __m128i) {
    let front = _mm_castsi128_ps(_mm_set_epi64x(second, first));
    let back = _mm_castsi128_ps(_mm_set_epi64x(fourth, third));
    let low = _mm_shuffle_ps::<0b10_00_10_00>(front, back);
    let high = _mm_shuffle_ps::<0b11_01_11_01>(front, back);
    (_mm_castps_si128(low), _mm_castps_si128(high))
}

/// The binary logarithm of numbers below 2²⁴, rounded down, or `most` if that is less.
#[target_feature(enable = "sse2")]
#[inline]
fn least_octaves(numbers: __m128i, most: i32) -> __m128i {
    let exponent = _mm_castps_si128(_mm_cvtepi32_ps(_mm_or_si128(numbers, _mm_set1_epi32(1))));
    let octaves = _mm_sub_epi32(_mm_srli_epi32::<23>(exponent), _mm_set1_epi32(127));
    _mm_min_epi16(octaves, _mm_set1_epi32(most))
}

/// Four times the binary logarithm of numbers, or of `most` if that is less, rounded down between
/// powers of two as if it were linear there.
#[target_feature(enable = "sse2")]
#[inline]
fn quarters_up_to(numbers: __m128i, most: i32) -> __m128i {
    let numbers = _mm_max_epi16(_mm_min_epi16(numbers, _mm_set1_epi32(most)), _mm_set1_epi32(1));
    let float = _mm_castps_si128(_mm_cvtepi32_ps(numbers));
    _mm_sub_epi32(_mm_srli_epi32::<21>(float), _mm_set1_epi32(127 << 2))
}

/// What the numbers, below 2¹⁵, have beyond `least`.
#[target_feature(enable = "sse2")]
#[inline]
fn beyond(numbers: __m128i, least: i32) -> __m128i {
    _mm_subs_epu16(numbers, _mm_set1_epi32(least))
}

/// The bits of the number 2.
const TWO: i32 = 1 << 30;
/// The bits of the least number that is not subnormal.
const LEAST: i32 = 1 << 23;

/// SSE2 has no minimum of integers. Positive floating-point numbers have the order of their bits.
#[target_feature(enable = "sse2")]
#[inline]
fn least_of_four(low: __m128i, high: __m128i, worth: __m128i) -> i32 {
    let is_empty = _mm_cmpeq_epi32(_mm_or_si128(low, high), _mm_setzero_si128());
    let worth = _mm_add_epi32(_mm_slli_epi32::<{ SLOT_BITS as i32 }>(worth), _mm_set1_epi32(TWO));
    // Saturating, so that an empty entry is 0.
    let worth = _mm_subs_epu16(worth, is_empty);
    let four = _mm_add_epi32(worth, _mm_set_epi32(LEAST + 3, LEAST + 2, LEAST + 1, LEAST));
    let swapped = _mm_shuffle_epi32::<0b01_00_11_10>(four);
    let two = _mm_min_ps(_mm_castsi128_ps(four), _mm_castsi128_ps(swapped));
    let swapped = _mm_shuffle_epi32::<0b10_11_00_01>(_mm_castps_si128(two));
    let one = _mm_min_ps(two, _mm_castsi128_ps(swapped));
    _mm_cvtsi128_si32(_mm_castps_si128(one))
}

#[cfg(test)]
mod tests {
    use super::super::worth::{Number, Weighs, is_any_aged_one_by_one, least_one_by_one};
    use super::super::{Crafty, DepthAge, ExactAge, FourBig, FourIter, Siege, Undercut};
    use super::{Four, fits, is_any_aged, least};
    use crate::entry::{Bits, Entry, Facts, FullEntry, Generation, Packed, Payload, SizedEntry};
    use crate::key::SplitMix64;

    /// Its facts lie in the low half of the word, and its size is a plain number.
    #[derive(Clone, Copy)]
    struct Low;

    impl Payload for Low {
        type Data = [u64; 1];
        const FACTS: Facts = Facts {
            depth: Some(Bits::at(0..8)),
            bound: Some(Bits::at(8..10)),
            age: Some(Bits::at(10..18)),
            size: Some(Bits::at(18..32)),
            ..Facts::NONE
        };
        fn pack(self) -> [u64; 1] {
            [1]
        }
        fn unpack(_: [u64; 1]) -> Self {
            Self
        }
    }

    fn numbers(Four(register): Four) -> [i32; 4] {
        let mut numbers = [0; 4];
        // SAFETY: the target has SSE2. The function writes 16 bytes, the array's size.
        unsafe { std::arch::x86_64::_mm_storeu_si128(numbers.as_mut_ptr().cast(), register) };
        numbers
    }

    #[test]
    fn a_number_in_a_lane_is_the_same_number() {
        let mut random = SplitMix64::new(1);
        for _ in 0..10_000 {
            let [one, other] = [(); 2].map(|()| [(); 4].map(|()| random.next() as i32 >> random.below(32)));
            let [ours, theirs] = [one, other].map(Four::of);
            let (times, value) = (random.below(32) as u32, one[random.below(4) as usize]);
            let each = |of: &dyn Fn(i32, i32) -> i32| std::array::from_fn(|lane| of(one[lane], other[lane]));
            assert_eq!(numbers(ours), one);
            assert_eq!(numbers(ours.plus(theirs)), each(&i32::plus));
            assert_eq!(numbers(ours.minus(theirs)), each(&i32::minus));
            assert_eq!(numbers(ours.and(theirs)), each(&|one, other| one & other));
            assert_eq!(numbers(ours.doubled(times)), each(&|one, _| one.doubled(times)));
            assert_eq!(numbers(ours.shifted_right(times)), each(&|one, _| (one as u32 >> times) as i32));
            assert_eq!(
                numbers(ours.if_equal(value, times as i32)),
                each(&|one, _| one.if_equal(value, times as i32))
            );
        }
    }

    /// Buckets with empty slots and equal entries, and a generation.
    fn bucket<P: Payload, const SLOTS: usize>(random: &mut SplitMix64) -> ([Packed<P>; SLOTS], Generation) {
        let kept = if random.below(2) == 0 { u64::MAX } else { random.next() };
        let mut words = [(); SLOTS].map(|()| random.next() & kept);
        for _ in 0..random.below(3) {
            words[random.below(SLOTS as u64) as usize] = words[random.below(SLOTS as u64) as usize];
        }
        if random.below(4) == 0 {
            words[random.below(SLOTS as u64) as usize] = 0;
            words[random.below(SLOTS as u64) as usize] = 0;
        }
        (
            words.map(Packed::from_word),
            Generation::new(random.next() as u8).in_iteration(random.below(2) == 0),
        )
    }

    fn both_choose_alike<S: Weighs, P: Payload, const SLOTS: usize>(buckets: usize) {
        let mut random = SplitMix64::new(2);
        let mut noticed = 0;
        for _ in 0..buckets {
            let (mut residents, now) = bucket::<P, SLOTS>(&mut random);
            let (slot, worth) = least_one_by_one::<S, P>(&residents, now);
            let of_lanes = least::<S, P>(&residents, now).expect("each fact lies in a half");
            assert_eq!(of_lanes.0, slot, "{}: {residents:?}, {now:?}", S::NAME);
            assert!(of_lanes.1 == worth || residents[slot].is_empty(), "{}: {residents:?}, {now:?}", S::NAME);
            residents.rotate_left(1);
            noticed += usize::from(least::<S, P>(&residents, now).expect("as above").0 != slot);
        }
        assert!(noticed > buckets / 2, "the control: entries in each other's lanes are noticed");
    }

    fn every_scheme_chooses_alike<P: Payload, const SLOTS: usize>(buckets: usize) {
        both_choose_alike::<DepthAge, P, SLOTS>(buckets);
        both_choose_alike::<Crafty, P, SLOTS>(buckets);
        both_choose_alike::<ExactAge, P, SLOTS>(buckets);
        both_choose_alike::<Undercut, P, SLOTS>(buckets);
        both_choose_alike::<Siege, P, SLOTS>(buckets);
        both_choose_alike::<FourIter, P, SLOTS>(buckets);
    }

    fn both_see_ages_alike<P: Payload, const SLOTS: usize>() {
        let mut random = SplitMix64::new(3);
        let bits = P::FACTS.age.expect("an age is kept").count();
        for _ in 0..10_000 {
            let (mut residents, now) = bucket::<P, SLOTS>(&mut random);
            for worn_bits in 0..bits {
                for age_bit in 0..bits - worn_bits {
                    let of_lanes = is_any_aged(&residents, worn_bits, age_bit, now);
                    let is_any = is_any_aged_one_by_one(&residents, worn_bits, age_bit, now);
                    assert_eq!(of_lanes, Some(is_any), "{worn_bits}, {age_bit}: {residents:?}, {now:?}");
                }
                let first = residents[0];
                let age = first.age_beside(worn_bits, now);
                residents.fill(first);
                for age_bit in 0..bits - worn_bits {
                    let is_aged = age >> age_bit & 1 == 1;
                    assert_eq!(is_any_aged(&residents, worn_bits, age_bit, now), Some(is_aged));
                }
            }
        }
    }

    #[test]
    fn four_at_once_and_one_by_one_see_the_same_bits_of_ages() {
        both_see_ages_alike::<SizedEntry, 4>();
        both_see_ages_alike::<SizedEntry, 3>();
        both_see_ages_alike::<SizedEntry, 8>();
        both_see_ages_alike::<Entry, 3>();
        both_see_ages_alike::<FullEntry, 4>();
        both_see_ages_alike::<Low, 4>();
    }

    #[test]
    fn four_at_once_and_one_by_one_choose_the_same_slot() {
        every_scheme_chooses_alike::<SizedEntry, 4>(100_000);
        every_scheme_chooses_alike::<Entry, 4>(100_000);
        every_scheme_chooses_alike::<FullEntry, 4>(100_000);
        every_scheme_chooses_alike::<Low, 4>(1_000);
        both_choose_alike::<FourBig, SizedEntry, 4>(100_000);
        both_choose_alike::<FourBig, FullEntry, 4>(100_000);
    }

    #[test]
    fn a_fact_in_both_halves_and_a_wide_size_are_weighed_one_by_one() {
        let (across, wide) = (Some(Bits::at(31..33)), Some(Bits::at(0..25)));
        assert!(fits(SizedEntry::FACTS) && fits(Low::FACTS) && fits(Facts::NONE));
        assert!(!fits(Facts { depth: across, ..Facts::NONE }) && !fits(Facts { age: across, ..Facts::NONE }));
        assert!(
            !fits(Facts { bound: across, ..Facts::NONE }) && !fits(Facts { size: across, ..Facts::NONE })
        );
        assert!(!fits(Facts { size: wide, ..Facts::NONE }));
        let residents = [Packed::<Low>::from_word(1); 5];
        assert_eq!(least::<DepthAge, Low>(&residents, Generation::new(0)), None, "five slots");
    }

    #[test]
    fn three_seven_and_eight_slots_are_weighed_alike_too() {
        every_scheme_chooses_alike::<SizedEntry, 3>(1_000);
        every_scheme_chooses_alike::<Entry, 7>(1_000);
        every_scheme_chooses_alike::<FullEntry, 8>(1_000);
    }
}
