//! A field of a word.

use std::ops::Range;

/// Some adjacent bits of a 64-bit word.
///
/// ```
/// use supplant::entry::Bits;
/// const DEPTH: Bits = Bits::at(8..16);
/// assert_eq!(DEPTH.set(0xFFFF_FFFF, 0x12), 0xFFFF_12FF);
/// assert_eq!(DEPTH.get(0xFFFF_12FF), 0x12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    first: u32,
    count: u32,
}

impl Bits {
    /// Returns the field of the bits in `range`, counted from the lowest.
    ///
    /// # Panics
    /// If the range is empty or reaches beyond bit 63. In a constant, that is a compile error.
    #[must_use]
    pub const fn at(range: Range<u32>) -> Self {
        assert!(range.start < range.end && range.end <= u64::BITS, "a field is some of the bits 0 to 63");
        Self { first: range.start, count: range.end - range.start }
    }

    /// Returns how many bits the field has.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Returns the range of the bits, counted from the lowest.
    #[must_use]
    pub const fn range(self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// Returns the largest value that the field holds.
    #[inline]
    #[must_use]
    pub const fn max(self) -> u64 {
        u64::MAX >> (u64::BITS - self.count)
    }

    /// Returns the field's value in `word`.
    #[inline]
    #[must_use]
    pub const fn get(self, word: u64) -> u64 {
        word >> self.first & self.max()
    }

    /// Returns the field's value in `word`, as two's complement.
    #[inline]
    #[must_use]
    pub const fn get_signed(self, word: u64) -> i64 {
        let above = u64::BITS - self.count;
        ((self.get(word) << above) as i64) >> above
    }

    /// Returns the field alone, with `value` in it. Bits of `value` that do not fit are dropped.
    #[inline]
    #[must_use]
    pub const fn of(self, value: u64) -> u64 {
        (value & self.max()) << self.first
    }

    /// Returns `word` with `value` in the field. Bits of `value` that do not fit are dropped.
    #[inline]
    #[must_use]
    pub const fn set(self, word: u64, value: u64) -> u64 {
        word & !(self.max() << self.first) | self.of(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn a_field_is_set_and_read_without_touching_its_neighbours() {
        for (first, end) in [(0, 1), (0, 64), (63, 64), (16, 32), (5, 11)] {
            let field = Bits::at(first..end);
            for word in [0, u64::MAX, 0x0123_4567_89ab_cdef] {
                for value in [0, 1, field.max()] {
                    let set = field.set(word, value);
                    assert_eq!(field.get(set), value);
                    assert_eq!(set & !field.of(u64::MAX), word & !field.of(u64::MAX));
                }
            }
            assert_eq!(field.get(field.set(0, u64::MAX)), field.max(), "what does not fit is dropped");
        }
    }

    #[test]
    fn a_signed_field_keeps_its_sign() {
        let field = Bits::at(16..32);
        for value in [0, 1, -1, i64::from(i16::MIN), i64::from(i16::MAX)] {
            assert_eq!(field.get_signed(field.set(u64::MAX, value as u64)), value);
        }
    }

    #[test]
    fn an_empty_or_overlong_range_is_refused() {
        for (first, end) in [(3, 3), (4, 3), (60, 65), (64, 65)] {
            assert!(std::panic::catch_unwind(|| Bits::at(first..end)).is_err(), "{first}..{end}");
        }
    }
}
