//! Age: the number of the search, how an entry is dated by it, and how no entry comes to look younger than it is.
//!
//! The table counts searches without end, in one word; that is all that [`Table::new_generation`] writes. An entry holds the number
//! modulo [`Bucket::GENERATIONS`], 64 for the ready entry in pairs.
//!
//! # The end of the range
//! A stretch of that many searches is an *epoch*. Where a bucket verifies the whole key, the key is sealed with the number of the
//! epoch: a probe asks for the key of the present epoch, then of the one before, and so knows which of the two the entry is of.
//! An older entry opens for nobody, and claims a key of another bucket, as a dead slot does: to a scheme it is an empty slot. So an
//! entry is found for at least 64 searches after it was written, at most 127, and while it is, it never looks younger than it is
//! (beyond 63 searches all ages are alike). Like a dead slot it is taken for an entry, and an entry of the one epoch for one of the
//! other, in one of as many cases as there are buckets (claim M6): in a table of one bucket always. In the first epoch the number is 0 and changes nothing. Claim M7.
//!
//! Where a bucket verifies a tag, there is no key to seal. There a store, which looks at all entries of its bucket, holds those
//! that are older than half the range at exactly that age. An entry of a bucket into which nothing is stored for the other half
//! of the range looks younger than it is, as in engines.
//!
//! # Wear
//! A scheme may take low bits of the age for [wear](Scheme::AGING): the date has those that are left, and so many searches are told
//! apart. A store that is refused wears its resident by one, by the same exchange as below; a probe that finds an entry makes it one
//! of this search, and [mends](Scheme::AGING) it.
//!
//! # A probe that writes
//! Under STALE and EXACTAGE a probe that finds an entry of an earlier search writes it back as one of the current; under CRAFTY, a
//! hit that ends the search of a position. It exchanges the words of the one look it validated for the same entry, stamped anew
//! and sealed for the same key. Claim M9:
//! - no invention: the words validate for their key alone, with the move, score, bound and depth that were stored for it;
//! - no resurrection: each word is exchanged only if it is still the one seen, so what a store wrote meanwhile stays, whole, but for
//!   a store of the very same data word, or a move that returns (`Scheme::SAME`): then the entry may be left dead, a miss;
//! - it happens at most once an entry and search, not at every hit: whoever finds the entry fresh writes nothing. Under SIEGE also as
//!   long as the entry is worn: at most twice after it was stored, and once for each time that it was worn since.

use super::{Index, Table};
use crate::entry::bucket::verifies_whole_key;
use crate::entry::{Bucket, Data, Generation, Packed, Payload};
use crate::key::Key;
use crate::scheme::Scheme;
use crate::sync::UNORDERED;
use crate::sync::fault::{self, Fault};

/// The search under way, read once by each probe and store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    number: u64,
}

impl Date {
    /// The date so many searches ago, or the first.
    pub(super) const fn before(self, searches: u8) -> Self {
        Self { number: self.number.saturating_sub(searches as u64) }
    }

    /// The number, as far as an entry can hold it.
    #[inline]
    pub(super) const fn generation(self) -> Generation {
        Generation::new(self.number as u8)
    }

    /// The epoch, counted from 0; always 0 where epochs are not told apart.
    #[inline]
    fn epoch<S: Scheme, B: Bucket>(self) -> u64 {
        if verifies_whole_key::<B>() && generations::<S, B>() > 1 {
            self.number / generations::<S, B>()
        } else {
            0
        }
    }

    /// Whether there is no epoch before, or none is told apart.
    #[inline]
    pub(super) fn is_of_first_epoch<S: Scheme, B: Bucket>(self) -> bool {
        self.epoch::<S, B>() == 0
    }

    /// The same date of the first epoch, in a form that tells the compiler so.
    #[inline]
    pub(super) fn in_first_epoch<S: Scheme, B: Bucket>(self) -> Self {
        if verifies_whole_key::<B>() && generations::<S, B>() > 1 {
            Self { number: self.number % generations::<S, B>() }
        } else {
            self
        }
    }

    /// The key as entries of this search are sealed for it, and back.
    #[inline]
    pub(super) fn sealed<S: Scheme, B: Bucket>(self, key: Key) -> Key {
        Key(key.0 ^ salt(self.epoch::<S, B>()))
    }

    /// The key as entries of the epoch before are sealed for it, and back; `None` in the first.
    #[inline]
    pub(super) fn sealed_before<S: Scheme, B: Bucket>(self, key: Key) -> Option<Key> {
        let before = self.epoch::<S, B>().checked_sub(1)?;
        Some(Key(key.0 ^ salt(before)))
    }

    /// The entry as a scheme is to see it: of one of the epoch `before` that its own number would make too young, the greatest age.
    #[inline]
    pub(super) fn dated<S: Scheme, B: Bucket>(
        self,
        entry: Packed<B::Payload>,
        before: bool,
    ) -> Packed<B::Payload> {
        if !verifies_whole_key::<B>() {
            // The word of a narrow entry holds fewer bits of the number than the payload has.
            return Self::restamped::<S, _>(entry, self.generation().earlier(self.age::<S, B>(entry)));
        }
        if !before {
            return entry;
        }
        // Within an epoch ages grow up to the searches of this one so far; what looks no older is older than a whole epoch.
        let so_far = (self.number % generations::<S, B>()) as u8;
        if self.age::<S, B>(entry) <= so_far {
            Self::restamped::<S, _>(entry, self.generation().earlier((generations::<S, B>() - 1) as u8))
        } else {
            entry
        }
    }

    /// Searches since the entry was written, modulo those that the bucket tells apart; 0 where no age is kept.
    #[inline]
    pub(super) fn age<S: Scheme, B: Bucket>(self, entry: Packed<B::Payload>) -> u8 {
        (u64::from(entry.age_beside_if_kept(S::AGING.wear_bits, self.generation())) % generations::<S, B>())
            as u8
    }

    /// The entry with another date, as worn as it is.
    #[inline]
    fn restamped<S: Scheme, P: Payload>(entry: Packed<P>, now: Generation) -> Packed<P> {
        let dated = entry.stamped_beside(S::AGING.wear_bits, now);
        dated.with_wear(S::AGING.wear_bits, entry.wear(S::AGING.wear_bits))
    }
}

/// Searches that entries of the bucket tell apart: what is left of the bits of their age where some of them tell wear.
#[inline(always)]
pub(super) const fn generations<S: Scheme, B: Bucket>() -> u64 {
    let left = B::GENERATIONS >> S::AGING.wear_bits;
    if left == 0 { 1 } else { left }
}

/// What an epoch adds to the keys of its entries: nothing in the first; else bits that differ at both ends of the key, where indexes
/// look. 2⁶⁴ divided by the golden ratio, as in `entry/slot.rs`.
#[inline]
const fn salt(epoch: u64) -> u64 {
    epoch.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Starts the next generation: entries written so far are *stamped*. They stay, and are found.
    ///
    /// Threads that store meanwhile write the old generation or the new one. However many generations pass, an old entry is never
    /// taken for a young one; one that is older than all that its age can tell expires (`table/date.rs`).
    ///
    /// # Cost
    /// One word, at any size and age of the table.
    pub fn new_generation(&self) {
        // Two racing advances may count as one, which stamps nothing that should not be; the number never goes back. Unordered:
        // workers learn of the generation through the lock that hands them the job. Claim M7.
        let generation = self.memory.generation();
        let number = generation.load(UNORDERED);
        let _ = generation.compare_exchange(number, number.wrapping_add(1), UNORDERED, UNORDERED);
    }

    /// The current generation.
    #[inline]
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.date().generation()
    }

    #[inline]
    pub(super) fn date(&self) -> Date {
        // Unordered: see `new_generation`.
        Date { number: self.memory.generation().load(UNORDERED) }
    }

    /// The entry in `words` as a scheme is to see it, if it is one of bucket `number`: words that claim a key of another are of two
    /// writers, or expired. Claims M6 and M7.
    #[inline]
    pub(super) fn resident(&self, words: B::Words, number: usize, date: Date) -> Option<Packed<B::Payload>> {
        // What is found here may be unpacked: no word may be missing.
        let has_landed = B::is_resident(words, |_| true);
        let resident = Self::resident_if(words, |key| self.index.of(key) == number, date).only_if(has_landed);
        (!resident.is_empty()).then_some(resident)
    }

    /// The same where `is_here` says which keys are of the bucket; empty if it is not one of it.
    #[inline(always)]
    pub(super) fn resident_if(
        words: B::Words,
        is_here: impl Fn(Key) -> bool + Copy,
        date: Date,
    ) -> Packed<B::Payload> {
        let of_now = B::resident(words, |claimed| is_here(Self::turned_back(date.sealed::<S, B>(claimed))));
        if date.is_of_first_epoch::<S, B>() || !of_now.is_empty() {
            return date.dated::<S, B>(of_now, false).only_if(!of_now.is_empty());
        }
        let of_before = B::resident(words, |claimed| {
            date.sealed_before::<S, B>(claimed).is_some_and(|key| is_here(Self::turned_back(key)))
        });
        if of_before.is_empty() { of_before } else { date.dated::<S, B>(of_before, true) }
    }

    /// Where the entry of a key lies in its bucket, the first if there are two, and the words found there.
    #[inline(always)]
    pub(super) fn find_in(cells: &B::Cells, turned: Key, date: Date) -> Option<(usize, B::Words)> {
        let looks = B::look(cells);
        B::find(looks, date.sealed::<S, B>(turned))
            .or_else(|| B::find(looks, date.sealed_before::<S, B>(turned)?))
    }

    /// The entry in `words` as a scheme is to see it, if it is that of the key.
    #[inline]
    pub(super) fn own(words: B::Words, turned: Key, date: Date) -> Option<Packed<B::Payload>> {
        if B::open(words, date.sealed::<S, B>(turned)).is_some() {
            return Some(date.dated::<S, B>(B::peek(words), false));
        }
        let before = date.sealed_before::<S, B>(turned)?;
        B::open(words, before).map(|_| date.dated::<S, B>(B::peek(words), true))
    }

    /// Makes the entry in `words` one of the current search, and less worn, if it is not yet.
    #[inline]
    pub(super) fn refresh(&self, cells: &B::Cells, slot: usize, words: B::Words, turned: Key, date: Date) {
        let entry = B::peek(words);
        let worn = entry.wear(S::AGING.wear_bits).saturating_sub(S::AGING.mended);
        let fresh =
            entry.stamped_beside(S::AGING.wear_bits, date.generation()).with_wear(S::AGING.wear_bits, worn);
        let is_fresh = if S::AGING.wear_bits == 0 { date.age::<S, B>(entry) == 0 } else { entry == fresh };
        if is_fresh && B::open(words, date.sealed::<S, B>(turned)).is_some() {
            return;
        }
        let key = date.sealed::<S, B>(turned);
        let fresh = B::seal(key, B::data(words).with_first(fresh.word()));
        if fault::is_planted(Fault::RefreshesByPlainStores) {
            return B::save(cells, slot, fresh);
        }
        if fault::is_planted(Fault::RefreshesBySecondLook) {
            return B::save(cells, slot, Self::second_look(cells, slot, key));
        }
        // Only over the words already seen, never after a second look. Claim M9; `tests/loom.rs`, `freshness_*`.
        B::exchange(cells, slot, words, fresh);
    }

    /// Where ages would wrap: an entry that is older than half the range, held at that age.
    #[inline]
    pub(super) fn held_age(entry: Packed<B::Payload>, date: Date) -> Option<Packed<B::Payload>> {
        if verifies_whole_key::<B>() {
            return None;
        }
        let (oldest, last) = ((generations::<S, B>() / 2) as u8, (generations::<S, B>() - 1) as u8);
        // The last age of all is also that of an entry which another thread has written in the search that begins just now.
        let is_old = (oldest + 1..last).contains(&date.age::<S, B>(entry));
        (is_old && !entry.is_empty())
            .then(|| Date::restamped::<S, _>(entry, date.generation().earlier(oldest)))
    }

    /// An entry as it is stored: of the search in which it was written, and as worn as its scheme says of a new one.
    #[inline(always)]
    pub(super) fn as_new(entry: Packed<B::Payload>, written: Date) -> Packed<B::Payload> {
        let dated = entry.stamped_beside(S::AGING.wear_bits, written.generation());
        dated.with_wear(S::AGING.wear_bits, S::wear_of_new(dated))
    }

    /// Writes an entry back with another age, wear or move: over the words already seen, so that what is stored meanwhile stays. Claim M9.
    #[cold]
    pub(super) fn amend(cells: &B::Cells, slot: usize, words: B::Words, entry: Packed<B::Payload>) {
        B::exchange(cells, slot, words, B::amend(words, entry));
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::entry::bucket::{Cluster, OneWord, Pairs};
    use crate::entry::{Bound, Bucket, Generation, SizedEntry};
    use crate::key::{Key, SplitMix64};
    use crate::scheme::{Ancient, DepthAge, New, Stale};
    use crate::table::{SizedBucket, TableBuilder};

    fn deep() -> SizedEntry {
        SizedEntry { bound: Bound::Exact, depth: 40, ..SizedEntry::default() }
    }

    #[test]
    fn no_number_of_searches_makes_an_entry_of_pairs_young_and_after_two_epochs_it_is_gone() {
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 12).build().unwrap();
        let mut random = SplitMix64::new(7);
        (0..1000).for_each(|_| table.store(Key(random.next()), deep()));
        let stored = table.iter().count();
        for search in 1..=400u16 {
            table.new_generation();
            let ages: Vec<_> = table.iter().map(|held| u16::from(held.age)).collect();
            assert!(ages.iter().all(|&age| age == search.min(63)), "after {search} searches: {ages:?}");
            let expected = if search < 128 { stored } else { 0 };
            assert_eq!(ages.len(), expected, "after {search} searches");
        }
    }

    #[test]
    fn an_age_is_exact_as_long_as_it_can_be_told_across_the_end_of_an_epoch_too() {
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 10).build().unwrap();
        (0..60).for_each(|_| table.new_generation());
        table.store(Key(9), deep());
        for age in 1..68u8 {
            table.new_generation();
            assert_eq!(table.generation(), Generation::new(60 + age));
            let held = table.iter().next().expect("it has not expired");
            assert_eq!(held.age, age.min(63));
        }
    }

    #[test]
    fn an_entry_of_any_age_is_found_until_it_expires() {
        for written in [0, 1, 63, 64, 100, 200] {
            let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 12).build().unwrap();
            (0..written).for_each(|_| table.new_generation());
            table.store(Key(77 << 50), deep());
            let mut found = 0;
            while table.probe(Key(77 << 50)).is_some() {
                table.new_generation();
                found += 1;
            }
            assert_eq!(found, 128 - written % 64, "written in search {written}");
        }
    }

    #[test]
    fn an_old_entry_yields_after_any_number_of_searches() {
        fn yields<B: Bucket<Payload = SizedEntry>>() {
            for searches in 1..300 {
                let table = TableBuilder::<Ancient, B>::new().slots(1 << 10).build().unwrap();
                table.store(Key(1), deep());
                for search in 0..searches {
                    table.new_generation();
                    // Into the same bucket, of another position: refused or not, it looks at what is there.
                    if search % 5 == 0 && B::VERIFIED_BITS < 64 {
                        table.store(Key(3), SizedEntry { depth: 0, bound: Bound::Upper, ..deep() });
                        table.store(Key(1), deep());
                    }
                }
                table.new_generation();
                table.store(Key(2), SizedEntry { depth: 1, ..deep() });
                assert_eq!(
                    table.probe(Key(2)).map(|entry| entry.depth),
                    Some(1),
                    "after {searches} searches"
                );
            }
        }
        yields::<Pairs<1, SizedEntry>>();
        yields::<OneWord<1, SizedEntry>>();
    }

    #[test]
    fn where_a_tag_is_verified_a_store_holds_old_entries_at_half_the_range() {
        fn ages<B: Bucket<Payload = SizedEntry>>() -> Vec<u8> {
            let table = TableBuilder::<DepthAge, B>::new().slots(B::SLOTS).build().unwrap();
            table.store(Key(1), deep());
            let mut ages = Vec::new();
            for search in 0..200 {
                table.new_generation();
                // Refused: the bucket is full of deeper ones, or taken by itself.
                if search % 5 == 4 {
                    table.store(Key(2), SizedEntry { depth: 1, ..deep() });
                }
                ages.extend(table.iter().map(|held| held.age).max());
            }
            ages
        }
        let (narrow, cluster) = (ages::<OneWord<2, SizedEntry>>(), ages::<Cluster<SizedEntry>>());
        assert!(narrow[8..].iter().all(|age| (8..=13).contains(age)), "{narrow:?}");
        assert!(cluster[32..].iter().all(|age| (32..=37).contains(age)), "{cluster:?}");
    }

    #[test]
    fn where_a_tag_is_verified_an_age_is_exact_up_to_half_the_range_and_held_there_beyond() {
        /// The age that an entry of so many searches ago has when a store has looked at it.
        fn looked_at<B: Bucket<Payload = SizedEntry>>(searches: u8) -> Option<u8> {
            let table = TableBuilder::<DepthAge, B>::new().slots(B::SLOTS).build().unwrap();
            table.store(Key(1), deep());
            (0..searches).for_each(|_| table.new_generation());
            table.store(Key(2), SizedEntry { depth: 1, ..deep() });
            table.iter().find(|held| held.payload.depth == 40).map(|held| held.age)
        }
        // Sixteen searches are told apart, the last of which may be a store's that begins the next.
        let of_sixteen: Vec<_> = (0..16).filter_map(looked_at::<OneWord<2, SizedEntry>>).collect();
        assert_eq!(of_sixteen, [0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 15]);
        let of_64: Vec<_> =
            [31, 32, 33, 62, 63].into_iter().filter_map(looked_at::<Cluster<SizedEntry>>).collect();
        assert_eq!(of_64, [31, 32, 32, 32, 63]);
    }

    #[test]
    fn a_probe_under_stale_changes_the_age_and_nothing_else() {
        for searches in [1, 70, 100] {
            let table = TableBuilder::<Stale, SizedBucket<Stale>>::new().slots(1 << 10).build().unwrap();
            let entry = SizedEntry { score: -77, size: 1234, ..deep() };
            table.store(Key(9), entry);
            (0..searches).for_each(|_| table.new_generation());
            let ages = || table.iter().map(|held| held.age).collect::<Vec<_>>();
            assert_eq!(ages(), [searches.min(63)]);
            let [before, after] = [table.probe(Key(9)), table.probe(Key(9))];
            assert_eq!((ages(), after), (vec![0], before));
        }
    }

    #[test]
    fn a_payload_without_an_age_never_expires() {
        use crate::entry::Visits;
        let table = TableBuilder::<crate::scheme::Big1, Pairs<1, Visits>>::new().slots(8).build().unwrap();
        table.store(Key(1), Visits { visits: 3, value: 0.5 });
        (0..1000).for_each(|_| table.new_generation());
        assert_eq!(table.probe(Key(1)), Some(Visits { visits: 3, value: 0.5 }));
    }
}
