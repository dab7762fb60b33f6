//! Emptying the table, and giving it another size. Both are exclusive, so that no search can be running on it: the type says so
//! (claim M10).

use super::{Index, Size, SizeError, Table};
use crate::entry::bucket::verifies_whole_key;
use crate::entry::{Bucket, Data, Zeroed};
use crate::scheme::Scheme;
use crate::sync::{AtomicU64, UNORDERED, all_at_once};

/// What became of the entries when the size was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resized {
    /// Entries there were.
    pub before: usize,
    /// Entries that are in the table now.
    pub kept: usize,
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Empties the table with `threads` threads, and starts again with generation 0.
    ///
    /// ```
    /// # use supplant::{Table, scheme::New};
    /// let mut table = Table::<New>::with_slots(8)?;
    /// table.clear(2);
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    /// ```compile_fail,E0596
    /// # use supplant::{Table, scheme::New};
    /// let table = Table::<New>::with_slots(8)?;
    /// table.clear(2); // a shared table
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Cost
    /// One write of the whole memory, shared among the threads.
    pub fn clear(&mut self, threads: usize) {
        let buckets = self.memory.as_mut_slice();
        let stripe = buckets.len().div_ceil(threads.max(1));
        all_at_once(buckets.chunks_mut(stripe).map(|stripe| || stripe.fill_with(B::Cells::empty)));
        self.generation = AtomicU64::new(0);
    }

    /// Gives the table another size and keeps its entries, placed anew by the scheme's rule, each with its age.
    ///
    /// Where a bucket verifies a tag, the key of an entry is not known: the table is empty then, and says so.
    ///
    /// ```
    /// # use supplant::{Bound, Entry, Key, Table, scheme::New, table::Size};
    /// let mut table = Table::<New>::with_slots(8)?;
    /// table.store(Key(5 << 60), Entry::new(Bound::Exact, 1, 1));
    /// let resized = table.resize(Size::Slots(16))?;
    /// assert_eq!((resized.before, resized.kept), (1, 1));
    /// assert!(table.probe(Key(5 << 60)).is_some());
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    /// ```compile_fail,E0596
    /// # use supplant::{Table, scheme::New, table::Size};
    /// let table = Table::<New>::with_slots(8)?;
    /// table.resize(Size::Slots(16))?; // a shared table
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Cost
    /// One read of the old memory and a store for each entry. At its peak there are both: the old bytes and the new. Who has not
    /// the room drops the table and makes another.
    ///
    /// # Errors
    /// As [`Self::with_slots`]; the table is then as it was.
    pub fn resize(&mut self, asked: Size) -> Result<Resized, SizeError> {
        let mut resized = Self::with_size(asked)?;
        resized.time_stamping = self.time_stamping;
        resized.update = self.update;
        resized.keeps_old_move = self.keeps_old_move;
        resized.generation = AtomicU64::new(self.generation.load(UNORDERED));
        let before = self.entries().flatten().count();
        // Backwards, so that of two levels the first is placed last: whatever it meets, it then holds a first level again.
        (0..self.memory.len()).rev().for_each(|number| self.move_bucket(number, &resized));
        *self = resized;
        Ok(Resized { before, kept: self.entries().flatten().count() })
    }

    /// Offers the entries of a bucket to another table.
    fn move_bucket(&self, number: usize, to: &Self) {
        if !verifies_whole_key::<B>() {
            return;
        }
        let (cells, date) = (self.memory.get(number), self.date());
        for slot in (0..B::SLOTS).rev() {
            let words = B::load(cells, slot);
            let Some(entry) = self.resident(words, number, date) else { continue };
            let Some(claimed) = B::claimed_key(words) else { continue };
            // Of the two epochs, that in which the key belongs here.
            let belongs = |turned| self.index.of(Self::turned_back(turned)) == number;
            let sealed = date.sealed::<B>(claimed);
            let turned = if belongs(sealed) { Some(sealed) } else { date.sealed_before::<B>(claimed) };
            let key = Self::turned_back(turned.expect("a resident belongs to its bucket in one of the two"));
            let written = date.before(date.age::<B>(entry));
            to.place(&to.offer(key, B::data(words).with_first(entry.word()), written, date));
        }
    }
}
