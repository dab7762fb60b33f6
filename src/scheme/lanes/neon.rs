//! Four numbers in a register of NEON.

#![allow(unsafe_code, reason = "the intrinsics are unsafe to call without `target_feature`")]

use std::arch::aarch64::{
    int32x4_t, vaddq_s32, vandq_s32, vbicq_s32, vbslq_s32, vceqq_s32, vceqzq_s32, vclzq_s32, vcombine_s32,
    vcombine_u64, vcreate_s32, vcreate_u64, vcvtq_f32_s32, vdupq_n_s32, veorq_s32, vmaxq_s32, vminq_s32,
    vminvq_s32, vorrq_s32, vreinterpretq_s32_f32, vreinterpretq_s32_u32, vreinterpretq_s32_u64,
    vreinterpretq_u32_s32, vshlq_s32, vshlq_u32, vshrq_n_s32, vsubq_s32, vuzp1q_s32, vuzp2q_s32,
};

use crate::scheme::worth::{Number, SLOT_BITS};

/// Calls a function that needs NEON.
macro_rules! neon {
    ($call:expr) => {{
        // SAFETY: this module is compiled only for aarch64, whose processors have NEON. The function
        // reads and writes no memory.
        unsafe { $call }
    }};
}

/// A number for each of four entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four(int32x4_t);

impl Four {
    #[inline(always)]
    pub(super) fn of([first, second, third, fourth]: [i32; 4]) -> Self {
        let pair = |low: i32, high: i32| u64::from(low as u32) | u64::from(high as u32) << 32;
        Self(neon!(of_pairs(pair(first, second), pair(third, fourth))))
    }

    #[inline(always)]
    pub(super) fn all(value: i32) -> Self {
        Self(neon!(vdupq_n_s32(value)))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self(neon!(vandq_s32(self.0, other.0)))
    }

    #[inline(always)]
    pub(super) fn other_than(self, other: Self) -> Self {
        Self(neon!(veorq_s32(self.0, other.0)))
    }

    #[inline(always)]
    pub(super) fn shifted_right(self, by: u32) -> Self {
        Self(neon!(shifted_right(self.0, by as i32)))
    }

    /// Returns the low and the high halves of four words.
    #[inline(always)]
    pub(super) fn halves(words: [u64; 4]) -> (Self, Self) {
        let (low, high) = neon!(halves(words));
        (Self(low), Self(high))
    }

    /// Returns -1 where both halves of a word are 0, and 0 elsewhere.
    #[inline(always)]
    pub(super) fn empty(low: Self, high: Self) -> Self {
        Self(neon!(empty(low.0, high.0)))
    }

    /// Returns the bits of either number.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(neon!(vorrq_s32(self.0, other.0)))
    }

    /// Returns the bits that the other number lacks.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(neon!(vbicq_s32(self.0, other.0)))
    }

    #[inline(always)]
    pub(super) fn is_any_negative(self) -> bool {
        neon!(vminvq_s32(self.0)) < 0
    }

    /// Returns the binary logarithm of numbers below 2²⁴, rounded down, or `most` if that is less.
    #[inline(always)]
    pub(super) fn octaves_up_to(self, most: i32) -> Self {
        Self(neon!(octaves_up_to(self.0, most)))
    }

    /// Returns four times the binary logarithm of numbers below 2¹⁵, or of `most` if that is less,
    /// rounded down between powers of two as if it were linear there.
    #[inline(always)]
    pub(super) fn quarters_up_to(self, most: i32) -> Self {
        Self(neon!(quarters_up_to(self.0, most)))
    }

    /// Returns what numbers below 2¹⁵ have beyond `least`.
    #[inline(always)]
    pub(super) fn beyond(self, least: i32) -> Self {
        Self(neon!(beyond(self.0, least)))
    }

    /// Returns the first number of least worth, and that worth. A number is less worth than any other
    /// where both halves of its word are 0.
    #[inline(always)]
    pub(super) fn least(low: Self, high: Self, worth: Self) -> (usize, i32) {
        let slots = Self::of([0, 1, 2, 3]);
        let least = neon!(least_of_four(low.0, high.0, worth.0, slots.0));
        (least as usize % 4, least >> SLOT_BITS)
    }

    #[cfg(test)]
    pub(super) fn numbers(self) -> [i32; 4] {
        let mut numbers = [0; 4];
        // SAFETY: the target has NEON. The function writes 16 bytes, the array's size.
        unsafe { std::arch::aarch64::vst1q_s32(numbers.as_mut_ptr(), self.0) };
        numbers
    }
}

impl Number for Four {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(neon!(vaddq_s32(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(neon!(vsubq_s32(self.0, other.0)))
    }

    #[inline(always)]
    fn doubled(self, times: u32) -> Self {
        Self(neon!(doubled(self.0, times as i32)))
    }

    #[inline(always)]
    fn if_equal(self, value: i32, then: i32) -> Self {
        Self(neon!(mask_if_equal(self.0, value))).and(Self::all(then))
    }
}

#[target_feature(enable = "neon")]
#[inline]
fn of_pairs(front: u64, back: u64) -> int32x4_t {
    vcombine_s32(vcreate_s32(front), vcreate_s32(back))
}

/// A shift to the left by less than nothing is one to the right.
#[target_feature(enable = "neon")]
#[inline]
fn shifted_right(numbers: int32x4_t, by: i32) -> int32x4_t {
    vreinterpretq_s32_u32(vshlq_u32(vreinterpretq_u32_s32(numbers), vdupq_n_s32(-by)))
}

#[target_feature(enable = "neon")]
#[inline]
fn doubled(numbers: int32x4_t, times: i32) -> int32x4_t {
    vshlq_s32(numbers, vdupq_n_s32(times))
}

#[target_feature(enable = "neon")]
#[inline]
fn mask_if_equal(numbers: int32x4_t, value: i32) -> int32x4_t {
    vreinterpretq_s32_u32(vceqq_s32(numbers, vdupq_n_s32(value)))
}

#[target_feature(enable = "neon")]
#[inline]
fn halves([first, second, third, fourth]: [u64; 4]) -> (int32x4_t, int32x4_t) {
    let front = vreinterpretq_s32_u64(vcombine_u64(vcreate_u64(first), vcreate_u64(second)));
    let back = vreinterpretq_s32_u64(vcombine_u64(vcreate_u64(third), vcreate_u64(fourth)));
    (vuzp1q_s32(front, back), vuzp2q_s32(front, back))
}

#[target_feature(enable = "neon")]
#[inline]
fn octaves_up_to(numbers: int32x4_t, most: i32) -> int32x4_t {
    let zeros = vclzq_s32(vorrq_s32(numbers, vdupq_n_s32(1)));
    vminq_s32(vsubq_s32(vdupq_n_s32(31), zeros), vdupq_n_s32(most))
}

#[target_feature(enable = "neon")]
#[inline]
fn quarters_up_to(numbers: int32x4_t, most: i32) -> int32x4_t {
    let numbers = vmaxq_s32(vminq_s32(numbers, vdupq_n_s32(most)), vdupq_n_s32(1));
    // Exponent and two bits of mantissa of a floating-point number.
    let float = vreinterpretq_s32_f32(vcvtq_f32_s32(numbers));
    vsubq_s32(vshrq_n_s32::<21>(float), vdupq_n_s32(127 << 2))
}

#[target_feature(enable = "neon")]
#[inline]
fn beyond(numbers: int32x4_t, least: i32) -> int32x4_t {
    vmaxq_s32(vsubq_s32(numbers, vdupq_n_s32(least)), vdupq_n_s32(0))
}

#[target_feature(enable = "neon")]
#[inline]
fn empty(low: int32x4_t, high: int32x4_t) -> int32x4_t {
    vreinterpretq_s32_u32(vceqzq_s32(vorrq_s32(low, high)))
}

/// One number holds worth and slot. Its minimum is, of equals, the first slot.
#[target_feature(enable = "neon")]
#[inline]
fn least_of_four(low: int32x4_t, high: int32x4_t, worth: int32x4_t, slots: int32x4_t) -> i32 {
    let is_empty = vreinterpretq_u32_s32(empty(low, high));
    let worth = vshlq_s32(worth, vdupq_n_s32(SLOT_BITS as i32));
    vminvq_s32(vorrq_s32(vbslq_s32(is_empty, vdupq_n_s32(i32::MIN), worth), slots))
}
