//! The builder of tables.

use std::marker::PhantomData;

use super::{Index, MultiplyShift, Options, SamePosition, Size, SizeError, Table};
use crate::entry::bucket::Pairs;
use crate::entry::{Bucket, Entry, Payload};
use crate::scheme::{DepthAge, Scheme, Slots};
use crate::sync::processors;

/// The threads that touch the pages of a new table first ([`Table::touch`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Touch {
    /// The stores of the first search.
    #[default]
    ByStores,
    /// This number of threads, before [`build`](TableBuilder::build) returns.
    Threads(usize),
    /// One thread per processor, before [`build`](TableBuilder::build) returns, for tables above 1
    /// MiB.
    Processors,
}

/// Makes a [`Table`].
///
/// [`Table::builder`] begins with the types that most engines want: scheme [`DepthAge`] in buckets
/// of four [`Entry`], 16 MiB. [`TableBuilder::new`] begins with types that are named or inferred.
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
    pub(super) size: Size,
    touch: Touch,
    pub(super) options: Options,
    scheme: PhantomData<S>,
    bucket: PhantomData<B>,
    index: PhantomData<I>,
}

impl Table {
    /// Begins a table of scheme [`DepthAge`] in buckets of four [`Entry`].
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
    /// Begins a table of 16 MiB with untouched pages and default options.
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

    /// Changes all three types.
    pub fn types<S2: Scheme, B2: Bucket, I2: Index>(self) -> TableBuilder<S2, B2, I2> {
        TableBuilder { size: self.size, touch: self.touch, options: self.options, ..TableBuilder::new() }
    }

    /// Changes the scheme; the bucket becomes its default one for the same payload.
    pub fn scheme<S2: Scheme>(self) -> TableBuilder<S2, <S2::Slots as Slots>::Checked<1, B::Payload>, I>
    where
        B::Payload: Payload<Data = [u64; 1]>,
    {
        self.types()
    }

    /// Changes the payload; the bucket becomes the default one of the scheme.
    pub fn payload<P: Payload<Data = [u64; 1]>>(
        self,
    ) -> TableBuilder<S, <S::Slots as Slots>::Checked<1, P>, I> {
        self.types()
    }

    /// Changes the bucket and with it the payload.
    pub fn bucket<B2: Bucket>(self) -> TableBuilder<S, B2, I> {
        self.types()
    }

    /// Changes the type of the index.
    pub fn index<I2: Index>(self) -> TableBuilder<S, B, I2> {
        self.types()
    }

    /// Sets the size, which is rounded *down* to whole buckets.
    pub fn size(self, size: Size) -> Self {
        Self { size, ..self }
    }

    /// Sets the size to `slots` entries, rounded down to whole buckets.
    pub fn slots(self, slots: usize) -> Self {
        self.size(Size::Slots(slots))
    }

    /// Sets the size to `mebibytes` · 2²⁰ bytes, rounded down to whole buckets.
    pub fn mebibytes(self, mebibytes: usize) -> Self {
        self.size(Size::mebibytes(mebibytes))
    }

    /// Sets who touches the pages first.
    pub fn touch(self, touch: Touch) -> Self {
        Self { touch, ..self }
    }

    /// Turns time stamping on or off; off by default.
    ///
    /// With it, entries of earlier generations lose every collision, but probes find them (Breuker
    /// et al. 1994, section 6.2). The payload must keep an age. Schemes see an old entry as a free slot,
    /// so a store may replace one although another slot of the bucket is free.
    pub fn time_stamping(mut self, on: bool) -> Self {
        const { assert!(<B::Payload as Payload>::FACTS.age.is_some(), "time stamping asks for the `age`") };
        self.options.time_stamping = on;
        self
    }

    /// Sets the rule for a position that already has an entry; by default the scheme decides.
    ///
    /// The payload must keep a move, a depth, a bound, a score and an age.
    pub fn same_position(mut self, same_position: SamePosition) -> Self {
        const {
            let facts = <B::Payload as Payload>::FACTS;
            assert!(facts.mv.is_some(), "to inherit or leave moves asks for the `mv`");
            let are_kept = facts.depth.is_some() && facts.bound.is_some() && facts.age.is_some();
            assert!(are_kept, "an updating rule asks for `depth`, `bound` and `age`");
            assert!(facts.score.is_some(), "to lower depths asks for the `score`");
        };
        self.options.same_position = same_position;
        self
    }

    /// Sets options that are known at run time only.
    ///
    /// # Panics
    /// [`build`](Self::build) panics if an option needs a fact that the payload does not keep.
    pub fn options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Makes the table.
    ///
    /// # Errors
    /// [`SizeError`]: the size is less than one bucket, the index cannot serve it, or the system
    /// refuses the memory.
    ///
    /// # Panics
    /// If an option needs a fact that the payload does not keep.
    pub fn build(self) -> Result<Table<S, B, I>, SizeError> {
        let mut table = Table::untouched(self.size)?;
        table.set_options(self.options);
        match self.touch {
            Touch::ByStores => {}
            Touch::Threads(threads) => table.touch(threads),
            Touch::Processors if table.bytes() > 1 << 20 => table.touch(processors()),
            Touch::Processors => {}
        }
        Ok(table)
    }
}
