//! Entries of one word: 48 bits of payload beside a 16-bit tag. They cannot tear.
//!
//! A tag of 0 is a tag, too. A payload of 0 is *empty*, whatever the tag.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::Bucket;
use crate::entry::slot::{Cell, each};
use crate::entry::{Bits, Narrow, Packed};
use crate::key::Key;
use crate::sync::fault::Fault;

const TAG: Bits = Bits::at(0..16);
const NARROW: Bits = Bits::at(16..64);

/// `SLOTS` one-word entries of 8 bytes each: 1, 2, 4 or 8.
///
/// A read returns an entry that was stored whole. With a probability of 2⁻¹⁶ per slot it belongs to
/// another position. Schemes compare what the 48 bits hold: for a [`SizedEntry`](crate::SizedEntry)
/// depths up to 63 and sizes in steps of a factor of 8.
#[derive(Clone, Copy, Debug)]
pub struct OneWord<const SLOTS: usize, P>(PhantomData<fn() -> P>);

/// A tag and 48 bits of payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaggedWord(pub u64);

impl TaggedWord {
    fn new(tag: u64, narrow: u64) -> Self {
        Self(TAG.of(tag) | NARROW.of(narrow))
    }

    #[inline]
    fn entry<P: Narrow>(self) -> Packed<P> {
        let narrow = NARROW.get(self.0);
        Packed::from_word(if narrow == 0 { 0 } else { P::widen(narrow) })
    }
}

impl<const SLOTS: usize, P: Narrow> Bucket for OneWord<SLOTS, P> {
    type Payload = P;
    type Cells = [Cell; SLOTS];
    type Words = TaggedWord;
    type Each<T: Copy> = [T; SLOTS];

    const NAME: &'static str = if SLOTS == 8 { "line8" } else { "single8" };
    const SLOTS: usize = {
        assert!(matches!(SLOTS, 1 | 2 | 4 | 8), "1, 2, 4 or 8 words: others would straddle cache lines");
        SLOTS
    };
    const VERIFIED_BITS: u32 = TAG.count();
    const GENERATIONS: u64 = 1 << P::AGE_BITS;
    const DETECTS_FLIPS: bool = false;

    #[inline(always)]
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> [T; SLOTS] {
        each(value)
    }

    #[inline]
    fn load(cells: &[Cell; SLOTS], slot: usize) -> TaggedWord {
        TaggedWord(cells[slot].load())
    }

    #[inline]
    fn save(cells: &[Cell; SLOTS], slot: usize, words: TaggedWord) {
        cells[slot].save(words.0);
    }

    #[inline]
    fn exchange(cells: &[Cell; SLOTS], slot: usize, seen: TaggedWord, words: TaggedWord) {
        cells[slot].exchange(seen.0, words.0);
    }

    #[inline]
    fn seal(key: Key, [word]: [u64; 1]) -> TaggedWord {
        TaggedWord::new(key.0, P::narrow(word))
    }

    #[inline]
    fn open(words: TaggedWord, key: Key) -> Option<[u64; 1]> {
        let is_of_tag = TAG.get(words.0 ^ key.0) == 0 || Fault::OpensAnyTag.is_planted();
        (is_of_tag && NARROW.get(words.0) != 0).then(|| [words.entry::<P>().word()])
    }

    #[inline]
    fn peek(words: TaggedWord) -> Packed<P> {
        words.entry()
    }

    #[inline]
    fn data(words: TaggedWord) -> [u64; 1] {
        [words.entry::<P>().word()]
    }

    #[inline]
    fn amend(words: TaggedWord, entry: Packed<P>) -> TaggedWord {
        TaggedWord::new(words.0, P::narrow(entry.word()))
    }

    #[inline]
    fn claimed_key(_: TaggedWord) -> Option<Key> {
        None
    }

    #[inline]
    fn opening_key(words: TaggedWord) -> Option<Key> {
        Some(Key(TAG.get(words.0)))
    }

    #[inline]
    fn rounded([word]: [u64; 1]) -> [u64; 1] {
        Self::data(TaggedWord::new(0, P::narrow(word)))
    }

    #[inline]
    fn is_resident(words: TaggedWord, _: impl FnOnce(Key) -> bool) -> bool {
        NARROW.get(words.0) != 0
    }

    /// A tag tells no bucket.
    #[inline(always)]
    fn is_foreign(_: TaggedWord, _: Key, _: impl FnOnce(Key) -> bool) -> bool {
        false
    }

    #[inline(always)]
    fn find(looks: [TaggedWord; SLOTS], key: Key) -> Option<(usize, TaggedWord)> {
        let (mut at, mut found) = (SLOTS, 0);
        for slot in (0..SLOTS).rev() {
            let TaggedWord(word) = looks[slot];
            let is_of_tag = TAG.get(word ^ key.0) == 0 || Fault::FindsAnyTag.is_planted();
            let fits = is_of_tag & (NARROW.get(word) != 0);
            at = select_unpredictable(fits, slot, at);
            found = select_unpredictable(fits, word, found);
        }
        (found != 0).then_some((at, TaggedWord(found)))
    }
}
