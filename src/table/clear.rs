//! Emptying the table, and giving it another size. Both are exclusive, so that no search can be running on it: the type says so
//! (claim M10).

use super::{Index, Size, SizeError, Table};
use crate::entry::{Bucket, Data, Zeroed};
use crate::key::Key;
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
    /// Where a bucket verifies a tag, the key of an entry is not known: the table is empty then, and says so. So it is with an entry
    /// that fits its bucket under the keys of two epochs (`table/date.rs`), as all do in a table of one bucket.
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
    /// Two reads of the old memory, one more for each search that entries in it are of, and a store for each entry. At its peak there are both: the old bytes and the new. Who has not
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
        let mut of_age = [0usize; 256];
        self.entries().flatten().for_each(|held| of_age[usize::from(held.age)] += 1);
        // As they were written: the oldest first.
        for age in (0..=u8::MAX).rev().filter(|&age| of_age[usize::from(age)] > 0) {
            (0..self.memory.len()).for_each(|number| self.move_bucket(number, age, &resized));
        }
        *self = resized;
        Ok(Resized { before: of_age.iter().sum(), kept: self.entries().flatten().count() })
    }

    /// Offers the entries of a bucket that are so old to another table, as if in the search they were written in.
    fn move_bucket(&self, number: usize, age: u8, to: &Self) {
        let (cells, date) = (self.memory.get(number), self.date());
        // Of two levels the first is placed last: whatever it meets, it then holds a first level again. Of two tables each rule
        // is followed in its order.
        let place = |i| if S::HOLDS_TWICE { i } else { B::SLOTS - 1 - i };
        for slot in (0..B::SLOTS).map(place) {
            let words = B::load(cells, slot);
            let entry = self.resident(words, number, date).filter(|&entry| date.age::<S, B>(entry) == age);
            if let (Some(entry), Some(key)) = (entry, self.key_of(words, number)) {
                let written = date.before(age);
                let offer = to.offer(key, B::data(words).with_first(entry.word()), written, written);
                to.place(offer.as_worn_as::<S>(entry));
            }
        }
    }

    /// The key of the entry in words of bucket `number`, where the bucket can tell, and only one key fits.
    fn key_of(&self, words: B::Words, number: usize) -> Option<Key> {
        let mut fitting = self.claims(words).filter(|&key| self.index.of(key) == number);
        let key = fitting.next()?;
        fitting.next().is_none().then_some(key)
    }
}
