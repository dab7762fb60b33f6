//! A slot: `N` data words and a check word, and the whole validation protocol. Nothing else reads or writes table memory.
//!
//! A store computes `check = key ^ f₀(data₀) ^ f₁(data₁) …` and writes the words one by one; a read loads them one by one
//! and believes them only if the same equation holds for the key it asks for. A read that mixes the words of two stores
//! fails it, so no lock, no retry and no ordering is needed: a mixture reads as a miss. (Hyatt and Mann, 2002, for one
//! data word.)
//!
//! Three rules close the holes that the bare equation leaves:
//!
//! - *Zero is nobody's.* A word that is still zero — check or data — makes the whole slot unreadable. Without the rule an
//!   all-zero slot validates key 0, and a fresh slot of which only the data has landed validates the key equal to it.
//!   The price: of 2⁶⁴ checks one is zero, and an entry that draws it is never found again, which is a miss.
//! - *One bijection per word.* With plain XOR over several data words, equal differences in two words cancel; lines that
//!   differ by a shift have such differences. For one word plain XOR is as safe, and is the literature's; but then the key
//!   that a mixture claims differs from a stored one only where the two data words differ, and entries differ little in
//!   their high bits: the mixture would pass for an entry of its own bucket (claim M6). `f₀` is a multiplication and a fold.
//! - *One snapshot.* Whoever moves or re-keys an entry uses the words of one [`Slot::load`], never a second load.
//!
//! What remains is the 2⁻⁶⁴ of any 64-bit signature. Claims M1 to M4 in `docs/memory-model.md`; models in
//! `tests/loom.rs`.

use std::hint::select_unpredictable;

use crate::key::Key;
use crate::sync::{AtomicU16, AtomicU64, UNORDERED};

/// The memory of one entry: 8 · (N + 1) bytes. All-zero memory is the empty slot.
#[derive(Debug)]
#[repr(C)]
pub struct Slot<const N: usize> {
    check: AtomicU64,
    data: [AtomicU64; N],
}

/// The words of a slot as one look found them; perhaps of two writers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words<const N: usize> {
    pub(super) check: u64,
    pub(super) data: [u64; N],
}

impl<const N: usize> Words<N> {
    /// The words of an empty slot.
    pub(super) const EMPTY: Self = Self { check: 0, data: [0; N] };

    /// The words that hold `data` for `key`. Every data word must be non-zero, or the slot will read as empty.
    #[inline]
    #[must_use]
    pub fn seal(key: Key, data: [u64; N]) -> Self {
        Self { check: key.0 ^ signature(&data), data }
    }

    /// The data, if these words were stored for `key`, whole.
    #[inline]
    #[must_use]
    pub fn open(self, key: Key) -> Option<[u64; N]> {
        (self.claim() == key && self.has_landed()).then_some(self.data)
    }

    /// The key these words claim to be stored for; `None` while a word is zero.
    ///
    /// For a mixture of two stores it is an arbitrary key: check that it belongs to this bucket before believing it.
    #[inline]
    #[must_use]
    pub fn claimed_key(self) -> Option<Key> {
        self.has_landed().then(|| self.claim())
    }

    /// The same of words that have landed; of others a key that says nothing.
    #[inline(always)]
    pub(super) fn claim(self) -> Key {
        Key(self.check ^ signature(&self.data))
    }

    /// `other` if `takes`, else these words: selected word by word, without a branch.
    #[inline(always)]
    pub(super) fn or_if(self, takes: bool, other: Self) -> Self {
        let data = each(|i| select_unpredictable(takes, other.data[i], self.data[i]));
        Self { check: select_unpredictable(takes, other.check, self.check), data }
    }

    /// The words of the same key — of the same *claimed* key, if they are of two writers — with other data.
    #[inline]
    #[must_use]
    pub fn amend(self, data: [u64; N]) -> Self {
        Self { check: self.check ^ signature(&self.data) ^ signature(&data), data }
    }

    /// The data words, unvalidated.
    #[inline]
    #[must_use]
    pub fn data(self) -> [u64; N] {
        self.data
    }

    /// Whether no word is still zero.
    #[inline(always)]
    pub(super) fn has_landed(&self) -> bool {
        self.data.iter().fold(self.check != 0, |landed, &word| landed & (word != 0))
    }
}

impl<const N: usize> Slot<N> {
    /// One look at the words: N + 1 relaxed loads.
    #[inline]
    #[must_use]
    pub fn load(&self) -> Words<N> {
        // Unordered: a snapshot that mixes writers is rejected by `Words::open`. Claim M1.
        Words { check: self.check.load(UNORDERED), data: each(|i| self.data[i].load(UNORDERED)) }
    }

    /// Writes the words: N + 1 relaxed stores.
    #[inline]
    pub fn save(&self, words: Words<N>) {
        // Unordered: other threads may see any subset, in any order; all proper subsets read as a miss. Claim M1.
        self.check.store(words.check, UNORDERED);
        for (cell, word) in self.data.iter().zip(words.data) {
            cell.store(word, UNORDERED);
        }
    }

    /// Replaces the words if they are still those of `seen`: at most N + 1 relaxed compare-exchanges, no retry.
    ///
    /// Whatever a store wrote since stays, whole, with one exception: a store of a data word equal to the one seen may be left
    /// dead, a miss. Between the exchanges the slot reads as a miss. Claim M9.
    #[inline]
    pub fn exchange(&self, seen: Words<N>, words: Words<N>) {
        // Unordered: a compare-exchange meets the latest value of its word under any ordering, and nothing else counts.
        //
        // The data first: of all who exchange the words of one look, the one who wins the first data word goes on, alone, unless
        // that word comes back meanwhile. With the check first, another who changes the data word alone can come between, and the
        // new check stands beside its data for good. `tests/coherence.rs`, `an_exchange_of_the_check_first_…`.
        //
        // Never `compare_exchange_weak`: it may fail where nobody came between, and what was exchanged before would stay dead.
        for (cell, (seen, word)) in self.data.iter().zip(seen.data.into_iter().zip(words.data)) {
            if cell.compare_exchange(seen, word, UNORDERED, UNORDERED).is_err() {
                // A store's, whose check is still to come or has come.
                return;
            }
        }
        // If it is another by now, a store's data is still to come, or equals what was seen: then the slot is dead.
        let _ = self.check.compare_exchange(seen.check, words.check, UNORDERED, UNORDERED);
    }
}

/// One atomic word: nothing to validate, since nothing can tear. All-zero memory is the empty word.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct Cell(AtomicU64);

impl Cell {
    /// One relaxed load.
    #[inline]
    #[must_use]
    pub fn load(&self) -> u64 {
        // Unordered: one word is all there is.
        self.0.load(UNORDERED)
    }

    /// One relaxed store.
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

/// A tag of 16 bits in memory of its own, so that writers of neighbouring tags do not meet.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct TagCell(AtomicU16);

impl TagCell {
    /// One relaxed load.
    #[inline]
    #[must_use]
    pub fn load(&self) -> u16 {
        // Unordered: what is read beside other words is validated with them.
        self.0.load(UNORDERED)
    }

    /// One relaxed store.
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
    /// These words, of which those whose bits in `landed` are set have been overwritten by `new`; the check is bit 0.
    pub(crate) fn overtaken_by(self, new: Self, landed: u32) -> Self {
        let of = |i: usize| if landed >> i & 1 == 1 { new } else { self };
        Self { check: of(0).check, data: each(|i| of(i + 1).data[i]) }
    }
}

impl<const N: usize> Slot<N> {
    /// The atomic word number `i`, the check first: for those who damage memory.
    pub(crate) fn cell(&self, i: usize) -> &AtomicU64 {
        if i == 0 { &self.check } else { &self.data[i - 1] }
    }
}

impl<const N: usize> Default for Slot<N> {
    /// The empty slot.
    fn default() -> Self {
        Self { check: AtomicU64::new(0), data: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

/// A value for each of `N` words or slots. Unlike the standard library's `from_fn` it is inlined in every build, so that what goes through
/// it stays in registers.
#[inline(always)]
pub(super) fn each<T: Copy, const N: usize>(mut value: impl FnMut(usize) -> T) -> [T; N] {
    let mut all = [value(0); N];
    for (at, place) in all.iter_mut().enumerate().skip(1) {
        *place = value(at);
    }
    all
}

/// What the data words add to the key in a check: each word mixed, all combined by exclusive or.
#[inline]
#[must_use]
pub fn signature<const N: usize>(data: &[u64; N]) -> u64 {
    data.iter().enumerate().fold(0, |sum, (i, &word)| sum ^ mix(i, word))
}

/// What one data word adds: `f₀` of it.
#[inline]
#[must_use]
pub fn mixed(word: u64) -> u64 {
    mix(0, word)
}

/// 2⁶⁴ divided by the golden ratio, odd.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The bijection of data word `i`.
///
/// For the first word a multiplication, which carries every difference up to where multiply-shift looks for the bucket, and a
/// fold, which carries it from there into the lower half. One flipped bit of data changes two bits of the result at least (the
/// low half of the constant is neither 1 nor −1), so that a flipped bit of the check cannot make up for it.
///
/// For each other a SplitMix64 step with a constant of its own: a single multiplication carries differences only upward, so
/// that equal ones in the highest bits of two words, say in the last move of two groups of four, would still cancel.
#[inline]
fn mix(i: usize, word: u64) -> u64 {
    if i == 0 {
        let product = word.wrapping_mul(GOLDEN);
        return product ^ product >> 32;
    }
    // Odd multiples of the golden ratio.
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
        /// The check of these words beside the data of `other`, as two racing writers may leave them. For the table's tests too.
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
    fn an_empty_slot_validates_no_key_not_even_zero() {
        let words = Slot::<1>::default().load();
        // The bare equation does hold for key 0; the rule is what refuses it.
        assert_eq!(words.check ^ signature(&words.data), 0);
        assert_eq!(words.open(Key(0)), None);
        assert_eq!(words.claimed_key(), None);
    }

    #[test]
    fn a_fresh_slot_of_which_one_word_has_landed_validates_no_key() {
        let whole = Words::seal(Key(42), [DATA]);
        for half in [Words { check: 0, data: whole.data }, Words { check: whole.check, data: [0] }] {
            // The key for which the bare equation holds.
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
        // Words of two writers whose data differ by the same bits: plain XOR accepts the mixture.
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

    /// The data word of an entry as searches store them, of one generation: mostly leaves of a node or two, else a size up to a
    /// million, each order of magnitude as often; a score within a pawn; half of them without a move.
    fn searched(random: &mut SplitMix64) -> u64 {
        let is_leaf = random.below(4) > 0;
        let size = if is_leaf { 1 + random.below(2) } else { 1 << random.below(20) };
        let entry = SizedEntry {
            mv: Move16(if random.below(2) == 0 { 0 } else { random.next() as u16 }),
            score: random.below(200) as i16 - 100,
            bound: [Bound::Upper, Bound::Lower, Bound::Lower, Bound::Exact][random.below(4) as usize],
            // Between the power of two and the next.
            size: if is_leaf { size } else { size + random.below(size) },
            // Four nodes a ply.
            depth: if is_leaf { 0 } else { 1 + size.ilog2() as u8 / 2 },
            ..SizedEntry::default()
        };
        entry.pack()[0]
    }

    /// Draws a second data word, to be mixed with a first.
    type Differing = fn(&mut SplitMix64, u64) -> u64;

    fn anyhow(random: &mut SplitMix64, _: u64) -> u64 {
        searched(random)
    }

    fn in_size_alone(random: &mut SplitMix64, data: u64) -> u64 {
        const SIZE: u64 = 0xFFF << 52;
        data & !SIZE | searched(random) & SIZE
    }

    /// Mixtures drawn for each index and number of buckets; `.ci/nightly` draws as many as `docs/memory-model.md` speaks of.
    const MIXTURES: u32 = if cfg!(debug_assertions) { 200_000 } else { 4_000_000 };

    /// Of the mixtures of two entries of one bucket that differ so, the share that claims a key of that bucket: by the crate's
    /// check, and, as the control, by plain exclusive or. Keys are turned as the table turns them.
    #[allow(clippy::print_stdout, reason = "the shares go into docs/memory-model.md")]
    fn shares_of_the_own_bucket<I: Index>(buckets: usize, (what, differing): (&str, Differing)) -> [f64; 2] {
        let index = I::over(buckets).expect("a number that the index serves");
        let bucket = |turned: u64| index.of(Key(turned.rotate_right(I::TURN)));
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

    /// One in as many as there are buckets, up to one half more, and what chance does where that makes but a few.
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
            // By exclusive or the bucket changes with the high bits of the size, or with the low bits of the score.
            holds::<MultiplyShift>(buckets, 0.25);
            holds::<Fold>(buckets, 0.0025);
            if buckets.is_power_of_two() {
                holds::<LowBits>(buckets, 0.0025);
            }
        }
    }

    /// A multiplication carries a difference in the size upward alone, and the fold from there to bits 20 and above of a turned
    /// key; the low bits of a key are turned to bits 16 and above. So low-bit indexes over few buckets keep the mixture, and
    /// from 2¹⁶ buckets on none does.
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
