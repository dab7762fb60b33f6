//! Merges one table into another.

use std::fmt;

use crate::entry::bucket::verifies_whole_key;
use crate::entry::{Bucket, Data};
use crate::scheme::Scheme;
use crate::sync::fault::Fault;
use crate::table::contents::Contents;
use crate::table::date::Date;
use crate::table::{Index, Table};

/// How many entries a merge offered and kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// How many entries of the other table were offered to this one.
    pub offered: usize,
    /// How many of them the scheme kept; later ones may have replaced some.
    pub kept: usize,
}

/// Why two tables cannot be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeError {
    /// The tables have different sizes, and entries without a key can only go to the bucket of the
    /// same number.
    OfTwoSizes {
        /// The slots of this table.
        slots: usize,
        /// The slots of the other table.
        other_slots: usize,
    },
    /// They differ in scheme, layout, payload or index.
    OfTwoKinds,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfTwoSizes { slots, other_slots } => write!(
                f,
                "tables of {slots} and {other_slots} slots do not merge where a tag is verified; take two of one size"
            ),
            Self::OfTwoKinds => f.write_str(
                "two tables of different schemes, layouts or payloads do not merge; make one like the other",
            ),
        }
    }
}

impl std::error::Error for MergeError {}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Stores each entry of another table into this one, the oldest first, with its age. What was of
    /// the present iteration of the other table is of the present one of this.
    ///
    /// The scheme decides which entries stay. An entry older than this table is stored as one of
    /// its first search, so merge into the table that counted more searches. The sizes may differ
    /// if the bucket verifies the whole key.
    ///
    /// Other threads may use both tables meanwhile. Ages are those at the beginning. An entry that
    /// a later search stores or refreshes in the other table may be left out.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table, scheme::Deep};
    /// let of = |slots| Table::builder().scheme::<Deep>().slots(slots).build();
    /// let (table, other) = (of(1)?, of(1 << 8)?);
    /// table.store(Key(1), Entry::new(Bound::Exact, 10, 4));
    /// other.store(Key(2), Entry::new(Bound::Exact, 20, 6));
    /// other.store(Key(3), Entry::new(Bound::Exact, 30, 1));
    /// let merged = table.merge_from(&other)?;
    /// assert_eq!(merged.offered, 2);
    /// // `table` has one slot, which keeps the deepest entry.
    /// assert_eq!([1, 2, 3].map(|key| table.probe(Key(key)).is_some()), [false, true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// One read of the other table, one more for each age of its entries, and a store for each
    /// entry.
    ///
    /// # Errors
    /// [`MergeError`], if the sizes differ and the bucket verifies a tag.
    pub fn merge_from(&self, other: &Self) -> Result<Merged, MergeError> {
        if !verifies_whole_key::<B>() && self.memory.len() != other.memory.len() {
            return Err(MergeError::OfTwoSizes { slots: self.slots(), other_slots: other.slots() });
        }
        // One date of each table: searches that start meanwhile make no entry older than the ages
        // visited.
        Ok(self.take(other, (other.date(), self.date()), false))
    }

    /// Stores the entries of `other`, the oldest first, each with its age. If `is_replayed`, each
    /// is stored as if the search that found it were the present one.
    pub(in crate::table) fn take(
        &self,
        other: &Self,
        (there, started): (Date, Date),
        is_replayed: bool,
    ) -> Merged {
        let (contents, mut merged) = (other.contents(), Merged::default());
        for age in contents.ages(there) {
            contents.for_each_entry(there, &mut |number, words, entry| {
                if there.age(Self::CALENDAR, entry) != age {
                    return;
                }
                let written =
                    started.before(Self::CALENDAR, if Fault::MovesAsYoung.is_planted() { 0 } else { age });
                let here = if is_replayed { written } else { self.date() };
                let data = B::data(words).with_first(entry.word());
                let offer = if verifies_whole_key::<B>() {
                    contents.key_of(words, number, there).map(|key| self.offered(key, data, written, here))
                } else {
                    B::opening_key(words).map(|turned| {
                        let cells = self.memory.get(number);
                        Self::offered_in(cells, turned, data, (written, here), self.options)
                    })
                };
                if let Some(offer) = offer {
                    merged.offered += 1;
                    let entry = Self::CALENDAR.moved(entry, there, started);
                    merged.kept += usize::from(self.place_moved(offer, entry));
                }
            });
        }
        merged
    }
}

impl<B: Bucket, I: Index> Contents<'_, B, I> {
    /// The ages of all entries, the greatest first. The current generation comes last, even without
    /// entries: probes may refresh some meanwhile.
    fn ages(self, date: Date) -> Vec<u8> {
        let mut has_age = [false; 256];
        has_age[0] = true;
        self.for_each_entry(date, &mut |_, _, entry| {
            has_age[usize::from(date.age(self.calendar, entry))] = true;
        });
        let mut oldest_first: Vec<u8> =
            (0..=u8::MAX).rev().filter(|&age| has_age[usize::from(age)]).collect();
        if Fault::MovesYoungFirst.is_planted() {
            oldest_first.reverse();
        }
        oldest_first
    }
}
