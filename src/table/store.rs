//! Offering an entry to the table: one look at the bucket, the scheme's word, at most two slots written.

use super::date::Date;
use super::{Index, Place, Table, Update};
use crate::entry::bucket::DataOf;
use crate::entry::{Bucket, Data, Packed, Payload};
use crate::key::Key;
use crate::scheme::{Placement, Scheme};
use crate::sync::fault::{self, Fault};

/// The entry to be stored, in its bucket.
pub(super) struct Offer<'a, B: Bucket> {
    cells: &'a B::Cells,
    /// The number of the bucket.
    number: usize,
    turned: Key,
    data: DataOf<B>,
    /// Its first word, dated.
    incoming: Packed<B::Payload>,
    /// The search it was written in: the present one, but for entries that move to another table.
    written: Date,
    date: Date,
}

/// What one look at a bucket found.
struct Seen<B: Bucket> {
    words: B::Each<B::Words>,
    /// As the scheme is to see them.
    residents: B::Each<Packed<B::Payload>>,
    /// The slot that already holds the position, and what it holds.
    same: Option<(usize, Packed<B::Payload>)>,
}

impl<S: Scheme, B: Bucket, I: Index> Table<S, B, I> {
    /// Offers `payload` for `key` to the table; the scheme decides what becomes of it. Says whether it was kept: races aside, a
    /// probe finds it then. Of an entry that was not kept, the move may have been ([`Scheme::LEAVES_MOVE`]).
    ///
    /// With one writer at a time the bucket is afterwards exactly what the scheme's rule says. Racing writers may lose an
    /// entry or leave it twice; a reader never sees a mixture.
    ///
    /// # Cost
    /// One bucket: two relaxed loads per slot, then two or four relaxed stores, or none; and a compare-exchange or two for each old
    /// entry of a bucket that verifies a tag (`table/date.rs`).
    #[inline]
    pub fn store(&self, key: Key, payload: B::Payload) -> bool {
        let date = self.date();
        let offer = self.offer(key, payload.pack(), date, date);
        offer.data.is_whole() && self.place(&offer)
    }

    /// As [`store`](Self::store), for a position that a probe found in `place`. If it is still there, and the scheme updates a
    /// position without a look at the others ([`Scheme::UPDATES_IN_PLACE`]), no other slot is looked at.
    #[inline]
    pub fn store_at(&self, place: Place, key: Key, payload: B::Payload) -> bool {
        let date = self.date();
        let offer = self.offer(key, payload.pack(), date, date);
        if !offer.data.is_whole() {
            return false;
        }
        let slot = usize::from(place.0) % B::SLOTS;
        if S::UPDATES_IN_PLACE && !S::HOLDS_TWICE {
            let words = B::load(offer.cells, slot);
            if let Some(resident) = Self::own(words, offer.turned, date) {
                return self.place_at(&offer, (slot, words), resident);
            }
        }
        self.place(&offer)
    }

    /// `data` as they will be in the bucket of `key`.
    #[inline]
    pub(super) fn offer(&self, key: Key, data: DataOf<B>, written: Date, date: Date) -> Offer<'_, B> {
        let number = self.index.of(key);
        let data = B::rounded(data);
        let first = Packed::from_word(data.first());
        let incoming = if first.is_empty() { first } else { first.stamped(written.generation()) };
        Offer {
            cells: self.memory.get(number),
            number,
            turned: Self::turned(key),
            data,
            incoming,
            written,
            date,
        }
    }

    /// Carries out what the scheme says of an offer; whether it was kept.
    #[inline]
    pub(super) fn place(&self, offer: &Offer<'_, B>) -> bool {
        let Offer { incoming, date, .. } = *offer;
        let seen = self.look(offer);
        let residents = seen.residents.as_ref();
        let Some((same, resident)) = seen.same else {
            let placement = S::place(residents, incoming, date.generation());
            return self.carry_out(offer, incoming, placement, seen.words.as_ref());
        };
        let (incoming, placement) = self.meet(residents, (same, resident), incoming, date);
        if placement == Placement::Discard {
            Self::leave_move(offer.cells, same, seen.words.as_ref()[same], incoming);
        }
        self.carry_out(offer, incoming, placement, seen.words.as_ref())
    }

    /// The same for a position whose entry is known to be in `slot`, where nothing else matters.
    #[inline]
    fn place_at(
        &self,
        offer: &Offer<'_, B>,
        (slot, words): (usize, B::Words),
        resident: Packed<B::Payload>,
    ) -> bool {
        let shown = self.shown(resident, offer.date);
        let alone = B::each(|at| if at == slot { shown } else { Packed::EMPTY });
        let (incoming, placement) = self.meet(alone.as_ref(), (slot, resident), offer.incoming, offer.date);
        match placement {
            Placement::Discard => {
                Self::leave_move(offer.cells, slot, words, incoming);
                false
            }
            Placement::At(at) if at == slot => self.carry_out(offer, incoming, placement, &[]),
            // Not what the scheme promised: then the others count after all.
            _ => self.place(offer),
        }
    }

    /// A resident as a scheme is to see it: under time stamping one of an earlier search is an empty slot.
    #[inline]
    fn shown(&self, resident: Packed<B::Payload>, date: Date) -> Packed<B::Payload> {
        let is_stamped = self.time_stamping && date.age::<B>(resident) != 0;
        if is_stamped { Packed::EMPTY } else { resident }
    }

    /// A position meets its own entry: what of it is kept, and where it goes.
    #[inline]
    fn meet(
        &self,
        residents: &[Packed<B::Payload>],
        (same, resident): (usize, Packed<B::Payload>),
        incoming: Packed<B::Payload>,
        date: Date,
    ) -> (Packed<B::Payload>, Placement) {
        let now = date.generation();
        if self.update.keeps(resident, incoming, now) {
            return (incoming, Placement::Discard);
        }
        let keeps_move = S::KEEPS_MOVE || self.keeps_old_move;
        let incoming = if keeps_move { incoming.or_move_of(resident) } else { incoming };
        let placement = match self.update {
            Update::AsScheme => S::update(residents, same, incoming, now),
            _ => S::overwrite(residents, same, incoming, now),
        };
        (incoming, placement)
    }

    /// Leaves the move of a result that is not kept in the entry of its position, where the scheme does so.
    #[inline]
    fn leave_move(cells: &B::Cells, slot: usize, words: B::Words, incoming: Packed<B::Payload>) {
        let resident = B::peek(words);
        let moved = resident.with_move_of(incoming);
        if S::LEAVES_MOVE && moved != resident {
            // Only over the words already seen: it is no newer entry, and must not undo one. Claim M9.
            B::exchange(cells, slot, words, B::amend(words, moved));
        }
    }

    #[inline(always)]
    fn carry_out(
        &self,
        offer: &Offer<'_, B>,
        incoming: Packed<B::Payload>,
        placement: Placement,
        seen: &[B::Words],
    ) -> bool {
        let cells = offer.cells;
        let sealed = B::seal(offer.written.sealed::<B>(offer.turned), offer.data.with_first(incoming.word()));
        match placement {
            Placement::Discard => return false,
            Placement::At(at) => B::save(cells, at, sealed),
            Placement::Shift { at, to } => {
                // The lower level first, from the words already seen: with one writer nothing is lost, though a reader may
                // miss what is being moved; and a second look could pair words of two entries. Claim M5;
                // `tests/loom.rs`, `shift_*`.
                B::save(cells, to, Self::moved(cells, at, seen[at]));
                B::save(cells, at, sealed);
            }
            Placement::Both(first, second) => {
                B::save(cells, first, sealed);
                B::save(cells, second, sealed);
            }
        }
        true
    }

    /// The words that a shift writes below: those seen above, unless a control plants a second look.
    #[inline]
    fn moved(cells: &B::Cells, at: usize, seen: B::Words) -> B::Words {
        match B::claimed_key(seen) {
            Some(key) if fault::is_planted(Fault::ShiftsBySecondLook) => Self::second_look(cells, at, key),
            _ => seen,
        }
    }

    /// What the protocol forbids, for the controls: a key that was found by one look, sealed with the data of another.
    #[cold]
    pub(super) fn second_look(cells: &B::Cells, slot: usize, key: Key) -> B::Words {
        B::seal(key, B::data(B::load(cells, slot)))
    }

    /// One look at every slot of the offer's bucket.
    #[inline]
    fn look(&self, offer: &Offer<'_, B>) -> Seen<B> {
        let Offer { cells, number, date, .. } = *offer;
        let words = B::each(|slot| B::load(cells, slot));
        let mut residents: B::Each<Packed<B::Payload>> = B::each(|_| Packed::EMPTY);
        let mut same = None;
        for (slot, &words) in words.as_ref().iter().enumerate() {
            let own = if same.is_none() { Self::own(words, offer.turned, date) } else { None };
            if let Some(resident) = own {
                same = Some((slot, resident));
            }
            // To the scheme a dead slot is an empty one. Claim M6.
            let Some(resident) = own.or_else(|| self.resident(words, number, date)) else { continue };
            self.hold_age(cells, slot, words, resident, date);
            residents.as_mut()[slot] = self.shown(resident, date);
        }
        Seen { words, residents, same }
    }
}
