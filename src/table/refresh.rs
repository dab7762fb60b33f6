//! A probe that writes: it makes the entry that it finds current.
//!
//! Under STALE, EXACTAGE and SIEGE, and under Stockfish11 and Ethereal of
//! [`engines`](crate::scheme::engines), a probe gives an entry that it finds the current generation
//! and [mends](Scheme::AGING) it; under CRAFTY a hit that ends the search of a position does. Claim
//! M9:
//! - It invents nothing: it exchanges words that it validated for their key.
//! - It brings nothing back: a word is exchanged only if it is still the one seen. A store of the
//!   same data word, or a move or wear that returns, may leave the entry dead.
//! - It happens at most once per entry and search. Under SIEGE it also happens at most twice after
//!   a store, and once for each time that the entry was worn since.

use super::date::Date;
use super::{Index, Table};
use crate::entry::{Bucket, Data, Packed};
use crate::key::Key;
use crate::scheme::Scheme;
use crate::sync::fault::Fault;

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
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
        entry
            .stamped_beside(S::AGING.wear_bits, date.generation(Self::CALENDAR))
            .with_wear(S::AGING.wear_bits, worn)
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
}
