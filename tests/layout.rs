//! Golden bit patterns: a change here makes tables that were written to a file unreadable.

use supplant::entry::{Generation, Layout, Packed, Single};
use supplant::{Bound, Entry, Key, Move16};

const SAMPLE: Entry = Entry {
    mv: Move16(0x0D1C),
    score: -2,
    bound: Bound::Exact,
    depth: 7,
    size: 4096,
    generation: Generation::new(21),
    principal: true,
};

#[test]
fn the_packed_word() {
    // Size 4096 is 1.0 · 2¹²: exponent 6, mantissa 0. Generation 21, bound 3, draft 7.
    let word = 0x300_u64 << 52 | 1 << 48 | 21 << 42 | 3 << 40 | 7 << 32 | 0xFFFE << 16 | 0x0D1C;
    assert_eq!(format!("{:016x}", Packed::from(SAMPLE).0), format!("{word:016x}"));
}

#[test]
fn the_tagged_word() {
    // 4096 nodes are 8⁴; generation 21 is 5 modulo 16.
    let word = 4_u64 << 61 | 1 << 60 | 5 << 56 | 3 << 54 | 7 << 48 | 0xFFFE << 32 | 0x0D1C << 16 | 0xBEEF;
    assert_eq!(Single::seal(Key(0x1234_5678_9ABC_BEEF), Packed::from(SAMPLE)).0, word);
}

#[test]
fn empty_words_are_zero() {
    assert_eq!((Packed::EMPTY.0, Packed::default()), (0, Packed(0)));
}
