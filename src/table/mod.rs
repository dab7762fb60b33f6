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
//! | `update` | what happens when a position meets its own entry |
//! | `index`, `memory`, `prefetch` | from a key to a bucket, and its memory |
//! | `clear`, `size` | emptying, another size |
//! | `contents`, `occupancy` | what is in it |
//! | `file` | kept in a file, merged, shared by processes |
//!
//! Not here: the validation of an entry (`entry/slot.rs`), the rules (`scheme/`).

mod clear;
mod contents;
mod date;
mod file;
mod index;
mod memory;
mod occupancy;
mod pages;
mod prefetch;
mod probe;
mod size;
mod store;
mod update;

pub use clear::Resized;
#[cfg(any(test, feature = "conformance"))]
pub use contents::Finding;
pub use contents::Held;
pub use file::{Difference, FileError, Header, Loaded, MergeError, Merged, Part, TableFile, Tried, Use};
pub use index::{Fold, Index, LowBits, MultiplyShift};
pub use occupancy::Occupancy;
pub use pages::Pages;
pub use probe::Place;
pub use size::{Size, SizeError};
pub use update::Update;

use std::fmt;
use std::marker::PhantomData;

use crate::entry::bucket::MAX_SLOTS;
use crate::entry::{Bucket, Payload};
use crate::key::Key;
use crate::scheme::{Scheme, Slots, TwoBig1, takes};
use crate::sync::processors;
use memory::Memory;

/// A transposition table shared by any number of threads.
///
/// `S` is the replacement scheme, `B` the bucket — how entries lie in memory, and of what payload —, `I` the index. All three are
/// compiled in, so that a probe or a store is a handful of loads and stores without a branch on any of them.
///
/// ```
/// use supplant::{Bound, Entry, Key, Move16, Table, scheme::TwoBig1};
///
/// let table: Table<TwoBig1> = Table::with_mebibytes(16)?;
/// let entry = Entry { mv: Move16(77), score: 25, bound: Bound::Exact, depth: 9, size: 1234, ..Entry::default() };
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.store(Key(0xfeed), entry));
///     scope.spawn(|| table.probe(Key(0xfeed))); // the entry, or nothing yet
/// });
/// assert_eq!(table.probe(Key(0xfeed)).map(|found| found.score), Some(25));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
///
/// A scheme has as many slots as its rule is about; a bucket with others is refused by the compiler:
///
/// ```compile_fail,E0080
/// use supplant::{Table, entry::bucket::Pairs, scheme::TwoBig1};
/// let table: Table<TwoBig1, Pairs<4>> = Table::with_mebibytes(16)?;
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub struct Table<
    S: Scheme = TwoBig1,
    B: Bucket = <<S as Scheme>::Slots as Slots>::Pairs,
    I: Index = MultiplyShift,
> {
    memory: Memory<B::Cells>,
    index: I,
    time_stamping: bool,
    update: Update,
    keeps_old_move: bool,
    scheme: PhantomData<S>,
}

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
            B::GENERATIONS >> S::WEAR_BITS > 0,
            "the scheme takes bits of the age for wear; this bucket's entries keep too few"
        );
        <B::Payload as Payload>::FACTS.check();
    };

    /// A table of exactly `slots` slots, or of as many whole buckets as they fill.
    ///
    /// # Errors
    /// [`SizeError`], if that is no bucket at all, not indexable, or more memory than the system gives.
    pub fn with_slots(slots: usize) -> Result<Self, SizeError> {
        Self::with_size(Size::Slots(slots))
    }

    /// A table of at most `mebibytes` · 2²⁰ bytes.
    ///
    /// # Errors
    /// As [`Self::with_slots`].
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, SizeError> {
        Self::with_size(Size::mebibytes(mebibytes))
    }

    /// A table of the size asked for, rounded *down* to whole buckets.
    ///
    /// # Cost
    /// Its pages are touched, by as many threads as there are processors: else the first search would pay for them
    /// ([`touch`](Self::touch)).
    ///
    /// # Errors
    /// As [`Self::with_slots`].
    pub fn with_size(asked: Size) -> Result<Self, SizeError> {
        let mut table = Self::untouched(asked)?;
        // A small table is touched by its first stores soon enough.
        if table.bytes() > 1 << 20 {
            table.touch(processors());
        }
        Ok(table)
    }

    /// As [`with_size`](Self::with_size), its pages as they come from the system, untouched: for those who say which threads
    /// [touch](Self::touch) them.
    ///
    /// # Errors
    /// As [`Self::with_slots`].
    pub fn untouched(asked: Size) -> Result<Self, SizeError> {
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

    /// A table in this memory, its switches as at first.
    fn over(index: I, memory: Memory<B::Cells>) -> Self {
        Self {
            memory,
            index,
            time_stamping: false,
            update: Update::default(),
            keeps_old_move: false,
            scheme: PhantomData,
        }
    }

    #[cold]
    fn possible_bytes(refused: usize) -> usize {
        size::possible::<B::Cells>(refused) * Self::BUCKET_BYTES
    }

    /// Turns time stamping on or off (off at first): whether entries of earlier generations lose every collision
    /// unconditionally, while a probe still finds them (1994, section 6.2). The payload must keep an age.
    pub fn set_time_stamping(&mut self, on: bool) {
        const { assert!(<B::Payload as Payload>::FACTS.age.is_some(), "time stamping asks for the `age`") };
        self.time_stamping = on;
    }

    /// Sets which of two entries of one position is kept (at first what the scheme says). Where a scheme holds a position
    /// twice, the first of its entries decides, here and for the move that is inherited. The payload must keep depth, bound and
    /// age.
    pub fn set_update(&mut self, update: Update) {
        const {
            let facts = <B::Payload as Payload>::FACTS;
            let are_kept = facts.depth.is_some() && facts.bound.is_some() && facts.age.is_some();
            assert!(are_kept, "an updating rule asks for `depth`, `bound` and `age`");
        };
        self.update = update;
    }

    /// Sets whether an entry without a move inherits that of the entry it replaces, if both are of one position, also where the
    /// scheme does not say so (off at first, as the studies of 1994 and 1996 have it). The payload must keep a move.
    pub fn set_keeps_old_move(&mut self, on: bool) {
        const { assert!(<B::Payload as Payload>::FACTS.mv.is_some(), "keeping the old move asks for the `mv`") };
        self.keeps_old_move = on;
    }

    /// Sets all three where it is known at run time alone that the payload keeps the facts for them.
    #[cfg(any(test, feature = "conformance"))]
    pub(crate) fn set_switches(&mut self, time_stamping: bool, update: Update, keeps_old_move: bool) {
        self.time_stamping = time_stamping;
        self.update = update;
        self.keeps_old_move = keeps_old_move;
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
