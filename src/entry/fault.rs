//! Damaged memory and torn reads, for tests.

use super::bucket::{Checked, Cluster, OneWord};
use super::slot::Cell;
use super::{Bucket, Joined, Narrow, Payload};
use crate::key::Key;
use crate::sync::{AtomicU64, UNORDERED};

/// A bucket whose memory tests can damage.
pub trait Faulty: Bucket {
    /// Whether the bucket can tell a torn read from an entry of another key.
    const TELLS_TORN: bool;
    /// Whether the bucket counts entries that were overwritten unseen.
    const TELLS_LOST: bool = false;

    /// Words that a store writes one by one.
    const WORDS: u32;

    /// Returns what a look finds while a store replaces `old` by `new`.
    ///
    /// Words whose bit in `landed` is set come from `new`.
    fn mixture(old: Self::Words, new: Self::Words, landed: u32) -> Self::Words;

    /// Flips one bit of a slot, counted from the lowest of the first word, modulo the slot's bits.
    fn flip_bit(cells: &Self::Cells, slot: usize, bit: u32);

    /// Returns whether the words come from two writers, as far as the bucket can tell: by default,
    /// whether they claim a key that is not in use.
    fn is_torn(words: Self::Words, is_known: impl FnOnce(Key) -> bool) -> bool {
        Self::claimed_key(words).is_some_and(|key| !is_known(key))
    }
}

/// Unordered, and two accesses: a fault need not be atomic.
pub(crate) fn flip(word: &AtomicU64, bit: u32) {
    word.store(word.load(UNORDERED) ^ 1 << (bit % u64::BITS), UNORDERED);
}

fn flip_cell(cell: &Cell, bit: u32) {
    cell.save(cell.load() ^ 1 << (bit % u64::BITS));
}

impl<const SLOTS: usize, const N: usize, P: Payload<Data = [u64; N]>> Faulty for Checked<SLOTS, N, P> {
    const TELLS_TORN: bool = true;
    const WORDS: u32 = N as u32 + 1;

    fn mixture(old: Self::Words, new: Self::Words, landed: u32) -> Self::Words {
        old.overtaken_by(new, landed)
    }

    fn flip_bit(cells: &Self::Cells, slot: usize, bit: u32) {
        flip(cells[slot].cell(bit as usize / 64 % (N + 1)), bit);
    }
}

impl<const SLOTS: usize, P: Narrow> Faulty for OneWord<SLOTS, P> {
    const TELLS_TORN: bool = false;
    const WORDS: u32 = 1;

    fn mixture(old: Self::Words, new: Self::Words, landed: u32) -> Self::Words {
        if landed & 1 == 1 { new } else { old }
    }

    fn flip_bit(cells: &Self::Cells, slot: usize, bit: u32) {
        flip_cell(&cells[slot], bit);
    }
}

impl<P: Payload<Data = [u64; 1]>> Faulty for Cluster<P> {
    const TELLS_TORN: bool = false;
    const WORDS: u32 = 2;

    fn mixture(old: Self::Words, new: Self::Words, landed: u32) -> Self::Words {
        old.overtaken_by(new, landed)
    }

    fn flip_bit(Joined(data, checks): &Self::Cells, slot: usize, bit: u32) {
        match bit % 80 {
            bit @ 0..64 => flip_cell(&data[slot], bit),
            bit => checks[slot].save(checks[slot].load() ^ 1 << (bit - 64)),
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Checked, Cluster, Faulty, OneWord};
    use crate::entry::SizedEntry;
    use crate::entry::bucket::Pairs;
    use crate::entry::{Bucket, Facts, Payload, Zeroed};
    use crate::key::Key;

    fn flips_each_bit_alone<B: Faulty<Cells: Zeroed>>(bits: u32)
    where
        B::Words: PartialEq + std::fmt::Debug,
    {
        let cells = B::Cells::empty();
        let last = B::SLOTS - 1;
        let seen = || (0..B::SLOTS).map(|slot| B::load(&cells, slot)).collect::<Vec<_>>();
        let before = seen();
        let mut all = vec![before.clone()];
        for bit in 0..bits {
            B::flip_bit(&cells, last, bit);
            let after = seen();
            assert!(!all.contains(&after), "{}: bit {bit} is a bit of its own", B::NAME);
            assert_eq!(after[..last], before[..last], "{}: another slot", B::NAME);
            all.push(after);
            B::flip_bit(&cells, last, bit + bits);
            assert_eq!(seen(), before, "{}: bit {bit} flips back", B::NAME);
        }
    }

    #[test]
    fn a_flip_changes_one_bit_of_one_slot() {
        flips_each_bit_alone::<Pairs<2, SizedEntry>>(128);
        flips_each_bit_alone::<Checked<2, 3, WithThree>>(256);
        flips_each_bit_alone::<OneWord<4, SizedEntry>>(64);
        flips_each_bit_alone::<Cluster<SizedEntry>>(80);
    }

    fn all_mixtures<B: Faulty>(old: B::Words, new: B::Words) -> Vec<B::Words>
    where
        B::Words: PartialEq + std::fmt::Debug,
    {
        let all: Vec<_> = (0..1 << B::WORDS).map(|landed| B::mixture(old, new, landed)).collect();
        let differ = |(i, words): (usize, &B::Words)| !all[..i].contains(words);
        assert!(all.iter().enumerate().all(differ), "{}: no two mixtures are alike", B::NAME);
        assert_eq!((all.first(), all.last()), (Some(&old), Some(&new)), "{}", B::NAME);
        all
    }

    #[test]
    fn of_two_stores_a_look_finds_the_words_that_have_landed() {
        let key = Key(0xfeed);
        let of_three = |data: [u64; 3]| Checked::<1, 3, WithThree>::seal(key, data);
        all_mixtures::<Checked<1, 3, WithThree>>(of_three([1, 2, 3]), of_three([4, 5, 6]));
        let [old, new] = [1 << 41 | 5, 1 << 41 | 9];
        let all = all_mixtures::<Pairs<1, SizedEntry>>(
            Pairs::<1, SizedEntry>::seal(key, [old]),
            Pairs::<1, SizedEntry>::seal(key, [new]),
        );
        assert_eq!(all.iter().map(|words| words.data()[0]).collect::<Vec<_>>(), [old, old, new, new]);
        assert!(Pairs::<1, SizedEntry>::is_torn(all[1], |claimed| claimed == key));
        assert!(!Pairs::<1, SizedEntry>::is_torn(all[3], |claimed| claimed == key));
        all_mixtures::<OneWord<1, SizedEntry>>(
            OneWord::<1, SizedEntry>::seal(key, [old]),
            OneWord::<1, SizedEntry>::seal(key, [new]),
        );
        let all = all_mixtures::<Cluster<SizedEntry>>(
            <Cluster<SizedEntry>>::seal(key, [old]),
            <Cluster<SizedEntry>>::seal(key, [new]),
        );
        assert_eq!(
            all.into_iter().map(|words| <Cluster<SizedEntry>>::data(words)[0]).collect::<Vec<_>>(),
            [old, old, new, new]
        );
    }

    #[derive(Clone, Copy)]
    struct WithThree([u64; 3]);

    impl Payload for WithThree {
        type Data = [u64; 3];
        const FACTS: Facts = Facts::NONE;
        fn pack(self) -> [u64; 3] {
            self.0
        }
        fn unpack(data: [u64; 3]) -> Self {
            Self(data)
        }
    }
}
