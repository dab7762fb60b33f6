//! A bucket is the memory that one index addresses. Its type says how entries lie in it and how
//! reads are validated.
//!
//! | bucket | layout | bytes per entry | key bits | torn read | flipped bit | ages |
//! |---|---|---|---|---|---|---|
//! | [`Pairs`] | xor16, lines16 | 16 | 64 | rejected | a miss | never wrap |
//! | [`Checked`] | – | data + 8 | 64 | rejected | a miss | never wrap |
//! | [`OneWord`] | single8, line8 | 8 | 16 | cannot happen | not noticed | wrap after 16 |
//! | [`Cluster`] | cluster10 | 10⅔ | 16 | rejected, but 1 in 2¹⁶ | like a torn read | wrap |
//!
//! *Key bits* are the bits that a read verifies. [`Bucket::false_hit`] gives the price of few: with
//! 16 bits and four filled slots, one false hit in 16 384 probes. A search on such a bucket must
//! survive a wrong score and check every move.

mod checked;
mod cluster;
mod layout;
mod one_word;

pub use checked::{Checked, Pairs};
pub use cluster::{Cluster, ClusterWords};
pub use layout::{LayoutInfo, LayoutName, UnknownLayoutError};
pub use one_word::{Narrowed, OneWord, TaggedWord};

use super::{Narrow, Packed, Payload, Zeroed};
use crate::key::Key;

/// The most slots of a bucket: eight one-word entries fill a cache line.
pub const MAX_SLOTS: usize = 8;

/// The data words of a bucket's payload.
pub type DataOf<B> = <<B as Bucket>::Payload as Payload>::Data;

/// How the entries of one bucket lie in memory.
///
/// Slots count from 0, and a bucket may panic if it lacks the slot. The low bits of a turned key do
/// not choose the bucket; a bucket that verifies few bits verifies these.
pub trait Bucket: Copy + Send + Sync + 'static {
    /// The payload of an entry.
    type Payload: Payload;
    /// The payload that schemes compare if a position is new in the bucket: [`Self::Payload`], or a form
    /// with the same facts that takes less work.
    type Seen: Payload;
    /// The memory of the bucket, which threads share.
    type Cells: Zeroed + Send + Sync;
    /// One look at one slot, perhaps words of two writers.
    type Words: Copy;
    /// One value for each slot: `[T; SLOTS]`.
    type Each<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;

    /// The layout's name in reports.
    const NAME: &'static str;
    /// The number of slots, 1 to [`MAX_SLOTS`].
    const SLOTS: usize;
    /// How many bits of the key a read verifies.
    const VERIFIED_BITS: u32;
    /// How many ages the bucket distinguishes: a power of two, at most 256; 1 if it keeps no age.
    const GENERATIONS: u64;
    /// Whether [`rounded`](Self::rounded) may change data.
    const ROUNDS: bool = true;
    /// Whether a flipped bit of memory reads as a miss.
    const DETECTS_FLIPS: bool;

    /// The probability that a probe takes one of `filled` slots of other positions for the one
    /// asked for.
    ///
    /// It is `filled` · 2⁻ᵇ for b [verified bits](Self::VERIFIED_BITS), for random keys. If the
    /// verified bits do not choose the bucket, as in [`OneWord`], count the filled slots of the
    /// bucket. If they are the whole key, as in [`Pairs`], count the filled slots of the table: two
    /// positions of one bucket always share some bits.
    ///
    /// ```
    /// use supplant::entry::{Bucket, SizedEntry, bucket::{OneWord, Pairs}};
    /// // A bucket of four: one probe in 16 384.
    /// assert_eq!(OneWord::<4, SizedEntry>::false_hit(4), 1.0 / 16_384.0);
    /// // A table of 64 MiB: one probe in 2⁴².
    /// assert_eq!(Pairs::<1, SizedEntry>::false_hit(1 << 22), 0.5f64.powi(42));
    /// ```
    #[must_use]
    fn false_hit(filled: usize) -> f64 {
        filled as f64 * 0.5f64.powi(Self::VERIFIED_BITS as i32)
    }

    /// Returns a value for each slot.
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> Self::Each<T>;

    /// Loads one slot once.
    fn load(cells: &Self::Cells, slot: usize) -> Self::Words;
    /// Writes the words of a slot.
    fn save(cells: &Self::Cells, slot: usize, words: Self::Words);
    /// Replaces the words of a slot if they are still `seen`, so that a store in between stays.
    fn exchange(cells: &Self::Cells, slot: usize, seen: Self::Words, words: Self::Words);

    /// Returns the words that hold `data` for `key`.
    fn seal(key: Key, data: DataOf<Self>) -> Self::Words;
    /// Returns the data if the words were stored whole for `key`, as far as the verified bits show.
    fn open(words: Self::Words, key: Key) -> Option<DataOf<Self>>;
    /// Returns the entry, without validation. Words without data give the empty entry.
    fn peek(words: Self::Words) -> Packed<Self::Payload>;
    /// Returns the entry that schemes compare, without validation. Words without data give the empty
    /// entry.
    #[inline]
    fn seen(words: Self::Words) -> Packed<Self::Seen> {
        Self::seen_as(Self::peek(words))
    }
    /// Returns an entry that comes, as schemes compare it.
    fn seen_as(incoming: Packed<Self::Payload>) -> Packed<Self::Seen>;
    /// Returns the data, without validation.
    fn data(words: Self::Words) -> DataOf<Self>;
    /// Returns words for the same key with another first data word.
    ///
    /// The words must hold an entry, whole or torn. With a zero word, the result could claim a key.
    fn amend(words: Self::Words, entry: Packed<Self::Payload>) -> Self::Words;
    /// Returns the key that the words claim, where the bucket can tell.
    fn claimed_key(words: Self::Words) -> Option<Key>;
    /// Returns a key that opens the words: the claimed key, or one with the same tag. The table
    /// uses it to move entries to another table.
    #[inline]
    fn opening_key(words: Self::Words) -> Option<Key> {
        Self::claimed_key(words)
    }
    /// Returns the data as this bucket returns them, rounded where it cannot hold them.
    fn rounded(data: DataOf<Self>) -> DataOf<Self>;

    /// Returns whether the words hold an entry of this bucket, as far as the bucket can tell.
    /// `is_here` knows the keys of the bucket.
    #[inline]
    fn is_resident(words: Self::Words, is_here: impl FnOnce(Key) -> bool) -> bool {
        Self::claimed_key(words).is_some_and(is_here)
    }

    /// Returns the entry that a scheme compares: that of [resident](Self::is_resident) words, else
    /// none.
    #[inline]
    fn resident(words: Self::Words, is_here: impl FnOnce(Key) -> bool) -> Packed<Self::Payload> {
        Self::peek(words).only_if(Self::is_resident(words, is_here))
    }

    /// Returns whether the words hold something that is not [resident](Self::is_resident): a dead
    /// entry, or one of another bucket. `here` is a key of this bucket.
    #[inline(always)]
    fn is_foreign(words: Self::Words, here: Key, is_here: impl FnOnce(Key) -> bool) -> bool {
        let _ = here;
        !Self::peek(words).is_empty() && !Self::is_resident(words, is_here)
    }

    /// Loads every slot once.
    #[inline(always)]
    fn look(cells: &Self::Cells) -> Self::Each<Self::Words> {
        Self::each(|slot| Self::load(cells, slot))
    }

    /// Returns the first slot that holds an entry for `key`, and its words.
    #[inline]
    fn find(looks: Self::Each<Self::Words>, key: Key) -> Option<(usize, Self::Words)> {
        let opens = |slot: &usize| Self::open(looks.as_ref()[*slot], key).is_some();
        (0..Self::SLOTS).find(opens).map(|slot| (slot, looks.as_ref()[slot]))
    }
}

/// Tells the compiler that its caller is seldom here.
#[cold]
const fn rarely() {}

/// The buckets of this crate, with any payload. All support the stress test. Sealed.
pub trait Ready: Bucket + super::fault::Faulty + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

impl<B: super::fault::Faulty + sealed::Sealed> Ready for B {}
impl<const SLOTS: usize, const N: usize, P: Payload<Data = [u64; N]>> sealed::Sealed
    for Checked<SLOTS, N, P>
{
}
impl<const SLOTS: usize, P: Narrow> sealed::Sealed for OneWord<SLOTS, P> {}
impl<P: Payload<Data = [u64; 1]>> sealed::Sealed for Cluster<P> {}

/// Returns whether a read verifies the whole key. Only then does the table count searches beyond
/// [`Bucket::GENERATIONS`] (`table/date.rs`).
#[must_use]
pub(crate) const fn verifies_whole_key<B: Bucket>() -> bool {
    B::VERIFIED_BITS == u64::BITS
}
