//! Four entries in two registers. Four worths then take about as many instructions as one.
//!
//! `sse2.rs` has the registers of x86-64, `neon.rs` those of aarch64: every processor of the two has
//! them. Elsewhere entries are weighed one by one (`worth.rs`).

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(target_arch = "aarch64")]
use neon::Four;
#[cfg(target_arch = "x86_64")]
use sse2::Four;

use super::worth::{MOST_MAGNITUDE, MOST_SIZE, Number, Weighed, Weighs};
use crate::entry::slot::each;
use crate::entry::{Bits, Bound, Facts, Generation, Packed, Payload};

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
    let mut negative = Four::all(0);
    for chunk in residents.chunks(4) {
        let bit = P::FACTS.age?.range().start % 32 + worn_bits + age_bit;
        let lanes = Lanes::of(chunk)?;
        let aged = lanes.searches(worn_bits, now).doubled(31 - bit);
        negative = negative.or(aged.without(Four::empty(lanes.low, lanes.high)));
    }
    Some(negative.is_any_negative())
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
        let (low, high) = Four::halves(each(|at| entries[at].word()));
        const { fits(P::FACTS) }.then_some(Self { entries, low, high })
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

    /// The half that holds the age. Bits of the age are 0 where they are those of this search and
    /// iteration.
    #[inline(always)]
    fn turned(self, worn_bits: u32, now: Generation) -> Four {
        let age = Self::kept(P::FACTS.age);
        let now = age.of(now.steps() << (worn_bits - 1));
        self.half(age).other_than(Four::all(in_half(age, now)))
    }

    #[inline(always)]
    fn kept(fact: Option<Bits>) -> Bits {
        fact.expect("the worth of one entry compiles only if the payload keeps the fact")
    }

    #[inline(always)]
    fn least(self, worth: Four) -> (usize, i32) {
        Four::least(self.low, self.high, worth)
    }
}

/// The half of a word in which these bits lie.
#[inline(always)]
fn in_half(bits: Bits, word: u64) -> i32 {
    (word >> (bits.range().start / 32 * 32)) as i32
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
                code.octaves_up_to(bits.saturating_sub(1) as i32).plus(code.shifted_right(bits))
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
                code.quarters_up_to(1 << bits).plus(code.beyond(1 << bits).shifted_right(bits - 2))
            }
            _ => self.octaves().doubled(2),
        }
    }

    #[inline(always)]
    fn magnitude(self) -> Four {
        match (P::FACTS.size, P::SIZE_MANTISSA_BITS) {
            (Some(size), Some(bits @ ..=Packed::<()>::OCTAVE_BITS))
                if size.max() << (Packed::<()>::OCTAVE_BITS - bits) <= MOST_MAGNITUDE as u64 =>
            {
                self.size().doubled(Packed::<()>::OCTAVE_BITS - bits)
            }
            (Some(_), _) => Four::of(each(|at| Weighed::magnitude(self.entries[at]))),
            (None, _) => self.octaves().doubled(Packed::<()>::OCTAVE_BITS),
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
    fn if_current(self, worn_bits: u32, now: Generation, then: i32) -> Four {
        let age = Self::kept(P::FACTS.age);
        let search = in_half(age, age.of(u64::MAX << worn_bits));
        self.turned(worn_bits, now).and(Four::all(search)).if_equal(0, then)
    }

    #[inline(always)]
    fn if_other_iterations(self, bound: Bound, worn_bits: u32, now: Generation, then: i32) -> Four {
        let (bounds, age) = (Self::kept(P::FACTS.bound), Self::kept(P::FACTS.age));
        let odd_bit = age.of(1 << (worn_bits - 1));
        let in_half = |word: u64| in_half(age, word);
        let turned = self.turned(worn_bits, now);
        if bounds.range().start / 32 == age.range().start / 32 {
            // Both are compared where they lie.
            let both = turned.and(Four::all(in_half(bounds.of(u64::MAX) | odd_bit)));
            return both.if_equal(in_half(bounds.of(bound as u64) | odd_bit), then);
        }
        let is_other = turned.and(Four::all(in_half(odd_bit))).if_equal(in_half(odd_bit), -1);
        is_other.and(self.bound().if_equal(bound as i32, then))
    }
}

#[cfg(test)]
mod tests {
    use super::super::worth::{Number, Weighs, is_any_aged_one_by_one, least_one_by_one};
    use super::super::{Crafty, DepthAge, ExactAge, FourBig, FourIter, Merit, Siege, Undercut};
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

    /// Its bound and its age lie in different halves, and its size is a wide float.
    #[derive(Clone, Copy)]
    struct Across;

    impl Payload for Across {
        type Data = [u64; 1];
        const FACTS: Facts = Facts {
            depth: Some(Bits::at(0..8)),
            bound: Some(Bits::at(8..10)),
            age: Some(Bits::at(32..40)),
            size: Some(Bits::at(40..58)),
            ..Facts::NONE
        };
        const SIZE_MANTISSA_BITS: Option<u32> = Some(4);
        fn pack(self) -> [u64; 1] {
            [1]
        }
        fn unpack(_: [u64; 1]) -> Self {
            Self
        }
    }

    #[test]
    fn a_number_in_a_lane_is_the_same_number() {
        let mut random = SplitMix64::new(1);
        for _ in 0..10_000 {
            let [one, other] = [(); 2].map(|()| [(); 4].map(|()| random.next() as i32 >> random.below(32)));
            let [ours, theirs] = [one, other].map(Four::of);
            let (times, value) = (random.below(32) as u32, one[random.below(4) as usize]);
            let each = |of: &dyn Fn(i32, i32) -> i32| std::array::from_fn(|lane| of(one[lane], other[lane]));
            assert_eq!(ours.numbers(), one);
            assert_eq!(ours.plus(theirs).numbers(), each(&i32::plus));
            assert_eq!(ours.minus(theirs).numbers(), each(&i32::minus));
            assert_eq!(ours.and(theirs).numbers(), each(&|one, other| one & other));
            assert_eq!(ours.or(theirs).numbers(), each(&|one, other| one | other));
            assert_eq!(ours.without(theirs).numbers(), each(&|one, other| one & !other));
            let empty = |one, other| if one | other == 0 { -1 } else { 0 };
            assert_eq!(Four::empty(ours, theirs).numbers(), each(&empty));
            assert_eq!(ours.doubled(times).numbers(), each(&|one, _| one.doubled(times)));
            assert_eq!(ours.shifted_right(times).numbers(), each(&|one, _| (one as u32 >> times) as i32));
            assert_eq!(
                ours.if_equal(value, times as i32).numbers(),
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
        both_choose_alike::<Merit, P, SLOTS>(buckets);
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
                    let is_aged = age >> age_bit & 1 == 1 && !first.is_empty();
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
        every_scheme_chooses_alike::<Across, 4>(1_000);
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
