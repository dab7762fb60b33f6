//! Entries of one word: 48 bits of payload beside a 16-bit tag. They cannot tear.
//!
//! A tag of 0 is a tag, too. A payload of 0 is *empty*, whatever the tag.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::{Bucket, rarely};
use crate::entry::slot::{Cell, each};
use crate::entry::{Bits, Facts, Narrow, Packed, Payload};
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

/// The payload of one-word entries, as schemes compare it: the 48 bits, if these tell the facts, else
/// the wide word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Narrowed<P>(P);

impl<P: Narrow> Payload for Narrowed<P> {
    type Data = [u64; 1];
    const NAME: &'static str = P::NAME;
    const FACTS: Facts = match P::NARROW_FACTS {
        Some(facts) => {
            assert!(facts.lie_in(48), "a narrow fact lies above the 48 bits");
            facts
        }
        None => P::FACTS,
    };
    const SIZE_MANTISSA_BITS: Option<u32> = match P::NARROW_FACTS {
        Some(_) => P::NARROW_SIZE_MANTISSA_BITS,
        None => P::SIZE_MANTISSA_BITS,
    };

    #[inline]
    fn pack(self) -> [u64; 1] {
        let [word] = self.0.pack();
        [if P::NARROW_FACTS.is_some() { P::narrow(word) } else { word }]
    }

    #[inline]
    fn unpack([word]: [u64; 1]) -> Self {
        Self(P::unpack([if P::NARROW_FACTS.is_some() { P::widen(word) } else { word }]))
    }

    #[inline]
    fn octaves(size: u64) -> u32 {
        if P::NARROW_FACTS.is_some() { P::narrow_octaves(size) } else { P::octaves(size) }
    }
}

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
    type Seen = Narrowed<P>;
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
        if TAG.get(words.0 ^ key.0) != 0 && !Fault::OpensAnyTag.is_planted() {
            return None;
        }
        rarely();
        (NARROW.get(words.0) != 0).then(|| [words.entry::<P>().word()])
    }

    #[inline]
    fn peek(words: TaggedWord) -> Packed<P> {
        words.entry()
    }

    #[inline]
    fn seen(words: TaggedWord) -> Packed<Narrowed<P>> {
        match P::NARROW_FACTS {
            Some(_) => Packed::from_word(NARROW.get(words.0)),
            None => Packed::from_word(words.entry::<P>().word()),
        }
    }

    #[inline]
    fn seen_as(incoming: Packed<P>) -> Packed<Narrowed<P>> {
        match P::NARROW_FACTS {
            Some(_) => Packed::from_word(P::narrow(incoming.word())),
            None => Packed::from_word(incoming.word()),
        }
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

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Bucket, OneWord};
    use crate::entry::{Generation, Packed, Payload, SizedEntry};
    use crate::key::{Key, SplitMix64};

    type Plain = OneWord<8, SizedEntry>;

    fn told<P: Payload>(entry: Packed<P>, now: Generation) -> [i64; 8] {
        [
            entry.depth().into(),
            entry.score(),
            entry.bound() as i64,
            entry.is_principal().into(),
            (entry.age(now) % 16).into(),
            entry.octaves().into(),
            entry.quarter_octaves().into(),
            entry.wear(3).into(),
        ]
    }

    #[test]
    fn schemes_see_in_48_bits_what_the_wide_entry_tells() {
        let mut random = SplitMix64::new(11);
        let mut before = Plain::seal(Key(0), [1]);
        for _ in 0..100_000 {
            let (data, now) = (random.next(), Generation::new(random.next() as u8));
            let words = Plain::seal(Key(random.next()), [data]);
            let (wide, seen) = (Plain::peek(words), Plain::seen(words));
            assert_eq!(seen.is_empty(), wide.is_empty());
            assert_eq!(Plain::seen_as(Packed::from_word(data)), seen, "as it comes, so it is seen");
            assert_eq!(told(seen, now), told(wide, now), "{data:016x}");
            let order = Plain::seen(before).size_code().cmp(&seen.size_code());
            assert_eq!(order, Plain::peek(before).size_code().cmp(&wide.size_code()), "of sizes");
            before = words;
        }
        assert!(Plain::seen(Plain::load(&Default::default(), 0)).is_empty());
    }
}
