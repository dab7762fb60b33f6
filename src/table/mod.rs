//! The shared table: memory, index, bucket, probe, store. Mechanism only; which entry survives is the scheme's.
//!
//! # What concurrent callers may observe
//! Probes and stores from any number of threads need no coordination. A probe returns an entry that some thread stored for
//! that key, whole, or nothing (I1); where a scheme keeps or leaves moves, the move may be that of another store for the key. It may
//! be out of date on return. Neither waits, retries or allocates (I2). Of stores
//! racing into one bucket, any may be lost, residents with them, or an entry may end up in it twice; nothing else (I3). What is not
//! ordered by the caller is not ordered by the table: it publishes nothing but entries. A bucket that verifies a tag promises
//! this as far as the tag tells ([`crate::entry::bucket`]).
//!
//! | file | what |
//! |---|---|
//! | `probe`, `store` | the two operations, and what goes between them |
//! | `date` | the search under way, and the age of entries |
//! | `builder` | how a table is made |
//! | `any` | a table whose scheme and layout are named at run time |
//! | `options` | time stamping, and what happens when a position meets its own entry |
//! | `index`, `memory`, `prefetch` | from a key to a bucket, and its memory |
//! | `clear`, `size` | emptying, another size |
//! | `contents`, `occupancy` | what is in it |
//! | `file` | kept in a file, merged, shared by processes |
//!
//! Not here: the validation of an entry (`entry/slot.rs`), the rules (`scheme/`).

mod any;
mod builder;
mod clear;
mod contents;
mod date;
mod file;
mod index;
mod memory;
mod occupancy;
mod options;
mod pages;
mod prefetch;
mod probe;
mod size;
mod store;

pub use any::{AnyTable, BuildError, NamedPayload, Origin, TableControl};
pub use builder::{TableBuilder, Touch};
pub use clear::Resized;
#[cfg(any(test, feature = "conformance"))]
pub use contents::Finding;
pub use contents::Held;
pub use file::{Difference, FileError, Header, Loaded, MergeError, Merged, Part, TableFile, Tried, Use};
pub use index::{Fold, Index, LowBits, MultiplyShift};
pub use occupancy::Occupancy;
pub use options::{Options, SamePosition, Update};
pub use pages::Pages;
pub use probe::Place;
pub use size::{Size, SizeError};

use std::fmt;
use std::marker::PhantomData;

use crate::entry::bucket::MAX_SLOTS;
use crate::entry::{Bucket, Entry, Payload, SizedEntry};
use crate::key::Key;
use crate::scheme::{DepthAge, Scheme, Slots, TwoBig1, takes};
use memory::Memory;

/// A transposition table shared by any number of threads.
///
/// `S` is the replacement scheme, `B` the bucket — how entries lie in memory, and of what payload —, `I` the index. All three are
/// compiled in, so that a probe or a store is a handful of loads and stores without a branch on any of them.
///
/// ```
/// use supplant::{Bound, Entry, Key, Move16, Table};
///
/// let table = Table::builder().mebibytes(16).build()?;
/// let entry = Entry { mv: Move16(77), score: 25, evaluation: 18, bound: Bound::Exact, depth: 9, ..Entry::default() };
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.offer(Key(0xfeed), entry));
///     scope.spawn(|| table.probe(Key(0xfeed))); // the entry, or nothing yet
/// });
/// assert_eq!(table.probe(Key(0xfeed)).map(|found| found.score), Some(25));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
///
/// A scheme has as many slots as its rule is about; a bucket with others is refused by the compiler:
///
/// ```compile_fail,E0080
/// use supplant::{Table, SizedEntry, entry::bucket::Pairs, scheme::TwoBig1};
/// let table = Table::builder().scheme::<TwoBig1>().bucket::<Pairs<4, SizedEntry>>().build()?;
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub struct Table<
    S: Scheme = DepthAge,
    B: Bucket = <<S as Scheme>::Slots as Slots>::Checked<1, Entry>,
    I: Index = MultiplyShift,
> {
    memory: Memory<B::Cells>,
    index: I,
    options: Options,
    scheme: PhantomData<S>,
}

/// The bucket that scheme `S` has by default, of [`SizedEntry`].
pub type SizedBucket<S> = <<S as Scheme>::Slots as Slots>::Checked<1, SizedEntry>;

/// A table of entries that keep the size of their subtree: what the schemes of 1994 and 1996 and the studies work with.
///
/// ```
/// use supplant::{Bound, Key, SizedEntry, SizedTable, TableBuilder, scheme::TwoBig1};
/// let table: SizedTable<TwoBig1> = TableBuilder::new().mebibytes(1).build()?;
/// table.store(Key(7 << 50), SizedEntry::new(Bound::Exact, 31, 9).with_size(4_711));
/// assert!(table.probe(Key(7 << 50)).is_some());
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub type SizedTable<S = TwoBig1> = Table<S, SizedBucket<S>>;

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Slots of a bucket.
    pub const BUCKET_SLOTS: usize = B::SLOTS;
    /// Bytes of a bucket.
    pub const BUCKET_BYTES: usize = size_of::<B::Cells>();

    /// What a scheme and a bucket must be to make a table.
    const IS_POSSIBLE: () = {
        assert!(B::SLOTS >= 1 && B::SLOTS <= MAX_SLOTS, "a bucket has 1 to 8 slots");
        assert!(
            takes::<S>(B::SLOTS),
            "the scheme's rule is about another number of slots than the bucket has"
        );
        assert!(B::GENERATIONS.is_power_of_two() && B::GENERATIONS <= 256, "ages are told by 8 bits at most");
        assert!(size_of::<B::Cells>() > 0, "a bucket has memory");
        assert!(
            B::GENERATIONS >> S::AGING.wear_bits > 0,
            "the scheme takes bits of the age for wear; this bucket's entries keep too few"
        );
        <B::Payload as Payload>::FACTS.check();
    };

    /// A table of the size asked for, rounded down to whole buckets, its pages untouched, its options those of the scheme.
    pub(super) fn untouched(asked: Size) -> Result<Self, SizeError> {
        let (index, buckets) = Self::shape(asked)?;
        let memory = Memory::zeroed(buckets)
            .ok_or_else(|| SizeError::OutOfMemory { asked, possible_bytes: Self::possible_bytes(buckets) })?;
        Ok(Self::over(index, memory))
    }

    /// The index and the buckets of a table of the size.
    fn shape(asked: Size) -> Result<(I, usize), SizeError> {
        const { Self::IS_POSSIBLE };
        let buckets = match asked {
            Size::Slots(slots) => slots / B::SLOTS,
            Size::Bytes(bytes) => bytes / Self::BUCKET_BYTES,
        };
        if buckets == 0 {
            return Err(SizeError::TooSmall {
                asked,
                bucket_slots: B::SLOTS,
                bucket_bytes: Self::BUCKET_BYTES,
            });
        }
        let index = I::over(buckets)
            .ok_or(SizeError::NotIndexable { asked, possible_slots: (1 << buckets.ilog2()) * B::SLOTS })?;
        Ok((index, buckets))
    }

    /// A table in this memory, its options those of the scheme.
    fn over(index: I, memory: Memory<B::Cells>) -> Self {
        Self { memory, index, options: Options::default(), scheme: PhantomData }
    }

    #[cold]
    fn possible_bytes(refused: usize) -> usize {
        size::possible::<B::Cells>(refused) * Self::BUCKET_BYTES
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Sets the options; entries that are in the table stay as they are.
    ///
    /// # Panics
    /// If an option asks for a fact that the payload does not keep. [`TableBuilder`] refuses that when it is compiled.
    pub fn set_options(&mut self, options: Options) {
        assert!(
            options.fit(<B::Payload as Payload>::FACTS),
            "an option asks for a fact that the payload does not keep"
        );
        self.options = options;
    }

    /// Slots the table has.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.memory.len() * B::SLOTS
    }

    /// Bytes its buckets take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.memory.len() * Self::BUCKET_BYTES
    }

    /// The key with the bits that do not choose its bucket at the low end, where buckets verify first.
    #[inline]
    fn turned(key: Key) -> Key {
        Key(key.0.rotate_left(I::TURN))
    }

    #[inline]
    fn turned_back(key: Key) -> Key {
        Key(key.0.rotate_right(I::TURN))
    }
}

impl<S: Scheme, B: Bucket, I: Index> fmt::Debug for Table<S, B, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("scheme", &S::NAME)
            .field("bucket", &B::NAME)
            .field("slots", &self.slots())
            .field("generation", &self.generation())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
