//! Probing, and what a search says before and after it.

use super::date::Date;
use super::store::Looked;
use super::{Index, Table, index, prefetch};
use crate::entry::bucket::{DataOf, verifies_whole_key};
use crate::entry::{Bucket, Packed, Payload};
use crate::key::Key;
use crate::scheme::{Placement, Refresh, Scheme};

/// The result of a probe for [`store_at`](Table::store_at): the slot of the position's entry, the
/// slot to replace, or neither.
///
/// It contains the position's key, so it stays valid for any time and table size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub(super) spread: Key,
    /// The first data word of the entry to replace; 0 if that slot was empty.
    pub(super) seen: u64,
    pub(super) slot: u8,
    pub(super) what: What,
}

/// The knowledge of a probe about a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing: only the entry that comes decides.
    Nothing,
    /// It held the position's own entry.
    Own,
    /// The scheme would replace its entry.
    Victim,
}

/// The choice of a probe: the slot and the words of the position's entry, if it has one, or the slot of
/// the entry to replace, and its first data word.
enum Chosen<B: Bucket> {
    Found(Option<(usize, B::Words)>),
    Victim(usize, u64),
}

impl Place {
    fn own(spread: Key, slot: usize) -> Self {
        Self { spread, seen: 0, slot: slot as u8, what: What::Own }
    }

    fn unknown(spread: Key) -> Self {
        Self { spread, seen: 0, slot: 0, what: What::Nothing }
    }

    #[cfg(any(test, feature = "conformance"))]
    pub(crate) const fn names_a_victim(self) -> bool {
        matches!(self.what, What::Victim)
    }

    /// Returns the place as plain words, to hand it through another language.
    ///
    /// ```
    /// use supplant::{Entry, Key, Table, table::Place};
    /// let table = Table::builder().slots(64).build()?;
    /// let (_, place) = table.probe_place(Key(7));
    /// assert_eq!(Place::from_words(place.to_words()), place);
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    #[must_use]
    pub const fn to_words(self) -> [u64; 3] {
        [self.spread.0, self.seen, (self.what as u64) << 8 | self.slot as u64]
    }

    /// Returns the place of these words. Other words also give a valid place, of some position.
    #[must_use]
    pub const fn from_words([spread, seen, slot]: [u64; 3]) -> Self {
        let what = match slot >> 8 {
            1 => What::Own,
            2 => What::Victim,
            _ => What::Nothing,
        };
        Self { spread: Key(spread), seen, slot: slot as u8, what }
    }
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Returns the entry stored for `key`, or `None`.
    ///
    /// A concurrent [`store`](Self::store) is seen whole or not at all; the answer may be out of
    /// date on return. Two positions with one key are the same to the table, so check a move before
    /// you play it.
    ///
    /// If a scheme holds a position twice, the first slot of this epoch answers, else the first of the
    /// previous one. If a scheme refreshes on a hit, the entry gets the current generation.
    ///
    /// # Cost
    /// One bucket, which is one cache line, or two under `lines16`: relaxed loads of all its slots
    /// and, if the bucket has epochs or the scheme refreshes, of the word that counts the searches.
    /// From the second epoch on (the 64th search, for six bits of age) a miss compares the words twice.
    /// A probe writes only to refresh: the first time in a search, and under SIEGE as long as the entry
    /// is worn.
    #[inline(always)]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<B::Payload> {
        let ((cells, turned), date) = (self.locate(key), self.date_of_probe());
        let data = if date.is_of_first_epoch(Self::CALENDAR) {
            B::find(B::look(cells), turned).map(|(slot, words)| {
                if S::AGING.refresh == Refresh::OnHit {
                    Self::refresh_of_now(cells, slot, words, turned, date.in_first_epoch(Self::CALENDAR));
                }
                B::data(words)
            })
        } else {
            Self::data_later(cells, turned, date)
        };
        data.map(B::Payload::unpack)
    }

    /// The date, if a probe asks for it, and without the iteration, which no probe asks for: a load of an
    /// atomic word is never left out by the compiler.
    #[inline(always)]
    fn date_of_probe(&self) -> Date {
        let asks = const { verifies_whole_key::<B>() || matches!(S::AGING.refresh, Refresh::OnHit) };
        if asks { Date::of(Self::CALENDAR, &self.memory) } else { Date::default() }
    }

    // Never: the code in every probe stays short, and the data come back in registers.
    #[inline(never)]
    fn data_later(cells: &B::Cells, turned: Key, date: Date) -> Option<DataOf<B>> {
        let found = if S::AGING.refresh == Refresh::OnHit {
            Self::find_and_refresh(cells, turned, date)
        } else {
            Self::find_in(cells, turned, date)
        };
        found.map(|(_, words)| B::data(words))
    }

    /// Returns the entry stored for `key`, if any, and the place for the store that follows
    /// ([`store_at`](Self::store_at)).
    ///
    /// Engines probe a position, search it, and store the result. On a miss the scheme chooses already
    /// here which entry to replace, if its choice does not depend on the entry that comes
    /// ([`Scheme::PLACE_IGNORES_INCOMING`]). With such a place the store looks at one slot, and so it
    /// does after a hit, except under schemes of two levels; otherwise at the bucket again.
    ///
    /// Concurrent callers: see [`probe`](Self::probe).
    ///
    /// # Cost
    /// That of a [`probe`](Self::probe); on a miss also the scheme's choice, some 65 instructions
    /// for four slots.
    ///
    /// ```
    /// use supplant::{Bound, Entry, Key, Table};
    /// let table = Table::builder().mebibytes(1).build()?;
    /// let (found, place) = table.probe_place(Key(0xfeed));
    /// assert_eq!(found, None);
    /// // … the position is searched …
    /// assert!(table.offer_at(place, Entry::new(Bound::Exact, 24, 6)));
    /// let (found, _) = table.probe_place(Key(0xfeed));
    /// assert_eq!(found.map(|found| found.depth), Some(6));
    /// # Ok::<(), supplant::table::SizeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn probe_place(&self, key: Key) -> (Option<B::Payload>, Place) {
        let spread = index::spread(key);
        let ((cells, turned), date) = (self.locate_spread(spread), self.date());
        let chooses_now = S::PLACE_IGNORES_INCOMING && !self.options.time_stamping;
        let chosen = if !chooses_now {
            Chosen::Found(Self::find_in(cells, turned, date))
        } else if Self::needs_care(turned, date) {
            self.choose_with_care(cells, turned, date)
        } else {
            self.choose(cells, turned, date.in_first_epoch(Self::CALENDAR).trusting())
        };
        let found = match chosen {
            Chosen::Victim(slot, seen) => {
                return (None, Place { spread, seen, slot: slot as u8, what: What::Victim });
            }
            Chosen::Found(found) => found,
        };
        let Some((slot, words)) = found else { return (None, Place::unknown(spread)) };
        if S::AGING.refresh == Refresh::OnHit {
            Self::refresh(cells, slot, words, turned, date);
        }
        (Some(B::Payload::unpack(B::data(words))), Place::own(spread, slot))
    }

    #[inline(always)]
    fn choose(&self, cells: &B::Cells, turned: Key, date: Date) -> Chosen<B> {
        match self.weigh(cells, turned, Packed::EMPTY, date) {
            Looked::Own(slot, words) => Chosen::Found(Some((slot, words))),
            // Behind an empty slot the key that zeros claim is not found (`Checked::find`): 0 in
            // entries of two words. The slots before this one may be empty at the store.
            Looked::New(Placement::At(slot), _) if date.sealed(Self::CALENDAR, turned) != Key(0) => {
                // A second look: the words of all slots would not stay in registers.
                Chosen::Victim(slot, B::peek(B::load(cells, slot)).word())
            }
            Looked::New(..) => Chosen::Found(None),
            Looked::Other => Chosen::Found(Self::find_in(cells, turned, date)),
        }
    }

    #[inline(never)]
    fn choose_with_care(&self, cells: &B::Cells, turned: Key, date: Date) -> Chosen<B> {
        self.choose(cells, turned, date)
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
            let of = |date: Date| B::open(words, date.sealed(Self::CALENDAR, turned));
            if let Some(data) = of(date).or_else(|| of(date.in_epoch_before(Self::CALENDAR)?)) {
                if S::AGING.refresh == Refresh::OnHit {
                    Self::refresh(cells, slot, words, turned, date);
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
            Self::refresh(cells, slot, words, turned, date);
        }
    }

    /// Hints that `key` will be probed soon.
    ///
    /// # Cost
    /// Three multiplications, and a prefetch instruction, if there is one, for each line of a bucket.
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
    use crate::entry::bucket::{OneWord, Pairs};
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

    const FOUND: Key = Key(1);

    fn writing<B: Bucket<Payload = SizedEntry>>(table: &Table<Siege, B>, probes: usize) -> usize {
        let look = || B::each(|slot| B::peek(B::load(table.memory.get(0), slot)));
        let writes = |_: &usize| {
            let ((cells, turned), date, before) = (table.locate(FOUND), table.date(), look());
            let (_, words) = Table::<Siege, B>::find_in(cells, turned, date).expect("it stays");
            let writes = !Table::<Siege, B>::is_fresh(words, turned, date);
            assert!(table.probe(FOUND).is_some());
            assert_eq!(look().as_ref() != before.as_ref(), writes, "the words change");
            writes
        };
        (0..probes).filter(writes).count()
    }

    /// The least entry is `FOUND`, so every refused store wears it.
    fn besieged<B: Bucket<Payload = SizedEntry>>() -> Table<Siege, B> {
        let table = TableBuilder::new().slots(4).build().expect("one bucket");
        for (number, size) in [(FOUND.0, 1 << 20), (2, 1 << 40), (3, 1 << 40), (4, 1 << 40)] {
            table.store(Key(number), SizedEntry { size, ..SizedEntry::new(Bound::Exact, 1, 1) });
        }
        table
    }

    fn writes_seldom<B: Bucket<Payload = SizedEntry>>() {
        let table = besieged::<B>();
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

    #[test]
    fn a_probe_under_siege_writes_no_oftener_than_is_promised() {
        writes_seldom::<Pairs<4, SizedEntry>>();
        writes_seldom::<OneWord<4, SizedEntry>>();
    }
}
