//! A control: a table of key and data without validation.

use supplant::entry::slot::Cell;
use supplant::entry::{Data, Packed, Payload};
use supplant::table::TableBuilder;
use supplant::{Bucket, Key, SizedEntry};

#[derive(Clone, Copy)]
pub(crate) struct Naive;

impl Bucket for Naive {
    type Payload = SizedEntry;
    type Seen = SizedEntry;
    type Cells = [Cell; 2];
    type Words = [u64; 2];
    type Each<T: Copy> = [T; 1];

    const NAME: &'static str = "naive";
    const SLOTS: usize = 1;
    const VERIFIED_BITS: u32 = 64;
    const GENERATIONS: u64 = 64;
    const DETECTS_FLIPS: bool = false;

    fn each<T: Copy>(mut value: impl FnMut(usize) -> T) -> [T; 1] {
        [value(0)]
    }
    fn load(cells: &[Cell; 2], _: usize) -> [u64; 2] {
        [cells[0].load(), cells[1].load()]
    }
    fn save(cells: &[Cell; 2], _: usize, words: [u64; 2]) {
        cells[0].save(words[0]);
        cells[1].save(words[1]);
    }
    fn exchange(cells: &[Cell; 2], slot: usize, _: [u64; 2], words: [u64; 2]) {
        Self::save(cells, slot, words);
    }
    fn seal(key: Key, data: [u64; 1]) -> [u64; 2] {
        [key.0, data[0]]
    }
    fn open(words: [u64; 2], key: Key) -> Option<[u64; 1]> {
        (words[0] == key.0 && words[1] != 0).then_some([words[1]])
    }
    fn peek(words: [u64; 2]) -> Packed<SizedEntry> {
        Packed::from_word(words[1])
    }

    fn seen_as(incoming: Packed<SizedEntry>) -> Packed<SizedEntry> {
        incoming
    }
    fn data(words: [u64; 2]) -> [u64; 1] {
        [words[1]]
    }
    fn amend(words: [u64; 2], entry: Packed<SizedEntry>) -> [u64; 2] {
        [words[0], entry.word()]
    }
    fn claimed_key(words: [u64; 2]) -> Option<Key> {
        (words[1] != 0).then_some(Key(words[0]))
    }
    fn rounded(data: [u64; 1]) -> [u64; 1] {
        data
    }
}

#[test]
fn without_others_it_answers_as_it_should() {
    let table = TableBuilder::<supplant::scheme::New, Naive>::new().slots(8).build().expect("small");
    let entry = super::certified(Key(5), 3);
    table.store(Key(5), entry);
    assert_eq!((table.probe(Key(5)), table.probe(Key(6))), (Some(entry), None));
    assert!(SizedEntry::FACTS.age.is_some() && entry.pack().is_whole());
}
