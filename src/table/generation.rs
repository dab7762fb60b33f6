//! The generation and the iteration of a table, and the ages that its schemes compare.

use super::date::{Calendar, Date};
use super::{Index, Table};
use crate::entry::bucket::verifies_whole_key;
use crate::entry::{Bucket, Generation, Packed, Payload};
use crate::key::Key;
use crate::scheme::{Scheme, is_any_aged};
use crate::sync::UNORDERED;
use crate::sync::fault::Fault;

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
        self.date().generation(Self::CALENDAR)
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
            self.iteration.store(self.iteration.load(UNORDERED) ^ 1, UNORDERED);
        }
    }

    #[inline(always)]
    pub(super) fn date(&self) -> Date {
        let date = Date::of(Self::CALENDAR, &self.memory);
        if S::AGING.tells_iterations { date.in_iteration(self.iteration.load(UNORDERED)) } else { date }
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

    /// If ages would wrap, an entry of half the range or older becomes a search younger than that,
    /// unless it has the greatest age.
    #[inline]
    pub(super) fn held_age(entry: Packed<B::Payload>, date: Date) -> Option<Packed<B::Payload>> {
        let age = date.age(Self::CALENDAR, entry);
        // An entry written in the search that begins just now has the greatest age, too.
        let is_old = Self::HOLDS_AGES
            && u64::from(age) >= Self::CALENDAR.generations / 2
            && u64::from(age) < Self::CALENDAR.generations - 1;
        let youngest = (Self::CALENDAR.generations / 2).saturating_sub(1) as u8;
        (is_old && !entry.is_empty() && !Fault::HoldsNoAge.is_planted())
            .then(|| Self::CALENDAR.restamped(entry, date.generation(Self::CALENDAR).earlier(youngest)))
    }

    /// Of two ages, the older may have been written just now.
    const HOLDS_AGES: bool = !verifies_whole_key::<B>() && Self::CALENDAR.generations > 2;

    /// Whether an age may have to be [held](Self::held_age): it is half the range or more, and wraps
    /// some day.
    #[inline(always)]
    pub(super) fn is_any_to_hold(residents: B::Each<Packed<B::Seen>>, date: Date) -> bool {
        let half = const { Self::CALENDAR.generations.ilog2().saturating_sub(1) };
        Self::HOLDS_AGES
            && is_any_aged(residents.as_ref(), S::AGING.wear_bits, half, date.generation(Self::CALENDAR))
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
        let unworn = Self::CALENDAR.stamped(entry, written.generation(Self::CALENDAR));
        Self::CALENDAR.with_wear(unworn, S::wear_of_new(unworn))
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
