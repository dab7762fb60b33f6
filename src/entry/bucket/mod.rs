//! Buckets: the memory that one index addresses, how its entries lie in it, and what a read of one is worth.
//!
//! | bucket | layout | bytes an entry | verified key bits | a torn read | a flipped bit | ages told apart |
//! |---|---|---|---|---|---|---|
//! | [`Pairs`] | xor16, lines16 | 16 | all 64 | fails validation | reads as a miss | those of the payload, for ever |
//! | [`Checked`] | – | 8 more than the data | all 64 | fails validation | reads as a miss | those of the payload, for ever |
//! | [`OneWord`] | single8, line8 | 8 | 16 | cannot happen | not noticed | 16 searches |
//! | [`Cluster`] | cluster10 | 10⅔ | 16 | fails validation, but for one in 2¹⁶ | as a torn read | those of the payload |
//!
//! What few verified bits cost is stated by [`Bucket::false_hit`]. With 16 bits and four filled slots it is one probe in
//! 16 384: such a search must be able to live with a wrong score, and must check every move.

mod checked;
mod cluster;
mod layout;
mod one_word;

pub use checked::{Checked, Pairs};
pub use cluster::{Cluster, ClusterWords};
pub use layout::{LayoutInfo, LayoutName, UnknownLayoutError};
pub use one_word::{OneWord, TaggedWord};

use super::{Narrow, Packed, Payload, Zeroed};
use crate::key::Key;

/// The most slots a bucket can have: eight one-word entries fill a cache line.
pub const MAX_SLOTS: usize = 8;

/// The data words of a bucket's payload.
pub type DataOf<B> = <<B as Bucket>::Payload as Payload>::Data;

/// How the entries of one bucket lie in memory. `Cells` is shared between threads; `Words` is one look at one slot.
///
/// Keys come turned by the table so that their low bits are those that do not choose the bucket (`table/index.rs`,
/// `Index::TURN`); a bucket that verifies few bits verifies these.
///
/// Slots are counted from 0; a bucket may panic if it has no such slot.
pub trait Bucket: Copy + Send + Sync + 'static {
    /// What it holds for a position.
    type Payload: Payload;
    /// The memory of the bucket.
    type Cells: Zeroed + Send + Sync;
    /// One look at one slot; perhaps words of two writers.
    type Words: Copy;
    /// One value for each slot: `[T; SLOTS]`.
    type Each<T: Copy>: Copy + AsRef<[T]> + AsMut<[T]>;

    /// The name in reports.
    const NAME: &'static str;
    /// Slots it has, 1 to [`MAX_SLOTS`].
    const SLOTS: usize;
    /// Bits of the key that a read verifies. Two positions that agree in these and in their bucket are one to the table.
    const VERIFIED_BITS: u32;
    /// Searches that it tells apart: a power of two, 256 at most; 1 where no age is kept.
    const GENERATIONS: u64;
    /// Whether a flipped bit of memory reads as a miss.
    const DETECTS_FLIPS: bool;

    /// The probability that a probe takes one of `filled` slots of other positions for the one asked for: `filled` · 2⁻ᵇ,
    /// b the [verified bits](Self::VERIFIED_BITS), keys being as good as random.
    ///
    /// The slots to count are those that the verified bits have to tell apart. Where these do not choose the bucket, as in
    /// [`OneWord`], that is the filled slots of the bucket. Where they are the whole key, as in [`Pairs`], some of them
    /// agree in any two positions of one bucket; the slots to count are then the filled ones of the table.
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

    /// A value for each slot.
    fn each<T: Copy>(value: impl FnMut(usize) -> T) -> Self::Each<T>;

    /// One look at a slot.
    fn load(cells: &Self::Cells, slot: usize) -> Self::Words;
    /// Writes a slot.
    fn save(cells: &Self::Cells, slot: usize, words: Self::Words);
    /// Replaces the words of a slot if they are still those `seen`: what was stored since stays.
    fn exchange(cells: &Self::Cells, slot: usize, seen: Self::Words, words: Self::Words);

    /// The words that hold `data` for `key`.
    fn seal(key: Key, data: DataOf<Self>) -> Self::Words;
    /// The data, if the words were stored for `key`, whole, as far as the verified bits say.
    fn open(words: Self::Words, key: Key) -> Option<DataOf<Self>>;
    /// The entry, whatever its key; unvalidated, and empty where words have not landed.
    fn peek(words: Self::Words) -> Packed<Self::Payload>;
    /// The data, whatever the key; unvalidated.
    fn data(words: Self::Words) -> DataOf<Self>;
    /// The words of the same key with another first data word. The words must hold an entry, whole or not: words of which a
    /// part has not landed would come to claim a key.
    fn amend(words: Self::Words, entry: Packed<Self::Payload>) -> Self::Words;
    /// The key the words claim to be stored for, where the bucket can tell.
    fn claimed_key(words: Self::Words) -> Option<Key>;
    /// A key that opens the words: the one they claim, or where a tag is verified, one that agrees in the tag. An entry is moved from
    /// table to table by it.
    #[inline]
    fn opening_key(words: Self::Words) -> Option<Key> {
        Self::claimed_key(words)
    }
    /// The data as they come back from this bucket: what it cannot hold exactly is rounded. Their age is left alone.
    fn rounded(data: DataOf<Self>) -> DataOf<Self>;

    /// Whether the words hold an entry of the bucket to which the keys belong of which `is_here` is true, as far as the bucket
    /// can tell.
    #[inline]
    fn is_resident(words: Self::Words, is_here: impl FnOnce(Key) -> bool) -> bool {
        Self::claimed_key(words).is_some_and(is_here)
    }

    /// The entry that a scheme weighs: that of the words if they are [resident](Self::is_resident), else none. A bucket may find it by
    /// fewer tests, and take words of which a part has not landed for an entry as seldom as words of two writers.
    #[inline]
    fn resident(words: Self::Words, is_here: impl FnOnce(Key) -> bool) -> Packed<Self::Payload> {
        Self::peek(words).only_if(Self::is_resident(words, is_here))
    }

    /// One look at every slot.
    #[inline(always)]
    fn look(cells: &Self::Cells) -> Self::Each<Self::Words> {
        Self::each(|slot| Self::load(cells, slot))
    }

    /// Whether a slot may hold an entry for `key`: what a store asks before it [looks for it](Self::find), since most entries are new.
    /// Never no if there is one.
    #[inline]
    fn may_hold(looks: Self::Each<Self::Words>, key: Key) -> bool {
        Self::find(looks, key).is_some()
    }

    /// The first slot whose words hold an entry for `key`, and these words.
    #[inline]
    fn find(looks: Self::Each<Self::Words>, key: Key) -> Option<(usize, Self::Words)> {
        let opens = |slot: &usize| Self::open(looks.as_ref()[*slot], key).is_some();
        (0..Self::SLOTS).find(opens).map(|slot| (slot, looks.as_ref()[slot]))
    }
}

/// The buckets of this crate, of whatever payload; all can be put under stress. Sealed.
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

/// Whether a read verifies all of the key, also the bits that choose the bucket. Only then are the searches counted beyond
/// [`Bucket::GENERATIONS`] (`table/date.rs`).
#[must_use]
pub(crate) const fn verifies_whole_key<B: Bucket>() -> bool {
    B::VERIFIED_BITS == u64::BITS
}
