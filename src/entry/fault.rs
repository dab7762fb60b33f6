//! Damaged memory, and words of two writers: what a stress test must be able to make and to see (feature `conformance`).

use super::bucket::{Checked, Cluster, OneWord};
use super::slot::Cell;
use super::{Bucket, Narrow, Payload};
use crate::key::Key;
use crate::sync::{AtomicU64, UNORDERED};

/// A bucket whose memory can be damaged, and looked at with the eyes of someone who knows which keys are in use.
pub trait Faulty: Bucket {
    /// Whether words of two writers can be told from those of other keys.
    const TELLS_TORN: bool;
    /// Whether entries that were overwritten unseen are counted.
    const TELLS_LOST: bool = false;

    /// Words that a store writes one by one.
    const WORDS: u32;

    /// What a look finds while a store replaces `old` by `new`: of `new` the words whose bits in `landed` are set, counted from the
    /// lowest in the order of the bucket's choice, of `old` the others.
    fn mixture(old: Self::Words, new: Self::Words, landed: u32) -> Self::Words;

    /// Damages one bit of a slot, as faulty memory would; `bit` counts from the lowest of the first word, modulo the slot's bits.
    ///
    /// It is a load and a store, so it can also undo half of a store that races with it: one more fault.
    fn flip_bit(cells: &Self::Cells, slot: usize, bit: u32);

    /// Whether the words are of two writers, as far as the bucket can tell: they claim a key, and none of those in use.
    fn is_torn(words: Self::Words, is_known: impl FnOnce(Key) -> bool) -> bool {
        Self::claimed_key(words).is_some_and(|key| !is_known(key))
    }
}

/// Unordered, and two accesses: a fault is no atomic step.
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

    fn flip_bit((data, checks): &Self::Cells, slot: usize, bit: u32) {
        match bit % 80 {
            bit @ 0..64 => flip_cell(&data[slot], bit),
            bit => checks[slot].save(checks[slot].load() ^ 1 << (bit - 64)),
        }
    }
}
