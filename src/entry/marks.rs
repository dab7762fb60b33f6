//! What a search did and proved, in a byte: a [`SizedEntry`](super::SizedEntry) with two more truth values would be returned in memory, and a probe take a fifth more instructions.

/// Two things that an entry may say of its search (1996, section 4). Not kept in 48 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Marks(u8);

impl Marks {
    /// Neither.
    pub const NONE: Self = Self(0);
    /// The position was searched deeper than its turn was: a search extension.
    pub const EXTENDED: Self = Self(1);
    /// The score, a draw, is proven: it rests on ends of the game alone, and no deeper search says another.
    pub const DRAWN: Self = Self(2);

    /// Those that are so.
    #[must_use]
    pub const fn new(extended: bool, drawn: bool) -> Self {
        Self(extended as u8 | (drawn as u8) << 1)
    }

    /// Whether the position was extended.
    #[must_use]
    pub const fn extended(self) -> bool {
        self.0 & Self::EXTENDED.0 != 0
    }

    /// Whether the score is a proven draw.
    #[must_use]
    pub const fn drawn(self) -> bool {
        self.0 & Self::DRAWN.0 != 0
    }

    /// Their two bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The marks of two bits.
    #[inline]
    pub const fn of_bits(bits: u64) -> Self {
        Self(bits as u8 & 3)
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn marks_are_told_apart_and_come_back_from_their_bits() {
        for (extended, drawn) in [(false, false), (true, false), (false, true), (true, true)] {
            let marks = Marks::new(extended, drawn);
            assert_eq!((marks.extended(), marks.drawn()), (extended, drawn));
            assert_eq!(Marks::of_bits(marks.bits()), marks);
        }
        assert_eq!([Marks::new(true, false), Marks::new(false, true)], [Marks::EXTENDED, Marks::DRAWN]);
        // In a register and a half, as it was without them.
        assert_eq!(size_of::<crate::entry::SizedEntry>(), 16);
    }
}
