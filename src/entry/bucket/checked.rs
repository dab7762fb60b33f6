//! Data words beside a check word, which verifies the whole key and rejects torn reads
//! (`entry/slot.rs`).

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::{Bucket, DataOf};
use crate::entry::slot::{Slot, Words, each};
use crate::entry::{Data, Entry, Packed, Payload};
use crate::key::Key;
use crate::sync::fault::Fault;

/// `SLOTS` entries of `N` data words and a check word each: 8 · (N + 1) bytes per entry.
///
/// A bucket of 16, 32 or 64 bytes never straddles a cache line. One in two or three does in other
/// widths.
#[derive(Clone, Copy, Debug)]
pub struct Checked<const SLOTS: usize, const N: usize, P = Entry>(PhantomData<fn() -> P>);

/// `SLOTS` pairs of check and data, 16 bytes each: 1, 2 or 4, or 8 on two cache lines.
pub type Pairs<const SLOTS: usize, P = Entry> = Checked<SLOTS, 1, P>;

impl<const SLOTS: usize, const N: usize, P: Payload<Data = [u64; N]>> Bucket for Checked<SLOTS, N, P> {
    type Payload = P;
    type Seen = P;
    type Cells = [Slot<N>; SLOTS];
    type Words = Words<N>;
    type Each<T: Copy> = [T; SLOTS];

    const NAME: &'static str = match (N, SLOTS) {
        (1, 8) => "lines16",
        (1, _) => "xor16",
        _ => "xor-wide",
    };
    const SLOTS: usize = {
        assert!(
            N > 1 || matches!(SLOTS, 1 | 2 | 4 | 8),
            "1, 2, 4 or 8 pairs: others would straddle cache lines"
        );
        SLOTS
    };
    const VERIFIED_BITS: u32 = u64::BITS;
    const GENERATIONS: u64 = P::FACTS.generations();
    const ROUNDS: bool = false;
    const DETECTS_FLIPS: bool = true;

    #[inline(always)]
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> [T; SLOTS] {
        each(value)
    }

    #[inline]
    fn load(cells: &[Slot<N>; SLOTS], slot: usize) -> Words<N> {
        cells[slot].load()
    }

    #[inline]
    fn save(cells: &[Slot<N>; SLOTS], slot: usize, words: Words<N>) {
        cells[slot].save(words);
    }

    #[inline]
    fn exchange(cells: &[Slot<N>; SLOTS], slot: usize, seen: Words<N>, words: Words<N>) {
        cells[slot].exchange(seen, words);
    }

    #[inline]
    fn seal(key: Key, data: [u64; N]) -> Words<N> {
        Words::seal(key, data)
    }

    #[inline]
    fn open(words: Words<N>, key: Key) -> Option<[u64; N]> {
        words.open(key)
    }

    #[inline]
    fn peek(words: Words<N>) -> Packed<P> {
        Packed::from_word(words.data().first())
    }

    #[inline]
    fn seen_as(incoming: Packed<P>) -> Packed<P> {
        incoming
    }

    #[inline]
    fn data(words: Words<N>) -> DataOf<Self> {
        words.data()
    }

    #[inline]
    fn amend(words: Words<N>, entry: Packed<P>) -> Words<N> {
        words.amend(words.data().with_first(entry.word()))
    }

    #[inline]
    fn claimed_key(words: Words<N>) -> Option<Key> {
        // A torn slot claims a key of another bucket, except for one in the number of buckets
        // (claim M6).
        words.claimed_key()
    }

    #[inline]
    fn rounded(data: [u64; N]) -> [u64; N] {
        data
    }

    /// Tests only the claimed key. With only the data written, that key is arbitrary. With only the
    /// check written, the entry is empty.
    #[inline(always)]
    fn resident(words: Words<N>, is_here: impl FnOnce(Key) -> bool) -> Packed<P> {
        Self::peek(words).only_if(is_here(words.claim()) || Fault::KeepsDeadSlots.is_planted())
    }

    /// Without a branch on the words.
    #[inline(always)]
    fn is_foreign(words: Words<N>, here: Key, is_here: impl FnOnce(Key) -> bool) -> bool {
        let is_empty = Self::peek(words).is_empty();
        !is_here(Key(select_unpredictable(is_empty, here.0, words.claim().0)))
    }

    /// Selects without a branch: a branch on the slot would be mispredicted, and the probes after
    /// it would wait.
    #[inline(always)]
    fn find(looks: [Words<N>; SLOTS], key: Key) -> Option<(usize, Words<N>)> {
        let (mut at, mut found) = (SLOTS, Words::EMPTY);
        for slot in (0..SLOTS).rev() {
            let fits = looks[slot].claim() == key || Fault::FindsAnyKey.is_planted();
            at = select_unpredictable(fits, slot, at);
            found = found.or_if(fits, looks[slot]);
        }
        // A store under way, or an empty slot if `key` is the one that zeros claim, is a miss. That
        // key is not found behind an empty slot, but no ready scheme leaves one before a filled
        // slot.
        found.has_landed().then_some((at, found))
    }
}
