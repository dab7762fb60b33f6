//! What is in the table: for tests, tools and the curious.

use super::date::Date;
use super::{Index, Table};
use crate::entry::{Bucket, Data, Payload};
use crate::key::Key;
use crate::scheme::Scheme;

/// An entry in its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Held<P> {
    /// What is kept.
    pub payload: P,
    /// Searches since it was written or made fresh, as far as its age tells; 0 where none is kept.
    pub age: u8,
    /// How worn it is; 0 under schemes without [wear](Scheme::AGING).
    pub wear: u8,
}

/// What a slot holds, to a probe.
#[cfg(any(test, feature = "conformance"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// An entry for the key asked for.
    Hit,
    /// Nothing.
    Empty,
    /// Rejected: an entry for another key.
    Foreign,
    /// Rejected: words of two writers.
    Torn,
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// The keys the table holds entries for, in slot order, where the bucket can tell.
    ///
    /// # Cost
    /// The whole memory.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.looks().filter_map(|(number, words)| {
            // A dead slot claims a key of another bucket.
            self.claims(words, self.date()).find(|&key| self.index.of(key) == number)
        })
    }

    /// The entries of the table, in slot order. Stores that run at the same time may be seen or not.
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
    /// The whole memory.
    pub fn iter(&self) -> impl Iterator<Item = Held<B::Payload>> + '_ {
        self.by_slot().flatten()
    }

    /// What each slot holds, in slot order; `None` for a slot that holds no entry of its bucket.
    ///
    /// # Cost
    /// The whole memory.
    pub fn by_slot(&self) -> impl Iterator<Item = Option<Held<B::Payload>>> + '_ {
        self.looks().map(|(number, words)| self.held(words, number, self.date()))
    }

    /// The same, their ages told at one date, whatever searches begin meanwhile.
    pub(super) fn entries_at(&self, date: Date) -> impl Iterator<Item = Option<Held<B::Payload>>> + '_ {
        self.looks().map(move |(number, words)| self.held(words, number, date))
    }

    /// The entry in the words of a slot of bucket `number`.
    pub(super) fn held(&self, words: B::Words, number: usize, date: Date) -> Option<Held<B::Payload>> {
        let entry = self.resident(words, number, date).filter(|entry| !entry.is_empty())?;
        let payload = B::Payload::unpack(B::data(words).with_first(entry.word()));
        Some(Held { payload, age: date.age::<S, B>(entry), wear: entry.wear(S::AGING.wear_bits) })
    }

    /// The keys that words may claim to be stored for: those of this epoch and of the one before, where the bucket can tell.
    pub(super) fn claims(&self, words: B::Words, date: Date) -> impl Iterator<Item = Key> + use<S, B, I> {
        let claimed = B::claimed_key(words);
        let keys =
            claimed.map(|claimed| [Some(date.sealed::<S, B>(claimed)), date.sealed_before::<S, B>(claimed)]);
        keys.into_iter().flatten().flatten().map(Self::turned_back)
    }

    /// Slots that hold words of two writers for good, told by the key they claim: it belongs to another bucket, in all but one of
    /// as many cases as there are buckets (claim M6). Expired entries count too, from the 64th search on. 0 in a bucket of one
    /// word an entry. While others store, slots in the making count as well.
    ///
    /// # Cost
    /// The whole memory.
    #[must_use]
    pub fn dead_slots(&self) -> usize {
        let is_dead = |(number, words)| {
            !B::peek(words).is_empty() && self.resident(words, number, self.date()).is_none()
        };
        self.looks().filter(|&look| is_dead(look)).count()
    }

    /// One look at each slot, with the number of its bucket.
    fn looks(&self) -> impl Iterator<Item = (usize, B::Words)> + '_ {
        let buckets = self.memory.as_slice().iter().enumerate();
        buckets.flat_map(|(number, cells)| (0..B::SLOTS).map(move |slot| (number, B::load(cells, slot))))
    }
}

#[cfg(any(test, feature = "conformance"))]
impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// The number of the bucket of `key`.
    pub fn bucket_of(&self, key: Key) -> usize {
        self.index.of(key)
    }

    /// The memory of bucket `number`, for those who damage it.
    ///
    /// # Panics
    /// If there is no such bucket.
    pub fn cells(&self, number: usize) -> &B::Cells {
        self.memory.get(number)
    }

    /// Buckets it has.
    pub fn buckets(&self) -> usize {
        self.memory.len()
    }

    /// What a probe for `key` would make of each slot of its bucket, by one look each. `is_torn` tells words of two writers.
    ///
    /// # Cost
    /// As a probe that misses.
    pub fn inspect(&self, key: Key, is_torn: impl Fn(B::Words) -> bool) -> impl Iterator<Item = Finding> {
        let (cells, turned, date) = (self.memory.get(self.index.of(key)), Self::turned(key), self.date());
        (0..B::SLOTS).map(move |slot| {
            let words = B::load(cells, slot);
            let keys = [Some(date.sealed::<S, B>(turned)), date.sealed_before::<S, B>(turned)];
            if keys.into_iter().flatten().any(|key| B::open(words, key).is_some()) {
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

    /// The keys that words may claim to be stored for: those of this epoch and of the one before, where the bucket can tell.
    pub fn claimed_keys(&self, words: B::Words) -> impl Iterator<Item = Key> {
        self.claims(words, self.date())
    }
}
