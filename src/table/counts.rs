//! Counting what a search does with a table.

use super::contents::Contents;
use super::{Index, Table};
use crate::entry::{Bucket, Data, Depth, Generation, Packed, Payload};
use crate::key::Key;
use crate::scheme::Scheme;

/// How often each number from 0 to 255 was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram([u64; 256]);

impl Histogram {
    /// Returns how often `number` was counted.
    #[must_use]
    pub const fn of(&self, number: u8) -> u64 {
        self.0[number as usize]
    }

    /// Returns how often all numbers were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the numbers that were counted, in ascending order, each with how often.
    pub fn iter(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        (0..=u8::MAX).map(|number| (number, self.of(number))).filter(|&(_, count)| count > 0)
    }

    /// Counts `number` once.
    pub fn add(&mut self, number: u8) {
        self.0[usize::from(number)] += 1;
    }
}

impl Default for Histogram {
    fn default() -> Self {
        Self([0; 256])
    }
}

impl std::ops::AddAssign<&Self> for Histogram {
    fn add_assign(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }
}

/// The effects of the probes and stores of one thread: [`Table::count_probe`], [`Table::count_store`].
///
/// Each thread counts for itself; add the counts when the threads have ended.
///
/// ```
/// use supplant::{Bound, Entry, Key, Table, table::Counts};
/// let table = Table::builder().mebibytes(1).build()?;
/// let (key, entry) = (Key(7 << 50), Entry::new(Bound::Exact, 25, 9));
/// let mut counts = Counts::default();
/// table.count_store(key, &mut counts, || table.store(key, entry));
/// table.count_probe(key, &mut counts);
/// assert_eq!((counts.stores(), counts.filled, counts.replaced), (1, 1, 0));
/// assert_eq!((counts.probes, counts.hits.total(), counts.hits.of(9)), (1, 1, 1));
/// let mut all_threads = Counts::default();
/// all_threads += &counts;
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Probes.
    pub probes: u64,
    /// Probes that found an entry, by its depth; by 0 if the payload keeps no depth.
    pub hits: Histogram,
    /// Dead slots and expired entries that probes read; always 0 under 16-bit tags, which show
    /// neither.
    pub rejected: u64,
    /// Stores of positions that had an entry already, kept or not.
    pub same_position: u64,
    /// Stores of new positions that the scheme refused.
    pub refused: u64,
    /// Stores of new positions into slots that were free.
    pub filled: u64,
    /// Stores of new positions that removed the entry of another position.
    pub replaced: u64,
    /// Entries that stores removed, by their depth.
    pub removed_by_depth: Histogram,
    /// Entries that stores removed, by their age in searches.
    pub removed_by_age: Histogram,
}

impl Counts {
    /// Returns the number of stores.
    #[must_use]
    pub const fn stores(&self) -> u64 {
        self.same_position + self.refused + self.filled + self.replaced
    }
}

impl std::ops::AddAssign<&Self> for Counts {
    fn add_assign(&mut self, other: &Self) {
        self.probes += other.probes;
        self.hits += &other.hits;
        self.rejected += other.rejected;
        self.same_position += other.same_position;
        self.refused += other.refused;
        self.filled += other.filled;
        self.replaced += other.replaced;
        self.removed_by_depth += &other.removed_by_depth;
        self.removed_by_age += &other.removed_by_age;
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Counts what a probe for `key` finds now. It changes nothing in the table.
    ///
    /// # Cost
    /// That of two probes.
    pub fn count_probe(&self, key: Key, counts: &mut Counts) {
        self.contents().count_probe(self.index.of(key), self.locate(key), counts);
    }

    /// Calls `store`, which stores an entry for `key` by any method, and counts what that does.
    ///
    /// It compares the bucket before and after. If other threads store into the bucket in between,
    /// their stores are counted here too.
    ///
    /// # Cost
    /// That of three stores.
    pub fn count_store<T>(&self, key: Key, counts: &mut Counts, store: impl FnOnce() -> T) -> T {
        let located = self.locate(key);
        let before = B::look(located.0);
        let result = store();
        self.contents().count_changes(self.index.of(key), located, before, counts);
        result
    }
}

impl<B: Bucket, I: Index> Contents<'_, B, I> {
    fn count_probe(self, number: usize, (cells, turned): (&B::Cells, Key), counts: &mut Counts) {
        let (date, mut found) = (self.date(), None);
        for words in B::look(cells).as_ref() {
            if let Some(own) = date.own::<B>(self.calendar, *words, turned) {
                found = found.or(Some(own));
            } else if self.is_dead(*words, number, date) {
                counts.rejected += 1;
            }
        }
        counts.probes += 1;
        if let Some(entry) = found {
            counts.hits.add(depth(entry));
        }
    }

    fn count_changes(
        self,
        number: usize,
        (cells, turned): (&B::Cells, Key),
        before: B::Each<B::Words>,
        counts: &mut Counts,
    ) {
        let (date, after) = (self.date(), B::look(cells));
        let (mut was_there, mut is_there, mut has_removed) = (false, false, false);
        for &words in before.as_ref() {
            if date.own::<B>(self.calendar, words, turned).is_some() {
                was_there = true;
            } else if let Some(entry) = self.resident(words, number, date)
                && !after.as_ref().iter().any(|&other| is_same::<B>(words, other))
            {
                has_removed = true;
                counts.removed_by_depth.add(depth(entry));
                counts.removed_by_age.add(date.age(self.calendar, entry));
            }
        }
        for &words in after.as_ref() {
            is_there |= date.own::<B>(self.calendar, words, turned).is_some();
        }
        let outcome = match (was_there, is_there) {
            (true, _) => &mut counts.same_position,
            (false, false) => &mut counts.refused,
            (false, true) if has_removed => &mut counts.replaced,
            (false, true) => &mut counts.filled,
        };
        *outcome += 1;
    }
}

fn depth<P: Payload>(entry: Packed<P>) -> Depth {
    P::FACTS.depth.map_or(0, |depth| depth.get(entry.word()) as Depth)
}

/// Whether both are words of one entry, which may have got another age or wear.
fn is_same<B: Bucket>(words: B::Words, other: B::Words) -> bool {
    let without_age = |words| B::data(words).with_first(B::peek(words).stamped(Generation::new(0)).word());
    B::opening_key(words) == B::opening_key(other) && without_age(words) == without_age(other)
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::Counts;
    use crate::entry::bucket::{Cluster, Pairs};
    use crate::entry::{Bound, Bucket, Payload as _, SizedEntry};
    use crate::key::{Key, SplitMix64};
    use crate::scheme::{Big1, Scheme, Siege, TwoDeep, WideDeep};
    use crate::table::{SizedBucket, Table, TableBuilder};

    fn entry(depth: u8) -> SizedEntry {
        SizedEntry { size: 1 << depth, ..SizedEntry::new(Bound::Exact, 7, depth.into()) }
    }

    /// Stores and probes at random, and compares with what is in the table before and after.
    fn counted<S: Scheme, B: Bucket<Payload = SizedEntry>>() -> Counts {
        let table: Table<S, B> = TableBuilder::new().slots(64).build().expect("small");
        let (mut random, mut counts) = (SplitMix64::new(11), Counts::default());
        for round in 0..2000 {
            if round % 400 == 399 {
                table.new_generation();
            }
            let (key, depth) = (Key(random.next() % 300), (random.next() % 20) as u8);
            let held = || table.iter().count() as u64;
            let (before, was_there) = (held(), table.count_found(key));
            let removed = counts.removed_by_depth.total();
            let kept = table.count_store(key, &mut counts, || table.offer(key, entry(depth)));
            let removed = counts.removed_by_depth.total() - removed;
            let is_there = table.count_found(key);
            assert!(is_there || !kept, "{} {} round {round}", S::NAME, B::NAME);
            // A scheme that keeps a position twice has one entry more than positions.
            if !S::HOLDS_TWICE {
                let added = u64::from(!was_there && is_there);
                assert_eq!(before + added - removed, held(), "{} {} round {round}", S::NAME, B::NAME);
            }
            table.count_probe(key, &mut counts);
        }
        assert_eq!((counts.stores(), counts.probes, counts.rejected), (2000, 2000, 0));
        assert_eq!(counts.removed_by_age.total(), counts.removed_by_depth.total());
        assert!(counts.replaced > 100 && counts.same_position > 100, "{} {}: {counts:?}", S::NAME, B::NAME);
        counts
    }

    impl<S: Scheme, B: Bucket> Table<S, B> {
        fn count_found(&self, key: Key) -> bool {
            let mut counts = Counts::default();
            self.count_probe(key, &mut counts);
            counts.hits.total() == 1
        }
    }

    #[test]
    fn what_is_counted_agrees_with_the_contents_before_and_after() {
        assert!(counted::<Big1, SizedBucket<Big1>>().refused > 100);
        assert!(counted::<TwoDeep, SizedBucket<TwoDeep>>().removed_by_depth.of(3) > 0);
        assert!(counted::<Siege, Pairs<4, SizedEntry>>().refused > 100, "worn entries stay the same");
        assert!(counted::<WideDeep, Cluster<SizedEntry>>().removed_by_age.of(1) > 0);
    }

    #[test]
    fn a_slot_of_two_writers_is_counted_as_rejected() {
        let table = TableBuilder::<Big1, SizedBucket<Big1>>::new().slots(1 << 16).build().expect("small");
        // Words for a key of another bucket.
        let words = Pairs::<1, SizedEntry>::seal(Key(u64::MAX / 5), entry(3).pack());
        Pairs::<1, SizedEntry>::save(table.cells(table.bucket_of(Key(7))), 0, words);
        let mut counts = Counts::default();
        table.count_probe(Key(7), &mut counts);
        assert_eq!((counts.hits.total(), counts.rejected), (0, 1));
    }
}
