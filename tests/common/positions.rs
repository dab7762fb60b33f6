//! Three positions for the model checkers, with old < a < b in depth and size.

use supplant::{Bound, Key, Move16, SizedEntry};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) key: Key,
    pub(crate) data: u64,
    pub(crate) depth: u8,
    pub(crate) size: u64,
}

/// The spread keys share a bucket in any table of up to eight buckets.
pub(crate) const OLD: Position = position(0x0F0F_1111_2222_3331, 0x0010_0301_1111_0104, 4, 40);
pub(crate) const A: Position = position(0x11A1_0F0F_3C3C_0001, 0x0020_0302_2222_0206, 6, 600);
#[cfg(not(shuttle))]
pub(crate) const B: Position = position(0x02B2_F0F0_C3C3_0002, 0x0440_0303_3333_0308, 8, 80_000_000);

const fn position(spread: u64, data: u64, depth: u8, size: u64) -> Position {
    Position { key: Key::from_spread(Key(spread)), data, depth, size }
}

impl Position {
    pub(crate) const fn moved_by(self, bits: u64) -> Self {
        Self { key: Key::from_spread(Key(self.key.spread().0 ^ bits)), ..self }
    }

    pub(crate) fn entry(self) -> SizedEntry {
        let mv = Move16(self.data as u16);
        SizedEntry {
            mv,
            score: 25,
            bound: Bound::Exact,
            depth: self.depth,
            size: self.size,
            ..SizedEntry::default()
        }
    }

    #[cfg(loom)]
    pub(crate) const fn again(self, plies: i8) -> Self {
        Self { data: self.data ^ 0xF0, depth: self.depth.saturating_add_signed(plies), ..self }
    }

    pub(crate) fn is(self, found: SizedEntry) -> bool {
        SizedEntry { size: 0, ..self.entry() } == SizedEntry { size: 0, ..found }
    }
}
