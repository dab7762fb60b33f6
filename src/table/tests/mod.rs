//! The mechanism, on values.

mod age;
mod occupancy;
mod size;
mod store;

use crate::entry::bucket::LayoutName;
use crate::entry::{Bound, Facts, Move16, Payload, SizedEntry};
use crate::scheme::{SchemeName, Visit};

fn entry(depth: u8) -> SizedEntry {
    SizedEntry { mv: Move16(9), score: -3, bound: Bound::Lower, depth, size: 17, ..SizedEntry::default() }
}

/// Runs one test body over every registered scheme in every layout it can have.
fn everywhere<V: Visit<Payload = SizedEntry, Out = ()> + Copy>(test: V) {
    let mut tables = 0;
    for scheme in SchemeName::ALL {
        for &layout in LayoutName::ALL {
            tables += usize::from(scheme.visit_in(layout, test).is_ok());
        }
    }
    assert_eq!(tables, 2 * SchemeName::ALL.len() + 3 * 8, "eight schemes take any number of slots");
}

/// A line of moves beside the entry: a payload of two words.
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
