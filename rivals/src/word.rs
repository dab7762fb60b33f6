//! The 64-bit word that maps, caches and protocols keep for a key: the entry as supplant packs it.
//!
//! No entry packs to zero, so zero means no entry.

use supplant::entry::{Bits, SizedEntry, Payload, Score};

const DEPTH: Bits = SizedEntry::FACTS.depth.expect("an entry has a depth");

/// The word of an entry.
#[inline(always)]
#[must_use]
pub fn of(entry: SizedEntry) -> u64 {
    let [word] = entry.pack();
    word
}

/// The score in the word of an entry.
#[inline(always)]
#[must_use]
pub fn score(word: u64) -> Score {
    SizedEntry::unpack([word]).score
}

/// The depth in the word of an entry.
#[inline(always)]
#[must_use]
pub const fn depth(word: u64) -> u64 {
    DEPTH.get(word)
}
