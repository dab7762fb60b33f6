//! Properties: a bucket after any sequence of stores, probes and searches holds what a plain list holds that follows the
//! scheme's sentence; and entries come back from every layout as they went in.

use proptest::collection::vec;
use proptest::prelude::*;
use supplant::entry::{Generation, Layout, Packed, Single, XorPair};
use supplant::scheme::{New, Scheme, SchemeName, Stale, Visit};
use supplant::table::Update;
use supplant::{Bound, Entry, Key, Move16, Table};

/// What happens to a bucket.
#[derive(Clone, Debug)]
enum Event {
    Store { key: u64, entry: Entry },
    Probe { key: u64 },
    NextSearch,
}

/// The switches of a table.
#[derive(Clone, Copy, Debug)]
struct Switches {
    time_stamping: bool,
    deeper: bool,
    keeps_old_move: bool,
}

/// One entry of the model: whose, what, and from which search.
#[derive(Clone, Copy, Debug)]
struct Held {
    key: u64,
    entry: Entry,
    search: u32,
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
            if self.switches.deeper && is_deeper {
                return;
            }
            if self.switches.keeps_old_move && !entry.mv.is_some() {
                entry.mv = resident.entry.mv;
            }
        }
        let new = Held { key, entry, search: self.search };
        match (self.scheme, same) {
            ("TWODEEP" | "TWOBIG1", Some(0)) => self.slots[0] = Some(new),
            ("TWODEEP" | "TWOBIG1", _) => self.store_two_level(new, same),
            ("THOMPSON", _) => {
                if self.competitor(0).is_none_or(|old| new.entry.depth >= old.entry.depth) {
                    self.slots[0] = Some(new);
                }
                self.slots[1] = Some(new);
            }
            (_, Some(at)) => self.slots[at] = Some(new),
            (_, None) => self.store_elsewhere(new),
        }
    }

    /// The entry in a slot that stands against a newcomer; a stamped one does not.
    fn competitor(&self, at: usize) -> Option<Held> {
        self.slots[at].filter(|held| !self.switches.time_stamping || held.search == self.search)
    }

    /// Where the position stands in the second level and climbs, what held the first, stamped or not, takes its place.
    fn store_two_level(&mut self, new: Held, same: Option<usize>) {
        let value = |held: Held| match self.scheme {
            "TWODEEP" => u64::from(held.entry.depth),
            _ => held.entry.size,
        };
        match self.competitor(0) {
            None if same.is_none() => self.slots[0] = Some(new),
            Some(old) if value(new) < value(old) => self.slots[1] = Some(new),
            _ => self.slots = vec![Some(new), self.slots[0]],
        }
    }

    /// A position that has no entry in the bucket meets those of others.
    fn store_elsewhere(&mut self, new: Held) {
        let age = |held: Held| self.search - held.search;
        let depth = |held: Held| i64::from(held.entry.depth);
        let alone = self.competitor(0);
        let free = (0..self.slots.len()).find(|&at| self.competitor(at).is_none());
        let lowest = |value: &dyn Fn(Held) -> i64| {
            let all = self.slots.iter().enumerate();
            all.filter_map(|(at, slot)| slot.map(|held| (value(held), at))).min().map(|(_, at)| at)
        };
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
            "CRAFTY" => free.or(lowest(&|held| depth(held) - if age(held) > 0 { 1000 } else { 0 })),
            "EXACTAGE" => free.or(lowest(&|held| {
                let exact = if held.entry.bound == Bound::Exact { 3 } else { 0 };
                depth(held) + exact - if age(held) > 0 { 1000 } else { 0 }
            })),
            "UNDERCUT" => {
                let shallowest = (0..3)
                    .filter_map(|at| self.competitor(at).map(|held| (depth(held), at)))
                    .min()
                    .map(|(_, at)| at);
                free.filter(|&at| at < 3)
                    .or(shallowest
                        .filter(|&at| self.competitor(at).is_some_and(|old| depth(old) <= depth(new) + 1)))
                    .or(Some(3))
            }
            unknown => panic!("the model knows no scheme called {unknown}: write its sentence down here"),
        };
        if let Some(at) = at {
            self.slots[at] = Some(new);
        }
    }

    fn probe(&mut self, key: u64) {
        if ["STALE", "EXACTAGE"].contains(&self.scheme) {
            let search = self.search;
            let found = self.slots.iter_mut().flatten().find(|held| held.key == key);
            found.into_iter().for_each(|held| held.search = search);
        }
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

impl Follow<'_> {
    fn with<S: Scheme, L: Layout>(&self) -> Result<(), TestCaseError> {
        let Self { events, switches } = *self;
        let mut table = Table::<S, L>::with_slots(S::SLOTS).expect("one bucket is to be had");
        table.set_time_stamping(switches.time_stamping);
        table.set_update(if switches.deeper { Update::Deeper } else { Update::Newest });
        table.set_keeps_old_move(switches.keeps_old_move);
        let mut model = Model { scheme: S::NAME, switches, slots: vec![None; S::SLOTS], search: 0 };
        for event in events {
            match *event {
                Event::Store { key, entry } => {
                    table.store(Key(key), entry);
                    // The model competes with what the layout can hold.
                    model.store(key, L::rounded(Packed::from(entry)).unpack().expect("an entry"));
                }
                Event::Probe { key } => {
                    let _ = table.probe(Key(key));
                    model.probe(key);
                }
                Event::NextSearch => {
                    table.new_generation();
                    model.search += 1;
                }
            }
            let now = table.generation();
            let plain = |entry: Entry| Entry { generation: Generation::default(), ..entry };
            let seen =
                table.entries().map(|slot| slot.map(|it| (plain(it), u32::from(it.generation.age(now)))));
            prop_assert_eq!(
                seen.collect::<Vec<_>>(),
                model.contents(),
                "{} {} {:?}",
                S::NAME,
                L::NAME,
                event
            );
        }
        Ok(())
    }
}

impl Visit for &Follow<'_> {
    type Out = Result<(), TestCaseError>;

    fn visit<S: Scheme>(self) -> Self::Out {
        self.with::<S, XorPair>()?;
        self.with::<S, Single>()
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
        3 => key.prop_map(|key| Event::Probe { key }),
        1 => Just(Event::NextSearch),
    ]
}

/// At most three searches after the first: ages that every layout still tells apart.
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

/// Follows the true ages of all entries of a table of `slots` slots. An entry is known by its score, the number of its
/// store.
fn ages_are_true<S: Scheme, L: Layout>(slots: usize, happenings: &[Happening]) -> Result<(), TestCaseError> {
    // Spread over all buckets, and told apart by the low bits, which every layout verifies.
    let key = |number: u64| Key((number * 0x0655_5555_5555_5555) & !0xFFFF | number);
    let table = Table::<S, L>::with_slots(slots).expect("a small table is to be had");
    // By store, the search in which its entry was written or made fresh.
    let mut dates = Vec::<u16>::new();
    let mut search = 0;
    let check = |search: u16, dates: &[u16]| {
        let now = table.generation();
        for entry in table.entries().flatten() {
            let (age, truth) =
                (u16::from(entry.generation.age(now)), search - dates[entry.score as u16 as usize]);
            let (oldest, range) = (u16::from(L::GENERATIONS / 4), u16::from(L::GENERATIONS));
            prop_assert!(age >= truth.min(oldest), "{age} looks younger than {truth}, search {search}");
            prop_assert!(age <= truth && age < range, "{age} looks older than {truth}, search {search}");
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
                if let Some(entry) = found.filter(|_| S::REFRESHES_ON_HIT) {
                    dates[entry.score as u16 as usize] = search;
                }
            }
            Happening::Searches(searches) => {
                for _ in 0..searches {
                    let held = table.entries().flatten().count();
                    table.new_generation();
                    search += 1;
                    check(search, &dates)?;
                    prop_assert_eq!(table.entries().flatten().count(), held, "none is lost");
                }
            }
        }
        check(search, &dates)?;
    }
    Ok(())
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let fields = (any::<u16>(), any::<i16>(), bound(), any::<u8>(), any::<u64>(), 0..64u8, any::<bool>());
    fields.prop_map(|(mv, score, bound, depth, size, generation, principal)| Entry {
        mv: Move16(mv),
        score,
        bound,
        depth,
        size,
        generation: Generation::new(generation),
        principal,
    })
}

proptest! {
    #[test]
    fn a_bucket_holds_what_the_sentence_of_its_scheme_says(
        events in events(),
        [time_stamping, deeper, keeps_old_move] in any::<[bool; 3]>(),
    ) {
        let follow = Follow { events: &events, switches: Switches { time_stamping, deeper, keeps_old_move } };
        for scheme in SchemeName::ALL {
            scheme.visit(&follow)?;
        }
    }

    #[test]
    fn no_number_of_searches_makes_an_entry_look_young(slots in 1..100usize, happenings in happenings()) {
        ages_are_true::<New, XorPair>(slots, &happenings)?;
        ages_are_true::<New, Single>(slots, &happenings)?;
        ages_are_true::<Stale, XorPair>(slots, &happenings)?;
        ages_are_true::<Stale, Single>(slots, &happenings)?;
    }

    #[test]
    fn an_entry_survives_packing_but_for_the_precision_of_its_size(entry in any_entry()) {
        let back = Packed::from(entry).unpack().expect("an entry");
        prop_assert_eq!(Entry { size: entry.size, ..back }, entry);
        let limit = entry.size.min(supplant::entry::size::MAX);
        prop_assert!(back.size.abs_diff(limit) <= limit / 128);
    }

    #[test]
    fn an_entry_survives_every_layout_as_far_as_the_layout_says(entry in any_entry(), key in any::<u64>()) {
        let (key, packed) = (Key(key | 1), Packed::from(entry));
        prop_assert_eq!(XorPair::open(XorPair::seal(key, packed), key), packed);
        prop_assert_eq!(XorPair::rounded(packed), packed);
        let back = Single::open(Single::seal(key, packed), key).unpack().expect("an entry");
        let generation = back.generation.recalled(Single::GENERATIONS, entry.generation);
        prop_assert_eq!(generation, entry.generation, "of the current search");
        prop_assert_eq!(back.depth, entry.depth.min(63));
        prop_assert!(back.size <= entry.size.max(1) && (back.size == 1 << 21 || entry.size / 8 <= back.size));
        let exact = Entry { depth: entry.depth, size: entry.size, generation: entry.generation, ..back };
        prop_assert_eq!(exact, entry);
        let twice = Single::rounded(Single::rounded(packed));
        prop_assert_eq!(twice, Single::rounded(packed));
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
        Entry { generation: Generation::new(15), ..none },
        Entry { principal: true, ..none },
        Entry { size: 1 << 21, ..none },
    ];
    for entry in limits {
        let packed = Packed::from(entry);
        assert_eq!(packed.unpack(), Some(entry));
        // The least size of a class of 8 is 1.
        let expected = Entry { size: entry.size.max(1), ..entry };
        for tag in [0, 1, u64::from(u16::MAX)] {
            assert_eq!(Single::open(Single::seal(Key(tag), packed), Key(tag)).unpack(), Some(expected));
            assert!(Single::open(Single::seal(Key(tag), packed), Key(tag ^ 1)).is_empty());
        }
    }
    let deepest = Packed::from(Entry { depth: u8::MAX, generation: Generation::new(63), ..none });
    assert_eq!(deepest.unpack().map(|it| (it.depth, it.generation)), Some((u8::MAX, Generation::new(63))));
}

#[test]
fn zero_words_are_empty_in_every_layout() {
    assert!(Packed(0).is_empty() && Packed(0).unpack().is_none());
    assert!(Single::peek(Single::load(&Default::default())).is_empty());
    assert!(XorPair::open(XorPair::load(&Default::default()), Key(0)).is_empty());
}
