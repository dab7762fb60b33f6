//! Four numbers in a register of SSE2.

#![allow(unsafe_code, reason = "the intrinsics are unsafe to call without `target_feature`")]

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_and_si128, _mm_andnot_si128, _mm_castps_si128, _mm_castsi128_ps,
    _mm_cmpeq_epi32, _mm_cvtepi32_ps, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_max_epi16, _mm_min_epi16,
    _mm_min_ps, _mm_movemask_ps, _mm_or_si128, _mm_set_epi32, _mm_set_epi64x, _mm_set1_epi32,
    _mm_setzero_si128, _mm_shuffle_epi32, _mm_shuffle_ps, _mm_sll_epi32, _mm_slli_epi32, _mm_srl_epi32,
    _mm_srli_epi32, _mm_sub_epi32, _mm_subs_epu16, _mm_xor_si128,
};

use crate::scheme::worth::{Number, SLOT_BITS};

/// Calls a function that needs SSE2.
macro_rules! sse2 {
    ($call:expr) => {{
        // SAFETY: this module is compiled only for targets with SSE2. The function reads and writes
        // no memory.
        unsafe { $call }
    }};
}

/// A number for each of four entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four(__m128i);

impl Four {
    #[inline(always)]
    pub(super) fn of([first, second, third, fourth]: [i32; 4]) -> Self {
        Self(sse2!(_mm_set_epi32(fourth, third, second, first)))
    }

    #[inline(always)]
    pub(super) fn all(value: i32) -> Self {
        Self(sse2!(_mm_set1_epi32(value)))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self(sse2!(_mm_and_si128(self.0, other.0)))
    }

    #[inline(always)]
    pub(super) fn other_than(self, other: Self) -> Self {
        Self(sse2!(_mm_xor_si128(self.0, other.0)))
    }

    #[inline(always)]
    pub(super) fn shifted_right(self, by: u32) -> Self {
        let by = sse2!(_mm_cvtsi32_si128(by as i32));
        Self(sse2!(_mm_srl_epi32(self.0, by)))
    }

    /// Returns the low and the high halves of four words.
    #[inline(always)]
    pub(super) fn halves(words: [u64; 4]) -> (Self, Self) {
        let (low, high) = sse2!(halves(words));
        (Self(low), Self(high))
    }

    /// Returns -1 where both halves of a word are 0, and 0 elsewhere.
    #[inline(always)]
    pub(super) fn empty(low: Self, high: Self) -> Self {
        Self(sse2!(empty(low.0, high.0)))
    }

    /// Returns the bits of either number.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(sse2!(_mm_or_si128(self.0, other.0)))
    }

    /// Returns the bits that the other number lacks.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(sse2!(_mm_andnot_si128(other.0, self.0)))
    }

    #[inline(always)]
    pub(super) fn is_any_negative(self) -> bool {
        sse2!(is_any_negative(self.0))
    }

    /// Returns the binary logarithm of numbers below 2²⁴, rounded down, or `most` if that is less.
    #[inline(always)]
    pub(super) fn octaves_up_to(self, most: i32) -> Self {
        Self(sse2!(octaves_up_to(self.0, most)))
    }

    /// Returns four times the binary logarithm of numbers below 2¹⁵, or of `most` if that is less,
    /// rounded down between powers of two as if it were linear there.
    #[inline(always)]
    pub(super) fn quarters_up_to(self, most: i32) -> Self {
        Self(sse2!(quarters_up_to(self.0, most)))
    }

    /// Returns what numbers below 2¹⁵ have beyond `least`.
    #[inline(always)]
    pub(super) fn beyond(self, least: i32) -> Self {
        Self(sse2!(beyond(self.0, least)))
    }

    /// Returns the first number of least worth, and that worth. A number is less worth than any other
    /// where both halves of its word are 0.
    #[inline(always)]
    pub(super) fn least(low: Self, high: Self, worth: Self) -> (usize, i32) {
        let least = sse2!(least_of_four(low.0, high.0, worth.0));
        (least as usize % 4, (least - TWO - LEAST) >> SLOT_BITS)
    }

    #[cfg(test)]
    pub(super) fn numbers(self) -> [i32; 4] {
        let mut numbers = [0; 4];
        // SAFETY: the target has SSE2. The function writes 16 bytes, the array's size.
        unsafe { std::arch::x86_64::_mm_storeu_si128(numbers.as_mut_ptr().cast(), self.0) };
        numbers
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

#[target_feature(enable = "sse2")]
#[inline]
fn empty(low: __m128i, high: __m128i) -> __m128i {
    _mm_cmpeq_epi32(_mm_or_si128(low, high), _mm_setzero_si128())
}

#[target_feature(enable = "sse2")]
#[inline]
fn is_any_negative(numbers: __m128i) -> bool {
    _mm_movemask_ps(_mm_castsi128_ps(numbers)) != 0
}

#[target_feature(enable = "sse2")]
#[inline]
fn halves([first, second, third, fourth]: [u64; 4]) -> (__m128i, __m128i) {
    let front = _mm_castsi128_ps(_mm_set_epi64x(second as i64, first as i64));
    let back = _mm_castsi128_ps(_mm_set_epi64x(fourth as i64, third as i64));
    let low = _mm_shuffle_ps::<0b10_00_10_00>(front, back);
    let high = _mm_shuffle_ps::<0b11_01_11_01>(front, back);
    (_mm_castps_si128(low), _mm_castps_si128(high))
}

#[target_feature(enable = "sse2")]
#[inline]
fn octaves_up_to(numbers: __m128i, most: i32) -> __m128i {
    let exponent = _mm_castps_si128(_mm_cvtepi32_ps(_mm_or_si128(numbers, _mm_set1_epi32(1))));
    let octaves = _mm_sub_epi32(_mm_srli_epi32::<23>(exponent), _mm_set1_epi32(127));
    _mm_min_epi16(octaves, _mm_set1_epi32(most))
}

#[target_feature(enable = "sse2")]
#[inline]
fn quarters_up_to(numbers: __m128i, most: i32) -> __m128i {
    let numbers = _mm_max_epi16(_mm_min_epi16(numbers, _mm_set1_epi32(most)), _mm_set1_epi32(1));
    let float = _mm_castps_si128(_mm_cvtepi32_ps(numbers));
    _mm_sub_epi32(_mm_srli_epi32::<21>(float), _mm_set1_epi32(127 << 2))
}

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
    let worth = _mm_add_epi32(_mm_slli_epi32::<{ SLOT_BITS as i32 }>(worth), _mm_set1_epi32(TWO));
    // Saturating, so that an empty entry is 0.
    let worth = _mm_subs_epu16(worth, empty(low, high));
    let four = _mm_add_epi32(worth, _mm_set_epi32(LEAST + 3, LEAST + 2, LEAST + 1, LEAST));
    let swapped = _mm_shuffle_epi32::<0b01_00_11_10>(four);
    let two = _mm_min_ps(_mm_castsi128_ps(four), _mm_castsi128_ps(swapped));
    let swapped = _mm_shuffle_epi32::<0b10_11_00_01>(_mm_castps_si128(two));
    let one = _mm_min_ps(two, _mm_castsi128_ps(swapped));
    _mm_cvtsi128_si32(_mm_castps_si128(one))
}
