//! Compares a table with a plain list over random events.
//!
//! ```
//! use supplant::conformance::{any_entry, model};
//! use supplant::{SizedEntry, entry::bucket::Pairs, scheme::TwoBig1};
//! model::follow::<TwoBig1, Pairs<2, SizedEntry>>(7, 1000, any_entry)?;
//! # Ok::<(), supplant::conformance::DivergenceError>(())
//! ```

use super::divergence::Check;
use super::{DivergenceError, ageless};
use crate::entry::bucket::{DataOf, verifies_whole_key};
use crate::entry::{Bound, Bucket, Data, Generation, Packed, Payload};
use crate::key::{Key, SplitMix64};
use crate::scheme::{Margin, Placement, Refresh, Scheme};
use crate::table::TableBuilder;
use crate::table::{Finding, Place, Table, Update};
use crate::table::{Options, SamePosition};

const EVENTS_A_TABLE: usize = 300;
const BUCKETS: [usize; 2] = [1, 13];

/// Follows `events` random events on tables of scheme `S` in bucket `B` with payloads from `make`.
///
/// The tables' switches vary as far as the payload keeps the fields for them.
///
/// # Cost
/// Some microseconds an event.
///
/// # Errors
/// The first [`DivergenceError`] of table and list.
///
/// # Panics
/// If the table panics, for example because a bucket has no memory.
pub fn follow<S: Scheme, B: Bucket>(
    seed: u64,
    events: usize,
    mut make: impl FnMut(&mut SplitMix64) -> B::Payload,
) -> Result<(), DivergenceError> {
    let mut random = SplitMix64::new(seed);
    let mut check = Check::new(format!("{} in {} of {} slots", S::NAME, B::NAME, B::SLOTS), seed);
    let mut follower = None;
    for event in 0..events {
        check.case = event;
        if event % EVENTS_A_TABLE == 0 {
            let buckets = BUCKETS[event / EVENTS_A_TABLE % BUCKETS.len()];
            follower = Some(Follower::<S, B>::new(buckets, &mut random));
        }
        let follower = follower.as_mut().expect("the first event has made one");
        follower.step(&check, &mut random, &mut make)?;
    }
    Ok(())
}

struct Held<B: Bucket> {
    key: Key,
    data: DataOf<B>,
    search: u64,
    is_of_odd_iteration: bool,
    wear: u8,
}

impl<B: Bucket> Clone for Held<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Bucket> Copy for Held<B> {}

impl<B: Bucket> Held<B> {
    fn packed<S: Scheme>(self) -> Packed<B::Payload> {
        let dated = Packed::from_word(self.data.first())
            .stamped_beside(S::AGING.wear_bits, Generation::new(self.search as u8));
        let odd = if self.is_of_odd_iteration { S::AGING.odd_bit() } else { 0 };
        dated.with_wear(S::AGING.wear_bits, self.wear | odd)
    }

    fn new<S: Scheme>(key: Key, data: DataOf<B>, search: u64, now: Generation) -> Self {
        let is_of_odd_iteration = now.is_in_odd_iteration();
        let unworn = Self { key, data, search, is_of_odd_iteration, wear: 0 };
        unworn.worn::<S>(S::wear_of_new(unworn.packed::<S>()))
    }

    fn worn<S: Scheme>(self, wear: u8) -> Self {
        let most = (1 << (S::AGING.wear_bits - u32::from(S::AGING.tells_iterations))) - 1;
        Self { wear: wear.min(most), ..self }
    }

    fn data_as_found(self) -> DataOf<B> {
        as_found::<B>(B::Payload::unpack(self.data))
    }
}

fn as_found<B: Bucket>(payload: B::Payload) -> DataOf<B> {
    ageless::<B::Payload>(payload.pack())
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    time_stamping: bool,
    same_position: SamePosition,
}

impl Settings {
    fn any<P: Payload>(random: &mut SplitMix64) -> Self {
        let facts = P::FACTS;
        let has_update_facts = facts.depth.is_some() && facts.bound.is_some() && facts.age.is_some();
        let unless_deeper = Update::UnlessDeeperBy(Margin {
            plies: random.below(5) as u8,
            on_pv: if facts.pv.is_some() { random.below(3) as u8 } else { 0 },
            each_search: [None, Some(0), Some(2)][random.below(3) as usize],
        });
        let updates = [Update::AsScheme, Update::Competes, Update::Newest, Update::Deeper, unless_deeper];
        let update = updates[random.below(5) as usize];
        let time_stamping = random.below(2) == 0 && facts.age.is_some();
        let choice = |random: &mut SplitMix64| [None, Some(true), Some(false)][random.below(3) as usize];
        let same_position = SamePosition {
            update: if has_update_facts { update } else { Update::AsScheme },
            inherits_move: choice(random).filter(|_| facts.mv.is_some()),
            leaves_move: choice(random).filter(|_| facts.mv.is_some()),
            lowers_depth: [None, Some(0), Some(2)][random.below(3) as usize]
                .filter(|_| facts.depth.is_some() && facts.bound.is_some() && facts.score.is_some()),
        };
        Self { time_stamping, same_position }
    }

    /// What a refused result leaves in the entry of its position.
    fn leave<S: Scheme, B: Bucket>(self, held: &mut Held<B>, new: Held<B>) {
        let facts = B::Payload::FACTS;
        let word = |held: &Held<B>| held.data.first();
        let [old_bound, new_bound] =
            [&*held, &new].map(|held| facts.bound.map(|bits| Bound::from_code(bits.get(word(held)))));
        let leaves_move = self.same_position.leaves_move.unwrap_or(S::SAME.leaves_move);
        if let Some(mv) = facts.mv.filter(|_| leaves_move)
            && new_bound != Some(Bound::Upper)
            && mv.get(word(&new)) != 0
        {
            held.data = held.data.with_first(mv.set(word(held), mv.get(word(&new))));
        }
        if let (Some(least), Some(depth), Some(score)) =
            (self.same_position.lowers_depth, facts.depth, facts.score)
            && old_bound != Some(Bound::Exact)
            && score.get_signed(word(held)).unsigned_abs() >= u64::from(least)
        {
            let lowered = depth.get(word(held)).saturating_sub(1).max(1).min(depth.get(word(held)));
            held.data = held.data.with_first(depth.set(word(held), lowered));
        }
    }

    fn keep<B: Bucket>(self, resident: Held<B>, incoming: Packed<B::Payload>, search: u64) -> bool {
        let facts = B::Payload::FACTS;
        let (Some(depth), Some(bound)) = (facts.depth, facts.bound) else { return false };
        let [old, new] = [resident.data.first(), incoming.word()].map(|word| depth.get(word));
        let is_exact = bound.get(incoming.word()) == Bound::Exact as u64;
        let age = if facts.age.is_none() { 0 } else { search - resident.search };
        if self.time_stamping && age > 0 {
            return false;
        }
        match self.same_position.update {
            Update::AsScheme | Update::Competes | Update::Newest => false,
            Update::Deeper => age == 0 && old > new,
            Update::UnlessDeeperBy(Margin { plies, on_pv, each_search }) => {
                let on_pv = facts.pv.filter(|pv| pv.get(incoming.word()) == 1).map_or(0, |_| on_pv);
                let by_age = age * each_search.map_or(u64::MAX >> 32, u64::from);
                !is_exact && old >= new + u64::from(plies) + u64::from(on_pv) + by_age
            }
        }
    }
}

struct Follower<S: Scheme, B: Bucket> {
    table: Table<S, B>,
    settings: Settings,
    buckets: Vec<Vec<Option<Held<B>>>>,
    search: u64,
    is_odd_iteration: bool,
    keys: Vec<Key>,
}

impl<S: Scheme, B: Bucket> Follower<S, B> {
    const GENERATIONS: u64 = B::GENERATIONS >> S::AGING.wear_bits;

    fn new(buckets: usize, random: &mut SplitMix64) -> Self {
        let settings = Settings::any::<B::Payload>(random);
        let Settings { time_stamping, same_position } = settings;
        let options = Options { time_stamping, same_position };
        let table = TableBuilder::new().slots(buckets * B::SLOTS).options(options).build();
        let table = table.expect("a few buckets are available");
        let keys = keys(buckets * (B::SLOTS + 3), B::VERIFIED_BITS, random);
        Self {
            table,
            settings,
            buckets: vec![vec![None; B::SLOTS]; buckets],
            search: 0,
            is_odd_iteration: false,
            keys,
        }
    }

    fn step(
        &mut self,
        check: &Check,
        random: &mut SplitMix64,
        make: &mut impl FnMut(&mut SplitMix64) -> B::Payload,
    ) -> Result<(), DivergenceError> {
        let any = |random: &mut SplitMix64| self.keys[random.below(self.keys.len() as u64) as usize];
        let (key, other) = (any(random), any(random));
        let name = match random.below(17) {
            0..7 => {
                self.store(check, key, make(random))?;
                "store"
            }
            7..10 => {
                let place = self.probe(check, key)?;
                let victim = self.victim(key);
                if random.below(4) == 0 {
                    self.store(check, other, make(random))?;
                }
                self.store_at(check, place, victim, key, make(random))?;
                "probe and store at its place"
            }
            10..13 => {
                self.probe(check, key)?;
                "probe"
            }
            13 => {
                self.probe_both(check, key)?;
                "probe for both"
            }
            14 => {
                self.table.cut_by(key);
                self.refresh(key, Refresh::OnCutoff, 1);
                "hit that ends a search"
            }
            15 => {
                self.table.new_iteration();
                self.is_odd_iteration ^= S::AGING.tells_iterations;
                "new iteration"
            }
            _ => {
                self.next_search();
                "new search"
            }
        };
        self.compare(check, name, key)
    }

    fn next_search(&mut self) {
        let all = Self::GENERATIONS;
        let last = if verifies_whole_key::<B>() { all - 1 } else { (all / 2).saturating_sub(1).max(1) };
        if all == 1 || self.search < last {
            self.table.new_generation();
            self.search += 1;
        }
    }

    fn now(&self) -> Generation {
        Generation::new(self.search as u8).in_iteration(self.is_odd_iteration)
    }

    fn bucket(&mut self, key: Key) -> &mut Vec<Option<Held<B>>> {
        let at = (u128::from(key.spread().0) * self.buckets.len() as u128) >> 64;
        &mut self.buckets[at as usize]
    }

    fn store(&mut self, check: &Check, key: Key, payload: B::Payload) -> Result<(), DivergenceError> {
        let event = || format!("store for {key:?} of {:x?}", payload.pack());
        let expected = self.store_in_list(check, key, payload, &event)?;
        check.equal(
            "a store says whether the entry was kept",
            event,
            self.table.offer(key, payload),
            expected,
        )
    }

    /// The knowledge of a place for `key`: the slot that the scheme would replace, and its content.
    fn victim(&mut self, key: Key) -> Option<Victim> {
        let (stamps, now) = (self.settings.time_stamping, self.now());
        let slots = self.bucket(key);
        if !S::PLACE_IGNORES_INCOMING || stamps || slots.iter().flatten().any(|held| held.key == key) {
            return None;
        }
        let shown: Vec<_> = slots.iter().map(|slot| slot.map_or(Packed::EMPTY, Held::packed::<S>)).collect();
        match S::place(&shown, Packed::EMPTY, now) {
            Placement::At(slot) => Some((slot, content(slots[slot]))),
            _ => None,
        }
    }

    fn store_at(
        &mut self,
        check: &Check,
        place: Place,
        victim: Option<Victim>,
        key: Key,
        payload: B::Payload,
    ) -> Result<(), DivergenceError> {
        let event = || format!("store at its place for {key:?} of {:x?}", payload.pack());
        let (search, now) = (self.search, self.now());
        let slots = self.bucket(key);
        // A probe may leave the choice to the store, for which the table has several reasons.
        let chosen = victim.filter(|&(slot, seen)| place.names_a_victim() && content(slots[slot]) == seen);
        let expected = match (chosen, stored::<B>(payload.pack())) {
            (Some((slot, _)), Some(data)) => {
                slots[slot] = Some(Held::new::<S>(key, data, search, now));
                true
            }
            _ => self.store_in_list(check, key, payload, &event)?,
        };
        check.equal(
            "a store says whether the entry was kept",
            event,
            self.table.offer_at(place, payload),
            expected,
        )
    }

    fn store_in_list(
        &mut self,
        check: &Check,
        key: Key,
        payload: B::Payload,
        event: &impl Fn() -> String,
    ) -> Result<bool, DivergenceError> {
        let (search, now, settings) = (self.search, self.now(), self.settings);
        let Some(data) = stored::<B>(payload.pack()) else { return Ok(false) };
        let slots = self.bucket(key);
        let mut new = Held::<B>::new::<S>(key, data, search, now);
        let same = slots.iter().position(|slot| slot.is_some_and(|held| held.key == key));
        if let Some((at, resident)) = same.and_then(|at| Some((at, slots[at]?))) {
            if settings.keep(resident, new.packed::<S>(), search) {
                slots[at].iter_mut().for_each(|held| settings.leave::<S, B>(held, new));
                return Ok(false);
            }
            if settings.same_position.inherits_move.unwrap_or(S::SAME.inherits_move) {
                let first = new.packed::<S>().or_move_of(resident.packed::<S>()).word();
                new.data = ageless::<B::Payload>(data.with_first(first));
            }
            new = new.worn::<S>(S::wear_of_renewed(new.wear, resident.wear));
        }
        let placement = decide::<S, B>(check, slots, same, new, (settings, now), event)?;
        if matches!(placement, Placement::Discard | Placement::Wear(_)) {
            let own = same.and_then(|at| slots[at].as_mut());
            own.into_iter().for_each(|held| settings.leave::<S, B>(held, new));
        }
        match placement {
            Placement::Discard => {}
            Placement::At(at) => slots[at] = Some(new),
            Placement::Shift { at, to } => {
                slots[to] = slots[at];
                slots[at] = Some(new);
            }
            Placement::Both(first, second) => [slots[first], slots[second]] = [Some(new); 2],
            Placement::Wear(at) => {
                slots[at] = slots[at].map(|held| held.worn::<S>(held.wear + 1));
            }
        }
        Ok(!matches!(placement, Placement::Discard | Placement::Wear(_)))
    }

    fn probe(&mut self, check: &Check, key: Key) -> Result<Place, DivergenceError> {
        let held = self.bucket(key).iter().flatten().find(|held| held.key == key).copied();
        let (found, place) = self.table.probe_place(key);
        let answer = found.map(as_found::<B>);
        check.equal(
            "a probe finds what the list holds",
            || format!("probe for {key:?}"),
            answer,
            held.map(Held::data_as_found),
        )?;
        self.refresh(key, Refresh::OnHit, 1);
        Ok(place)
    }

    fn probe_both(&mut self, check: &Check, key: Key) -> Result<(), DivergenceError> {
        let most = if S::HOLDS_TWICE { 2 } else { 1 };
        let held = self.bucket(key).iter().flatten().filter(|held| held.key == key).take(most);
        let held: Vec<_> = held.map(|held| held.data_as_found()).collect();
        let found: Vec<_> = self.table.probe_both(key).into_iter().flatten().map(as_found::<B>).collect();
        check.equal("a probe for both finds both", || format!("probe for {key:?}"), found, held)?;
        self.refresh(key, Refresh::OnHit, most);
        Ok(())
    }

    fn refresh(&mut self, key: Key, when: Refresh, most: usize) {
        let search = self.search;
        if S::AGING.refresh == when {
            let found = self.bucket(key).iter_mut().flatten().filter(|held| held.key == key).take(most);
            found.for_each(|held| {
                (held.search, held.wear) = (search, held.wear.saturating_sub(S::AGING.mended));
            });
        }
    }

    fn compare(&mut self, check: &Check, event: &str, key: Key) -> Result<(), DivergenceError> {
        let event = || format!("{event} for {key:?} in search {} with {:?}", self.search, self.settings);
        let mut seen = self.table.by_slot();
        let age = |held: Held<B>| if Self::GENERATIONS > 1 { self.search - held.search } else { 0 };
        for (slot, listed) in self.buckets.iter().flatten().enumerate() {
            let seen = seen.next().expect("the table has so many slots");
            let seen = seen.map(|held| {
                (as_found::<B>(held.payload), held.age.into(), held.wear, held.is_of_odd_iteration)
            });
            let listed = listed.map(|held| {
                let is_odd = held.is_of_odd_iteration && S::AGING.tells_iterations;
                (held.data_as_found(), age(held), held.wear, is_odd)
            });
            let event = || format!("slot {slot} after {}", event());
            check.equal("each slot holds what the list holds, as old and as worn", event, seen, listed)?;
        }

        let number = self.table.bucket_of(key);
        for &asked in self.keys.iter().filter(|&&asked| self.table.bucket_of(asked) == number) {
            let seen: Vec<_> =
                self.table.inspect(asked, |_| false).map(|finding| finding == Finding::Hit).collect();
            let held = self.buckets[number].iter();
            let held = held.map(|slot| slot.is_some_and(|held| held.key == asked)).collect();
            check.equal("each slot opens for its own key alone", event, seen, held)?;
        }
        Ok(())
    }
}

/// A slot, and what was in it.
type Victim = (usize, Option<(u64, u64, u8, bool)>);

fn content<B: Bucket>(slot: Option<Held<B>>) -> Option<(u64, u64, u8, bool)> {
    slot.map(|held| (held.data.first(), held.search, held.wear, held.is_of_odd_iteration))
}

fn stored<B: Bucket>(data: DataOf<B>) -> Option<DataOf<B>> {
    let mut offered = std::iter::once(data).chain(B::Payload::in_place_of_zero(data)).map(B::rounded);
    offered.find(Data::is_whole).map(ageless::<B::Payload>)
}

fn decide<S: Scheme, B: Bucket>(
    check: &Check,
    slots: &[Option<Held<B>>],
    same: Option<usize>,
    new: Held<B>,
    (settings, now): (Settings, Generation),
    event: &impl Fn() -> String,
) -> Result<Placement, DivergenceError> {
    let is_shown = |held: &Held<B>| !settings.time_stamping || held.search == new.search;
    let shown: Vec<_> =
        slots.iter().map(|slot| slot.filter(is_shown).map_or(Packed::EMPTY, Held::packed::<S>)).collect();
    let incoming = new.packed::<S>();
    let decide = || match (same, settings.same_position.update) {
        (None, _) => S::place(&shown, incoming, now),
        (Some(same), Update::AsScheme) => S::update(&shown, same, incoming, now),
        (Some(_), Update::Competes) => S::place(&shown, incoming, now),
        (Some(same), _) => S::overwrite(&shown, same, incoming, now),
    };
    let placement = decide();
    check.equal("a scheme is a pure function", event, decide(), placement)?;
    if S::PLACE_IGNORES_INCOMING {
        let [any, none] = [incoming, Packed::EMPTY].map(|incoming| S::place(&shown, incoming, now));
        check.equal("a scheme that ignores the incoming entry does so", event, none, any)?;
    }
    if !S::USES_AGE && !shown.iter().any(|entry| entry.is_principal_if_kept()) {
        let renewed = |entry: Packed<_>| entry.stamped_beside(S::AGING.wear_bits, now);
        let renewed: Vec<_> =
            shown.iter().map(|&entry| if entry.is_empty() { entry } else { renewed(entry) }).collect();
        let [as_old, as_new] = [&shown, &renewed].map(|residents| S::place(residents, incoming, now));
        check.equal("a scheme that uses ages says so", event, as_old, as_new)?;
    }
    let is_in_place = S::SAME.is_in_place && settings.same_position.update != Update::Competes;
    if let (Some(same), true) = (same, is_in_place) {
        // As the first slot, beside empty ones.
        let alone: Vec<_> =
            (0..slots.len()).map(|at| if at == 0 { shown[same] } else { Packed::EMPTY }).collect();
        let alone = match settings.same_position.update {
            Update::AsScheme => S::update(&alone, 0, incoming, now),
            _ => S::overwrite(&alone, 0, incoming, now),
        };
        let there = if alone == Placement::At(0) { Placement::At(same) } else { alone };
        check.equal("a scheme that updates in place looks at that slot alone", event, there, placement)?;
        let is_in_place = matches!(placement, Placement::Discard) || placement == Placement::At(same);
        check.equal("a scheme that updates in place stays there", event, is_in_place, true)?;
    }
    let named = match placement {
        Placement::Discard => [0, 0],
        Placement::At(at) | Placement::Wear(at) => [at, at],
        Placement::Shift { at, to } => [at, to],
        Placement::Both(first, second) => [first, second],
    };
    let has = named.map(|slot| slot < slots.len());
    check.equal("a scheme names slots that the bucket has", || format!("{placement:?}"), has, [true; 2])?;
    Ok(placement)
}

fn keys(count: usize, verified_bits: u32, random: &mut SplitMix64) -> Vec<Key> {
    const DRAWS: usize = 100_000;
    let mask = (u64::MAX >> (64 - verified_bits.clamp(2, 16))) & !1;
    let mut keys: Vec<Key> = Vec::with_capacity(count);
    for _ in 0..DRAWS {
        let spread = random.next();
        let differs = |other: &Key| {
            let differing = spread ^ other.spread().0;
            differing & mask != 0 && differing >> 48 != 0
        };
        if keys.iter().all(differs) {
            keys.push(Key::from_spread(Key(spread)));
        }
        if keys.len() == count {
            break;
        }
    }
    keys
}
