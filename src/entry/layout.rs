//! Entry layouts: how an entry and its key lie in a slot, and what a read can be sure of.
//!
//! | layout | name | bytes | verified key bits | a torn read | draft | age | subtree size |
//! |---|---|---|---|---|---|---|---|
//! | [`XorPair`] | xor16 | 16 | all 64 | fails validation | 0–255 | 64 searches | within 1 % |
//! | [`Single`] | single8 | 8 | 16 | cannot happen | 0–63 | 16 searches | within a factor of 8 |
//!
//! What few verified bits cost is stated by [`Layout::false_hit`]. With 16 bits and four filled slots it is one probe in
//! 16 384: such a search must be able to live with a wrong score, and must check every move.

use super::Generation;
use super::pack::{self, Packed, Tagged};
use super::slot::{Slot, Word, Words};
use crate::key::Key;

/// A way to hold an entry in memory. `Slot` is shared between threads; `Words` is one look at it.
///
/// Keys come turned by the table so that their low bits are those that do not choose the bucket (`table/index.rs`,
/// `Index::TURN`); a layout that verifies few bits verifies these.
pub trait Layout: Copy + Send + Sync + 'static {
    /// The name in reports and on the command line.
    const NAME: &'static str;
    /// Bits of the key that a read verifies. Two positions that agree in these and in their bucket are one to the table.
    const VERIFIED_BITS: u32;
    /// Generations it tells apart: a divisor of [`Generation::COUNT`].
    const GENERATIONS: u8;
    /// Whether a flipped bit of memory reads as a miss.
    const DETECTS_FLIPS: bool;
    /// The memory of one entry.
    type Slot: Zeroed + Send + Sync;
    /// One snapshot of a slot.
    type Words: Copy;

    /// What the layout is.
    #[must_use]
    fn describe() -> Description {
        Description {
            name: Self::NAME,
            slot_bytes: size_of::<Self::Slot>(),
            verified_bits: Self::VERIFIED_BITS,
            detects_flips: Self::DETECTS_FLIPS,
        }
    }

    /// The probability that a probe takes one of `filled` slots of other positions for the one asked for: `filled` · 2⁻ᵇ,
    /// b the [verified bits](Self::VERIFIED_BITS), keys being as good as random.
    ///
    /// The slots to count are those that the verified bits have to tell apart. Where these do not choose the bucket, as in
    /// [`Single`], that is the filled slots of the bucket. Where they are the whole key, as in [`XorPair`], some of them
    /// agree in any two positions of one bucket; the slots to count are then the filled ones of the table.
    ///
    /// ```
    /// use supplant::entry::{Layout, Single, XorPair};
    /// // A bucket of four: one probe in 16 384.
    /// assert_eq!(Single::false_hit(4), 1.0 / 16_384.0);
    /// // A table of 64 MiB: one probe in 2⁴².
    /// assert_eq!(XorPair::false_hit(1 << 22), 0.5f64.powi(42));
    /// ```
    #[must_use]
    fn false_hit(filled: usize) -> f64 {
        Self::describe().false_hit(filled)
    }

    /// One look at the slot.
    fn load(slot: &Self::Slot) -> Self::Words;
    /// Writes the slot.
    fn save(slot: &Self::Slot, words: Self::Words);
    /// Replaces the words of the slot if they are still those `seen`: what was stored since stays.
    fn exchange(slot: &Self::Slot, seen: Self::Words, words: Self::Words);
    /// The words that hold `entry` for `key`.
    fn seal(key: Key, entry: Packed) -> Self::Words;
    /// The entry, if the words were stored for `key`, whole, as far as the verified bits say; else the empty one. Its
    /// generation is modulo [`Self::GENERATIONS`].
    fn open(words: Self::Words, key: Key) -> Packed;
    /// The entry, whatever its key; unvalidated. Its generation is modulo [`Self::GENERATIONS`].
    fn peek(words: Self::Words) -> Packed;
    /// The words of the same key with another entry. The words must hold an entry, whole or not: words of which a part has
    /// not landed would come to claim a key.
    fn amend(words: Self::Words, entry: Packed) -> Self::Words;
    /// The key the words claim to be stored for, where the layout can tell.
    fn claimed_key(words: Self::Words) -> Option<Key>;
    /// Whether the words hold an entry of a bucket that holds the keys of which `is_here` is true, as far as the layout can
    /// tell.
    fn is_resident(words: Self::Words, is_here: impl FnOnce(Key) -> bool) -> bool;
    /// Whether the words are of two writers, as far as the layout can tell: they claim a key that is none of those in use. For
    /// the stress test.
    fn is_torn(words: Self::Words, is_known: impl FnOnce(Key) -> bool) -> bool {
        Self::claimed_key(words).is_some_and(|key| !is_known(key))
    }
    /// Damages one bit of the slot, for the stress test.
    fn flip_bit(slot: &Self::Slot, bit: u32);
    /// The entry as it comes back from this layout: what it cannot hold exactly is rounded. Its generation is left alone.
    fn rounded(entry: Packed) -> Packed;
}

/// Memory that is valid, and empty, when every byte of it is zero.
///
/// # Safety
/// All-zero bytes must be a valid value of the type, and the type must not need dropping.
#[allow(unsafe_code, reason = "the contract that lets table/memory.rs hand out zeroed allocations")]
pub unsafe trait Zeroed: Sized + Default {}

// SAFETY: `std`'s atomic integers have the layout of the integer, so zero is valid; a slot is an array of them. Under loom
// memory is built with `Default`, never zeroed.
#[allow(unsafe_code, reason = "see the trait")]
unsafe impl<const N: usize> Zeroed for Slot<N> {}

// SAFETY: as above, for one atomic integer.
#[allow(unsafe_code, reason = "see the trait")]
unsafe impl Zeroed for Word {}

// SAFETY: an array of values that are valid when zero, and need no dropping, is so too.
#[allow(unsafe_code, reason = "see the trait")]
unsafe impl<T: Zeroed> Zeroed for [T; 2] {}

/// Check word and data word, 16 bytes: the full key is verified, and words of two writers fail with it.
#[derive(Clone, Copy, Debug)]
pub struct XorPair;

impl Layout for XorPair {
    const NAME: &'static str = "xor16";
    const VERIFIED_BITS: u32 = 64;
    const GENERATIONS: u8 = Generation::COUNT;
    const DETECTS_FLIPS: bool = true;
    type Slot = Slot<1>;
    type Words = Words<1>;

    #[inline]
    fn load(slot: &Slot<1>) -> Words<1> {
        slot.load()
    }

    #[inline]
    fn save(slot: &Slot<1>, words: Words<1>) {
        slot.save(words);
    }

    #[inline]
    fn exchange(slot: &Slot<1>, seen: Words<1>, words: Words<1>) {
        slot.exchange(seen, words);
    }

    #[inline]
    fn seal(key: Key, entry: Packed) -> Words<1> {
        Words::seal(key, [entry.0])
    }

    #[inline]
    fn open(words: Words<1>, key: Key) -> Packed {
        words.open(key).map_or(Packed::EMPTY, |[data]| Packed(data))
    }

    #[inline]
    fn peek(words: Words<1>) -> Packed {
        Packed(words.data()[0])
    }

    #[inline]
    fn amend(words: Words<1>, entry: Packed) -> Words<1> {
        words.amend([entry.0])
    }

    #[inline]
    fn claimed_key(words: Words<1>) -> Option<Key> {
        words.claimed_key()
    }

    #[inline]
    fn is_resident(words: Words<1>, is_here: impl FnOnce(Key) -> bool) -> bool {
        // Words of two writers claim a key of another bucket, but for 1 in as many as there are buckets. Claim M6.
        words.claimed_key().is_some_and(is_here)
    }

    fn flip_bit(slot: &Slot<1>, bit: u32) {
        slot.flip_bit(bit);
    }

    #[inline]
    fn rounded(entry: Packed) -> Packed {
        entry
    }
}

/// One word, 8 bytes: a 16-bit tag beside a coarser entry ([`Tagged`]). It cannot tear, so every entry read was stored; but
/// for this position only with a probability of 1 − 2⁻¹⁶ a slot. Schemes compare what it can hold, on both sides: drafts up
/// to 63, sizes in steps of a factor of 8.
#[derive(Clone, Copy, Debug)]
pub struct Single;

impl Layout for Single {
    const NAME: &'static str = "single8";
    const VERIFIED_BITS: u32 = u16::BITS;
    const GENERATIONS: u8 = 1 << pack::TAGGED_GENERATION_BITS;
    const DETECTS_FLIPS: bool = false;
    type Slot = Word;
    type Words = Tagged;

    #[inline]
    fn load(slot: &Word) -> Tagged {
        Tagged(slot.load())
    }

    #[inline]
    fn save(slot: &Word, words: Tagged) {
        slot.save(words.0);
    }

    #[inline]
    fn exchange(slot: &Word, seen: Tagged, words: Tagged) {
        slot.exchange(seen.0, words.0);
    }

    #[inline]
    fn seal(key: Key, entry: Packed) -> Tagged {
        Tagged::new(key.0 as u16, entry)
    }

    #[inline]
    fn open(words: Tagged, key: Key) -> Packed {
        // An empty word has tag 0, and is empty by its bound, whatever the tag.
        if words.tag() == key.0 as u16 { words.entry() } else { Packed::EMPTY }
    }

    #[inline]
    fn peek(words: Tagged) -> Packed {
        words.entry()
    }

    #[inline]
    fn amend(words: Tagged, entry: Packed) -> Tagged {
        Tagged::new(words.tag(), entry)
    }

    #[inline]
    fn claimed_key(_: Tagged) -> Option<Key> {
        None
    }

    #[inline]
    fn is_resident(words: Tagged, _: impl FnOnce(Key) -> bool) -> bool {
        !words.entry().is_empty()
    }

    fn flip_bit(slot: &Word, bit: u32) {
        slot.flip_bit(bit);
    }

    #[inline]
    fn rounded(entry: Packed) -> Packed {
        Tagged::new(0, entry).entry().stamped(entry.generation())
    }
}

/// What is known of a layout without naming its type.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// [`Layout::NAME`].
    pub name: &'static str,
    /// Bytes of [`Layout::Slot`].
    pub slot_bytes: usize,
    /// [`Layout::VERIFIED_BITS`].
    pub verified_bits: u32,
    /// [`Layout::DETECTS_FLIPS`].
    pub detects_flips: bool,
}

impl Description {
    /// [`Layout::false_hit`].
    #[must_use]
    pub fn false_hit(&self, filled: usize) -> f64 {
        filled as f64 * 0.5f64.powi(self.verified_bits as i32)
    }

    /// Whether a read verifies all of the key, also the bits that choose the bucket.
    #[must_use]
    pub const fn verifies_whole_key(&self) -> bool {
        self.verified_bits == u64::BITS
    }
}

/// Work to be done with a layout whose name is known only at run time.
pub trait VisitLayout {
    /// What the work yields.
    type Out;
    /// Does the work with layout `L`.
    fn visit<L: Layout>(self) -> Self::Out;
}

/// A layout, as a value: the edge between names and types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LayoutName {
    /// [`XorPair`].
    #[default]
    XorPair,
    /// [`Single`].
    Single,
}

impl LayoutName {
    /// Every layout.
    pub const ALL: &'static [Self] = &[Self::XorPair, Self::Single];

    /// What the layout is.
    #[must_use]
    pub fn describe(self) -> Description {
        match self {
            Self::XorPair => XorPair::describe(),
            Self::Single => Single::describe(),
        }
    }

    /// [`Layout::NAME`].
    #[must_use]
    pub fn name(self) -> &'static str {
        self.describe().name
    }

    /// Does `work` with the layout's type.
    pub fn visit<V: VisitLayout>(self, work: V) -> V::Out {
        match self {
            Self::XorPair => work.visit::<XorPair>(),
            Self::Single => work.visit::<Single>(),
        }
    }
}

impl std::fmt::Display for LayoutName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no layout has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLayout(pub String);

impl std::fmt::Display for UnknownLayout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = LayoutName::ALL.iter().map(|layout| layout.name()).collect();
        write!(f, "no layout is called `{}`; there are {}", self.0, names.join(" and "))
    }
}

impl std::error::Error for UnknownLayout {}

impl std::str::FromStr for LayoutName {
    type Err = UnknownLayout;

    /// Reads a layout's name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownLayout> {
        let known = |layout: &&Self| layout.name().eq_ignore_ascii_case(name);
        Self::ALL.iter().find(known).copied().ok_or_else(|| UnknownLayout(name.to_owned()))
    }
}
