//! A layout for the stress test alone: both words of a slot carry the stamp of the store that wrote them.
//!
//! Nothing is inferred from keys. Two different stamps are words of two stores: a torn read, or at rest a dead slot. And as
//! a store swaps its data in, it learns which entry it overwrote. If that is not the one it had looked at, it is a *lost
//! update*: gone without the scheme having weighed it. Each data word is overwritten once, so none is counted twice and none
//! passed over; an entry whose check alone was overwritten is not lost but dead, and counted as that.
//!
//! A swap takes longer than a store, and a thread's notes longer than none: the counts are exact, of this layout, and its rates
//! are not those of `xor16`.
//!
//! | bits | check | data |
//! |---|---|---|
//! | 0–31 | upper half of the key, exclusive or the mixed entry | the entry as in `single8`, without its score |
//! | 32–63 | stamp | stamp |
//!
//! Two words in the order of `xor16`, validated by the same equation on half of the bits. Not for a search: the score is gone.

use std::cell::RefCell;

use crate::entry::layout::Layout;
use crate::entry::pack::{Packed, Tagged};
use crate::entry::slot::{Word, signature};
use crate::key::Key;
use crate::scheme::MAX_SLOTS;
use crate::sync::{AtomicU64, Ordering};

/// Check and data, each with its writer's stamp.
#[derive(Clone, Copy, Debug)]
pub struct Stamped;

/// The words as one look found them; perhaps of two writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StampedWords {
    check: u64,
    data: u64,
}

impl StampedWords {
    /// Words of one store: `key_half` for the entry in `entry_half`.
    fn new(key_half: u32, entry_half: u32) -> Self {
        let stamp = u64::from(with_writer(Writer::stamp)) << 32;
        Self { check: stamp | u64::from(key_half ^ mixed(entry_half)), data: stamp | u64::from(entry_half) }
    }

    fn stamps(self) -> [u32; 2] {
        [self.check, self.data].map(|word| (word >> 32) as u32)
    }

    /// The upper half of the key that the words claim, whosever they are.
    fn key_half(self) -> u32 {
        self.check as u32 ^ mixed(self.data as u32)
    }
}

/// Makes a stamp another that no store has: stamps are below it.
const TORN: u64 = 1 << 63;

/// What the entry adds to the key in a check.
fn mixed(entry_half: u32) -> u32 {
    (signature(&[u64::from(entry_half)]) >> 32) as u32
}

/// The entry without its score.
fn halved(entry: Packed) -> u32 {
    Tagged::new(0, entry).half()
}

/// The entry of a half.
fn entry(half: u32) -> Packed {
    Tagged::of_half(half).entry()
}

impl Layout for Stamped {
    const NAME: &'static str = "stamped";
    const VERIFIED_BITS: u32 = 32;
    const GENERATIONS: u8 = crate::entry::Single::GENERATIONS;
    const DETECTS_FLIPS: bool = false;
    type Slot = [Word; 2];
    type Words = StampedWords;

    fn load(slot: &[Word; 2]) -> StampedWords {
        let words = StampedWords { check: slot[0].load(), data: slot[1].load() };
        with_writer(|writer| writer.look(slot, words));
        words
    }

    fn save(slot: &[Word; 2], words: StampedWords) {
        // The check by a plain store, so that the two words are hardly further apart than in `xor16`.
        slot[0].save(words.check);
        let overwritten = slot[1].swap(words.data);
        with_writer(|writer| writer.overwrite(slot, words.data, overwritten));
    }

    fn exchange(slot: &[Word; 2], seen: StampedWords, words: StampedWords) {
        if slot[0].exchange(seen.check, words.check) {
            slot[1].exchange(seen.data, words.data);
        }
    }

    fn seal(key: Key, entry: Packed) -> StampedWords {
        StampedWords::new((key.0 >> 32) as u32, halved(entry))
    }

    fn open(words: StampedWords, key: Key) -> Packed {
        let is_whole = words.stamps()[0] == words.stamps()[1];
        if is_whole && words.key_half() == (key.0 >> 32) as u32 { Self::peek(words) } else { Packed::EMPTY }
    }

    fn peek(words: StampedWords) -> Packed {
        entry(words.data as u32)
    }

    fn amend(words: StampedWords, entry: Packed) -> StampedWords {
        let amended = StampedWords::new(words.key_half(), halved(entry));
        // Words of two stores stay such.
        let torn = if Self::is_torn(words, |_| true) { TORN } else { 0 };
        StampedWords { check: amended.check ^ torn, ..amended }
    }

    fn claimed_key(words: StampedWords) -> Option<Key> {
        (words.check != 0 && words.data != 0).then(|| Key(u64::from(words.key_half()) << 32))
    }

    /// As `xor16` does, and not by the stamps: what a scheme makes of a dead slot is to be the same.
    fn is_resident(words: StampedWords, is_here: impl FnOnce(Key) -> bool) -> bool {
        Self::claimed_key(words).is_some_and(is_here)
    }

    fn is_torn(words: StampedWords, _: impl FnOnce(Key) -> bool) -> bool {
        words.stamps()[0] != words.stamps()[1]
    }

    fn flip_bit(slot: &[Word; 2], bit: u32) {
        slot[bit as usize / 64 % 2].flip_bit(bit);
    }

    fn rounded(packed: Packed) -> Packed {
        entry(halved(packed)).stamped(packed.generation())
    }
}

/// What a thread knows of its own stores.
#[derive(Debug, Default)]
struct Writer {
    /// The next stamp; a new block begins where the low bits are zero.
    next: u32,
    /// The slots looked at last, by address, with the stamp of their data: a place for each slot of a bucket.
    seen: [(usize, u32); MAX_SLOTS],
    /// Slots written by stores.
    writes: u64,
    /// Of those, entries overwritten that had not been looked at.
    lost: u64,
}

/// Stamps a thread takes at a time.
const BLOCK: u32 = 1 << 12;

/// Blocks given out. A stamp comes again after 2³¹ stores, when the table has been emptied long since: a round lasts 50 ms.
static BLOCKS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static WRITER: RefCell<Writer> = RefCell::default();
}

fn with_writer<T>(work: impl FnOnce(&mut Writer) -> T) -> T {
    WRITER.with_borrow_mut(work)
}

/// Slots that this thread's stores wrote since it was asked last, and the lost updates among them; in every other layout 0.
pub(super) fn take_counts() -> (u64, u64) {
    with_writer(|writer| (std::mem::take(&mut writer.writes), std::mem::take(&mut writer.lost)))
}

impl Writer {
    /// A stamp that no other store has; never 0, which is nobody's.
    fn stamp(&mut self) -> u32 {
        if self.next.is_multiple_of(BLOCK) {
            // Relaxed: only the number counts. The first stamp of a block is left out, and 0 with it.
            let block = BLOCKS.fetch_add(1, Ordering::Relaxed) as u32 % ((TORN >> 32) as u32 / BLOCK);
            self.next = block * BLOCK + 1;
        }
        let stamp = self.next;
        self.next += 1;
        stamp
    }

    fn look(&mut self, slot: &[Word; 2], words: StampedWords) {
        let address = address(slot);
        self.seen[address / size_of::<[Word; 2]>() % MAX_SLOTS] = (address, words.stamps()[1]);
    }

    /// Counts the entry overwritten as lost if it is neither the one looked at nor, written here by another thread meanwhile,
    /// the same as the one written.
    fn overwrite(&mut self, slot: &[Word; 2], written: u64, overwritten: u64) {
        let stamp = (overwritten >> 32) as u32;
        let was_seen = self.seen.contains(&(address(slot), stamp));
        let is_same = overwritten as u32 == written as u32;
        self.writes += 1;
        self.lost += u64::from(stamp != 0 && !was_seen && !is_same);
    }
}

fn address(slot: &[Word; 2]) -> usize {
    std::ptr::from_ref(slot).addr()
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::{Stamped, StampedWords, take_counts};
    use crate::entry::slot::Word;
    use crate::entry::{Bound, Entry, Layout, Move16, Packed};
    use crate::key::Key;
    use crate::sync::thread;

    const A: Key = Key(0xAAAA_0000_1111_2222);
    const B: Key = Key(0xBBBB_3333_0000_4444);

    fn sealed(key: Key) -> StampedWords {
        let mv = Move16(key.0 as u16);
        let entry = Entry { mv, bound: Bound::Exact, depth: 9, size: 500, ..Entry::default() };
        Stamped::seal(key, Packed::from(entry))
    }

    #[test]
    fn an_entry_comes_back_as_rounded_and_for_its_key_alone() {
        let words = sealed(A);
        let entry = Stamped::open(words, A).unpack().expect("it was sealed for this key");
        assert_eq!((entry.mv, entry.depth, entry.bound), (Move16(0x2222), 9, Bound::Exact));
        assert_eq!(Stamped::rounded(Packed::from(entry)).unpack(), Some(entry));
        assert!(Stamped::open(words, B).is_empty());
        assert!(!Stamped::is_torn(words, |_| false), "a foreign key, known or not, is no torn read");
    }

    #[test]
    fn words_of_two_stores_are_torn_even_where_nothing_else_tells() {
        let [first, second] = [sealed(A), sealed(A)];
        let torn = StampedWords { check: first.check, data: second.data };
        assert_eq!(Stamped::claimed_key(torn), Stamped::claimed_key(first), "the key gives nothing away");
        assert!(Stamped::is_torn(torn, |_| true) && Stamped::open(torn, A).is_empty());
        let amended = Stamped::amend(torn, Stamped::peek(torn));
        assert!(Stamped::is_torn(amended, |_| true), "torn words stay torn");
        assert!(!Stamped::is_torn(Stamped::amend(first, Stamped::peek(first)), |_| true));
    }

    #[test]
    fn an_entry_that_is_overwritten_unseen_is_lost_and_one_that_was_looked_at_is_not() {
        let slot: [Word; 2] = Default::default();
        take_counts();
        Stamped::load(&slot);
        Stamped::save(&slot, sealed(A));
        Stamped::load(&slot);
        // Looked at: the rule's decision.
        Stamped::save(&slot, sealed(B));
        assert_eq!(take_counts().1, 0);

        // Another thread looks, is overtaken, and writes.
        let turn = Barrier::new(2);
        thread::scope(|scope| {
            let other = scope.spawn(|| {
                Stamped::load(&slot);
                turn.wait();
                turn.wait();
                Stamped::save(&slot, sealed(B));
                take_counts().1
            });
            turn.wait();
            Stamped::load(&slot);
            Stamped::save(&slot, sealed(A));
            turn.wait();
            assert_eq!(other.join().expect("it does not panic"), 1);
        });
        assert_eq!(take_counts().1, 0, "nothing was lost by this thread");
    }
}
