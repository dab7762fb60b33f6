//! A bucket for the stress test alone: both words of a slot carry the stamp of the store that wrote
//! them.
//!
//! Two different stamps are words of two stores. A store swaps its data word in and so learns which
//! entry it overwrote. If it had not looked at that entry, this is a *lost update*. An entry whose
//! check alone was overwritten counts as dead.
//!
//! A swap takes longer than a store, so the counts do not give the rates of `xor16`.
//!
//! The upper half of each word is the stamp. The lower half of the check is the upper half of the
//! key, XOR the mixed entry.

use std::cell::RefCell;
use std::marker::PhantomData;

use crate::entry::bucket::MAX_SLOTS;
use crate::entry::fault::{Faulty, flip};
use crate::entry::slot::{Slot, mixed};
use crate::entry::{Bits, Bucket, Data, Narrow, Packed, Payload, SizedEntry};
use crate::key::Key;
use crate::sync::{AtomicU64, UNORDERED};

/// The memory of a bucket `B` of pairs, with its writer's stamp in each word.
#[derive(Clone, Copy, Debug)]
pub struct Stamped<B>(PhantomData<fn() -> B>);

fn words(slot: &Slot<1>) -> [&AtomicU64; 2] {
    [slot.cell(0), slot.cell(1)]
}

/// The words of a slot as one look found them, perhaps torn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StampedWords {
    check: u64,
    data: u64,
}

impl StampedWords {
    fn new(key_half: u32, entry_half: u32) -> Self {
        let stamp = u64::from(with_writer(Writer::stamp)) << 32;
        Self { check: stamp | u64::from(key_half ^ folded(entry_half)), data: stamp | u64::from(entry_half) }
    }

    fn stamps(self) -> [u32; 2] {
        [self.check, self.data].map(|word| (word >> 32) as u32)
    }

    fn key_half(self) -> u32 {
        self.check as u32 ^ folded(self.data as u32)
    }
}

const TORN: u64 = 1 << 63;

fn folded(entry_half: u32) -> u32 {
    (mixed(entry_half.into()) >> 32) as u32
}

const BEHIND_THE_MOVE: Bits = Bits::at(16..48);

fn halved(word: u64) -> u32 {
    BEHIND_THE_MOVE.get(SizedEntry::narrow(word)) as u32
}

fn entry(half: u32) -> u64 {
    SizedEntry::widen(BEHIND_THE_MOVE.of(half.into()))
}

impl<B: Bucket<Payload = SizedEntry, Cells: AsRef<[Slot<1>]>>> Bucket for Stamped<B> {
    type Payload = SizedEntry;
    type Seen = SizedEntry;
    type Cells = B::Cells;
    type Words = StampedWords;
    type Each<T: Copy> = B::Each<T>;

    const NAME: &'static str = "stamped";
    const SLOTS: usize = B::SLOTS;
    const VERIFIED_BITS: u32 = 32;
    const GENERATIONS: u64 = 1 << SizedEntry::AGE_BITS;
    const DETECTS_FLIPS: bool = false;

    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> B::Each<T> {
        B::each(value)
    }

    fn load(cells: &B::Cells, slot: usize) -> StampedWords {
        let slot = &cells.as_ref()[slot];
        let [check, data] = words(slot).map(|word| word.load(UNORDERED));
        let words = StampedWords { check, data };
        with_writer(|writer| writer.look(slot, words));
        words
    }

    fn save(cells: &B::Cells, slot: usize, words_of_store: StampedWords) {
        let slot = &cells.as_ref()[slot];
        let [check, data] = words(slot);
        // Not a swap: the two words stay nearly as close together as in `xor16`.
        check.store(words_of_store.check, UNORDERED);
        let overwritten = data.swap(words_of_store.data, UNORDERED);
        with_writer(|writer| writer.overwrite(slot, words_of_store.data, overwritten));
    }

    fn exchange(cells: &B::Cells, slot: usize, seen: StampedWords, new: StampedWords) {
        let [check, data] = words(&cells.as_ref()[slot]);
        if data.compare_exchange(seen.data, new.data, UNORDERED, UNORDERED).is_ok() {
            let _ = check.compare_exchange(seen.check, new.check, UNORDERED, UNORDERED);
        }
    }

    fn seal(key: Key, [word]: [u64; 1]) -> StampedWords {
        StampedWords::new((key.0 >> 32) as u32, halved(word))
    }

    fn open(words: StampedWords, key: Key) -> Option<[u64; 1]> {
        let is_whole = words.stamps()[0] == words.stamps()[1];
        let is_here = is_whole && words.key_half() == (key.0 >> 32) as u32 && words.data as u32 != 0;
        is_here.then(|| Self::data(words))
    }

    fn peek(words: StampedWords) -> Packed<SizedEntry> {
        Packed::from_word(Self::data(words).first())
    }

    fn seen_as(incoming: Packed<SizedEntry>) -> Packed<SizedEntry> {
        incoming
    }

    fn data(words: StampedWords) -> [u64; 1] {
        [entry(words.data as u32)]
    }

    fn amend(words: StampedWords, entry: Packed<SizedEntry>) -> StampedWords {
        let amended = StampedWords::new(words.key_half(), halved(entry.word()));
        let torn = if Self::is_torn(words, |_| true) { TORN } else { 0 };
        StampedWords { check: amended.check ^ torn, ..amended }
    }

    fn claimed_key(words: StampedWords) -> Option<Key> {
        (words.check != 0 && words.data != 0).then(|| Key(u64::from(words.key_half()) << 32))
    }

    fn rounded([word]: [u64; 1]) -> [u64; 1] {
        let coarse = Packed::<SizedEntry>::from_word(entry(halved(word)));
        let age = SizedEntry::FACTS.age.expect("an entry keeps its age");
        [age.set(coarse.word(), age.get(word))]
    }
}

impl<B: Bucket<Payload = SizedEntry, Cells: AsRef<[Slot<1>]>>> Faulty for Stamped<B> {
    const TELLS_TORN: bool = true;
    const TELLS_LOST: bool = true;
    const WORDS: u32 = 2;

    fn mixture(old: StampedWords, new: StampedWords, landed: u32) -> StampedWords {
        let of = |i: u32| if landed >> i & 1 == 1 { new } else { old };
        StampedWords { check: of(0).check, data: of(1).data }
    }

    fn flip_bit(cells: &B::Cells, slot: usize, bit: u32) {
        flip(words(&cells.as_ref()[slot])[bit as usize / 64 % 2], bit);
    }

    fn is_torn(words: StampedWords, _: impl FnOnce(Key) -> bool) -> bool {
        words.stamps()[0] != words.stamps()[1]
    }
}

#[derive(Debug, Default)]
struct Writer {
    next: u32,
    seen: [(usize, u32); MAX_SLOTS],
    writes: u64,
    lost: u64,
}

const BLOCK: u32 = 1 << 12;

/// A stamp repeats after 2³¹ stores; the table is cleared after 50 ms.
static BLOCKS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static WRITER: RefCell<Writer> = RefCell::default();
}

fn with_writer<T>(work: impl FnOnce(&mut Writer) -> T) -> T {
    WRITER.with_borrow_mut(work)
}

pub(super) fn take_counts() -> (u64, u64) {
    with_writer(|writer| (std::mem::take(&mut writer.writes), std::mem::take(&mut writer.lost)))
}

impl Writer {
    fn stamp(&mut self) -> u32 {
        if self.next.is_multiple_of(BLOCK) {
            // Unordered: only the number matters. The first stamp of a block is skipped, and so is
            // 0.
            let block = BLOCKS.fetch_add(1, UNORDERED) as u32 % ((TORN >> 32) as u32 / BLOCK);
            self.next = block * BLOCK + 1;
        }
        let stamp = self.next;
        self.next += 1;
        stamp
    }

    fn look(&mut self, slot: &Slot<1>, words: StampedWords) {
        let address = address(slot);
        self.seen[address / size_of::<Slot<1>>() % MAX_SLOTS] = (address, words.stamps()[1]);
    }

    /// An entry equal to the one written is not lost: another thread wrote it meanwhile.
    fn overwrite(&mut self, slot: &Slot<1>, written: u64, overwritten: u64) {
        let stamp = (overwritten >> 32) as u32;
        let was_seen = self.seen.contains(&(address(slot), stamp));
        let is_same = overwritten as u32 == written as u32;
        self.writes += 1;
        self.lost += u64::from(stamp != 0 && !was_seen && !is_same);
    }
}

fn address(slot: &Slot<1>) -> usize {
    std::ptr::from_ref(slot).addr()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use crate::sync::free_threads as thread;

    use super::{Stamped, StampedWords, take_counts};
    use crate::entry::bucket::Pairs;
    use crate::entry::fault::Faulty;
    use crate::entry::{Bound, Bucket, Payload, SizedEntry, Zeroed};
    use crate::key::Key;

    type One = Stamped<Pairs<1, SizedEntry>>;

    const A: Key = Key(0xAAAA_0000_1111_2222);
    const B: Key = Key(0xBBBB_3333_0000_4444);

    fn sealed(key: Key) -> StampedWords {
        let score = key.0 as i16;
        let entry = SizedEntry { score, bound: Bound::Exact, depth: 9, size: 500, ..SizedEntry::default() };
        One::seal(key, entry.pack())
    }

    #[test]
    fn an_entry_comes_back_as_rounded_and_for_its_key_alone() {
        let words = sealed(A);
        let entry = SizedEntry::unpack(One::open(words, A).expect("it was sealed for this key"));
        assert_eq!((entry.score, entry.depth, entry.bound), (0x2222, 9, Bound::Exact));
        assert_eq!(SizedEntry::unpack(One::rounded(entry.pack())), entry);
        assert!(One::open(words, B).is_none());
        assert!(!One::is_torn(words, |_| false), "a foreign key, known or not, is not a torn read");
    }

    #[test]
    fn words_of_two_stores_are_torn_even_where_nothing_else_tells() {
        let [first, second] = [sealed(A), sealed(A)];
        let torn = StampedWords { check: first.check, data: second.data };
        assert_eq!(One::claimed_key(torn), One::claimed_key(first), "the key gives nothing away");
        assert!(One::is_torn(torn, |_| true) && One::open(torn, A).is_none());
        let amended = One::amend(torn, One::peek(torn));
        assert!(One::is_torn(amended, |_| true), "torn words stay torn");
        assert!(!One::is_torn(One::amend(first, One::peek(first)), |_| true));
    }

    #[test]
    fn an_entry_that_is_overwritten_unseen_is_lost_and_one_that_was_looked_at_is_not() {
        let cells = <One as Bucket>::Cells::empty();
        take_counts();
        One::load(&cells, 0);
        One::save(&cells, 0, sealed(A));
        One::load(&cells, 0);
        One::save(&cells, 0, sealed(B));
        assert_eq!(take_counts().1, 0);

        let turn = Barrier::new(2);
        thread::scope(|scope| {
            let other = scope.spawn(|| {
                One::load(&cells, 0);
                turn.wait();
                turn.wait();
                One::save(&cells, 0, sealed(B));
                take_counts().1
            });
            turn.wait();
            One::load(&cells, 0);
            One::save(&cells, 0, sealed(A));
            turn.wait();
            assert_eq!(other.join().expect("it does not panic"), 1);
        });
        assert_eq!(take_counts().1, 0, "nothing was lost by this thread");
    }
}
