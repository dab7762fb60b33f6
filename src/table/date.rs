//! Generations and ages: how an entry records its search, and why an old entry never looks younger
//! than it is.
//!
//! An entry holds the number of its search modulo [`Bucket::GENERATIONS`]: 64 for the ready entry
//! in pairs.
//!
//! # When the number wraps
//! An *epoch* is that many searches. If a bucket verifies the whole key, stores seal the key with
//! the number of the epoch: 0 in the first, which changes no key. A probe tries the keys of the
//! present epoch and of the one before, and so knows the epoch of an entry. Older entries expire:
//! no probe opens them, and to a scheme they are empty slots. So an entry is found for 64 to 127
//! searches after it was written. Ages above 63 count as 63. Claim M7.
//!
//! The sealed key is the sum of the key and a multiple of the golden ratio. So an entry of the epoch
//! before claims a key of another bucket, except in a table of one or two, and in some sizes under
//! [`Fold`](super::Fold). Stores of the first epoch trust that each word is of this epoch and
//! bucket; later all look (`store_located` in `store.rs`).
//!
//! A bucket that verifies a tag cannot seal its keys. There each store of a new position sets ages
//! of half the range or more to just below half. Without such a store for the other half, the
//! entries of a bucket look too young.
//!
//! A scheme may use low bits of the age for [wear](Scheme::AGING): then epochs are shorter.
//!
//! # A probe that writes
//! Under STALE, EXACTAGE and SIEGE a probe gives an entry that it finds the current generation and
//! [mends](Scheme::AGING) it; under CRAFTY a hit that ends the search of a position does. Claim M9:
//! - It invents nothing: it exchanges words that it validated for their key.
//! - It brings nothing back: a word is exchanged only if it is still the one seen. A store of the
//!   same data word, or a move that returns (`Scheme::SAME`), may leave the entry dead.
//! - It happens at most once per entry and search. Under SIEGE it also happens at most twice after
//!   a store, and once for each time that the entry was worn since.

use super::index::turned_back;
use super::memory::Memory;
use super::{Index, Table};
use crate::entry::bucket::verifies_whole_key;
use crate::entry::{Bucket, Data, Generation, Packed, Payload, Zeroed};
use crate::key::{GOLDEN, Key};
use crate::scheme::{Scheme, is_any_aged};
use crate::sync::UNORDERED;
use crate::sync::fault::Fault;

/// The meaning of ages in a table, as a value: what reads tables is compiled once for all schemes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calendar {
    /// Searches until the number of a search comes again.
    generations: u64,
    /// The low bits of the age that hold wear.
    wear_bits: u32,
    /// Whether stores seal the key with the epoch.
    has_epochs: bool,
    /// The bit of the wear that tells an odd iteration, or 0.
    odd: u8,
    /// Whether an entry holds fewer bits of the number than its payload has.
    is_narrow: bool,
}

impl Calendar {
    pub(super) const fn of<S: Scheme, B: Bucket>() -> Self {
        let (wear_bits, left) = (S::AGING.wear_bits, B::GENERATIONS >> S::AGING.wear_bits);
        let generations = if left == 0 { 1 } else { left };
        Self {
            generations,
            wear_bits,
            has_epochs: verifies_whole_key::<B>() && generations > 1,
            odd: S::AGING.odd_bit(),
            is_narrow: B::GENERATIONS < <B::Payload as Payload>::FACTS.generations(),
        }
    }

    /// How many searches an epoch has, for [`Date::is_before`].
    pub(super) const fn searches_of_an_epoch(self) -> u64 {
        if self.has_epochs { self.generations } else { u64::MAX }
    }

    /// Without the bit of the iteration.
    #[inline]
    pub(super) fn wear<P: Payload>(self, entry: Packed<P>) -> u8 {
        entry.wear(self.wear_bits) & !self.odd
    }

    #[inline]
    pub(super) fn is_of_odd_iteration<P: Payload>(self, entry: Packed<P>) -> bool {
        entry.wear(self.wear_bits) & self.odd != 0
    }

    /// An entry of another table, whose iteration is as far from that of `here` as it was from that of
    /// `there`.
    pub(super) fn moved<P: Payload>(self, entry: Packed<P>, there: Date, here: Date) -> Packed<P> {
        let turned = if (there.flags ^ here.flags) & ODD == 0 { 0 } else { self.odd };
        entry.with_wear(self.wear_bits, entry.wear(self.wear_bits) ^ turned)
    }

    #[inline]
    fn restamped<P: Payload>(self, entry: Packed<P>, now: Generation) -> Packed<P> {
        entry.stamped_beside(self.wear_bits, now).with_wear(self.wear_bits, entry.wear(self.wear_bits))
    }
}

/// Every entry is taken for one of this epoch and of its bucket.
const TRUSTS: u8 = 1;
/// The iteration is odd; never set if the scheme does not tell iterations apart.
const ODD: u8 = 2;

/// Two words, so that calls pass it in registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Date {
    /// The number of the search.
    number: u64,
    flags: u8,
}

impl Date {
    #[inline]
    pub(super) fn of<T: Zeroed>(memory: &Memory<T>) -> Self {
        // Unordered: see `new_generation`.
        Self { number: memory.generation().load(UNORDERED), flags: 0 }
    }

    pub(super) const fn before(self, searches: u8) -> Self {
        Self { number: self.number.saturating_sub(searches as u64), ..self }
    }

    #[inline]
    pub(super) const fn generation(self) -> Generation {
        Generation::new(self.number as u8).in_iteration(self.flags & ODD != 0)
    }

    /// Always 0 if the bucket does not distinguish epochs.
    #[inline]
    fn epoch(self, calendar: Calendar) -> u64 {
        if calendar.has_epochs { self.number / calendar.generations } else { 0 }
    }

    #[inline(always)]
    pub(super) fn is_before(self, searches: u64) -> bool {
        self.number < searches
    }

    #[inline]
    pub(super) fn is_of_first_epoch(self, calendar: Calendar) -> bool {
        self.epoch(calendar) == 0
    }

    /// Only for a date of the first epoch, to tell the compiler so.
    #[inline]
    pub(super) fn in_first_epoch(self, calendar: Calendar) -> Self {
        if calendar.has_epochs { Self { number: self.number % calendar.generations, ..self } } else { self }
    }

    /// The same date for buckets whose entries are taken for entries of this epoch.
    #[inline(always)]
    pub(super) fn trusting(self) -> Self {
        Self { flags: self.flags | TRUSTS, ..self }
    }

    #[inline(always)]
    pub(super) const fn trusts(self) -> bool {
        self.flags & TRUSTS != 0
    }

    #[inline(always)]
    pub(super) fn careful(self) -> Self {
        Self { flags: self.flags & !TRUSTS, ..self }
    }

    #[inline(always)]
    fn salt(self, calendar: Calendar) -> u64 {
        salt(if Fault::SealsWithoutEpoch.is_planted() { 0 } else { self.epoch(calendar) })
    }

    #[inline(always)]
    pub(super) fn sealed(self, calendar: Calendar, key: Key) -> Key {
        Key(key.0.wrapping_add(self.salt(calendar)))
    }

    #[inline(always)]
    pub(super) fn unsealed(self, calendar: Calendar, claimed: Key) -> Key {
        Key(claimed.0.wrapping_sub(self.salt(calendar)))
    }

    /// The same date in the epoch before, if that is one whose entries are looked for.
    #[inline(always)]
    pub(super) fn in_epoch_before(self, calendar: Calendar) -> Option<Self> {
        let is_sought = !self.trusts() && !Fault::ForgetsEpochBefore.is_planted();
        let has_one = is_sought && !self.is_of_first_epoch(calendar);
        has_one.then(|| Self { number: self.number - calendar.generations, ..self })
    }

    /// An entry of the epoch `before` that would look too young gets the greatest age.
    #[inline]
    pub(super) fn dated<B: Bucket>(
        self,
        calendar: Calendar,
        entry: Packed<B::Payload>,
        before: bool,
    ) -> Packed<B::Payload> {
        if !verifies_whole_key::<B>() {
            if !calendar.is_narrow {
                return entry;
            }
            return self.with_whole_age(calendar, entry);
        }
        if !before || Fault::DatesEpochsAlike.is_planted() {
            return entry;
        }
        // An entry of the epoch before that looks no older than this epoch is older than a whole
        // epoch.
        let so_far = (self.number % calendar.generations) as u8;
        if self.age(calendar, entry) <= so_far {
            calendar.restamped(entry, self.generation().earlier((calendar.generations - 1) as u8))
        } else {
            entry
        }
    }

    /// The entry of a bucket that keeps fewer bits of the age than its payload has.
    #[inline]
    fn with_whole_age<P: Payload>(self, calendar: Calendar, entry: Packed<P>) -> Packed<P> {
        let restamped = calendar.restamped(entry, self.generation().earlier(self.age(calendar, entry)));
        restamped.only_if(!entry.is_empty())
    }

    #[inline]
    pub(super) fn age<P: Payload>(self, calendar: Calendar, entry: Packed<P>) -> u8 {
        let age = entry.age_beside_if_kept(calendar.wear_bits, self.generation());
        (u64::from(age) % calendar.generations) as u8
    }

    /// Returns the entry that words hold, or an empty one unless `is_here` is true of its spread key.
    #[inline(always)]
    pub(super) fn resident_if<B: Bucket, I: Index>(
        self,
        calendar: Calendar,
        words: B::Words,
        is_here: impl Fn(Key) -> bool + Copy,
    ) -> Packed<B::Payload> {
        if self.trusts() {
            return self.dated::<B>(calendar, B::resident(words, |_| true), false);
        }
        let of = |date: Self| {
            B::resident(words, |claimed| is_here(turned_back::<I>(date.unsealed(calendar, claimed))))
        };
        let of_now = of(self);
        if self.is_of_first_epoch(calendar) || !of_now.is_empty() {
            return self.dated::<B>(calendar, of_now, false);
        }
        let of_before = self.in_epoch_before(calendar).map_or(Packed::EMPTY, of);
        if of_before.is_empty() { of_before } else { self.dated::<B>(calendar, of_before, true) }
    }

    /// Whether an entry of the position, stored in the epoch before, may pass for one of this epoch:
    /// only in a table of few buckets, and in some sizes under [`Fold`](super::super::Fold).
    #[inline(always)]
    pub(super) fn may_mistake_own<I: Index>(turned: Key, is_here: impl Fn(Key) -> bool) -> bool {
        is_here(turned_back::<I>(Key(turned.0.wrapping_sub(salt(1)))))
    }

    /// Whether words hold something that is no entry of this epoch and bucket.
    #[inline(always)]
    pub(super) fn is_foreign<B: Bucket, I: Index>(
        self,
        calendar: Calendar,
        words: B::Words,
        turned: Key,
        is_here: impl Fn(Key) -> bool + Copy,
    ) -> bool {
        let is_here = |claimed| is_here(turned_back::<I>(self.unsealed(calendar, claimed)));
        B::is_foreign(words, self.sealed(calendar, turned), is_here)
    }

    #[inline(always)]
    pub(super) fn own<B: Bucket>(
        self,
        calendar: Calendar,
        words: B::Words,
        turned: Key,
    ) -> Option<Packed<B::Payload>> {
        if B::open(words, self.sealed(calendar, turned)).is_some() {
            return Some(self.dated::<B>(calendar, B::peek(words), false));
        }
        let before = self.in_epoch_before(calendar)?;
        B::open(words, before.sealed(calendar, turned))
            .map(|_| self.dated::<B>(calendar, B::peek(words), true))
    }
}

/// Multiples of the golden ratio lie far apart: those of two neighbouring epochs by 0.618 of all keys.
#[inline]
const fn salt(epoch: u64) -> u64 {
    epoch.wrapping_mul(GOLDEN)
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    pub(super) const CALENDAR: Calendar = Calendar::of::<S, B>();

    /// Starts the next generation; entries written so far are *stamped*, stay in the table, and are
    /// found.
    ///
    /// Threads that store meanwhile write the old generation or the new one. Where the whole key is
    /// verified, an old entry expires before it could look young; the first page of the crate says
    /// what a tag allows (*wrapped generation*).
    ///
    /// # Cost
    /// One word, at any size of the table.
    pub fn new_generation(&self) {
        // Two racing calls may count as one; the number never goes back. Unordered: workers learn
        // of the generation through the lock that hands them the job. Claim M7.
        let generation = self.memory.generation();
        let number = generation.load(UNORDERED);
        if Fault::CountsByPlainStores.is_planted() {
            return generation.store(number.wrapping_add(1), UNORDERED);
        }
        let _ = generation.compare_exchange(number, number.wrapping_add(1), UNORDERED, UNORDERED);
    }

    /// The generation that a store writes now.
    #[inline]
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.date().generation()
    }

    /// Starts the next iteration of iterative deepening, for schemes that
    /// [tell iterations apart](crate::scheme::Aging::tells_iterations); under others it does
    /// nothing.
    ///
    /// The first thread of a search calls it once before each iteration, and not again for a second
    /// search of the same iteration. An entry records whether its iteration was even or odd. While
    /// this call runs, another thread may store with the old or the new iteration. Processes that
    /// share the table count their own iterations. If those do not agree, an entry may have the wrong
    /// worth, but it stays valid. [`new_generation`](Self::new_generation) and
    /// [`clear`](Self::clear) leave the iteration as it is.
    ///
    /// Never call `new_generation` once an iteration: the results of the previous iteration would
    /// then yield first, and their moves are what the next one needs most.
    ///
    /// # Cost
    /// One word, at any size of the table.
    pub fn new_iteration(&self) {
        if S::AGING.tells_iterations {
            // Two racing calls may count as one. Unordered: an entry that is taken for one of
            // another iteration has another worth, and is as valid. Claim M9.
            self.iteration.store(self.iteration.load(UNORDERED) ^ u64::from(ODD), UNORDERED);
        }
    }

    #[inline(always)]
    pub(super) fn date(&self) -> Date {
        let date = Date::of(&self.memory);
        if S::AGING.tells_iterations {
            Date { flags: self.iteration.load(UNORDERED) as u8 & ODD, ..date }
        } else {
            date
        }
    }

    #[inline(always)]
    pub(super) fn find_in(cells: &B::Cells, turned: Key, date: Date) -> Option<(usize, B::Words)> {
        let looks = B::look(cells);
        if date.is_of_first_epoch(Self::CALENDAR) {
            return B::find(looks, turned);
        }
        B::find(looks, date.sealed(Self::CALENDAR, turned))
            .or_else(|| B::find(looks, date.in_epoch_before(Self::CALENDAR)?.sealed(Self::CALENDAR, turned)))
    }

    /// Finds an entry and gives it the current generation.
    #[inline(always)]
    pub(super) fn find_and_refresh(cells: &B::Cells, turned: Key, date: Date) -> Option<(usize, B::Words)> {
        let looks = B::look(cells);
        let find = |date: Date| B::find(looks, date.sealed(Self::CALENDAR, turned));
        let of_now = find(date);
        let (slot, words) = of_now.or_else(|| find(date.in_epoch_before(Self::CALENDAR)?))?;
        if of_now.is_none() || !Self::is_fresh_if_of_now(words, date) {
            Self::refresh_stale(cells, slot, words, turned, date);
        }
        Some((slot, words))
    }

    #[inline]
    pub(super) fn refresh_of_now(cells: &B::Cells, slot: usize, words: B::Words, turned: Key, date: Date) {
        if Self::CALENDAR.is_narrow {
            Self::refresh_narrow(cells, slot, words, turned, date);
        } else if !Self::is_fresh_if_of_now(words, date) {
            Self::refresh_stale(cells, slot, words, turned, date);
        }
    }

    // Never: to widen an entry and to narrow it again is long, and each probe would contain it.
    #[inline(never)]
    fn refresh_narrow(cells: &B::Cells, slot: usize, words: B::Words, turned: Key, date: Date) {
        if !Self::is_fresh_if_of_now(words, date) {
            Self::refresh_stale(cells, slot, words, turned, date);
        }
    }

    #[inline]
    pub(super) fn refresh(cells: &B::Cells, slot: usize, words: B::Words, turned: Key, date: Date) {
        if !Self::is_fresh(words, turned, date) {
            Self::refresh_stale(cells, slot, words, turned, date);
        }
    }

    #[inline]
    pub(super) fn refresh_stale(cells: &B::Cells, slot: usize, words: B::Words, turned: Key, date: Date) {
        if Fault::RefreshesNothing.is_planted() {
            return;
        }
        let key = date.sealed(Self::CALENDAR, turned);
        let fresh = B::seal(key, B::data(words).with_first(Self::refreshed(words, date).word()));
        if Fault::RefreshesByPlainStores.is_planted() {
            return B::save(cells, slot, fresh);
        }
        if Fault::RefreshesBySecondLook.is_planted() {
            return B::save(cells, slot, Self::second_look(cells, slot, key));
        }
        // Never after a second look. Claim M9; `tests/loom.rs`, `freshness_*`.
        B::exchange(cells, slot, words, fresh);
    }

    #[inline]
    fn refreshed(words: B::Words, date: Date) -> Packed<B::Payload> {
        let entry = B::peek(words);
        let worn = entry.wear(S::AGING.wear_bits).saturating_sub(S::AGING.mended);
        entry.stamped_beside(S::AGING.wear_bits, date.generation()).with_wear(S::AGING.wear_bits, worn)
    }

    #[inline]
    pub(super) fn is_fresh(words: B::Words, turned: Key, date: Date) -> bool {
        // The words are the position's own. If the key tells the epoch, they may be of the epoch before.
        let is_of_now = || B::open(words, date.sealed(Self::CALENDAR, turned)).is_some();
        Self::is_fresh_if_of_now(words, date) && (!Self::CALENDAR.has_epochs || is_of_now())
    }

    /// The same for words of this epoch.
    #[inline]
    pub(super) fn is_fresh_if_of_now(words: B::Words, date: Date) -> bool {
        let entry = B::peek(words);
        let wear = entry.wear(S::AGING.wear_bits);
        if S::AGING.wear_bits == 0 || Self::CALENDAR.is_narrow {
            date.age(Self::CALENDAR, entry) == 0 && wear.saturating_sub(S::AGING.mended) == wear
        } else {
            entry == Self::refreshed(words, date)
        }
    }

    /// If ages would wrap, an entry of half the range or older becomes a search younger than that.
    #[inline]
    pub(super) fn held_age(entry: Packed<B::Payload>, date: Date) -> Option<Packed<B::Payload>> {
        let age = date.age(Self::CALENDAR, entry);
        // An entry written in the search that begins just now has the greatest age, too.
        let is_old = Self::HOLDS_AGES
            && u64::from(age) >= Self::CALENDAR.generations / 2
            && u64::from(age) < Self::CALENDAR.generations - 1;
        let youngest = (Self::CALENDAR.generations / 2).saturating_sub(1) as u8;
        (is_old && !entry.is_empty() && !Fault::HoldsNoAge.is_planted())
            .then(|| Self::CALENDAR.restamped(entry, date.generation().earlier(youngest)))
    }

    /// Of two ages, the older may have been written just now.
    const HOLDS_AGES: bool = !verifies_whole_key::<B>() && Self::CALENDAR.generations > 2;

    /// Whether an age may have to be [held](Self::held_age): it is half the range or more, and wraps
    /// some day.
    #[inline(always)]
    pub(super) fn is_any_to_hold(residents: B::Each<Packed<B::Seen>>, date: Date) -> bool {
        let half = const { Self::CALENDAR.generations.ilog2().saturating_sub(1) };
        Self::HOLDS_AGES && is_any_aged(residents.as_ref(), S::AGING.wear_bits, half, date.generation())
    }

    /// The entry that a scheme compares, with its whole age.
    #[inline(always)]
    pub(super) fn seen(words: B::Words, date: Date) -> Packed<B::Seen> {
        let entry = B::seen(words);
        if const { B::GENERATIONS < <B::Seen as Payload>::FACTS.generations() } {
            date.with_whole_age(Self::CALENDAR, entry)
        } else {
            entry
        }
    }

    #[inline(always)]
    pub(super) fn as_new(entry: Packed<B::Payload>, written: Date) -> Packed<B::Payload> {
        if Fault::StampsNothing.is_planted() {
            return entry;
        }
        let dated = entry.stamped_beside(S::AGING.wear_bits, written.generation());
        dated.with_wear(S::AGING.wear_bits, S::wear_of_new(dated, written.generation()))
    }

    /// Only over the words already seen: what is stored meanwhile stays. Claim M9.
    #[cold]
    pub(super) fn amend(
        cells: &B::Cells,
        slot: usize,
        words: B::Words,
        entry: Packed<B::Payload>,
    ) -> B::Words {
        let amended = B::amend(words, entry);
        B::exchange(cells, slot, words, amended);
        amended
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{salt, turned_back};
    use crate::entry::bucket::{Cluster, OneWord, Pairs};
    use crate::entry::{Bound, Bucket, Generation, SizedEntry};
    use crate::key::{Key, SplitMix64};
    use crate::scheme::{Ancient, DepthAge, New, Scheme, Stale, TwoDeep, WideDeep};
    use crate::table::{Index, LowBits, MultiplyShift, SizedBucket, TableBuilder};

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
    fn an_entry_of_the_epoch_before_claims_another_bucket_and_long_after_it_expired_too() {
        fn claims_its_own<I: Index>(buckets: usize, epochs: u64) -> bool {
            let index = I::over(buckets).expect("there are buckets");
            let mut random = SplitMix64::new(4);
            let mut claims = || {
                let turned = Key(random.next());
                let sealed = Key(turned.0.wrapping_sub(salt(epochs)));
                index.beside(turned_back::<I>(turned))(turned_back::<I>(sealed))
            };
            (0..10_000).any(|_| claims())
        }
        for buckets in [4, 5, 64, 1000, 1 << 20] {
            let epochs = 1..=(buckets as u64 * 10 / 27).min(1000);
            let mistaken: Vec<_> =
                epochs.filter(|&epochs| claims_its_own::<MultiplyShift>(buckets, epochs)).collect();
            assert_eq!(mistaken, [0; 0], "{buckets} buckets");
            assert!(!buckets.is_power_of_two() || !claims_its_own::<LowBits>(buckets, 1), "{buckets}");
        }
        assert!(
            claims_its_own::<MultiplyShift>(1, 1) && claims_its_own::<MultiplyShift>(5, 8),
            "the control"
        );
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
    fn an_entry_merged_from_the_epoch_before_looks_no_younger_than_it_is() {
        let [table, other] =
            [0, 1].map(|_| TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 10).build().unwrap());
        (0..60).for_each(|_| other.new_generation());
        other.store(Key(9), deep());
        (0..10).for_each(|_| other.new_generation());
        (0..70).for_each(|_| table.new_generation());
        table.merge_from(&other).unwrap();
        for age in 10..68u8 {
            let held = table.iter().next().expect("it has not expired");
            assert_eq!(held.age, age.min(63));
            table.new_generation();
        }
        assert_eq!(table.iter().count(), 0, "expired");
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
    fn where_a_tag_is_verified_a_store_holds_old_entries_just_below_half_the_range() {
        fn ages<B: Bucket<Payload = SizedEntry>>() -> Vec<u8> {
            let table = TableBuilder::<WideDeep, B>::new().slots(B::SLOTS).build().unwrap();
            table.store(Key(1), deep());
            let mut ages = Vec::new();
            for search in 0..200 {
                table.new_generation();
                if search % 5 == 4 {
                    table.store(Key(search), SizedEntry { depth: 1, ..deep() });
                }
                ages.extend(table.iter().map(|held| held.age).max());
            }
            ages
        }
        let (narrow, cluster) = (ages::<OneWord<2, SizedEntry>>(), ages::<Cluster<SizedEntry>>());
        assert!(narrow[8..].iter().all(|age| (7..=12).contains(age)), "{narrow:?}");
        assert!(cluster[32..].iter().all(|age| (31..=36).contains(age)), "{cluster:?}");
    }

    #[test]
    fn where_a_tag_is_verified_an_age_is_exact_below_half_the_range_and_held_there() {
        fn looked_at<S: Scheme, B: Bucket<Payload = SizedEntry>>(searches: u8) -> Option<u8> {
            let table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().unwrap();
            table.store(Key(1), deep());
            (0..searches).for_each(|_| table.new_generation());
            table.store(Key(2), SizedEntry { depth: 50, ..deep() });
            table.iter().find(|held| held.payload.depth == 40).map(|held| held.age)
        }
        for looked_at in
            [looked_at::<DepthAge, OneWord<2, SizedEntry>>, looked_at::<TwoDeep, OneWord<2, SizedEntry>>]
        {
            let of_sixteen: Vec<_> = (0..16).filter_map(looked_at).collect();
            assert_eq!(of_sixteen, [0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 15]);
        }
        let of_64: Vec<_> =
            [31, 32, 33, 62, 63].into_iter().filter_map(looked_at::<DepthAge, Cluster<SizedEntry>>).collect();
        assert_eq!(of_64, [31, 31, 31, 31, 63]);
    }

    #[test]
    fn a_scheme_compares_the_age_that_is_held() {
        let table = TableBuilder::<DepthAge, Cluster<SizedEntry>>::new().slots(3).build().unwrap();
        let searched = |searches, key, depth| {
            (0..searches).for_each(|_| table.new_generation());
            table.store(Key(key), SizedEntry { depth, ..deep() });
        };
        searched(0, 1, 12);
        searched(2, 2, 10);
        searched(0, 3, 40);
        searched(31, 4, 1);
        assert_eq!([1, 2].map(|key| table.probe(Key(key)).is_some()), [true, false], "both of age 31");
    }

    #[test]
    fn a_probe_under_stale_changes_the_age_and_nothing_else() {
        for searches in [1, 64, 70, 100] {
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
