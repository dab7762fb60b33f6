//! Two facts about a search, in one byte: with two `bool` fields, a
//! [`SizedEntry`](super::SizedEntry) would be returned in memory, and a probe would take a fifth
//! more instructions.

/// Whether the search extended a position, and proved a draw (1996, section 4). Entries of 48 bits
/// do not keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Marks(u8);

impl Marks {
    /// No mark is set.
    pub const NONE: Self = Self(0);
    /// The search went deeper than the depth it was given.
    pub const EXTENDED: Self = Self(1);
    /// The score is a proven draw: it depends only on ends of the game.
    pub const DRAWN: Self = Self(2);

    /// Returns these two marks.
    #[must_use]
    pub const fn new(extended: bool, drawn: bool) -> Self {
        Self(extended as u8 | (drawn as u8) << 1)
    }

    /// Returns whether the position was extended.
    #[must_use]
    pub const fn extended(self) -> bool {
        self.0 & Self::EXTENDED.0 != 0
    }

    /// Returns whether the score is a proven draw.
    #[must_use]
    pub const fn drawn(self) -> bool {
        self.0 & Self::DRAWN.0 != 0
    }

    /// Returns the marks as two bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Returns the marks with these two bits.
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
        // 16 bytes fit into registers.
        assert_eq!(size_of::<crate::entry::SizedEntry>(), 16);
    }
}
