//! An entry with a line after its move (Breuker et al. 1996, section 4).
//!
//! The second data word is the complement of up to four moves of 16 bits, the earliest in the
//! lowest bits. Without moves it is therefore not 0, which would mean *nothing yet*.

use supplant::entry::{Facts, Move16, Payload, SizedEntry};

/// How many moves a [`LinedEntry`] holds after its own: lines of five plies.
pub const FOLLOWING: usize = 4;

/// A [`SizedEntry`], and the moves that its search expects after the entry's own.
///
/// It takes 24 bytes with its key, instead of 16. Schemes know only the first word, so a line may
/// not belong to its move: check that every move is legal (I5).
///
/// ```
/// use supplant::entry::bucket::Checked;
/// use supplant::{Key, Move16, SizedEntry, Table, scheme::TwoBig1};
/// use supplant_search::search::LinedEntry;
/// let builder = Table::builder().scheme::<TwoBig1>().bucket::<Checked<2, 2, LinedEntry>>();
/// let table = builder.slots(1 << 10).build()?;
/// let entry = SizedEntry { mv: Move16(0x0d1c), depth: 6, ..SizedEntry::default() };
/// let lined = LinedEntry { entry, following: [Move16(7), Move16(9), Move16::NONE, Move16::NONE] };
/// table.store(Key(5), lined);
/// assert_eq!(table.probe(Key(5)), Some(lined));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinedEntry {
    /// The entry without its line.
    pub entry: SizedEntry,
    /// The moves after the entry's own, then [`Move16::NONE`]; four moves `u16::MAX` cannot be
    /// stored.
    pub following: [Move16; FOLLOWING],
}

impl Payload for LinedEntry {
    type Data = [u64; 2];
    const NAME: &'static str = "lined";
    const FACTS: Facts = SizedEntry::FACTS;

    #[inline]
    fn pack(self) -> [u64; 2] {
        let [first] = self.entry.pack();
        let moves = self.following.iter().rev().fold(0, |moves, mv| moves << 16 | u64::from(mv.0));
        [first, !moves]
    }

    #[inline]
    fn unpack([first, moves]: [u64; 2]) -> Self {
        let mv = |i: usize| Move16((!moves >> (16 * i)) as u16);
        Self { entry: SizedEntry::unpack([first]), following: [mv(0), mv(1), mv(2), mv(3)] }
    }

    fn in_place_of_zero([first, moves]: [u64; 2]) -> Option<[u64; 2]> {
        let [first] = if first == 0 { SizedEntry::in_place_of_zero([0])? } else { [first] };
        Some([first, moves])
    }

    #[inline]
    fn octaves(code: u64) -> u32 {
        SizedEntry::octaves(code)
    }
}

#[cfg(test)]
mod tests {
    use super::LinedEntry;
    use supplant::entry::{Data as _, Move16, Payload as _, SizedEntry};

    #[test]
    fn a_line_is_read_as_it_was_written_and_none_is_not_nothing() {
        let entry = SizedEntry { mv: Move16(3), score: -7, depth: 5, ..SizedEntry::default() };
        for moves in [[0; 4], [1, 0, 0, 0], [1, 2, 3, 4], [u16::MAX, 0x8000, 1, u16::MAX]] {
            let lined = LinedEntry { entry, following: moves.map(Move16) };
            assert!(lined.pack().is_whole());
            assert_eq!(LinedEntry::unpack(lined.pack()), lined);
        }
        assert_eq!(
            LinedEntry { entry, following: [1, 2, 3, 4].map(Move16) }.pack()[1],
            !0x0004_0003_0002_0001
        );
        let no_such_line = LinedEntry { entry, following: [Move16(u16::MAX); 4] };
        assert!(!no_such_line.pack().is_whole(), "refused by the table, not mistaken");
    }
}
