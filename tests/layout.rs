//! Golden bit patterns: files and other programs may hold packed entries, so the bits must not
//! change.

use supplant::entry::bucket::OneWord;
use supplant::entry::slot::{Slot, Words};
use supplant::entry::{Bucket, FullEntry, Generation, Marks, Narrow, Packed, Payload, size};
use supplant::{Bound, Key, Move16, SizedEntry};

const ENTRY: SizedEntry = SizedEntry {
    mv: Move16(0x1234),
    score: -2,
    bound: Bound::Lower,
    depth: 0x0a,
    size: 1000,
    principal: true,
    marks: Marks::NONE,
};

#[test]
fn an_entry_has_these_bits() {
    let code = u64::from(size::encode(1000));
    let word = Packed::from(ENTRY).stamped(Generation::new(5)).word();
    assert_eq!(word, code << 52 | 1 << 48 | 5 << 42 | 2 << 40 | 0x0a << 32 | 0xfffe << 16 | 0x1234);
    assert_eq!(word, 0x1fa1_160a_fffe_1234);
}

#[test]
fn a_full_entry_has_these_bits() {
    let entry = FullEntry::new(Bound::Lower, -2, 0x0a).with_move(0x1234).with_evaluation(-3);
    let word = Packed::<FullEntry>::from_word(entry.with_size(1000).with_pv(true).pack()[0]);
    let (evaluation, octaves) = (0x3ffd, 9);
    let low = 2 << 52 | 0x0a << 46 | evaluation << 32 | 0xfffe << 16 | 0x1234;
    assert_eq!(word.stamped(Generation::new(5)).word(), 5 << 60 | octaves << 55 | 1 << 54 | low);
}

#[test]
fn an_entry_without_a_bound_has_these_bits() {
    let evaluated = supplant::Entry::evaluated(0x0102);
    assert_eq!(evaluated.pack(), [0x0000_0102_8000_0000]);
    let sized = SizedEntry { bound: Bound::None, score: -1, ..SizedEntry::default() };
    assert_eq!((sized.pack(), SizedEntry::narrow(sized.pack()[0])), ([0xffff_0000], 0xffff_0000));
}

#[test]
fn what_a_search_did_and_proved_has_a_bit_each() {
    let word = |entry: SizedEntry| Packed::from(entry).word();
    assert_eq!(word(SizedEntry { marks: Marks::EXTENDED, ..ENTRY }), word(ENTRY) | 1 << 49);
    assert_eq!(word(SizedEntry { marks: Marks::DRAWN, ..ENTRY }), word(ENTRY) | 1 << 50);
    let narrow = |entry| SizedEntry::widen(SizedEntry::narrow(word(entry)));
    assert_eq!(narrow(SizedEntry { marks: Marks::new(true, true), ..ENTRY }), narrow(ENTRY));
}

#[test]
fn an_entry_of_one_word_has_these_bits() {
    // 1000 nodes are in the octave of 8³; generation 5 of 16, bound 2, depth 10.
    let word = 1 << 60 | 5 << 56 | 2 << 54 | 10 << 48 | 0xfffe << 32 | 0x1234 << 16 | 0xbeef;
    let sealed = OneWord::<1, SizedEntry>::seal(
        Key(0x1234_5678_9abc_beef),
        [Packed::from(ENTRY).stamped(Generation::new(5)).word()],
    )
    .0;
    assert_eq!(sealed & !(0b111 << 61), word);
    assert_eq!(sealed >> 61, 3);
}

#[test]
fn an_entry_comes_back_from_its_bits() {
    assert_eq!(Packed::from_word(0x1fa1_160a_fffe_1234).unpack(), Some(ENTRY));
    assert_eq!(Packed::<SizedEntry>::EMPTY.unpack(), None);
}

#[test]
fn every_field_keeps_its_limits_apart_from_the_others() {
    for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
        for (mv, score, depth, generation) in
            [(0, 0, 0, 0), (u16::MAX, i16::MIN, u8::MAX, 63), (1, i16::MAX, 1, 1), (0x8000, -1, 0x80, 0x20)]
        {
            for size in [0, 1, 255, size::MAX] {
                let now = Generation::new(generation);
                let [principal, extended, drawn] = [depth > 1, size == 1, score < 0];
                let marks = Marks::new(extended, drawn);
                let entry = SizedEntry { mv: Move16(mv), score, bound, depth, size, principal, marks };
                let packed = Packed::from(entry).stamped(now);
                assert_eq!((packed.unpack(), packed.age(now)), (Some(entry), 0));
                assert_eq!(SizedEntry::unpack(entry.pack()), entry);
            }
        }
    }
}

#[test]
fn slots_are_as_large_as_their_words() {
    assert_eq!((size_of::<Slot<1>>(), size_of::<Slot<3>>()), (16, 32));
    assert_eq!(align_of::<Slot<1>>(), 8);
}

#[test]
fn the_check_of_a_one_word_slot_has_these_bits() {
    let words = Words::seal(Key(0xffff_0000_ffff_0000), [0x1fa1_160a_fffe_1234]);
    assert_eq!(words.data(), [0x1fa1_160a_fffe_1234]);
    assert_eq!(
        format!("{words:?}"),
        format!("Words {{ check: {}, data: [{}] }}", 0x768d_e8f3_693d_46b7u64, 0x1fa1_160a_fffe_1234u64)
    );
}
