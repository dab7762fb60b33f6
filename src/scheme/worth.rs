//! The worth of an entry, by which schemes of many slots choose the slot that yields.
//!
//! A scheme states the worth once, as a function of [`Weighed`]. This function serves a single entry
//! and, on x86-64 and aarch64, four entries at once (`lanes/`).

use std::hint::select_unpredictable;

use super::Scheme;
use crate::entry::bucket::MAX_SLOTS;
use crate::entry::{Bound, Generation, Packed, Payload};

/// A number for one entry, or one for each of four.
pub(super) trait Number: Copy {
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Doubles the number so many times.
    fn doubled(self, times: u32) -> Self;
    /// Returns `then` where the number is `value`, and 0 elsewhere.
    fn if_equal(self, value: i32, then: i32) -> Self;
}

/// One entry, or four, as the worth of a scheme reads them.
pub(super) trait Weighed: Copy {
    type Number: Number;
    fn depth(self) -> Self::Number;
    /// Returns the code of the subtree size, at most [`MOST_SIZE`].
    fn size(self) -> Self::Number;
    fn octaves(self) -> Self::Number;
    fn quarter_octaves(self) -> Self::Number;
    /// Returns a number that grows with the size, by [`OCTAVE`] for a factor of two
    /// ([`Packed::magnitude`]), and is at most [`MOST_MAGNITUDE`].
    fn magnitude(self) -> Self::Number;
    fn bound(self) -> Self::Number;
    fn age_beside(self, worn_bits: u32, now: Generation) -> Self::Number;
    fn wear(self, bits: u32) -> Self::Number;
    /// Returns `then` where the entry is of the search `now`, and 0 elsewhere. For schemes whose highest
    /// bit of wear tells the iteration.
    fn if_current(self, worn_bits: u32, now: Generation, then: i32) -> Self::Number;
    /// Returns `then` where the bound is this one, and the highest bit of the wear tells another
    /// iteration than `now`; 0 elsewhere.
    fn if_other_iterations(self, bound: Bound, worn_bits: u32, now: Generation, then: i32) -> Self::Number;
}

/// A scheme that replaces an entry of least worth.
pub(super) trait Weighs: Scheme {
    /// Returns the worth of an entry, from −2²⁵ to 2²⁵.
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number;
}

/// The largest size code that counts.
pub(super) const MOST_SIZE: i32 = (1 << 24) - 1;

/// A factor of two, where worth is a [magnitude](Weighed::magnitude).
pub(super) const OCTAVE: i32 = 1 << Packed::<()>::OCTAVE_BITS;
pub(super) const MOST_MAGNITUDE: i32 = (1 << 16) - 1;

/// Bits that number the slots of a bucket.
pub(super) const SLOT_BITS: u32 = MAX_SLOTS.ilog2();

/// Returns the first slot of least worth, and that worth. An empty slot comes first, and its worth
/// is less than any other.
#[inline(always)]
pub(super) fn least<S: Weighs, P: Payload>(residents: &[Packed<P>], now: Generation) -> (usize, i32) {
    #[cfg(all(
        any(
            all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
            all(target_arch = "x86_64", target_feature = "sse2")
        ),
        not(miri)
    ))]
    if let Some(least) = super::lanes::least::<S, P>(residents, now) {
        return least;
    }
    least_one_by_one::<S, P>(residents, now)
}

#[inline(always)]
pub(super) fn least_one_by_one<S: Weighs, P: Payload>(
    residents: &[Packed<P>],
    now: Generation,
) -> (usize, i32) {
    let worth = |at: usize| {
        let worth = S::worth(residents[at], now);
        debug_assert!(worth.unsigned_abs() <= 1 << 25, "worth and slot share a number");
        let worth = select_unpredictable(residents[at].is_empty(), i32::MIN, worth << SLOT_BITS);
        // One number holds worth and slot. Its minimum needs no branch and, of equals, is the first
        // slot.
        worth | at as i32
    };
    let least = (1..residents.len()).fold(worth(0), |least, at| least.min(worth(at)));
    (least as usize % MAX_SLOTS, least >> SLOT_BITS)
}

/// Returns whether the age of any resident has this bit, where `worn_bits` of its field hold wear. Empty
/// slots have no age.
#[inline(always)]
pub(crate) fn is_any_aged<P: Payload>(
    residents: &[Packed<P>],
    worn_bits: u32,
    age_bit: u32,
    now: Generation,
) -> bool {
    #[cfg(all(
        any(
            all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
            all(target_arch = "x86_64", target_feature = "sse2")
        ),
        not(miri)
    ))]
    if let Some(is_any) = super::lanes::is_any_aged::<P>(residents, worn_bits, age_bit, now) {
        return is_any;
    }
    is_any_aged_one_by_one(residents, worn_bits, age_bit, now)
}

#[inline(always)]
pub(super) fn is_any_aged_one_by_one<P: Payload>(
    residents: &[Packed<P>],
    worn_bits: u32,
    age_bit: u32,
    now: Generation,
) -> bool {
    let bit = Packed::<P>::age_in_place(1 << age_bit, worn_bits);
    let searches = |entry: &Packed<P>| if entry.is_empty() { 0 } else { entry.searches(worn_bits, now) };
    residents.iter().fold(0, |all, entry| all | searches(entry)) & bit != 0
}

impl Number for i32 {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn doubled(self, times: u32) -> Self {
        self << times
    }

    #[inline(always)]
    fn if_equal(self, value: i32, then: i32) -> Self {
        if self == value { then } else { 0 }
    }
}

impl<P: Payload> Weighed for Packed<P> {
    type Number = i32;

    #[inline(always)]
    fn depth(self) -> i32 {
        self.depth().into()
    }

    #[inline(always)]
    fn size(self) -> i32 {
        i32::try_from(self.size_code()).unwrap_or(MOST_SIZE).min(MOST_SIZE)
    }

    #[inline(always)]
    fn octaves(self) -> i32 {
        self.octaves() as i32
    }

    #[inline(always)]
    fn quarter_octaves(self) -> i32 {
        self.quarter_octaves() as i32
    }

    #[inline(always)]
    fn magnitude(self) -> i32 {
        i32::try_from(self.magnitude()).unwrap_or(MOST_MAGNITUDE).min(MOST_MAGNITUDE)
    }

    #[inline(always)]
    fn bound(self) -> i32 {
        self.bound() as i32
    }

    #[inline(always)]
    fn age_beside(self, worn_bits: u32, now: Generation) -> i32 {
        self.age_beside(worn_bits, now).into()
    }

    #[inline(always)]
    fn wear(self, bits: u32) -> i32 {
        self.wear(bits).into()
    }

    #[inline(always)]
    fn if_current(self, worn_bits: u32, now: Generation, then: i32) -> i32 {
        if self.age_beside(worn_bits, now) == 0 { then } else { 0 }
    }

    #[inline(always)]
    fn if_other_iterations(self, bound: Bound, worn_bits: u32, now: Generation, then: i32) -> i32 {
        let is_odd = self.wear(worn_bits) >> (worn_bits - 1) == 1;
        let is_other = is_odd != now.is_in_odd_iteration();
        if is_other && self.bound() == bound { then } else { 0 }
    }
}
