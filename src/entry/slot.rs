//! A slot holds `N` data words and a check word. This file holds the whole validation protocol:
//! probes and stores access table memory only through it.
//!
//! A store computes `check = key ^ f₀(data₀) ^ f₁(data₁) …` and writes the words one by one. A read
//! loads them one by one and accepts them only if this equation holds for the key asked for. A torn
//! read fails the equation, so it reads as a miss without lock, retry or ordering. (Hyatt and Mann,
//! 2002, for one data word.)
//!
//! Three rules close the holes of the bare equation.
//!
//! - *A zero word is never valid.* Otherwise an empty slot would validate key 0, and a slot with
//!   only its data written the key equal to the data. The price: one entry in 2⁶⁴ has a zero check
//!   and is never found.
//! - *Each word has a different bijection.* With plain XOR, equal differences in two data words
//!   cancel: lines of moves that differ by a shift. For one data word, plain XOR is as safe. But
//!   entries differ little in their high bits, so a torn slot would claim a key of its bucket
//!   (claim M6). `f₀` is therefore a multiplication and a fold.
//! - *One snapshot.* Code that moves or re-keys an entry uses the words of one [`Slot::load`].
//!
//! The remaining risk is that of any 64-bit signature: 2⁻⁶⁴. Claims M1 to M4 in
//! `docs/memory-model.md`; models in `tests/loom.rs`.

use std::hint::select_unpredictable;

use crate::key::{GOLDEN, Key};
use crate::sync::fault::Fault;
use crate::sync::{AtomicU16, AtomicU64, UNORDERED};

/// The memory of one entry: 8 · (N + 1) bytes. All-zero memory is the empty slot.
#[derive(Debug)]
#[repr(C)]
pub struct Slot<const N: usize> {
    check: AtomicU64,
    data: [AtomicU64; N],
}

/// The words of a slot as one look found them, perhaps torn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize> {
    pub(super) check: u64,
    pub(super) data: [u64; N],
}

impl<const N: usize> Words<N> {
    pub(super) const EMPTY: Self = Self { check: 0, data: [0; N] };

    /// Returns the words that hold `data` for `key`.
    ///
    /// Every data word must be non-zero, or the slot will read as empty.
    #[inline]
    #[must_use]
    pub fn seal(key: Key, data: [u64; N]) -> Self {
        Self { check: key.0 ^ signature(&data), data }
    }

    /// Returns the data if one store wrote all these words for `key`.
    #[inline]
    #[must_use]
    pub fn open(self, key: Key) -> Option<[u64; N]> {
        let is_of_key = self.claim() == key || Fault::OpensAnyKey.is_planted();
        (is_of_key && self.has_landed()).then_some(self.data)
    }

    /// Returns the key that these words claim, or `None` if a word is zero.
    ///
    /// A torn slot claims an arbitrary key: check that it belongs to this bucket.
    #[inline]
    #[must_use]
    pub fn claimed_key(self) -> Option<Key> {
        self.has_landed().then(|| self.claim())
    }

    #[inline(always)]
    pub(super) fn claim(self) -> Key {
        Key(self.check ^ signature(&self.data))
    }

    #[inline(always)]
    pub(super) fn or_if(self, takes: bool, other: Self) -> Self {
        let data = each(|i| select_unpredictable(takes, other.data[i], self.data[i]));
        Self { check: select_unpredictable(takes, other.check, self.check), data }
    }

    /// Returns the words of the same claimed key with other data.
    #[inline]
    #[must_use]
    pub fn amend(self, data: [u64; N]) -> Self {
        if Fault::AmendsDataAlone.is_planted() {
            return Self { data, ..self };
        }
        Self { check: self.check ^ signature(&self.data) ^ signature(&data), data }
    }

    /// Returns the data words without validation.
    #[inline]
    #[must_use]
    pub fn data(self) -> [u64; N] {
        self.data
    }

    #[inline(always)]
    pub(super) fn has_landed(&self) -> bool {
        let has_landed = self.data.iter().fold(self.check != 0, |landed, &word| landed & (word != 0));
        has_landed || Fault::LandsByHalves.is_planted()
    }
}

impl<const N: usize> Slot<N> {
    /// Loads the words once: N + 1 relaxed loads.
    #[inline]
    #[must_use]
    pub fn load(&self) -> Words<N> {
        // Unordered: `Words::open` rejects a snapshot of several writers. Claim M1.
        Words { check: self.check.load(UNORDERED), data: each(|i| self.data[i].load(UNORDERED)) }
    }

    /// Writes the words: N + 1 relaxed stores.
    #[inline]
    pub fn save(&self, words: Words<N>) {
        // Unordered: every proper subset of the words reads as a miss. Claim M1.
        self.check.store(words.check, UNORDERED);
        for (cell, word) in self.data.iter().zip(words.data) {
            cell.store(word, UNORDERED);
        }
    }

    /// Replaces the words if they are still `seen`: at most N + 1 relaxed compare-exchanges, no
    /// retry.
    ///
    /// Words that a store wrote meanwhile stay whole. One exception: if its data word equals the
    /// one seen, the slot may be left dead. Between the exchanges the slot reads as a miss. Claim
    /// M9.
    #[inline]
    pub fn exchange(&self, seen: Words<N>, words: Words<N>) {
        if Fault::ExchangesByPlainStores.is_planted() {
            return self.save(words);
        }
        if Fault::ExchangesCheckFirst.is_planted()
            && self.check.compare_exchange(seen.check, words.check, UNORDERED, UNORDERED).is_err()
        {
            return;
        }
        // Unordered: under any ordering a compare-exchange meets the latest value of its word.
        //
        // The data comes first. Of the threads that exchange the words of one look, only the winner
        // of the first data word goes on, unless that word returns meanwhile. With the check first,
        // another thread could change only the data in between, and the new check would stand
        // beside that data for good: `tests/coherence.rs`, `an_exchange_of_the_check_first_…`.
        //
        // Never `compare_exchange_weak`, which may fail without interference and leave the slot
        // dead.
        for (cell, (seen, word)) in self.data.iter().zip(seen.data.into_iter().zip(words.data)) {
            if cell.compare_exchange(seen, word, UNORDERED, UNORDERED).is_err() {
                return;
            }
        }
        // If the check has changed, the data of a store is still to come, or the slot is dead.
        let _ = self.check.compare_exchange(seen.check, words.check, UNORDERED, UNORDERED);
    }
}

/// One atomic word, which cannot tear. All-zero memory is the empty word.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct Cell(AtomicU64);

impl Cell {
    /// Reads the word: one relaxed load.
    #[inline]
    #[must_use]
    pub fn load(&self) -> u64 {
        // Unordered: there is only one word.
        self.0.load(UNORDERED)
    }

    /// Writes the word: one relaxed store.
    #[inline]
    pub fn save(&self, word: u64) {
        self.0.store(word, UNORDERED);
    }

    /// Replaces the word if it is still `seen`: one relaxed compare-exchange.
    #[inline]
    pub fn exchange(&self, seen: u64, word: u64) -> bool {
        // Unordered: as in `Slot::exchange`.
        self.0.compare_exchange(seen, word, UNORDERED, UNORDERED).is_ok()
    }
}

/// A 16-bit tag in separate memory, so that writers of neighbouring tags do not collide.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct TagCell(AtomicU16);

impl TagCell {
    /// Reads the tag: one relaxed load.
    #[inline]
    #[must_use]
    pub fn load(&self) -> u16 {
        // Unordered: the tag is validated together with the words read beside it.
        self.0.load(UNORDERED)
    }

    /// Writes the tag: one relaxed store.
    #[inline]
    pub fn save(&self, tag: u16) {
        self.0.store(tag, UNORDERED);
    }

    /// Replaces the tag if it is still `seen`: one relaxed compare-exchange.
    #[inline]
    pub fn exchange(&self, seen: u16, tag: u16) {
        // Unordered: as in `Slot::exchange`.
        let _ = self.0.compare_exchange(seen, tag, UNORDERED, UNORDERED);
    }
}

impl<const N: usize> Words<N> {
    /// Takes from `new` the words whose bit in `landed` is set; the check is bit 0.
    pub(crate) fn overtaken_by(self, new: Self, landed: u32) -> Self {
        let of = |i: usize| if landed >> i & 1 == 1 { new } else { self };
        Self { check: of(0).check, data: each(|i| of(i + 1).data[i]) }
    }
}

impl<const N: usize> Slot<N> {
    pub(crate) fn cell(&self, i: usize) -> &AtomicU64 {
        if i == 0 { &self.check } else { &self.data[i - 1] }
    }
}

impl<const N: usize> Default for Slot<N> {
    fn default() -> Self {
        Self { check: AtomicU64::new(0), data: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

/// Like `std::array::from_fn`, but inlined in every build, so the values stay in registers.
///
/// Generic functions of the standard library without `#[inline]`, such as `array::map`, are compiled
/// into a unit of their own. Without link-time optimisation they stay calls.
#[inline(always)]
pub(crate) fn each<T: Copy, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [value(0); N];
    for (at, place) in all.iter_mut().enumerate().skip(1) {
        *place = value(at);
    }
    all
}

/// Returns the part of a check that comes from the data.
#[inline]
#[must_use]
pub fn signature<const N: usize>(data: &[u64; N]) -> u64 {
    if Fault::SignsNothing.is_planted() {
        return 0;
    }
    let place = |i| if Fault::SignsWordsAlike.is_planted() { 0 } else { i };
    data.iter().enumerate().fold(0, |sum, (i, &word)| sum ^ mix(place(i), word))
}

/// Returns `f₀(word)`, the share of the first data word.
#[inline]
#[must_use]
pub fn mixed(word: u64) -> u64 {
    mix(0, word)
}

/// The multiplication carries every difference of the first word up to the bits that choose the
/// bucket under multiply-shift; the fold carries it into the lower half. One flipped data bit
/// changes at least two bits of the result, because the constant's low half is neither 1 nor −1. So
/// a flipped check bit cannot compensate for it.
///
/// Every other word takes a SplitMix64 step: after a multiplication alone, equal differences in the
/// highest bits of two words would still cancel.
#[inline]
fn mix(i: usize, word: u64) -> u64 {
    if i == 0 {
        let product = word.wrapping_mul(GOLDEN);
        return product ^ product >> 32;
    }
    let constant = GOLDEN.wrapping_mul(2 * i as u64 + 1);
    let mut mixed = word ^ constant;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Slot, Words, signature};
    use crate::entry::{Bound, Move16, Payload, SizedEntry};
    use crate::key::{Key, SplitMix64};
    use crate::table::{Fold, Index, LowBits, MultiplyShift};

    const DATA: u64 = 0x0000_0300_1234_5678;

    impl<const N: usize> Words<N> {
        pub(crate) fn beside(self, other: Self) -> Self {
            Self { check: self.check, data: other.data }
        }
    }

    #[test]
    fn a_slot_returns_what_was_stored_for_its_key_alone() {
        let slot = Slot::<1>::default();
        slot.save(Words::seal(Key(42), [DATA]));
        let seen = slot.load();
        assert_eq!([seen.open(Key(42)), seen.open(Key(43))], [Some([DATA]), None]);
        assert_eq!(seen.claimed_key(), Some(Key(42)));
    }

    #[test]
    fn amended_words_keep_their_key_and_torn_ones_stay_torn() {
        let whole = Words::seal(Key(42), [DATA]);
        assert_eq!(whole.amend([DATA + 1]).open(Key(42)), Some([DATA + 1]));
        let torn = Words { check: whole.check, data: [DATA + 2] };
        assert_eq!(torn.amend([DATA]).open(Key(42)), None);
        assert_eq!(torn.amend([DATA]).claimed_key(), torn.claimed_key());
    }

    #[test]
    fn an_exchange_leaves_the_check_where_other_data_stand() {
        let (slot, seen) = (Slot::<1>::default(), Words::seal(Key(42), [DATA]));
        let other = Words { data: [DATA + 1], ..seen };
        slot.save(other);
        slot.exchange(seen, seen.amend([DATA + 2]));
        assert_eq!(slot.load(), other);
        slot.save(Words { check: 1, ..seen });
        slot.exchange(seen, other);
        assert_eq!(slot.load(), Words { check: 1, ..other }, "another check stays");
    }

    #[test]
    fn an_empty_slot_validates_no_key_not_even_zero() {
        let words = Slot::<1>::default().load();
        assert_eq!(words.check ^ signature(&words.data), 0);
        assert_eq!(words.open(Key(0)), None);
        assert_eq!(words.claimed_key(), None);
    }

    #[test]
    fn a_fresh_slot_of_which_one_word_has_landed_validates_no_key() {
        let whole = Words::seal(Key(42), [DATA]);
        for half in [Words { check: 0, data: whole.data }, Words { check: whole.check, data: [0] }] {
            let tempting = Key(half.check ^ signature(&half.data));
            assert_eq!(half.open(tempting), None);
            assert_eq!(half.claimed_key(), None);
        }
    }

    #[test]
    fn every_proper_subset_of_landed_words_of_a_wide_slot_is_rejected_for_every_key() {
        let whole = Words::seal(Key(7), [DATA, 11, 13]);
        let all = [whole.check, whole.data[0], whole.data[1], whole.data[2]];
        for landed in 0..15u32 {
            let word = |i: usize| if landed >> i & 1 == 1 { all[i] } else { 0 };
            let half = Words { check: word(0), data: [word(1), word(2), word(3)] };
            assert_eq!(half.claimed_key(), None, "{landed:04b}");
        }
    }

    #[test]
    fn the_check_of_several_words_is_the_same_in_every_release() {
        let words = Words::seal(Key(0xfeed_0000_beef_0001), [DATA, 11, 13]);
        assert_eq!(words.check, 0x67a0_c0ba_e94f_9329);
    }

    #[test]
    fn equal_differences_in_two_words_do_not_cancel() {
        let (a, b, difference) = ([DATA, 0x0F0F], [DATA ^ 0xFF00, 0x0F0F ^ 0xFF00], 0xFF00u64);
        assert_eq!(a[0] ^ a[1], b[0] ^ b[1], "plain XOR would see no difference of {difference:x}");
        let mixture = Words { check: Words::seal(Key(5), a).check, data: b };
        assert_eq!(mixture.open(Key(5)), None);
    }

    #[test]
    fn equal_differences_in_the_same_bit_of_two_words_do_not_cancel() {
        for (bit, words) in (0..64).flat_map(|bit| [[0, 1], [0, 2], [1, 2]].map(|words| (bit, words))) {
            let old = Words::seal(Key(5), [DATA, 11, 13]);
            let mut both = old.data;
            words.into_iter().for_each(|i| both[i] ^= 1 << bit);
            assert_eq!(Words { check: old.check, data: both }.open(Key(5)), None, "bit {bit} of {words:?}");
        }
    }

    #[test]
    fn flipping_any_one_or_two_bits_of_a_slot_turns_a_hit_into_a_miss() {
        let (seed, key) = (2, Key(0x1234_5678_9abc_def0));
        let mut random = SplitMix64::new(seed);
        for _ in 0..100 {
            let whole = Words::seal(key, [random.next() | 1]);
            let flipped = |bit: u32| match bit {
                0..64 => Words { check: whole.check ^ 1 << bit, data: whole.data },
                _ => Words { check: whole.check, data: [whole.data[0] ^ 1 << (bit - 64)] },
            };
            for (first, second) in (0..128).flat_map(|first| (0..=first).map(move |second| (first, second))) {
                let (one, other) = (flipped(first), flipped(second));
                let both = Words {
                    check: one.check ^ other.check ^ whole.check,
                    data: [one.data[0] ^ other.data[0] ^ whole.data[0]],
                };
                let damaged = if first == second { one } else { both };
                assert_eq!(damaged.open(key), None, "bits {first} and {second} of {whole:?}, seed {seed}");
            }
        }
    }

    fn searched(random: &mut SplitMix64) -> u64 {
        let is_leaf = random.below(4) > 0;
        let size = if is_leaf { 1 + random.below(2) } else { 1 << random.below(20) };
        let entry = SizedEntry {
            mv: Move16(if random.below(2) == 0 { 0 } else { random.next() as u16 }),
            score: random.below(200) as i16 - 100,
            bound: [Bound::Upper, Bound::Lower, Bound::Lower, Bound::Exact][random.below(4) as usize],
            size: if is_leaf { size } else { size + random.below(size) },
            depth: if is_leaf { 0 } else { 1 + size.ilog2() as u8 / 2 },
            ..SizedEntry::default()
        };
        entry.pack()[0]
    }

    type Differing = fn(&mut SplitMix64, u64) -> u64;

    fn anyhow(random: &mut SplitMix64, _: u64) -> u64 {
        searched(random)
    }

    fn in_size_alone(random: &mut SplitMix64, data: u64) -> u64 {
        const SIZE: u64 = 0xFFF << 52;
        data & !SIZE | searched(random) & SIZE
    }

    /// `.ci/nightly` draws the number in `docs/memory-model.md`.
    const MIXTURES: u32 = if cfg!(debug_assertions) { 200_000 } else { 4_000_000 };

    #[allow(clippy::print_stdout, reason = "the shares go into docs/memory-model.md")]
    fn shares_of_the_own_bucket<I: Index>(buckets: usize, (what, differing): (&str, Differing)) -> [f64; 2] {
        let index = I::over(buckets).expect("a number that the index serves");
        let bucket = |turned: u64| index.of_spread(Key(turned.rotate_right(I::TURN)));
        let mut random = SplitMix64::new(4);
        let mut own = [0u32, 0];
        for _ in 0..MIXTURES {
            let (key, data) = (random.next(), searched(&mut random));
            let other = loop {
                let other = differing(&mut random, data);
                if other != data {
                    break other;
                }
            };
            let mixture = Words::seal(Key(key), [data]).beside(Words::seal(Key(0), [other]));
            let claimed = mixture.claimed_key().expect("all words have landed").0;
            own[0] += u32::from(bucket(claimed) == bucket(key));
            own[1] += u32::from(bucket(key ^ data ^ other) == bucket(key));
        }
        let shares = own.map(|own| f64::from(own) / f64::from(MIXTURES));
        let [mixed, plain] = shares;
        println!("{what}, {} over {buckets}: {mixed:.3e} by the check, {plain:.3e} by exclusive or", I::NAME);
        shares
    }

    fn fair(buckets: usize) -> f64 {
        1.5 / buckets as f64 + 8.0 / f64::from(MIXTURES)
    }

    const BUCKETS: [usize; 5] = [1 << 4, 1 << 10, 1 << 16, 1_000_003, 1 << 20];

    #[test]
    #[cfg_attr(miri, ignore = "many numbers and no memory")]
    fn a_mixture_claims_a_key_of_another_bucket_in_all_but_one_of_as_many_cases_as_there_are_buckets() {
        fn holds<I: Index>(buckets: usize, plain_at_least: f64) {
            let [mixed, plain] = shares_of_the_own_bucket::<I>(buckets, ("any two entries", anyhow));
            assert!(mixed < fair(buckets), "{} over {buckets}: {mixed}", I::NAME);
            assert!(plain > plain_at_least, "{} over {buckets}: by exclusive or {plain}", I::NAME);
        }
        for buckets in BUCKETS {
            holds::<MultiplyShift>(buckets, 0.25);
            holds::<Fold>(buckets, 0.0025);
            if buckets.is_power_of_two() {
                holds::<LowBits>(buckets, 0.0025);
            }
        }
    }

    /// The fold carries a difference in the size to bits 20 and above of a turned key, whose bits
    /// from 16 on choose the bucket. So low-bit indexes keep such torn slots in their bucket below
    /// 2¹⁶ buckets.
    #[test]
    #[cfg_attr(miri, ignore = "many numbers and no memory")]
    fn a_mixture_of_entries_that_differ_in_size_alone_may_stay_in_a_bucket_of_few_by_low_bits() {
        fn is_within<I: Index>(buckets: usize, limits: std::ops::RangeInclusive<f64>) {
            let [mixed, _] = shares_of_the_own_bucket::<I>(buckets, ("two sizes", in_size_alone));
            assert!(limits.contains(&mixed), "{} over {buckets}: {mixed}, not {limits:?}", I::NAME);
        }
        for buckets in BUCKETS {
            is_within::<MultiplyShift>(buckets, 0.0..=fair(buckets));
            let by_low_bits = match buckets {
                0..=16 => 1.0..=1.0,
                17..=1024 => 5.0 / 1024.0..=8.0 / 1024.0,
                _ => 0.0..=0.0,
            };
            is_within::<Fold>(buckets, by_low_bits.clone());
            if buckets.is_power_of_two() {
                is_within::<LowBits>(buckets, by_low_bits);
            }
        }
    }

    #[test]
    fn random_words_come_back_whole_from_wide_slots() {
        let mut random = SplitMix64::new(1);
        let slot = Slot::<4>::default();
        for _ in 0..1000 {
            let (key, data) = (Key(random.next()), std::array::from_fn(|_| random.next() | 1));
            slot.save(Words::seal(key, data));
            assert_eq!(slot.load().open(key), Some(data));
        }
    }
}
