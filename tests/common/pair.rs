//! A foreign bucket, which tests can break in several ways.

use std::marker::PhantomData;

use supplant::entry::slot::Cell;
use supplant::entry::{Bucket, Packed, Payload};
use supplant::{Key, SizedEntry};

pub(crate) trait Break: Copy + Send + Sync + 'static {
    fn tie(_data: u64) -> u64 {
        0
    }
    const ZERO_IS_NOBODYS: bool = true;
    const LOOKED_AT: u64 = u64::MAX;
    const EXCHANGES: bool = true;
    const PROMISES_FLIPS: bool = true;
}

#[derive(Clone, Copy)]
pub(crate) struct KeyBesideData;
impl Break for KeyBesideData {
    const PROMISES_FLIPS: bool = false;
}

#[derive(Clone, Copy)]
pub(crate) struct Pair<const SLOTS: usize, K>(PhantomData<fn() -> K>);

impl<const SLOTS: usize, K: Break> Bucket for Pair<SLOTS, K> {
    type Payload = SizedEntry;
    type Seen = SizedEntry;
    type Cells = [[Cell; 2]; SLOTS];
    type Words = [u64; 2];
    type Each<T: Copy> = [T; SLOTS];

    const NAME: &'static str = "pair of one's own";
    const SLOTS: usize = SLOTS;
    const VERIFIED_BITS: u32 = u64::BITS;
    const GENERATIONS: u64 = SizedEntry::FACTS.generations();
    const DETECTS_FLIPS: bool = K::PROMISES_FLIPS;

    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> [T; SLOTS] {
        std::array::from_fn(value)
    }
    fn load(cells: &Self::Cells, slot: usize) -> [u64; 2] {
        let check = cells[slot][0].load();
        [check, cells[slot][1].load()]
    }
    fn save(cells: &Self::Cells, slot: usize, words: [u64; 2]) {
        cells[slot][0].save(words[0]);
        cells[slot][1].save(words[1]);
    }
    fn exchange(cells: &Self::Cells, slot: usize, seen: [u64; 2], words: [u64; 2]) {
        if !K::EXCHANGES {
            Self::save(cells, slot, words);
        } else if cells[slot][1].exchange(seen[1], words[1]) {
            cells[slot][0].exchange(seen[0], words[0]);
        }
    }
    fn seal(key: Key, [data]: [u64; 1]) -> [u64; 2] {
        [key.0 ^ K::tie(data), data]
    }
    fn open(words: [u64; 2], key: Key) -> Option<[u64; 1]> {
        let [check, data] = words;
        let is_here = (check ^ K::tie(data) ^ key.0) & K::LOOKED_AT == 0;
        (is_here && !(K::ZERO_IS_NOBODYS && words.contains(&0))).then_some([data])
    }
    fn peek([_, data]: [u64; 2]) -> Packed<SizedEntry> {
        Packed::from_word(data)
    }

    fn seen_as(incoming: Packed<SizedEntry>) -> Packed<SizedEntry> {
        incoming
    }
    fn data([_, data]: [u64; 2]) -> [u64; 1] {
        [data]
    }
    fn amend([check, data]: [u64; 2], entry: Packed<SizedEntry>) -> [u64; 2] {
        [check ^ K::tie(data) ^ K::tie(entry.word()), entry.word()]
    }
    fn claimed_key(words: [u64; 2]) -> Option<Key> {
        let [check, data] = words;
        (!words.contains(&0)).then(|| Key(check ^ K::tie(data)))
    }
    fn rounded(data: [u64; 1]) -> [u64; 1] {
        data
    }
}
