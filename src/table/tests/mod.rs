//! Tests of the table.

mod age;
mod date;
mod keys;
mod occupancy;
mod size;
mod store;

use crate::entry::{Bound, Facts, Move16, Payload, SizedEntry};

fn entry(depth: u8) -> SizedEntry {
    SizedEntry { mv: Move16(9), score: -3, bound: Bound::Lower, depth, size: 17, ..SizedEntry::default() }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct WithLine(SizedEntry, [u16; 4]);

impl Payload for WithLine {
    type Data = [u64; 2];
    const FACTS: Facts = SizedEntry::FACTS;

    fn pack(self) -> [u64; 2] {
        let line = self.1.iter().fold(0, |word, &mv| word << 16 | u64::from(mv));
        [self.0.pack()[0], line]
    }

    fn unpack([first, line]: [u64; 2]) -> Self {
        Self(SizedEntry::unpack([first]), [48, 32, 16, 0].map(|shift| (line >> shift) as u16))
    }
}
