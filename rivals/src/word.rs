//! The 64-bit word that rivals keep for a key: the entry as supplant packs it. Zero means no entry,
//! because no entry packs to zero.

use supplant::entry::{Bits, Payload, Score, SizedEntry};

const DEPTH: Bits = SizedEntry::FACTS.depth.expect("an entry has a depth");

#[inline(always)]
#[must_use]
pub fn of(entry: SizedEntry) -> u64 {
    let [word] = entry.pack();
    word
}

#[inline(always)]
#[must_use]
pub fn score(word: u64) -> Score {
    SizedEntry::unpack([word]).score
}

#[inline(always)]
#[must_use]
pub const fn depth(word: u64) -> u64 {
    DEPTH.get(word)
}
