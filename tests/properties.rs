//! Properties: a bucket after any sequence of stores, probes and searches holds what a plain list holds that follows the
//! scheme's sentence; and entries come back from every layout as they went in.

use proptest::collection::vec;
use proptest::prelude::*;
use supplant::entry::bucket::{Cluster, LayoutName, OneWord, Pairs, Ready};
use supplant::entry::{Bucket, EngineEntry, Generation, Marks, Packed, Payload, Visits};
use supplant::scheme::{New, Refresh, Scheme, SchemeName, Stale, Visit};
use supplant::table::Update;
use supplant::{Bound, Entry, Key, Move16, Table};

/// What happens to a bucket.
#[derive(Clone, Debug)]
enum Event {
    Store { key: u64, entry: Entry },
    Probe { key: u64 },
    Cutoff { key: u64 },
    NextSearch,
}

/// The switches of a table.
#[derive(Clone, Copy, Debug)]
struct Switches {
    time_stamping: bool,
    deeper: bool,
    keeps_old_move: bool,
}

/// One entry of the model: whose, what, from which search, and how often a newcomer could not take its place, as SIEGE counts.
#[derive(Clone, Copy, Debug)]
struct Held {
    key: u64,
    entry: Entry,
    search: u32,
    wear: u32,
}

/// A bucket as the sentences of the schemes describe it.
#[derive(Debug)]
struct Model {
    scheme: &'static str,
    switches: Switches,
    slots: Vec<Option<Held>>,
    search: u32,
}

impl Model {
    fn store(&mut self, key: u64, mut entry: Entry) {
        let same = self.slots.iter().position(|slot| slot.is_some_and(|held| held.key == key));
        if let Some(resident) = same.and_then(|at| self.slots[at]) {
            let is_deeper = resident.entry.depth > entry.depth && resident.search == self.search;
            if self.switches.deeper && is_deeper || !self.switches.deeper && self.stays(resident, entry) {
                // As in the Stockfish family, the move of a result that is refused is kept; an upper bound has none there.
                let has_move = entry.mv.is_some() && entry.bound != Bound::Upper;
                if let ("DEPTHAGE", true, Some(at)) = (self.scheme, has_move, same) {
                    self.slots[at] =
                        Some(Held { entry: Entry { mv: entry.mv, ..resident.entry }, ..resident });
                }
                return;
            }
            let keeps = self.switches.keeps_old_move || ["DEPTHAGE", "EXACTAGE"].contains(&self.scheme);
            if keeps && !entry.mv.is_some() {
                entry.mv = resident.entry.mv;
            }
        }
        // Never found: an eighth; an upper bound: half of that. What has been found stays so.
        let unfound = if entry.bound == Bound::Upper { 4 } else { 3 };
        let wear = same.and_then(|at| self.slots[at]).map_or(unfound, |resident| unfound.min(resident.wear));
        let new = Held { key, entry, search: self.search, wear };
        match (self.scheme, same) {
            ("TWODEEP" | "TWOBIG1" | "TWONEAR" | "TWOBIG1PV" | "TWONEARPV", Some(same)) => {
                self.update_two_level(new, same);
            }
            ("TWODEEP" | "TWOBIG1" | "TWONEAR", None) => self.store_two_level(new),
            ("TWOBIG1PV" | "TWONEARPV", None) => self.store_beside_principal(new),
            ("THOMPSON", _) => {
                let is_deep = self.competitor(0).is_none_or(|old| new.entry.depth >= old.entry.depth);
                if is_deep || same == Some(0) && self.switches.deeper {
                    self.slots[0] = Some(new);
                }
                self.slots[1] = Some(new);
            }
            // Moreland and Rival compare with whatever holds the index.
            ("ANCIENT" | "STALE", Some(_)) if !self.switches.deeper => self.store_elsewhere(new),
            (_, Some(at)) => self.slots[at] = Some(new),
            (_, None) => self.store_elsewhere(new),
        }
    }

    /// Whether the scheme keeps the older of two entries of one position.
    fn stays(&self, old: Held, new: Entry) -> bool {
        match self.scheme {
            "DEPTHAGE" => {
                let reach = i32::from(new.depth) + if new.principal { 2 } else { 0 };
                let of_this_search = old.search == self.search;
                of_this_search && new.bound != Bound::Exact && reach <= i32::from(old.entry.depth) - 4
            }
            "EXACTAGE" => {
                let says_no_less = match new.bound {
                    Bound::Exact => true,
                    Bound::Lower => new.score <= old.entry.score,
                    Bound::Upper => new.score >= old.entry.score,
                };
                let stands = !self.switches.time_stamping || old.search == self.search;
                stands && old.entry.depth > new.depth && old.entry.bound == new.bound && says_no_less
            }
            _ => false,
        }
    }

    /// The entry in a slot that stands against a newcomer; a stamped one does not.
    fn competitor(&self, at: usize) -> Option<Held> {
        self.slots[at].filter(|held| !self.switches.time_stamping || held.search == self.search)
    }

    /// What the two levels are sorted by.
    fn value(&self, held: Held) -> u64 {
        let value = match self.scheme {
            // These entries do not keep how far from the root they are.
            "TWODEEP" | "TWONEAR" | "TWONEARPV" => u64::from(held.entry.depth),
            _ => held.entry.size,
        };
        if self.is_kept(held) { u64::MAX - 1_000_000 + value.min(1_000_000) } else { value }
    }

    /// Whether it is one that other positions may not overwrite.
    fn is_kept(&self, held: Held) -> bool {
        self.scheme.ends_with("PV") && held.entry.principal && held.search == self.search
    }

    /// As below; but of those that may not be overwritten, none is lost to one that may.
    fn store_beside_principal(&mut self, new: Held) {
        let kept = [0, 1].map(|at| self.competitor(at).is_some_and(|held| self.is_kept(held)));
        match kept {
            [true, true] if !self.is_kept(new) => {}
            [false, true] => {
                let mut both = [Some(new), self.slots[1]];
                both.sort_by_key(|slot| std::cmp::Reverse(slot.map_or(0, |held| self.value(held))));
                self.slots = both.to_vec();
            }
            _ => self.store_two_level(new),
        }
    }

    /// The newest is always stored; of the other two the less important is overwritten.
    fn store_two_level(&mut self, new: Held) {
        match self.competitor(0) {
            None if self.competitor(1).is_some_and(|other| self.value(other) > self.value(new)) => {
                self.slots = vec![self.slots[1], Some(new)];
            }
            None => self.slots[0] = Some(new),
            Some(old) if self.value(new) < self.value(old) => self.slots[1] = Some(new),
            Some(_) => self.slots = vec![Some(new), self.slots[0]],
        }
    }

    /// The new entry takes the place of its old one; the more important of the two then has the first level, and the other, stamped
    /// or not, stays.
    fn update_two_level(&mut self, new: Held, same: usize) {
        let first = self.competitor(1 - same).is_none_or(|other| self.value(new) >= self.value(other));
        let other = self.slots[1 - same];
        self.slots = if first { vec![Some(new), other] } else { vec![other, Some(new)] };
    }

    /// A position that has no entry in the bucket meets those of others.
    fn store_elsewhere(&mut self, new: Held) {
        let age = |held: Held| self.search - held.search;
        let depth = |held: Held| i64::from(held.entry.depth);
        let alone = self.competitor(0);
        let free = (0..self.slots.len()).find(|&at| self.competitor(at).is_none());
        let lowest = |value: &dyn Fn(Held) -> i64| self.lowest(value);
        let if_free_or = |yields: &dyn Fn(Held) -> bool| alone.is_none_or(yields).then_some(0);
        let at = match self.scheme {
            "NEW" => Some(0),
            "OLD" => if_free_or(&|_| false),
            "DEEP" => if_free_or(&|old| depth(new) >= depth(old)),
            "BIG1" | "BIGALL" => if_free_or(&|old| new.entry.size >= old.entry.size),
            "ANCIENT" | "STALE" => if_free_or(&|old| depth(new) >= depth(old) || age(old) > 0),
            "PRINCIPAL" => if_free_or(&|old| match (old.entry.principal, new.entry.principal) {
                (true, _) if age(old) > 0 => true,
                (true, false) => false,
                (false, true) => true,
                _ => depth(new) >= depth(old),
            }),
            "DEPTHAGE" => free.or(lowest(&|held| depth(held) - 8 * i64::from(age(held)))),
            "EXACTAGE" => free.or(lowest(&|held| {
                let exact = if held.entry.bound == Bound::Exact { 3 } else { 0 };
                depth(held) + exact - if age(held) > 0 { 1000 } else { 0 }
            })),
            "UNDERCUT" => {
                let last = self.slots.len() - 1;
                let shallowest = (0..last)
                    .filter_map(|at| self.competitor(at).map(|held| (depth(held), at)))
                    .min()
                    .map(|(_, at)| at);
                free.filter(|&at| at < last)
                    .or(shallowest
                        .filter(|&at| self.competitor(at).is_some_and(|old| depth(old) <= depth(new) + 1)))
                    .or(Some(last))
            }
            "CRAFTY" | "WIDEDEEP" | "FOURBIG" | "WIDEBIG" => free.or_else(|| self.of_wide_bucket(new)),
            "SIEGE" => {
                let worth = |held: Held| i64::from(held.entry.size.max(1).ilog2()) - i64::from(held.wear);
                let is_old = |held: Held| age(held) > 0;
                let weakest = free.or(lowest(&|held| worth(held) - if is_old(held) { 1000 } else { 0 }));
                let holds = weakest
                    .and_then(|at| self.competitor(at))
                    .is_some_and(|old| !is_old(old) && worth(new) + 2 < worth(old));
                if let Some(at) = weakest.filter(|_| holds) {
                    self.slots[at].iter_mut().for_each(|held| held.wear = 7.min(held.wear + 1));
                }
                weakest.filter(|_| !holds)
            }
            unknown => panic!("the model knows no scheme called {unknown}: write its sentence down here"),
        };
        if let Some(at) = at {
            self.slots[at] = Some(new);
        }
    }

    /// The slot whose entry has the least of something.
    fn lowest(&self, value: &dyn Fn(Held) -> i64) -> Option<usize> {
        let all = self.slots.iter().enumerate();
        all.filter_map(|(at, slot)| slot.map(|held| (value(held), at))).min().map(|(_, at)| at)
    }

    /// Of a full bucket the least of those of an earlier search, else of all; where none is always replaced, if it is no more than
    /// the new one.
    fn of_wide_bucket(&self, new: Held) -> Option<usize> {
        let measure = |held: Held| match self.scheme {
            "CRAFTY" | "WIDEDEEP" => i64::from(held.entry.depth),
            _ => held.entry.size as i64,
        };
        let value = |held: Held| measure(held) - if self.search > held.search { 1_000_000_000 } else { 0 };
        let least = self.lowest(&value)?;
        let always = !self.scheme.starts_with("WIDE");
        let yields = always || self.slots[least].is_some_and(|held| value(held) <= measure(new));
        yields.then_some(least)
    }

    fn probe(&mut self, key: u64) {
        if ["STALE", "EXACTAGE", "SIEGE"].contains(&self.scheme) {
            self.refresh(key);
        }
    }

    fn cut_by(&mut self, key: u64) {
        if self.scheme == "CRAFTY" {
            self.refresh(key);
        }
    }

    fn refresh(&mut self, key: u64) {
        let search = self.search;
        let found = self.slots.iter_mut().flatten().find(|held| held.key == key);
        // Only SIEGE's wear counts: two octaves are mended.
        found.into_iter().for_each(|held| (held.search, held.wear) = (search, held.wear.saturating_sub(2)));
    }

    /// Entry and age, slot by slot.
    fn contents(&self) -> Vec<Option<(Entry, u32)>> {
        self.slots.iter().map(|slot| slot.map(|held| (held.entry, self.search - held.search))).collect()
    }
}

/// Runs the events on a table of one bucket and on the model.
struct Follow<'a> {
    events: &'a [Event],
    switches: Switches,
}

impl Visit for &Follow<'_> {
    type Out = Result<(), TestCaseError>;

    fn visit<S: Scheme, B: Ready>(self) -> Self::Out {
        let Follow { events, switches } = *self;
        let mut table = Table::<S, B>::with_slots(B::SLOTS).expect("one bucket is to be had");
        table.set_time_stamping(switches.time_stamping);
        table.set_update(if switches.deeper { Update::Deeper } else { Update::AsScheme });
        table.set_keeps_old_move(switches.keeps_old_move);
        let mut model = Model { scheme: S::NAME, switches, slots: vec![None; B::SLOTS], search: 0 };
        for event in events {
            match *event {
                Event::Store { key, entry } => {
                    table.store(Key(key), entry);
                    // The model competes with what the bucket can hold.
                    model.store(key, Entry::unpack(B::rounded(entry.pack())));
                }
                Event::Probe { key } => {
                    let _ = table.probe(Key(key));
                    model.probe(key);
                }
                Event::Cutoff { key } => {
                    table.cut_by(Key(key));
                    model.cut_by(key);
                }
                // As many as the layout still tells apart.
                Event::NextSearch if u64::from(model.search) + 1 < B::GENERATIONS >> S::WEAR_BITS => {
                    table.new_generation();
                    model.search += 1;
                }
                Event::NextSearch => {}
            }
            let seen = table.entries().map(|slot| slot.map(|held| (held.payload, u32::from(held.age))));
            prop_assert_eq!(
                seen.collect::<Vec<_>>(),
                model.contents(),
                "{} {} {:?}",
                S::NAME,
                B::NAME,
                event
            );
        }
        Ok(())
    }
}

fn bound() -> impl Strategy<Value = Bound> {
    prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)]
}

/// Entries that compete closely: few depths, few sizes; the score tells them apart.
fn close_entry() -> impl Strategy<Value = Entry> {
    let sizes = prop_oneof![0..4u64, 0..5000u64];
    (any::<i16>(), 0..3u16, bound(), 0..14u8, sizes, any::<bool>()).prop_map(
        |(score, mv, bound, depth, size, principal)| Entry {
            mv: Move16(mv),
            score,
            bound,
            depth,
            size,
            principal,
            ..Entry::default()
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    let key = 1..8u64;
    prop_oneof![
        8 => (key.clone(), close_entry()).prop_map(|(key, entry)| Event::Store { key, entry }),
        3 => key.clone().prop_map(|key| Event::Probe { key }),
        1 => key.prop_map(|key| Event::Cutoff { key }),
        1 => Just(Event::NextSearch),
    ]
}

/// At most three searches after the first: ages that nearly every layout still tells apart.
fn events() -> impl Strategy<Value = Vec<Event>> {
    vec(event(), 1..60).prop_map(|events| {
        let mut searches = 0;
        let is_searched = |event: &Event| {
            searches += u32::from(matches!(event, Event::NextSearch));
            !matches!(event, Event::NextSearch) || searches <= 3
        };
        events.into_iter().filter(is_searched).collect()
    })
}

/// What happens to a table that lives through many searches.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Store(u64),
    Probe(u64),
    Searches(u16),
}

/// Sequences with up to 300 searches, one at a time and many in a row.
fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let searches = prop_oneof![Just(1), 1..20u16, 1..150u16];
    let happening = prop_oneof![
        4 => (0..40u64).prop_map(Happening::Store),
        2 => (0..40u64).prop_map(Happening::Probe),
        3 => searches.prop_map(Happening::Searches),
    ];
    vec(happening, 1..60).prop_map(|mut happenings| {
        let mut left = 300;
        for happening in &mut happenings {
            if let Happening::Searches(searches) = happening {
                *searches = left.min(*searches);
                left -= *searches;
            }
        }
        happenings
    })
}

/// Follows the true ages of all entries of a table of `slots` slots, a power of two. An entry is known by its score, the number of
/// its store.
fn ages_are_true<S: Scheme, B: Bucket<Payload = Entry>>(
    slots: usize,
    happenings: &[Happening],
) -> Result<(), TestCaseError> {
    // Spread over all buckets.
    let key = |number: u64| Key((number * 0x0655_5555_5555_5555) & !0xFFFF | number);
    let table = Table::<S, B>::with_slots(slots).expect("a small table is to be had");
    // By store, the search in which its entry was written or made fresh.
    let mut dates = Vec::<u16>::new();
    let mut search = 0;
    let check = |search: u16, dates: &[u16]| {
        for held in table.entries().flatten() {
            let date = dates[held.payload.score as u16 as usize];
            let truth = search - date;
            let oldest = (B::GENERATIONS - 1) as u16;
            prop_assert_eq!(u16::from(held.age), truth.min(oldest), "search {}", search);
            prop_assert!(search / 64 - date / 64 <= 1, "of {date}, expired in search {search}");
        }
        Ok(())
    };
    for &happening in happenings {
        match happening {
            Happening::Store(number) => {
                let entry = Entry { score: dates.len() as i16, depth: 1, ..Entry::default() };
                dates.push(search);
                table.store(key(number), entry);
            }
            Happening::Probe(number) => {
                let found = table.probe(key(number));
                if let Some(entry) = found.filter(|_| S::REFRESH == Refresh::OnHit) {
                    dates[entry.score as u16 as usize] = search;
                }
            }
            Happening::Searches(searches) => {
                for _ in 0..searches {
                    let live = table.entries().flatten().count();
                    table.new_generation();
                    search += 1;
                    check(search, &dates)?;
                    let is_epoch = search % 64 == 0;
                    prop_assert!(is_epoch || table.entries().flatten().count() == live, "none is lost");
                }
            }
        }
        check(search, &dates)?;
    }
    Ok(())
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let fields = (any::<u16>(), any::<i16>(), bound(), any::<u8>(), any::<u64>(), any::<[bool; 3]>());
    fields.prop_map(|(mv, score, bound, depth, size, [principal, extended, drawn])| Entry {
        mv: Move16(mv),
        score,
        bound,
        depth,
        size,
        principal,
        marks: Marks::new(extended, drawn),
    })
}

/// The data of a payload that went through a bucket of `B`, sealed for `key`.
fn through<B: Bucket>(key: Key, payload: B::Payload) -> Option<B::Payload> {
    B::open(B::seal(key, payload.pack()), key).map(B::Payload::unpack)
}

proptest! {
    #[test]
    fn a_bucket_holds_what_the_sentence_of_its_scheme_says(
        events in events(),
        [time_stamping, deeper, keeps_old_move] in any::<[bool; 3]>(),
    ) {
        let follow = Follow { events: &events, switches: Switches { time_stamping, deeper, keeps_old_move } };
        for scheme in SchemeName::ALL {
            for &layout in LayoutName::ALL {
                // A scheme of so many slots has no bucket in a layout of others.
                scheme.visit_in(layout, &follow).unwrap_or(Ok(()))?;
            }
        }
    }

    #[test]
    fn no_number_of_searches_makes_an_entry_look_young(log_slots in 10..13u32, happenings in happenings()) {
        ages_are_true::<New, Pairs<1>>(1 << log_slots, &happenings)?;
        ages_are_true::<Stale, Pairs<1>>(1 << log_slots, &happenings)?;
    }

    #[test]
    fn an_entry_survives_packing_but_for_the_precision_of_its_size(entry in any_entry()) {
        let back = Entry::unpack(entry.pack());
        prop_assert_eq!(Entry { size: entry.size, ..back }, entry);
        let limit = entry.size.min(supplant::entry::size::MAX);
        prop_assert!(back.size.abs_diff(limit) <= limit / 128);
    }

    #[test]
    fn an_engines_entry_and_visits_survive_packing(
        (mv, score, evaluation) in any::<(u16, i16, i16)>(),
        (depth, pv) in any::<(u8, bool)>(),
        bound in bound(),
        (visits, value) in (1..=u32::MAX, any::<f32>()),
    ) {
        let entry = EngineEntry { mv: Move16(mv), score, evaluation, bound, depth, pv };
        prop_assert_eq!(EngineEntry::unpack(entry.pack()), entry);
        let back = Visits::unpack(Visits { visits, value }.pack());
        prop_assert_eq!((back.visits, back.value.to_bits()), (visits, value.to_bits()));
    }

    #[test]
    fn an_entry_survives_every_bucket_as_far_as_the_bucket_says(entry in any_entry(), key in any::<u64>()) {
        let key = Key(key | 1);
        let exact = Entry::unpack(entry.pack());
        prop_assert_eq!(through::<Pairs<1>>(key, entry), Some(exact));
        prop_assert_eq!(through::<Cluster>(key, entry), Some(exact));
        let back = through::<OneWord<1>>(key, entry).expect("it was sealed for this key");
        prop_assert_eq!(back.depth, entry.depth.min(63));
        prop_assert!(back.size <= entry.size.max(1) && (back.size == 1 << 21 || entry.size / 8 <= back.size));
        prop_assert_eq!(back.marks, Marks::NONE);
        let Entry { depth, size, marks, .. } = entry;
        prop_assert_eq!(Entry { depth, size, marks, ..back }, entry);
        let once = OneWord::<1>::rounded(entry.pack());
        prop_assert_eq!(OneWord::<1>::rounded(once), once);
    }
}

#[test]
fn fields_at_their_limits_survive_and_do_not_touch_each_other() {
    let none = Entry::default();
    let limits = [
        none,
        Entry { mv: Move16(u16::MAX), ..none },
        Entry { score: i16::MIN, ..none },
        Entry { score: i16::MAX, ..none },
        Entry { depth: 63, ..none },
        Entry { bound: Bound::Exact, ..none },
        Entry { principal: true, ..none },
        Entry { size: 1 << 21, ..none },
    ];
    for entry in limits {
        for number in [0, 15] {
            let now = Generation::new(number);
            let packed = Packed::from(entry).stamped(now);
            assert_eq!((packed.unpack(), packed.age(now)), (Some(entry), 0));
            // The least size of a class of 8 is 1.
            let expected = Entry { size: entry.size.max(1), ..entry };
            for tag in [0, 1, u64::from(u16::MAX)] {
                let sealed = OneWord::<1>::seal(Key(tag), [packed.word()]);
                let opened = OneWord::<1>::open(sealed, Key(tag)).map(Entry::unpack);
                assert_eq!(opened, Some(expected));
                assert_eq!(OneWord::<1>::peek(sealed).age(now), 0);
                assert!(OneWord::<1>::open(sealed, Key(tag ^ 1)).is_none());
            }
        }
    }
}

#[test]
fn zero_words_are_empty_in_every_bucket() {
    fn is_empty<B: Bucket<Payload = Entry>>() {
        use supplant::entry::Zeroed;
        let words = B::load(&B::Cells::empty(), 0);
        assert!(B::peek(words).is_empty() && B::open(words, Key(0)).is_none(), "{}", B::NAME);
    }
    assert!(Packed::<Entry>::from_word(0).is_empty() && Packed::<Entry>::EMPTY.unpack().is_none());
    is_empty::<Pairs<1>>();
    is_empty::<OneWord<8>>();
    is_empty::<Cluster>();
}
