//! Storing an entry: read the bucket once, ask the scheme, write at most two slots.

use super::date::Date;
use super::index::turned_back;
use super::probe::What;
use super::{Index, Options, Place, Table, Update};
use crate::entry::bucket::{DataOf, verifies_whole_key};
use crate::entry::{Bucket, Data, Packed, Payload};
use crate::key::Key;
use crate::scheme::{Placement, Scheme};
use crate::sync::fault::Fault;

/// Passed by value: a reference would keep it out of registers.
pub(super) struct Offer<'a, B: Bucket> {
    cells: &'a B::Cells,
    turned: Key,
    data: DataOf<B>,
    incoming: Packed<B::Payload>,
    /// The present search, unless the entry comes from another table.
    written: Date,
    date: Date,
    options: Options,
}

impl<B: Bucket> Clone for Offer<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Bucket> Copy for Offer<'_, B> {}

impl<B: Bucket> Offer<'_, B> {
    fn as_worn_as<S: Scheme>(self, entry: Packed<B::Payload>) -> Self {
        Self { incoming: self.incoming.with_wear(S::AGING.wear_bits, entry.wear(S::AGING.wear_bits)), ..self }
    }
}

/// The result of a look at a bucket.
pub(super) enum Looked<B: Bucket> {
    /// The slot of the position's own entry, and its words.
    Own(usize, B::Words),
    /// Some slot needs a second look: its entry may be of the epoch before, or dead, or half the range
    /// of ages old.
    Other,
    /// The position is new: what the scheme says, and the words of all slots.
    New(Placement, Looks<B>),
}

type Looks<B> = <B as Bucket>::Each<<B as Bucket>::Words>;

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    const KNOWS_THE_SLOT: bool = S::SAME.is_in_place && !S::HOLDS_TWICE;
    const FEW_SLOTS: bool = B::SLOTS <= 2;

    /// Offers `payload` for `key` to the table; the scheme decides which entries stay.
    ///
    /// With one writer at a time the bucket follows the scheme's rule exactly. Racing writers may
    /// lose an entry or leave it twice; a probe rejects a torn read, except one in 2⁶⁴ (in `cluster10`
    /// one in 2¹⁶).
    ///
    /// # Cost
    /// One bucket: two relaxed loads per slot (under NEW none), then two or four relaxed stores, or
    /// none. One or two compare-exchanges more for each old entry, if the bucket verifies a tag, or
    /// for a move that is left or a depth that is lowered. A store that SIEGE or FOURITER refuses
    /// loads one slot again, and exchanges its words for the wear.
    // Always: the payload is then packed where its fields are known. By reference it would be
    // written field by field and read word by word, and the processor waits some fourteen cycles
    // for each word.
    #[inline(always)]
    pub fn store(&self, key: Key, payload: B::Payload) {
        self.offer(key, payload);
    }

    /// Stores `payload` as [`store`](Self::store) does, and returns whether the scheme kept it.
    ///
    /// A probe finds a kept entry until another store replaces it, a race loses it, or it expires. If
    /// the entry is not kept, its move may be
    /// ([`SamePosition::leaves_move`](super::SamePosition::leaves_move)), and the older entry may lose
    /// depth ([`SamePosition::lowers_depth`](super::SamePosition::lowers_depth)).
    #[inline(always)]
    pub fn offer(&self, key: Key, payload: B::Payload) -> bool {
        self.store_packed(key, payload.pack())
    }

    #[inline(always)]
    fn store_packed(&self, key: Key, data: DataOf<B>) -> bool {
        // Asked before the bucket is found: the last instruction of packing has set the flag.
        if !B::ROUNDS && !data.is_whole() {
            return self.store_zero_of(key, data);
        }
        let ((cells, turned), date) = (self.locate(key), self.date());
        self.store_located(cells, turned, data, date)
    }

    #[cold]
    #[inline(never)]
    fn store_zero_of(&self, key: Key, data: DataOf<B>) -> bool {
        let (cells, turned) = self.locate(key);
        self.store_zero(cells, turned, data)
    }

    #[inline(always)]
    fn store_located(&self, cells: &B::Cells, turned: Key, data: DataOf<B>, date: Date) -> bool {
        if !date.is_before(self.plain_steps) || Self::is_sample(turned) {
            return self.store_with_care(cells, turned, data, date);
        }
        let date = date.in_first_epoch(Self::CALENDAR).trusting();
        self.store_plain(Self::offered_in(cells, turned, data, (date, date), Options::default()))
    }

    /// Stores without options.
    #[inline(always)]
    fn store_plain(&self, offer: Offer<'_, B>) -> bool {
        if !offer.data.is_whole() {
            return self.store_zero(offer.cells, offer.turned, offer.data);
        }
        if S::ALWAYS_REPLACES {
            B::save(offer.cells, 0, Self::sealed(offer, offer.incoming));
            return true;
        }
        if Self::FEW_SLOTS { self.place_among_few(offer) } else { self.place_new(offer) }
    }

    /// Whether the key of an entry tells its epoch and its bucket, and a choice at a probe is to look at
    /// it: in the first epoch for one key of 64, later for all. [`store_located`](Self::store_located)
    /// asks the same of a store, which always looks if the table has options.
    #[inline(always)]
    pub(super) fn needs_care(turned: Key, date: Date) -> bool {
        Self::is_sample(turned) || !date.is_of_first_epoch(Self::CALENDAR)
    }

    /// To look costs a tenth of a store, and in the first epoch only dead slots are seen (claim M6).
    #[inline(always)]
    fn is_sample(turned: Key) -> bool {
        const KEYS: u64 = 64;
        verifies_whole_key::<B>() && !S::ALWAYS_REPLACES && turned.0.is_multiple_of(KEYS)
    }

    #[inline(never)]
    fn store_with_care(&self, cells: &B::Cells, turned: Key, data: DataOf<B>, date: Date) -> bool {
        // Callers in another unit hide from the compiler that the date is careful.
        let date = date.careful();
        let offer = Self::offered_in(cells, turned, data, (date, date), self.options);
        if self.plain_steps == 0 && offer.data.is_whole() {
            return self.place_elsewhere(offer);
        }
        self.store_plain(offer)
    }

    /// [`place`](Self::place) without options, for buckets of one slot or two.
    #[inline(always)]
    fn place_among_few(&self, offer: Offer<'_, B>) -> bool {
        let looks = B::look(offer.cells);
        if !offer.date.trusts() {
            let is_here = self.index.beside(turned_back::<I>(offer.turned));
            let may_mistake = Date::may_mistake_own::<I>(offer.turned, is_here);
            let mut is_any = may_mistake;
            for &words in looks.as_ref() {
                is_any |= self.is_foreign(offer, words);
            }
            if is_any {
                return self.place_elsewhere(offer);
            }
        }
        self.place_words(Offer { date: offer.date.trusting(), ..offer }, looks)
    }

    #[inline(always)]
    fn is_foreign(&self, Offer { turned, date, .. }: Offer<'_, B>, words: B::Words) -> bool {
        let is_here = self.index.beside(turned_back::<I>(turned));
        date.is_foreign::<B, I>(Self::CALENDAR, words, turned, is_here)
    }

    #[inline(always)]
    fn is_resident(&self, Offer { turned, date, .. }: Offer<'_, B>, words: B::Words) -> bool {
        let bucket = |turned| self.index.of_spread(turned_back::<I>(turned));
        let is_here = |claimed| bucket(date.unsealed(Self::CALENDAR, claimed)) == bucket(turned);
        B::is_resident(words, is_here)
    }

    /// [`place`](Self::place) without options, for buckets of many slots.
    #[inline(always)]
    fn place_new(&self, offer: Offer<'_, B>) -> bool {
        let Offer { cells, turned, data, incoming, date, .. } = offer;
        match self.weigh(cells, turned, incoming, date) {
            Looked::Own(slot, words) => self.place_own(cells, turned, data, date, slot, words),
            Looked::Other => self.place_other(cells, turned, data, date),
            Looked::New(placement, looks) => self.carry_out(offer, incoming, placement, looks),
        }
    }

    /// Looks at a bucket, without options.
    ///
    /// Most positions are new in their bucket. So each slot is looked at once, and no more is kept of
    /// it than the scheme needs; everything else is done elsewhere.
    #[inline(always)]
    pub(super) fn weigh(
        &self,
        cells: &B::Cells,
        turned: Key,
        incoming: Packed<B::Payload>,
        date: Date,
    ) -> Looked<B> {
        let is_here = self.index.beside(turned_back::<I>(turned));
        let sealed = date.sealed(Self::CALENDAR, turned);
        let first = B::load(cells, 0);
        let mut looks: Looks<B> = B::each(|_| first);
        let mut residents: B::Each<Packed<B::Seen>> = B::each(|_| Packed::EMPTY);
        let may_mistake = !date.trusts() && Date::may_mistake_own::<I>(turned, is_here);
        let mut foreign = u64::from(may_mistake);
        for slot in 0..B::SLOTS {
            let words = if slot == 0 { first } else { B::load(cells, slot) };
            if B::open(words, sealed).is_some() && !Fault::SeesNoOwnEntry.is_planted() {
                return Looked::Own(slot, words);
            }
            if !date.trusts() {
                foreign += u64::from(date.is_foreign::<B, I>(Self::CALENDAR, words, turned, is_here));
            }
            looks.as_mut()[slot] = words;
            residents.as_mut()[slot] = Self::seen(words, date);
        }
        if foreign != 0 || Self::is_any_to_hold(residents, date) {
            return Looked::Other;
        }
        Looked::New(
            S::place(residents.as_ref(), B::seen_as(incoming), date.generation(Self::CALENDAR)),
            looks,
        )
    }

    /// [`place_new`](Self::place_new) where `words`, seen in `slot`, hold an entry of the position.
    // Slot and words apart: as a pair they would all go through memory.
    #[inline(never)]
    fn place_own(
        &self,
        cells: &B::Cells,
        turned: Key,
        data: DataOf<B>,
        date: Date,
        slot: usize,
        words: B::Words,
    ) -> bool {
        let offer = Self::offered_in(cells, turned, data, (date, date), Options::default());
        if Self::KNOWS_THE_SLOT {
            let resident = date.dated::<B>(Self::CALENDAR, B::peek(words), false);
            if let Some(kept) = self.place_at(offer, (slot, words), resident) {
                return kept;
            }
        }
        self.place_elsewhere(offer)
    }

    // Without an offer, which the short path then need not keep in memory.
    #[cold]
    #[inline(never)]
    fn place_other(&self, cells: &B::Cells, turned: Key, data: DataOf<B>, date: Date) -> bool {
        let offer = Self::offered_in(cells, turned, data, (date, date), self.options);
        self.place_elsewhere(Offer { date: date.careful(), ..offer })
    }

    /// [`place`](Self::place), compiled once for all callers that are not in a hurry.
    #[inline(never)]
    fn place_elsewhere(&self, offer: Offer<'_, B>) -> bool {
        self.place(offer)
    }

    #[cold]
    fn store_zero(&self, cells: &B::Cells, turned: Key, data: DataOf<B>) -> bool {
        Self::in_place_of_zero(data)
            .is_some_and(|data| self.store_with_care(cells, turned, data, self.date()))
    }

    fn in_place_of_zero(data: DataOf<B>) -> Option<DataOf<B>> {
        B::Payload::in_place_of_zero(data).filter(|&data| B::rounded(data).is_whole())
    }

    /// Stores `payload` as [`store`](Self::store) does, for the position of a
    /// [`probe_place`](Self::probe_place).
    ///
    /// It replaces the position's entry by the rule for that, or the entry that the scheme chose at
    /// the probe. If that is no longer there, it does as [`store`](Self::store). Three things differ
    /// from a store if the bucket has changed since the probe: the scheme might choose another entry
    /// now; a result of the same position, stored meanwhile, may stay beside this one or be lost; and
    /// an entry that was stored while the probe chose may be replaced without having been weighed. Of
    /// two results of a position, probes find the one in the first slot.
    ///
    /// # Cost
    /// Where the probe found the position or chose an entry: two loads and two relaxed stores of one
    /// slot, 75 instructions under DEPTHAGE in [`Pairs`](crate::entry::bucket::Pairs). Otherwise that
    /// of [`store`](Self::store).
    #[inline(always)]
    pub fn store_at(&self, place: Place, payload: B::Payload) {
        self.offer_at(place, payload);
    }

    /// Stores `payload` as [`store_at`](Self::store_at) does, and returns whether it was kept.
    #[inline(always)]
    pub fn offer_at(&self, place: Place, payload: B::Payload) -> bool {
        self.store_packed_at(place, payload.pack())
    }

    #[inline(always)]
    fn store_packed_at(&self, place: Place, data: DataOf<B>) -> bool {
        if !B::rounded(data).is_whole() {
            // In registers: as a whole it would be written to the stack by every store.
            let Place { spread, seen, slot, what } = place;
            return self.store_zero_at(data, spread, seen, slot, what);
        }
        let date = self.date();
        let (cells, turned) = self.locate_spread(place.spread);
        let offer = Self::offered_in(cells, turned, data, (date, date), self.options);
        let slot = usize::from(place.slot).min(B::SLOTS - 1);
        // Only under such schemes: the place may come from a table of another scheme.
        let is_chosen = S::PLACE_IGNORES_INCOMING && place.what == What::Victim;
        if is_chosen
            && (Fault::TrustsPlaces.is_planted() || B::peek(B::load(cells, slot)).word() == place.seen)
        {
            B::save(cells, slot, Self::sealed(offer, offer.incoming));
            return true;
        }
        // A position without an entry may have one by now: its static evaluation.
        let competes = self.options.same_position.update == Update::Competes;
        if Self::KNOWS_THE_SLOT && !competes && place.what != What::Nothing {
            return self.place_own_at(cells, turned, data, date, slot);
        }
        self.store_located(cells, turned, data, date)
    }

    /// Stores an entry of a position that may have another in `slot`.
    #[inline(never)]
    fn place_own_at(&self, cells: &B::Cells, turned: Key, data: DataOf<B>, date: Date, slot: usize) -> bool {
        let slot = slot.min(B::SLOTS - 1);
        let offer = Self::offered_in(cells, turned, data, (date, date), self.options);
        let words = B::load(cells, slot);
        let own = date
            .own::<B>(Self::CALENDAR, words, turned)
            .or_else(|| Fault::OwnsAnyPlace.is_planted().then(|| B::peek(words)));
        own.and_then(|resident| self.place_at(offer, (slot, words), resident))
            .unwrap_or_else(|| self.place_elsewhere(offer))
    }

    #[cold]
    fn store_zero_at(&self, data: DataOf<B>, spread: Key, seen: u64, slot: u8, what: What) -> bool {
        let place = Place { spread, seen, slot, what };
        Self::in_place_of_zero(data).is_some_and(|data| self.store_packed_at(place, data))
    }

    #[inline]
    pub(super) fn offered(&self, key: Key, data: DataOf<B>, written: Date, date: Date) -> Offer<'_, B> {
        let (cells, turned) = self.locate(key);
        Self::offered_in(cells, turned, data, (written, date), self.options)
    }

    #[inline]
    pub(super) fn offered_in(
        cells: &B::Cells,
        turned: Key,
        data: DataOf<B>,
        (written, date): (Date, Date),
        options: Options,
    ) -> Offer<'_, B> {
        let data = B::rounded(data);
        let incoming = Self::as_new(Packed::from_word(data.first()), written);
        Offer { cells, turned, data, incoming, written, date, options }
    }

    /// Returns whether the entry was kept.
    // Always: the offer then stays in registers.
    #[inline(always)]
    pub(super) fn place(&self, offer: Offer<'_, B>) -> bool {
        self.place_words(offer, B::look(offer.cells))
    }

    #[inline(always)]
    fn place_words(&self, offer: Offer<'_, B>, mut words: Looks<B>) -> bool {
        let Some((same, seen, resident)) = Self::find_own(words, offer) else {
            let residents = self.residents(&mut words, offer, None);
            let placement =
                S::place(residents.as_ref(), offer.incoming, offer.date.generation(Self::CALENDAR));
            return self.carry_out(offer, offer.incoming, placement, words);
        };
        let competes = offer.options.same_position.update == Update::Competes;
        if Self::KNOWS_THE_SLOT
            && !competes
            && let Some(kept) = self.place_at(offer, (same, seen), resident)
        {
            return kept;
        }
        let residents = self.residents(&mut words, offer, Some((same, resident)));
        let (incoming, mut placement) = Self::meet(residents.as_ref(), (same, resident), offer);
        if competes {
            placement = S::place(residents.as_ref(), incoming, offer.date.generation(Self::CALENDAR));
        }
        let wears_own = placement == Placement::Wear(same);
        if matches!(placement, Placement::Discard | Placement::Wear(_)) {
            Self::leave(offer, (same, seen), resident, incoming, wears_own);
        }
        !wears_own && self.carry_out(offer, incoming, placement, words)
    }

    /// Stores an entry of another table. Beside a free slot, time stamping hides no entry of another
    /// position: otherwise old entries would replace each other there.
    pub(super) fn place_moved(&self, offer: Offer<'_, B>, entry: Packed<B::Payload>) -> bool {
        let has_room = || {
            let looks = B::look(offer.cells);
            Self::find_own(looks, offer).is_none()
                && looks.as_ref().iter().any(|&words| B::peek(words).is_empty())
        };
        let time_stamping = offer.options.time_stamping && !has_room();
        let options = Options { time_stamping, ..offer.options };
        self.place_elsewhere(Offer { options, ..offer }.as_worn_as::<S>(entry))
    }

    /// Returns `None` if the scheme breaks its promise to update in place.
    #[inline(always)]
    fn place_at(
        &self,
        offer: Offer<'_, B>,
        (slot, words): (usize, B::Words),
        resident: Packed<B::Payload>,
    ) -> Option<bool> {
        let shown = Self::shown(resident, offer);
        // The rule reads no other slot, and not the number of this one. As the first it needs no
        // test.
        let alone = B::each(|at| if at == 0 { shown } else { Packed::EMPTY });
        let (incoming, placement) = Self::meet(alone.as_ref(), (0, resident), offer);
        match placement {
            Placement::Discard => Self::leave(offer, (slot, words), resident, incoming, false),
            Placement::At(0) => B::save(offer.cells, slot, Self::sealed(offer, incoming)),
            _ => return None,
        }
        Some(placement != Placement::Discard)
    }

    /// Empty if the resident is old under time stamping.
    #[inline]
    fn shown(resident: Packed<B::Payload>, offer: Offer<'_, B>) -> Packed<B::Payload> {
        let Offer { date, options, .. } = offer;
        if options.time_stamping {
            resident.only_if(date.age(Self::CALENDAR, resident) == 0)
        } else {
            resident
        }
    }

    #[inline(always)]
    fn meet(
        residents: &[Packed<B::Payload>],
        (same, resident): (usize, Packed<B::Payload>),
        Offer { incoming, date, options, .. }: Offer<'_, B>,
    ) -> (Packed<B::Payload>, Placement) {
        let now = date.generation(Self::CALENDAR);
        let rule = options.same_position;
        let as_scheme = rule.update == Update::AsScheme;
        // Under time stamping an old entry is shown as an empty slot.
        let is_shown = !residents[same].is_empty();
        if !as_scheme && is_shown && rule.update.keeps(resident, date.age(Self::CALENDAR, resident), incoming)
        {
            return (incoming, Placement::Discard);
        }
        let inherits = rule.inherits_move.unwrap_or(S::SAME.inherits_move);
        let incoming = if inherits { incoming.or_move_of(resident) } else { incoming };
        let worn = if Fault::ForgetsWear.is_planted() { incoming } else { resident };
        let [new, older] = [incoming, worn].map(|entry| Self::CALENDAR.wear(entry));
        let incoming = Self::CALENDAR.with_wear(incoming, S::wear_of_renewed(new, older));
        let placement = if as_scheme {
            S::update(residents, same, incoming, now)
        } else {
            S::overwrite(residents, same, incoming, now)
        };
        (incoming, placement)
    }

    /// Leaves a refused update's move in the resident and lowers its depth, if the rule for the same
    /// position says so, holds the age, and may wear it: all by one exchange.
    #[inline]
    fn leave(
        offer: Offer<'_, B>,
        (slot, words): (usize, B::Words),
        resident: Packed<B::Payload>,
        incoming: Packed<B::Payload>,
        wears: bool,
    ) {
        let seen = B::peek(words);
        let aged = Self::held_age(resident, offer.date).unwrap_or(seen);
        let rule = offer.options.same_position;
        let leaves = rule.leaves_move.unwrap_or(S::SAME.leaves_move) && !incoming.is_upper_if_kept();
        let left = if leaves { aged.with_move_of(incoming) } else { aged };
        let left = rule.lowered(left);
        let left = if wears { Self::worn(left) } else { left };
        if left != seen {
            Self::amend(offer.cells, slot, words, left);
        }
    }

    #[inline]
    fn worn(entry: Packed<B::Payload>) -> Packed<B::Payload> {
        Self::CALENDAR.with_wear(entry, Self::CALENDAR.wear(entry) + 1)
    }

    #[inline(always)]
    fn sealed(offer: Offer<'_, B>, incoming: Packed<B::Payload>) -> B::Words {
        B::seal(offer.written.sealed(Self::CALENDAR, offer.turned), offer.data.with_first(incoming.word()))
    }

    #[inline(always)]
    fn carry_out(
        &self,
        offer: Offer<'_, B>,
        incoming: Packed<B::Payload>,
        placement: Placement,
        seen: Looks<B>,
    ) -> bool {
        let cells = offer.cells;
        let sealed = Self::sealed(offer, incoming);
        match placement {
            Placement::Discard => return false,
            Placement::Wear(at) if offer.date.trusts() => {
                // A second look: the words of all slots would not stay in registers. What is there
                // now wears. Half of an exchange looks dead, and to wear it kills the entry. Claim M9.
                let words = B::load(cells, at);
                if !self.is_resident(offer, words) {
                    return self.place_other(cells, offer.turned, offer.data, offer.written);
                }
                Self::wear(cells, at, words);
                return false;
            }
            Placement::Wear(at) => {
                let words = seen.as_ref()[at];
                // Half of a store claims a key that follows from its data, and opens for none. If it
                // were worn, it would open for that key. Claim M3.
                if B::is_resident(words, |_| true) {
                    Self::wear(cells, at, words);
                }
                return false;
            }
            Placement::At(at) => B::save(cells, at, sealed),
            Placement::Shift { at, to } => {
                // The lower level first, from the words already seen: with one writer nothing is
                // lost, though a reader may miss the entry that moves. A second look could pair
                // words of two entries. Claim M5; `tests/loom.rs`, `shift_*`.
                if Fault::ShiftsUpperFirst.is_planted() {
                    B::save(cells, at, sealed);
                }
                B::save(cells, to, Self::moved(cells, at, seen.as_ref()[at]));
                B::save(cells, at, sealed);
            }
            Placement::Both(first, second) => {
                B::save(cells, first, sealed);
                B::save(cells, second, sealed);
            }
        }
        true
    }

    /// Only over the words of one look: what is stored meanwhile stays. Claim M9; `tests/loom.rs`,
    /// `wear_*`.
    #[inline]
    fn wear(cells: &B::Cells, slot: usize, words: B::Words) {
        let seen = B::peek(words);
        let worn = Self::worn(seen);
        if Fault::WearsByPlainStores.is_planted() {
            return B::save(cells, slot, B::amend(words, worn));
        }
        if worn != seen {
            B::exchange(cells, slot, words, B::amend(words, worn));
        }
    }

    #[inline]
    fn moved(cells: &B::Cells, at: usize, seen: B::Words) -> B::Words {
        if Fault::ShiftsUpperFirst.is_planted() {
            return B::load(cells, at);
        }
        match B::claimed_key(seen) {
            Some(key) if Fault::ShiftsBySecondLook.is_planted() => Self::second_look(cells, at, key),
            _ => seen,
        }
    }

    /// Breaks the protocol, for the controls.
    #[cold]
    pub(super) fn second_look(cells: &B::Cells, slot: usize, key: Key) -> B::Words {
        B::seal(key, B::data(B::load(cells, slot)))
    }

    #[inline(always)]
    fn find_own(words: Looks<B>, offer: Offer<'_, B>) -> Option<(usize, B::Words, Packed<B::Payload>)> {
        if Fault::SeesNoOwnEntry.is_planted() {
            return None;
        }
        (0..B::SLOTS).find_map(|slot| {
            let words = words.as_ref()[slot];
            offer.date.own::<B>(Self::CALENDAR, words, offer.turned).map(|resident| (slot, words, resident))
        })
    }

    #[inline(always)]
    fn residents(
        &self,
        words: &mut Looks<B>,
        offer: Offer<'_, B>,
        own: Option<(usize, Packed<B::Payload>)>,
    ) -> B::Each<Packed<B::Payload>> {
        let Offer { cells, turned, date, options, .. } = offer;
        let is_here = self.index.beside(turned_back::<I>(turned));
        let residents = B::each(|slot| match own {
            Some((at, resident)) if at == slot => resident,
            _ => Self::resident_held(cells, slot, &mut words.as_mut()[slot], is_here, date),
        });
        if options.time_stamping {
            return B::each(|slot| Self::shown(residents.as_ref()[slot], offer));
        }
        residents
    }

    /// The entry that the scheme sees in a slot: a dead one is empty (claim M6), and an age that would
    /// wrap is held.
    #[inline(always)]
    fn resident_held(
        cells: &B::Cells,
        slot: usize,
        words: &mut B::Words,
        is_here: impl Fn(Key) -> bool + Copy,
        date: Date,
    ) -> Packed<B::Payload> {
        let resident = date.resident_if::<B, I>(Self::CALENDAR, *words, is_here);
        match Self::held_age(resident, date) {
            Some(held) => {
                *words = Self::amend(cells, slot, *words, held);
                held
            }
            None => resident,
        }
    }
}
