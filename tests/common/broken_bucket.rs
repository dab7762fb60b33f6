//! A bucket of the crate with one function broken, for controls.

use std::marker::PhantomData;

use supplant::Key;
use supplant::entry::bucket::DataOf;
use supplant::entry::{Bucket, Packed};

pub(crate) const OPENS_FOR_ANY_KEY: u8 = 0;
pub(crate) const FINDS_FOR_ANY_KEY: u8 = 1;
pub(crate) const CLAIMS_ANOTHER_KEY: u8 = 2;
pub(crate) const EXCHANGES_BY_A_STORE: u8 = 3;
pub(crate) const DENIES_THAT_IT_ROUNDS: u8 = 4;

#[derive(Clone, Copy)]
pub(crate) struct Broken<B, const FAULT: u8>(PhantomData<fn() -> B>);

impl<B: Bucket, const FAULT: u8> Bucket for Broken<B, FAULT> {
    type Payload = B::Payload;
    type Seen = B::Seen;
    type Cells = B::Cells;
    type Words = B::Words;
    type Each<T: Copy> = B::Each<T>;

    const NAME: &'static str = "broken";
    const SLOTS: usize = B::SLOTS;
    const VERIFIED_BITS: u32 = B::VERIFIED_BITS;
    const GENERATIONS: u64 = B::GENERATIONS;
    const ROUNDS: bool = FAULT != DENIES_THAT_IT_ROUNDS && B::ROUNDS;
    const DETECTS_FLIPS: bool = B::DETECTS_FLIPS;

    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> B::Each<T> {
        B::each(value)
    }
    fn load(cells: &B::Cells, slot: usize) -> B::Words {
        B::load(cells, slot)
    }
    fn save(cells: &B::Cells, slot: usize, words: B::Words) {
        B::save(cells, slot, words);
    }
    fn exchange(cells: &B::Cells, slot: usize, seen: B::Words, words: B::Words) {
        match FAULT {
            EXCHANGES_BY_A_STORE => B::save(cells, slot, words),
            _ => B::exchange(cells, slot, seen, words),
        }
    }
    fn seal(key: Key, data: DataOf<B>) -> B::Words {
        B::seal(key, data)
    }
    fn open(words: B::Words, key: Key) -> Option<DataOf<B>> {
        match FAULT {
            OPENS_FOR_ANY_KEY => (!B::peek(words).is_empty()).then(|| B::data(words)),
            _ => B::open(words, key),
        }
    }
    fn peek(words: B::Words) -> Packed<B::Payload> {
        B::peek(words)
    }

    fn seen(words: B::Words) -> Packed<B::Seen> {
        B::seen(words)
    }

    fn seen_as(incoming: Packed<B::Payload>) -> Packed<B::Seen> {
        B::seen_as(incoming)
    }
    fn data(words: B::Words) -> DataOf<B> {
        B::data(words)
    }
    fn amend(words: B::Words, entry: Packed<B::Payload>) -> B::Words {
        B::amend(words, entry)
    }
    fn claimed_key(words: B::Words) -> Option<Key> {
        let claimed = B::claimed_key(words);
        if FAULT == CLAIMS_ANOTHER_KEY { claimed.map(|Key(key)| Key(!key)) } else { claimed }
    }
    fn rounded(data: DataOf<B>) -> DataOf<B> {
        B::rounded(data)
    }
    fn is_resident(words: B::Words, is_here: impl FnOnce(Key) -> bool) -> bool {
        B::is_resident(words, is_here)
    }
    fn find(looks: B::Each<B::Words>, key: Key) -> Option<(usize, B::Words)> {
        let filled = |slot: &usize| !B::peek(looks.as_ref()[*slot]).is_empty();
        match FAULT {
            FINDS_FOR_ANY_KEY => (0..B::SLOTS).find(filled).map(|slot| (slot, looks.as_ref()[slot])),
            _ => B::find(looks, key),
        }
    }
}
