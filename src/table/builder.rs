//! How a table is made: its types, its size, who touches its pages, its options.

use std::marker::PhantomData;

use super::{Index, MultiplyShift, Options, SamePosition, Size, SizeError, Table};
use crate::entry::bucket::Pairs;
use crate::entry::{Bucket, Entry, Payload};
use crate::scheme::{DepthAge, Scheme, Slots};
use crate::sync::processors;

/// Who touches the pages of a new table first.
///
/// A new table owns addresses, not memory: the system gives and zeroes each page when it is first written. Whoever writes it first
/// waits for that. [`Table::touch`] has what it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Touch {
    /// The stores of the first search.
    #[default]
    ByStores,
    /// This number of threads, before the table is returned.
    Threads(usize),
    /// A thread for each processor, before the table is returned. Tables of up to 1 MiB are left to their stores.
    Processors,
}

/// Makes a [`Table`].
///
/// [`Table::builder`] begins with the types that most engines want: scheme [`DepthAge`] in buckets of four [`Entry`], 16 MiB. Methods
/// that name a type change it; [`TableBuilder::new`] begins with types that are named or inferred.
///
/// ```
/// use supplant::entry::{SizedEntry, bucket::Cluster};
/// use supplant::scheme::{Crafty, TwoBig1};
/// use supplant::{Entry, Key, SizedTable, Table, TableBuilder, table::Touch};
///
/// let table = Table::builder().mebibytes(64).touch(Touch::Processors).build()?;
/// table.store(Key(7), Entry::default());
/// let of_one_slot_size = Table::builder().scheme::<Crafty>().bucket::<Cluster>().slots(3_000).build()?;
/// assert_eq!((of_one_slot_size.slots(), of_one_slot_size.bytes()), (3_000, 32_000));
/// let of_the_studies: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 10).build()?;
/// assert!(of_the_studies.probe(Key(7)).is_none());
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct TableBuilder<
    S: Scheme = DepthAge,
    B: Bucket = <<S as Scheme>::Slots as Slots>::Checked<1, Entry>,
    I: Index = MultiplyShift,
> {
    size: Size,
    touch: Touch,
    options: Options,
    scheme: PhantomData<S>,
    bucket: PhantomData<B>,
    index: PhantomData<I>,
}

impl Table {
    /// Begins a table of the default types: scheme [`DepthAge`], buckets of four [`Entry`], any number of buckets.
    pub fn builder() -> TableBuilder<DepthAge, Pairs<4>, MultiplyShift> {
        TableBuilder::new()
    }
}

impl<S: Scheme, B: Bucket, I: Index> Default for TableBuilder<S, B, I> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Scheme, B: Bucket, I: Index> TableBuilder<S, B, I> {
    /// Begins a table of 16 MiB, its pages untouched, its options those of the scheme.
    pub fn new() -> Self {
        Self {
            size: Size::mebibytes(16),
            touch: Touch::default(),
            options: Options::default(),
            scheme: PhantomData,
            bucket: PhantomData,
            index: PhantomData,
        }
    }

    /// Takes other types altogether.
    pub fn types<S2: Scheme, B2: Bucket, I2: Index>(self) -> TableBuilder<S2, B2, I2> {
        TableBuilder { size: self.size, touch: self.touch, options: self.options, ..TableBuilder::new() }
    }

    /// Takes another replacement scheme, in its default bucket of the same payload.
    pub fn scheme<S2: Scheme>(self) -> TableBuilder<S2, <S2::Slots as Slots>::Checked<1, B::Payload>, I>
    where
        B::Payload: Payload<Data = [u64; 1]>,
    {
        self.types()
    }

    /// Takes another payload, in the scheme's default bucket.
    pub fn payload<P: Payload<Data = [u64; 1]>>(
        self,
    ) -> TableBuilder<S, <S::Slots as Slots>::Checked<1, P>, I> {
        self.types()
    }

    /// Takes another bucket, and its payload.
    pub fn bucket<B2: Bucket>(self) -> TableBuilder<S, B2, I> {
        self.types()
    }

    /// Takes another index.
    pub fn index<I2: Index>(self) -> TableBuilder<S, B, I2> {
        self.types()
    }

    /// The size that was asked for.
    #[cfg(all(feature = "mmap", not(loom)))]
    pub(super) fn asked(&self) -> Size {
        self.size
    }

    /// The options that were chosen.
    #[cfg(all(feature = "mmap", not(loom)))]
    pub(super) fn chosen_options(&self) -> Options {
        self.options
    }

    /// Asks for this size, rounded *down* to whole buckets.
    pub fn size(self, size: Size) -> Self {
        Self { size, ..self }
    }

    /// Asks for room for `slots` entries, rounded down to whole buckets.
    pub fn slots(self, slots: usize) -> Self {
        self.size(Size::Slots(slots))
    }

    /// Asks for `mebibytes` · 2²⁰ bytes, rounded down to whole buckets.
    pub fn mebibytes(self, mebibytes: usize) -> Self {
        self.size(Size::mebibytes(mebibytes))
    }

    /// Says who touches the pages first.
    pub fn touch(self, touch: Touch) -> Self {
        Self { touch, ..self }
    }

    /// Turns time stamping on or off: whether entries of earlier generations lose every collision unconditionally, while a probe
    /// still finds them (Breuker et al. 1994, section 6.2). Off by default. The payload must keep an age.
    pub fn time_stamping(mut self, on: bool) -> Self {
        const { assert!(<B::Payload as Payload>::FACTS.age.is_some(), "time stamping asks for the `age`") };
        self.options.time_stamping = on;
        self
    }

    /// Says what happens when a position is stored that has an entry already; by default what the scheme says. The payload must keep
    /// a move, a depth, a bound and an age.
    pub fn same_position(mut self, same_position: SamePosition) -> Self {
        const {
            let facts = <B::Payload as Payload>::FACTS;
            assert!(facts.mv.is_some(), "to keep the old move asks for the `mv`");
            let are_kept = facts.depth.is_some() && facts.bound.is_some() && facts.age.is_some();
            assert!(are_kept, "an updating rule asks for `depth`, `bound` and `age`");
        };
        self.options.same_position = same_position;
        self
    }

    /// Takes options that are known at run time alone.
    ///
    /// # Panics
    /// [`build`](Self::build) panics if an option asks for a fact that the payload does not keep.
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Makes the table.
    ///
    /// # Errors
    /// [`SizeError`]: the size is less than one bucket, the index cannot serve it, or the system does not give the memory.
    ///
    /// # Panics
    /// If an option asks for a fact that the payload does not keep. [`time_stamping`](Self::time_stamping) and
    /// [`same_position`](Self::same_position) are refused by the compiler, unless a payload without the fact is chosen after them.
    pub fn build(self) -> Result<Table<S, B, I>, SizeError> {
        let mut table = Table::untouched(self.size)?;
        table.set_options(self.options);
        match self.touch {
            Touch::ByStores => {}
            Touch::Threads(threads) => table.touch(threads),
            // A small table is touched by its first stores soon enough.
            Touch::Processors if table.bytes() > 1 << 20 => table.touch(processors()),
            Touch::Processors => {}
        }
        Ok(table)
    }
}
