//! Probing, and what a search says before and after it.

use super::date::Date;
use super::{Index, Table, prefetch};
use crate::entry::bucket::DataOf;
use crate::entry::{Bucket, Payload};
use crate::key::Key;
use crate::scheme::{Refresh, Scheme};

/// The slot in which a probe found an entry: a hint for [`store_at`](Table::store_at).
///
/// The store is correct whatever happens to the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub(super) u8);

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Returns the entry stored for `key`, or `None`.
    ///
    /// A concurrent [`store`](Self::store) is seen whole or not at all; the answer may be out of
    /// date on return. Two positions with one key are the same to the table, so check a move before
    /// you play it.
    ///
    /// If a scheme holds a position twice, the first slot that has it answers, in the present epoch
    /// before the last. If a scheme refreshes on a hit, the entry gets the current generation.
    ///
    /// # Cost
    /// One bucket, which is one cache line, or two under `lines16`: relaxed loads of all its slots
    /// and of the word that counts the searches. From the second epoch on (the 64th search, for six
    /// bits of age) a miss compares the words twice. A probe writes only to refresh: the first time
    /// in a search, and under SIEGE as long as the entry is worn.
    #[inline(always)]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<B::Payload> {
        if S::AGING.refresh == Refresh::OnHit {
            let (_, words) = self.find_and_refresh(key)?;
            return Some(B::Payload::unpack(B::data(words)));
        }
        let ((cells, turned), date) = (self.locate(key), self.date());
        let data = if date.is_of_first_epoch::<S, B>() {
            B::find(B::look(cells), turned).map(|(_, words)| B::data(words))
        } else {
            Self::data_later(cells, turned, date)
        };
        data.map(B::Payload::unpack)
    }

    // Never: the code in every probe stays short, and the data come back in registers.
    #[inline(never)]
    fn data_later(cells: &B::Cells, turned: Key, date: Date) -> Option<DataOf<B>> {
        Self::find_in(cells, turned, date).map(|(_, words)| B::data(words))
    }

    /// Returns the entry stored for `key`, and its place for [`store_at`](Self::store_at).
    ///
    /// Concurrent callers and cost: see [`probe`](Self::probe).
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table, scheme::DepthAge};
    /// let table = Table::builder().scheme::<DepthAge>().slots(1 << 10).build()?;
    /// let key = Key(0xfeed << 48);
    /// table.store(key, Entry::new(Bound::Lower, 20, 5));
    /// let (found, place) = table.probe_place(key).expect("it was stored");
    /// // … the position is searched more deeply …
    /// assert!(table.offer_at(place, key, Entry::new(Bound::Exact, 24, i32::from(found.depth) + 1)));
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn probe_place(&self, key: Key) -> Option<(B::Payload, Place)> {
        let (slot, words) = self.find_and_refresh(key)?;
        Some((B::Payload::unpack(B::data(words)), Place(slot as u8)))
    }

    // Always: a search then never decodes what it does not use. That saves 2 % of all instructions
    // of `supplant bench`.
    #[inline(always)]
    fn find_and_refresh(&self, key: Key) -> Option<(usize, B::Words)> {
        let ((cells, turned), date) = (self.locate(key), self.date());
        let (slot, words) = Self::find_in(cells, turned, date)?;
        if S::AGING.refresh == Refresh::OnHit {
            self.refresh(cells, slot, words, turned, date);
        }
        Some((slot, words))
    }

    /// Returns the entries stored for `key`: at most two if the scheme holds positions twice, else
    /// one.
    ///
    /// Concurrent callers and cost: see [`probe`](Self::probe).
    #[inline(always)]
    #[must_use]
    pub fn probe_both(&self, key: Key) -> [Option<B::Payload>; 2] {
        if !S::HOLDS_TWICE {
            return [self.probe(key), None];
        }
        let ((cells, turned), date) = (self.locate(key), self.date());
        let mut found = [None, None];
        for slot in 0..B::SLOTS {
            let words = B::load(cells, slot);
            let before = || date.sealed_before::<S, B>(turned).and_then(|key| B::open(words, key));
            if let Some(data) = B::open(words, date.sealed::<S, B>(turned)).or_else(before) {
                if S::AGING.refresh == Refresh::OnHit {
                    self.refresh(cells, slot, words, turned, date);
                }
                found[usize::from(found[0].is_some())] = Some(B::Payload::unpack(data));
            }
        }
        found
    }

    /// Reports that the entry found for `key` ended the search of a position.
    ///
    /// Under [`Refresh::OnCutoff`] the entry gets the current generation.
    ///
    /// # Cost
    /// Nothing, or that of a [`probe`](Self::probe) that refreshes.
    #[inline]
    pub fn cut_by(&self, key: Key) {
        if S::AGING.refresh != Refresh::OnCutoff {
            return;
        }
        let ((cells, turned), date) = (self.locate(key), self.date());
        if let Some((slot, words)) = Self::find_in(cells, turned, date) {
            self.refresh(cells, slot, words, turned, date);
        }
    }

    /// Hints that `key` will be probed soon.
    ///
    /// # Cost
    /// One multiplication, and a hint instruction for each cache line of a bucket, if there is one.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch::prefetch(self.memory.address_of(self.index.of(key)));
    }

    /// Returns the address of the bucket of `key`, for a prefetch instruction of your own.
    ///
    /// The address is valid until the table is resized or dropped. A prefetch of a later address
    /// does no harm, but do not read through it: other threads write there. The bucket of layout
    /// `lines16` takes two cache lines, the second 64 bytes later.
    ///
    /// # Cost
    /// That of [`prefetch`](Self::prefetch) without the hint.
    #[inline]
    #[must_use]
    pub fn address(&self, key: Key) -> *const u8 {
        self.memory.address_of(self.index.of(key)).cast()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::entry::bucket::Pairs;
    use crate::entry::{Bound, Bucket, SizedEntry};
    use crate::key::Key;
    use crate::scheme::Siege;
    use crate::table::TableBuilder;
    use crate::table::{Index as _, Table};

    #[test]
    fn an_address_is_that_of_the_bucket_of_the_key() {
        let table = Table::builder().slots(64).build().expect("small");
        let first = std::ptr::from_ref(table.memory.get(0)).cast::<u8>();
        for number in 0..100 {
            let bucket = table.index.of(Key(number));
            assert_eq!(table.address(Key(number)), first.wrapping_add(bucket * 64));
        }
    }

    type Sieged = Table<Siege, Pairs<4, SizedEntry>>;
    const FOUND: Key = Key(1);

    fn writing(table: &Sieged, probes: usize) -> usize {
        let look = || Pairs::<4, SizedEntry>::look(table.memory.get(0)).map(Pairs::<4, SizedEntry>::peek);
        let writes = |_: &usize| {
            let before = look();
            assert!(table.probe(FOUND).is_some());
            look() != before
        };
        (0..probes).filter(writes).count()
    }

    /// The least entry is `FOUND`, so every refused store wears it.
    fn besieged() -> Sieged {
        let table: Sieged = TableBuilder::new().slots(4).build().expect("one bucket");
        for (number, size) in [(FOUND.0, 1 << 20), (2, 1 << 40), (3, 1 << 40), (4, 1 << 40)] {
            table.store(Key(number), SizedEntry { size, ..SizedEntry::new(Bound::Exact, 1, 1) });
        }
        table
    }

    #[test]
    fn a_probe_under_siege_writes_no_oftener_than_is_promised() {
        let table = besieged();
        assert_eq!(writing(&table, 9), 2, "after a store");
        for _ in 0..10 {
            assert!(!table.offer(Key(5), SizedEntry { size: 1, ..SizedEntry::new(Bound::Exact, 1, 1) }));
            assert_eq!(writing(&table, 9), 1, "after it was worn");
        }
        for _ in 0..4 {
            assert!(!table.offer(Key(5), SizedEntry { size: 1, ..SizedEntry::new(Bound::Exact, 1, 1) }));
        }
        assert_eq!(writing(&table, 9), 2, "worn four times, mended by two octaves each");
        for _ in 0..5 {
            table.new_generation();
            assert_eq!(writing(&table, 9), 1, "in a search of its own");
        }
    }
}
