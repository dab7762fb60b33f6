//! Age: what a probe writes back under schemes that ask for it, and how no entry outlives the range of its generation.
//!
//! # A probe that writes
//! Under STALE and EXACTAGE a probe that finds an entry of an earlier search writes it back as one of the current. It
//! exchanges the words of the one look it validated for the same entry, stamped anew and sealed for the same key. Claim M9:
//! - no invention: the words validate for their key alone, with the move, score, bound and depth that were stored for it;
//! - no resurrection: each word is exchanged only if it is still the one seen, so what a store wrote meanwhile stays, whole;
//!   between the two exchanges the entry is missed, by whoever looks just then;
//! - it happens at most once an entry and search, not at every hit: whoever finds the entry fresh writes nothing.
//!
//! The alternative, generation bits outside the check and one compare-exchange of the data word, would spare the moment of
//! the miss, and leave six bits that nothing protects against a flipped bit or a mixed read.
//!
//! # The end of the range
//! A layout tells [`Layout::GENERATIONS`] generations apart; one search more, and the oldest entries would look young.
//! Therefore each new generation restamps one stripe of the table, in turn: what is older there than [`oldest`] is made
//! exactly that old. Between two turns of its stripe an entry ages by [`stripes`] at most, and the two numbers stay below
//! the range. Claim M7.

use super::{Index, Table};
use crate::entry::{Generation, Layout, Packed};
use crate::scheme::Scheme;

/// The age beyond which entries are all alike.
pub(super) const fn oldest<L: Layout>() -> u8 {
    L::GENERATIONS / 4
}

/// Stripes of the table, of which each new generation restamps one.
pub(super) const fn stripes<L: Layout>() -> u8 {
    L::GENERATIONS - 1 - oldest::<L>()
}

impl<S: Scheme, L: Layout, I: Index> Table<S, L, I> {
    /// The entry with its generation in full.
    #[inline]
    pub(super) fn dated(entry: Packed, now: Generation) -> Packed {
        if L::GENERATIONS == Generation::COUNT || entry.is_empty() {
            return entry;
        }
        entry.stamped(entry.generation().recalled(L::GENERATIONS, now))
    }

    /// What a probe that found `entry` in `words` makes of it.
    #[inline]
    pub(super) fn found(&self, slot: &L::Slot, words: L::Words, entry: Packed) -> Packed {
        if L::GENERATIONS == Generation::COUNT && !S::REFRESHES_ON_HIT {
            return entry;
        }
        let now = self.generation();
        let entry = Self::dated(entry, now);
        if S::REFRESHES_ON_HIT && entry.generation() != now {
            // Only over the words already seen, never after a second look. Claim M9; `tests/loom.rs`, `freshness_*`.
            L::exchange(slot, words, L::amend(words, entry.stamped(now)));
        }
        entry
    }

    /// Restamps the stripe whose turn it is at generation number `number`.
    pub(super) fn restamp_stripe(&self, number: u64) {
        let (now, oldest, stripes) = (Self::generation_of(number), oldest::<L>(), stripes::<L>());
        // Nothing is older than the table.
        if number <= u64::from(oldest) {
            return;
        }
        let stripe = self.slots().div_ceil(usize::from(stripes));
        let first = (number % u64::from(stripes)) as usize * stripe;
        let count = stripe.min(self.slots().saturating_sub(first));
        if count == 0 {
            return;
        }
        for (i, slot) in self.memory.bucket(first, count).iter().enumerate() {
            let (words, bucket) = (L::load(slot), (first + i) / S::SLOTS);
            let entry = Self::dated(L::peek(words), now);
            let is_old = !entry.is_empty() && entry.generation().age(now) > oldest;
            // Not half of a store: words that were made to claim a key would no longer become whole with the other half.
            if is_old && self.is_resident(words, bucket) {
                // What is stored meanwhile stays, as over a probe that writes.
                L::exchange(slot, words, L::amend(words, entry.stamped(now.earlier(oldest))));
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{oldest, stripes};
    use crate::entry::{Bound, Entry, Layout, Packed, Single, XorPair};
    use crate::key::Key;
    use crate::scheme::{Ancient, New, Stale};
    use crate::table::{MultiplyShift, Table};

    fn deep() -> Entry {
        Entry { bound: Bound::Exact, depth: 40, ..Entry::default() }
    }

    fn never_look_young<L: Layout>() {
        let table = Table::<New, L>::with_slots(1000).expect("a small table is to be had");
        for i in 0..1000 {
            table.store(Key(i << 54 | i), deep());
        }
        let stored = table.entries().flatten().count();
        for search in 1..=300u16 {
            table.new_generation();
            let now = table.generation();
            let ages = table.entries().flatten().map(|entry| entry.generation.age(now));
            let (min, max) = ages.fold((u8::MAX, 0), |(min, max), age| (min.min(age), max.max(age)));
            assert!(u16::from(min) >= search.min(u16::from(oldest::<L>())), "{min} after {search} searches");
            assert!(max < L::GENERATIONS, "{max} after {search} searches");
        }
        assert_eq!(table.entries().flatten().count(), stored, "and none is lost");
    }

    #[test]
    fn generation_wrap_does_not_make_old_entries_young() {
        never_look_young::<XorPair>();
        never_look_young::<Single>();
    }

    #[test]
    fn an_old_entry_yields_after_any_number_of_searches() {
        for searches in 1..200 {
            let table = Table::<Ancient, Single, MultiplyShift>::with_slots(1).unwrap();
            table.store(Key(1), deep());
            (0..searches).for_each(|_| table.new_generation());
            table.store(Key(2), Entry { depth: 1, ..deep() });
            assert_eq!(table.probe(Key(2)).map(|entry| entry.depth), Some(1), "after {searches} searches");
        }
    }

    #[test]
    fn the_oldest_age_and_the_stripes_stay_below_the_range() {
        const {
            assert!(oldest::<XorPair>() + stripes::<XorPair>() < XorPair::GENERATIONS);
            assert!(oldest::<Single>() + stripes::<Single>() < Single::GENERATIONS);
        }
    }

    #[test]
    fn a_probe_under_stale_changes_the_generation_and_nothing_else() {
        let table = Table::<Stale>::with_slots(1).unwrap();
        let entry = Entry { score: -77, size: 1234, ..deep() };
        table.store(Key(9), entry);
        table.new_generation();
        let before = table.probe(Key(9)).map(Packed::from);
        let after = table.probe(Key(9)).map(Packed::from);
        assert_eq!(after, before.map(|entry| entry.stamped(table.generation())));
        assert_ne!(after, before);
    }
}
