//! Payloads for the checks themselves: one with two data words, one with plies from the root.

use crate::entry::{Bits, Facts, Payload, SizedEntry};

/// A [`SizedEntry`] and a second data word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The entry in the first word.
    pub entry: SizedEntry,
    /// The second word; all ones cannot be stored.
    pub note: u64,
}

impl Payload for Noted {
    type Data = [u64; 2];
    const NAME: &'static str = "noted";
    const FACTS: Facts = SizedEntry::FACTS;

    fn pack(self) -> [u64; 2] {
        let [first] = self.entry.pack();
        [first, !self.note]
    }

    fn unpack([first, note]: [u64; 2]) -> Self {
        Self { entry: SizedEntry::unpack([first]), note: !note }
    }

    fn in_place_of_zero([first, note]: [u64; 2]) -> Option<[u64; 2]> {
        let [first] = if first == 0 { SizedEntry::in_place_of_zero([0])? } else { [first] };
        Some([first, note])
    }

    fn octaves(code: u64) -> u32 {
        SizedEntry::octaves(code)
    }
}

const PLY: Bits = Bits::at(52..60);

/// A [`SizedEntry`] without its size, and the plies of its position from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plied {
    /// The entry; its size is 0.
    pub entry: SizedEntry,
    /// Plies from the root.
    pub ply: u8,
}

impl Payload for Plied {
    type Data = [u64; 1];
    const NAME: &'static str = "plied";
    const FACTS: Facts = Facts { size: None, ply: Some(PLY), ..SizedEntry::FACTS };

    fn pack(self) -> [u64; 1] {
        let [word] = SizedEntry { size: 0, ..self.entry }.pack();
        [word | PLY.of(self.ply.into())]
    }

    fn unpack([word]: [u64; 1]) -> Self {
        Self { entry: SizedEntry::unpack([PLY.set(word, 0)]), ply: PLY.get(word) as u8 }
    }

    fn in_place_of_zero(_: [u64; 1]) -> Option<[u64; 1]> {
        SizedEntry::in_place_of_zero([0])
    }
}
