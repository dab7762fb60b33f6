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
//! The sealed key is the sum of the key and a multiple of a constant ([`salt`]). So an entry of the
//! epoch before claims a key of another bucket, except in a table of one or two, and in some sizes
//! under [`Fold`](super::Fold). After about half as many epochs as there are buckets it may claim
//! its own again, under a key that nobody stored. Stores of the first epoch trust that each word is
//! of this epoch and bucket; later all look (`store_located` in `store.rs`).
//!
//! A bucket that verifies a tag cannot seal its keys. There each store of a new position sets ages
//! of half the range or more, except the greatest, to just below half. Without such a store for the
//! other half, the entries of a bucket look too young.
//!
//! A scheme may use low bits of the age for [wear](Scheme::AGING): then epochs are shorter.

use super::Index;
use super::index::turned_back;
use super::memory::Memory;
use crate::entry::bucket::verifies_whole_key;
use crate::entry::{Bucket, Generation, Packed, Payload, Zeroed};
use crate::key::Key;
use crate::scheme::Scheme;
use crate::sync::UNORDERED;
use crate::sync::fault::Fault;

/// The meaning of ages in a table, as a value: what reads tables is compiled once for all schemes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calendar {
    /// Searches until the number of a search comes again.
    pub(super) generations: u64,
    /// The low bits of the age that hold wear.
    wear_bits: u32,
    /// Whether stores seal the key with the epoch.
    pub(super) has_epochs: bool,
    /// The bit of the wear that tells an odd iteration, or 0.
    odd: u8,
    /// Whether an entry holds fewer bits of the number than its payload has.
    pub(super) is_narrow: bool,
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

    /// How many steps an epoch has, for [`Date::is_before`].
    pub(super) const fn steps_of_an_epoch(self) -> u64 {
        if self.has_epochs { self.steps(self.generations) } else { u64::MAX }
    }

    /// How often a step of [`Date`] halves a search.
    const fn halves(self) -> u32 {
        (self.odd > 0) as u32
    }

    const fn steps(self, searches: u64) -> u64 {
        searches << self.halves()
    }

    /// Without the bit of the iteration.
    #[inline]
    pub(super) fn wear<P: Payload>(self, entry: Packed<P>) -> u8 {
        entry.wear(self.wear_bits) & !self.odd
    }

    /// The bit of the iteration stays.
    #[inline(always)]
    pub(super) fn with_wear<P: Payload>(self, entry: Packed<P>, wear: u8) -> Packed<P> {
        let most = ((1 << self.wear_bits) - 1) as u8 & !self.odd;
        entry.with_wear(self.wear_bits, wear.min(most) | entry.wear(self.wear_bits) & self.odd)
    }

    /// Without wear.
    #[inline(always)]
    pub(super) fn stamped<P: Payload>(self, entry: Packed<P>, now: Generation) -> Packed<P> {
        let odd = if now.is_in_odd_iteration() { self.odd } else { 0 };
        entry.stamped_beside(self.wear_bits, now).with_wear(self.wear_bits, odd)
    }

    #[inline]
    pub(super) fn is_of_odd_iteration<P: Payload>(self, entry: Packed<P>) -> bool {
        entry.wear(self.wear_bits) & self.odd != 0
    }

    /// An entry of another table, whose iteration is as far from that of `here` as it was from that of
    /// `there`.
    pub(super) fn moved<P: Payload>(self, entry: Packed<P>, there: Date, here: Date) -> Packed<P> {
        let is_turned = there.is_odd(self) != here.is_odd(self);
        let turned = if is_turned { self.odd } else { 0 };
        entry.with_wear(self.wear_bits, entry.wear(self.wear_bits) ^ turned)
    }

    #[inline]
    pub(super) fn restamped<P: Payload>(self, entry: Packed<P>, now: Generation) -> Packed<P> {
        entry.stamped_beside(self.wear_bits, now).with_wear(self.wear_bits, entry.wear(self.wear_bits))
    }
}

/// Every entry is taken for one of this epoch and of its bucket.
const TRUSTS: u8 = 1;

/// Two words, so that calls pass it in registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Date {
    /// The number of the search. If the scheme tells iterations apart, it is twice that, and one more in
    /// an odd iteration: one number is in one register.
    steps: u64,
    flags: u8,
}

impl Date {
    #[inline]
    pub(super) fn of<T: Zeroed>(calendar: Calendar, memory: &Memory<T>) -> Self {
        // Unordered: see `new_generation`.
        Self { steps: calendar.steps(memory.generation().load(UNORDERED)), flags: 0 }
    }

    /// `odd` is 1 in an odd iteration, and else 0.
    #[inline(always)]
    pub(super) const fn in_iteration(self, odd: u64) -> Self {
        Self { steps: self.steps + odd, ..self }
    }

    pub(super) const fn before(self, calendar: Calendar, searches: u8) -> Self {
        let number = (self.steps >> calendar.halves()).saturating_sub(searches as u64);
        Self { steps: calendar.steps(number) + self.is_odd(calendar) as u64, ..self }
    }

    const fn is_odd(self, calendar: Calendar) -> bool {
        calendar.halves() == 1 && self.steps & 1 == 1
    }

    #[inline(always)]
    pub(super) const fn generation(self, calendar: Calendar) -> Generation {
        match calendar.halves() {
            0 => Generation::new(self.steps as u8),
            _ => Generation::of_steps(self.steps),
        }
    }

    /// Always 0 if the bucket does not distinguish epochs.
    #[inline]
    fn epoch(self, calendar: Calendar) -> u64 {
        if calendar.has_epochs { self.steps / calendar.steps(calendar.generations) } else { 0 }
    }

    #[inline(always)]
    pub(super) fn is_before(self, steps: u64) -> bool {
        self.steps < steps
    }

    #[inline]
    pub(super) fn is_of_first_epoch(self, calendar: Calendar) -> bool {
        self.epoch(calendar) == 0
    }

    /// Only for a date of the first epoch, to tell the compiler so.
    #[inline]
    pub(super) fn in_first_epoch(self, calendar: Calendar) -> Self {
        if calendar.has_epochs {
            Self { steps: self.steps % calendar.steps(calendar.generations), ..self }
        } else {
            self
        }
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
        has_one.then(|| Self { steps: self.steps - calendar.steps(calendar.generations), ..self })
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
        let so_far = ((self.steps >> calendar.halves()) % calendar.generations) as u8;
        if self.age(calendar, entry) <= so_far {
            calendar.restamped(entry, self.generation(calendar).earlier((calendar.generations - 1) as u8))
        } else {
            entry
        }
    }

    /// The entry of a bucket that keeps fewer bits of the age than its payload has.
    #[inline]
    pub(super) fn with_whole_age<P: Payload>(self, calendar: Calendar, entry: Packed<P>) -> Packed<P> {
        let restamped =
            calendar.restamped(entry, self.generation(calendar).earlier(self.age(calendar, entry)));
        restamped.only_if(!entry.is_empty())
    }

    #[inline]
    pub(super) fn age<P: Payload>(self, calendar: Calendar, entry: Packed<P>) -> u8 {
        let age = entry.age_beside_if_kept(calendar.wear_bits, self.generation(calendar));
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
    /// only in a table of few buckets, and in some sizes under [`Fold`](super::Fold).
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

/// The upper half is the golden ratio's: its multiples lie far apart, those of two neighbouring epochs
/// by 0.618 of all keys. The lower half is not, because spread keys are multiples of the golden ratio:
/// with it, keys whose highest byte differs by 61 would meet in neighbouring epochs.
const SALT: u64 = 0x9E37_79B9_1331_11EB;

#[inline]
pub(super) const fn salt(epoch: u64) -> u64 {
    epoch.wrapping_mul(SALT)
}
