//! Emptying and resizing a table. Both take `&mut self`, so no search runs on it (claim M10).

use super::memory;
use super::{Index, Size, SizeError, Table, TableBuilder, Touch};
use crate::entry::Bucket;
use crate::entry::bucket::verifies_whole_key;
use crate::scheme::Scheme;
use crate::sync::UNORDERED;
use crate::sync::fault::Fault;

/// How many entries a change of the size kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resized {
    /// Entries before the change.
    pub before: usize,
    /// Entries in the table now.
    pub kept: usize,
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Empties the table with `threads` threads, and starts again with generation 0; a table that
    /// processes [share](Self::open_shared) begins the next one instead.
    ///
    /// ```
    /// # use supplant::{Table, scheme::New};
    /// let mut table = Table::builder().scheme::<New>().slots(8).build()?;
    /// table.clear(2);
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    /// ```compile_fail,E0596
    /// # use supplant::{Table, scheme::New};
    /// let table = Table::builder().scheme::<New>().slots(8).build()?;
    /// table.clear(2); // a shared table
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// If processes [share](Self::open_shared) the table, `&mut` excludes this process only: what
    /// another process stores meanwhile may stay, but does not look young.
    ///
    /// # Cost
    /// One write of the whole memory, shared among the threads.
    pub fn clear(&mut self, threads: usize) {
        if memory::clear(&mut self.memory, threads) {
            // Unordered: no other thread has the table.
            if !Fault::ClearsWithoutCount.is_planted() {
                self.memory.generation().store(0, UNORDERED);
            }
        } else {
            self.new_generation();
        }
    }

    /// Changes the size and stores the entries again by the scheme's rule, each with its age.
    ///
    /// If the bucket verifies a tag, keys are unknown and the new table is empty. An entry is also
    /// lost if the keys of two epochs fit its bucket; in a table of one bucket they always do after
    /// the first epoch.
    ///
    /// ```
    /// # use supplant::{Bound, Entry, Key, Table, scheme::New, table::Size};
    /// let mut table = Table::builder().scheme::<New>().slots(8).build()?;
    /// table.store(Key(5 << 60), Entry::new(Bound::Exact, 1, 1));
    /// let resized = table.resize(Size::Slots(16))?;
    /// assert_eq!((resized.before, resized.kept), (1, 1));
    /// assert!(table.probe(Key(5 << 60)).is_some());
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    /// ```compile_fail,E0596
    /// # use supplant::{Table, scheme::New, table::Size};
    /// let table = Table::builder().scheme::<New>().slots(8).build()?;
    /// table.resize(Size::Slots(16))?; // a shared table
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Cost
    /// Two reads of the old memory, one more for each age of its entries, and a store for each
    /// entry. For a time there are both memories. If both do not fit, make another table.
    ///
    /// # Errors
    /// The errors of [`TableBuilder::build`], and [`SizeError::Shared`] if processes
    /// [share](Self::open_shared) the table and have it mapped. The table is then unchanged.
    pub fn resize(&mut self, asked: Size) -> Result<Resized, SizeError> {
        if self.memory.is_shared() {
            return Err(SizeError::Shared { asked });
        }
        let resized = TableBuilder::<S, B, I>::new()
            .size(asked)
            .options(self.options)
            .touch(Touch::Processors)
            .build()?;
        // Unordered: no other thread has either table.
        if !Fault::ResizesWithoutCount.is_planted() {
            resized.memory.generation().store(self.memory.generation().load(UNORDERED), UNORDERED);
        }
        resized.iteration.store(self.iteration.load(UNORDERED), UNORDERED);
        let before = self.contents().count();
        if verifies_whole_key::<B>() {
            resized.take(self, (self.date(), self.date()), true);
        }
        *self = resized;
        Ok(Resized { before, kept: self.contents().count() })
    }
}
