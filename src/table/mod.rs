//! The table and its operations. The scheme decides which entry stays.
//!
//! # What concurrent callers may observe
//! Probes and stores from any number of threads need no coordination.
//!
//! - I1: A probe returns an entry that some thread stored for that key, whole, or nothing ([three
//!   exceptions](crate#consistency)). The entry may be out of date on return.
//! - I2: No probe or store waits, retries or allocates.
//! - I3: Of stores racing into one bucket, any may be lost, and residents with them, or an entry
//!   may end up in the bucket twice. Nothing else happens.
//!
//! Entries are validated in `entry/slot.rs`; the rules are in `scheme/`.

mod any;
mod builder;
mod clear;
mod contents;
mod counts;
mod date;
mod file;
mod generation;
mod index;
mod memory;
mod occupancy;
mod options;
mod pages;
mod prefetch;
mod probe;
mod refresh;
mod size;
mod store;

pub use any::{AnyTable, BuildError, NamedPayload, Origin, TableControl};
pub use builder::{TableBuilder, Touch};
pub use clear::Resized;
#[cfg(any(test, feature = "conformance"))]
pub use contents::Finding;
pub use contents::Held;
pub use counts::{Counts, Histogram};
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
use crate::sync::AtomicU64;
use memory::Memory;

/// A transposition table shared by any number of threads.
///
/// `S` is the replacement scheme, `B` the bucket (the layout of entries and their payload), `I` the
/// index. All three are type parameters, so no probe and no store branches on them at run time.
///
/// ```
/// use supplant::{Bound, Entry, Key, Table};
///
/// let table = Table::builder().mebibytes(16).build()?;
/// let entry = Entry::new(Bound::Exact, 25, 9).with_move(77).with_evaluation(18);
/// std::thread::scope(|scope| {
///     scope.spawn(|| table.offer(Key(0xfeed), entry));
///     scope.spawn(|| table.probe(Key(0xfeed))); // the entry, or nothing yet
/// });
/// assert_eq!(table.probe(Key(0xfeed)).map(|found| found.score), Some(25));
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
///
/// The compiler refuses a bucket with another number of slots than the scheme needs:
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
    /// In how many steps of [`Date`](date::Date) a store takes the short path: those of the first epoch;
    /// none if an option is set.
    plain_steps: u64,
    /// 1 in an odd iteration, and else 0.
    iteration: AtomicU64,
    scheme: PhantomData<S>,
}

/// The default bucket of scheme `S` for [`SizedEntry`].
pub type SizedBucket<S> = <<S as Scheme>::Slots as Slots>::Checked<1, SizedEntry>;

/// A table whose entries keep the size of their subtree, for the schemes of 1994 and 1996 and the
/// studies.
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
    /// The number of bytes in a bucket.
    pub const BUCKET_BYTES: usize = size_of::<B::Cells>();

    const IS_POSSIBLE: () = {
        assert!(B::SLOTS >= 1 && B::SLOTS <= MAX_SLOTS, "a bucket has 1 to 8 slots");
        assert!(
            takes::<S>(B::SLOTS),
            "the scheme's rule is about another number of slots than the bucket has"
        );
        assert!(B::GENERATIONS.is_power_of_two() && B::GENERATIONS <= 256, "ages are told by 8 bits at most");
        assert!(size_of::<B::Cells>() > 0, "a bucket has memory");
        S::AGING.check(B::GENERATIONS);
        <B::Payload as Payload>::FACTS.check();
        <B::Seen as Payload>::FACTS.check();
        assert!(
            <B::Seen as Payload>::FACTS.generations() >= B::GENERATIONS,
            "what schemes see of an entry keeps fewer ages than the bucket"
        );
    };

    /// A table of the size, rounded down to whole buckets, with untouched pages and default
    /// options.
    pub(super) fn untouched(asked: Size) -> Result<Self, SizeError> {
        let (index, memory) = size::untouched::<B, I>(asked)?;
        Ok(Self::over(index, memory))
    }

    fn over(index: I, memory: Memory<B::Cells>) -> Self {
        const { Self::IS_POSSIBLE };
        Self {
            memory,
            index,
            options: Options::default(),
            plain_steps: Self::CALENDAR.steps_of_an_epoch(),
            iteration: AtomicU64::new(0),
            scheme: PhantomData,
        }
    }

    /// Returns the options of the table.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Sets the options; entries in the table stay unchanged.
    ///
    /// # Panics
    /// If an option needs a fact that the payload does not keep. [`TableBuilder::time_stamping`]
    /// and [`TableBuilder::same_position`] check that at compile time.
    pub fn set_options(&mut self, options: Options) {
        assert!(
            options.fit(<B::Payload as Payload>::FACTS),
            "an option asks for a fact that the payload does not keep"
        );
        self.options = options;
        let SamePosition { inherits_move, leaves_move, .. } = options.same_position;
        // What the scheme does in any case costs nothing.
        let same_position = SamePosition {
            inherits_move: inherits_move.filter(|&does| does != S::SAME.inherits_move),
            leaves_move: leaves_move.filter(|&does| does != S::SAME.leaves_move),
            ..options.same_position
        };
        let is_plain = Options { same_position, ..options } == Options::default();
        self.plain_steps = if is_plain { Self::CALENDAR.steps_of_an_epoch() } else { 0 };
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.memory.len() * B::SLOTS
    }

    /// Returns the bytes of all buckets.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.memory.len() * Self::BUCKET_BYTES
    }

    /// Where entries of `key` lie, and what their slots verify: the spread key, rotated so that the
    /// bits of a tag do not choose the bucket.
    #[inline(always)]
    fn locate(&self, key: Key) -> (&B::Cells, Key) {
        self.locate_spread(index::spread(key))
    }

    #[inline(always)]
    fn locate_spread(&self, spread: Key) -> (&B::Cells, Key) {
        (self.memory.get(self.index.of_spread(spread)), Key(spread.0.rotate_left(I::TURN)))
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
