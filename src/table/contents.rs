//! The contents of the table: for tests and tools.

use std::iter;

use super::date::{Calendar, Date};
use super::index::turned_back;
use super::memory::Memory;
use super::{Index, Table};
use crate::entry::{Bucket, Data, Packed, Payload};
use crate::key::Key;
use crate::scheme::Scheme;

/// An entry, as the table holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Held<P> {
    /// The key of the position; `None` if the bucket verifies a tag, or if two keys fit (an entry
    /// of an earlier epoch in a table of few buckets).
    pub key: Option<Key>,
    /// The payload of the position.
    pub payload: P,
    /// Searches since the entry was written or refreshed, as far as its age expresses; 0 without an
    /// age.
    pub age: u8,
    /// How worn the entry is; 0 under schemes without [wear](Scheme::AGING).
    pub wear: u8,
    /// Whether the entry was written in an odd iteration; `false` under schemes that do not
    /// [tell iterations apart](crate::scheme::Aging::tells_iterations).
    pub is_of_odd_iteration: bool,
}

impl<P> Held<P> {
    /// Returns the entry with another payload.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table};
    /// let table = Table::builder().slots(8).build()?;
    /// table.store(Key(7), Entry::new(Bound::Exact, 25, 9));
    /// let held = table.iter().next().expect("it is there").map(|entry| entry.depth);
    /// assert_eq!((held.key, held.payload), (Some(Key(7)), 9));
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    pub fn map<Q>(self, payload: impl FnOnce(P) -> Q) -> Held<Q> {
        let Self { key, payload: held, age, wear, is_of_odd_iteration } = self;
        Held { key, payload: payload(held), age, wear, is_of_odd_iteration }
    }
}

/// The result of a probe for one slot.
#[cfg(any(test, feature = "conformance"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// An entry for the requested key.
    Hit,
    /// The slot holds no entry.
    Empty,
    /// An entry for another key, which the probe rejects.
    Foreign,
    /// The words of two writers, which the probe rejects.
    Torn,
}

/// The buckets of a table, and how to read them.
pub(super) struct Contents<'a, B: Bucket, I: Index> {
    pub(super) memory: &'a Memory<B::Cells>,
    index: I,
    pub(super) calendar: Calendar,
    /// [`Scheme::HOLDS_TWICE`].
    holds_twice: bool,
}

impl<B: Bucket, I: Index> Clone for Contents<'_, B, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Bucket, I: Index> Copy for Contents<'_, B, I> {}

impl<'a, B: Bucket, I: Index> Contents<'a, B, I> {
    pub(super) fn date(self) -> Date {
        Date::of(self.calendar, self.memory)
    }

    fn looks(self) -> impl Iterator<Item = (usize, B::Words)> + use<'a, B, I> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let (number, slot) = (next / B::SLOTS, next % B::SLOTS);
            let cells = self.memory.as_slice().get(number)?;
            next += 1;
            Some((number, B::load(cells, slot)))
        })
    }

    /// Visits each entry with the number of its bucket and its words. In a bucket the last slot
    /// comes first, so that the first of two levels, stored again, is again the first.
    pub(super) fn for_each_entry(
        self,
        date: Date,
        visit: &mut dyn FnMut(usize, B::Words, Packed<B::Payload>),
    ) {
        let turned = |turn| if self.holds_twice { turn } else { B::SLOTS - 1 - turn };
        for (number, cells) in self.memory.as_slice().iter().enumerate() {
            for turn in 0..B::SLOTS {
                let words = B::load(cells, turned(turn));
                if let Some(entry) = self.resident(words, number, date) {
                    visit(number, words, entry);
                }
            }
        }
    }

    pub(super) fn count(self) -> usize {
        let mut count = 0;
        self.for_each_entry(self.date(), &mut |_, _, _| count += 1);
        count
    }

    /// Words that claim a key of another bucket come from two writers, or have expired. Claims M6
    /// and M7.
    pub(super) fn resident(self, words: B::Words, number: usize, date: Date) -> Option<Packed<B::Payload>> {
        // The caller may unpack the entry, so no word may be missing.
        let has_landed = B::is_resident(words, |_| true);
        let is_here = |spread| self.index.of_spread(spread) == number;
        let resident = date.resident_if::<B, I>(self.calendar, words, is_here).only_if(has_landed);
        (!resident.is_empty()).then_some(resident)
    }

    pub(super) fn is_dead(self, words: B::Words, number: usize, date: Date) -> bool {
        !B::peek(words).is_empty() && self.resident(words, number, date).is_none()
    }

    pub(super) fn held(self, words: B::Words, number: usize, date: Date) -> Option<Held<B::Payload>> {
        let entry = self.resident(words, number, date)?;
        Some(Held {
            key: self.key_of(words, number, date),
            payload: B::Payload::unpack(B::data(words).with_first(entry.word())),
            age: date.age(self.calendar, entry),
            wear: self.calendar.wear(entry),
            is_of_odd_iteration: self.calendar.is_of_odd_iteration(entry),
        })
    }

    /// The keys that words may claim: of the epoch of `date`, of the one before, and so on.
    fn claims(self, words: B::Words, date: Date) -> impl Iterator<Item = Key> {
        let epochs = iter::successors(Some(date), move |date| date.in_epoch_before(self.calendar));
        let claimed = B::claimed_key(words);
        epochs
            .filter_map(move |date| Some(date.unsealed(self.calendar, claimed?)))
            .map(|turned| Key::from_spread(turned_back::<I>(turned)))
    }

    /// Returns the key of an entry in bucket `number`, unless two fit.
    pub(super) fn key_of(self, words: B::Words, number: usize, date: Date) -> Option<Key> {
        // Older ones have expired.
        let mut fitting = self.claims(words, date).take(2).filter(|&key| self.index.of(key) == number);
        fitting.next().filter(|_| fitting.next().is_none())
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    pub(super) fn contents(&self) -> Contents<'_, B, I> {
        Contents {
            memory: &self.memory,
            index: self.index,
            calendar: Self::CALENDAR,
            holds_twice: S::HOLDS_TWICE,
        }
    }

    /// Returns the keys of all entries whose key is known ([`Held::key`]), in slot order; none if
    /// the bucket verifies a tag.
    ///
    /// # Cost
    /// One read of the whole memory.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.iter().filter_map(|held| held.key)
    }

    /// Returns the entries in slot order; concurrent stores may be seen or not.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table};
    /// let table = Table::builder().slots(8).build()?;
    /// table.store(Key(7), Entry::new(Bound::Exact, 25, 9));
    /// let depths: Vec<_> = table.iter().map(|held| held.payload.depth).collect();
    /// assert_eq!(depths, [9]);
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    ///
    /// # Cost
    /// One read of the whole memory.
    pub fn iter(&self) -> impl Iterator<Item = Held<B::Payload>> + '_ {
        self.by_slot().flatten()
    }

    /// Returns what each slot holds, in slot order; `None` for a slot without an entry.
    ///
    /// # Cost
    /// One read of the whole memory.
    pub fn by_slot(&self) -> impl Iterator<Item = Option<Held<B::Payload>>> + '_ {
        let contents = self.contents();
        contents.looks().map(move |(number, words)| contents.held(words, number, contents.date()))
    }

    /// Counts slots that racing writers left invalid: they claim a key of another bucket.
    ///
    /// In a table of *b* buckets, one dead slot in *b* is missed (claim M6). Expired entries and
    /// stores in progress count too. With one-word entries the count is 0.
    ///
    /// # Cost
    /// One read of the whole memory.
    #[must_use]
    pub fn dead_slots(&self) -> usize {
        let contents = self.contents();
        let is_dead = |&(number, words): &_| contents.is_dead(words, number, contents.date());
        contents.looks().filter(is_dead).count()
    }
}

#[cfg(any(test, feature = "conformance"))]
impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// The number of the bucket of `key`.
    pub fn bucket_of(&self, key: Key) -> usize {
        self.index.of(key)
    }

    /// The memory of bucket `number`, for tests that damage it.
    ///
    /// # Panics
    /// If the table has no such bucket.
    pub fn cells(&self, number: usize) -> &B::Cells {
        self.memory.get(number)
    }

    /// The number of buckets.
    pub fn buckets(&self) -> usize {
        self.memory.len()
    }

    /// Returns what a probe for `key` would find in each slot, at the cost of a probe that misses.
    ///
    /// `is_torn` recognises torn reads.
    pub fn inspect(&self, key: Key, is_torn: impl Fn(B::Words) -> bool) -> impl Iterator<Item = Finding> {
        let ((cells, turned), date) = (self.locate(key), self.date());
        (0..B::SLOTS).map(move |slot| {
            let words = B::load(cells, slot);
            if date.own::<B>(Self::CALENDAR, words, turned).is_some() {
                Finding::Hit
            } else if is_torn(words) {
                Finding::Torn
            } else if B::peek(words).is_empty() {
                Finding::Empty
            } else {
                Finding::Foreign
            }
        })
    }

    /// Returns the keys that words may claim, one for each epoch so far. Those of the last two can be
    /// found; the others have expired.
    pub fn claimed_keys(&self, words: B::Words) -> impl Iterator<Item = Key> {
        self.contents().claims(words, self.date())
    }
}
