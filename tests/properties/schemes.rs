//! A bucket always equals the model of its scheme.

use proptest::collection::vec;
use proptest::prelude::*;
use supplant::entry::Payload as _;
use supplant::entry::bucket::{LayoutName, Ready};
use supplant::scheme::{Scheme, SchemeName, Visit};
use supplant::table::SamePosition;
use supplant::table::Update;
use supplant::table::{Options, TableBuilder};
use supplant::{Bound, Key, Move16, SizedEntry};

use crate::model::{Event, Model, Switches};

struct Follow<'a> {
    events: &'a [Event],
    switches: Switches,
}

impl Visit for &Follow<'_> {
    type Payload = SizedEntry;
    type Out = Result<(), TestCaseError>;

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> Self::Out {
        let Follow { events, switches } = *self;
        let update = if switches.deeper { Update::Deeper } else { Update::AsScheme };
        let Switches { time_stamping, inherits_move, leaves_move, .. } = switches;
        let same_position = SamePosition { update, inherits_move, leaves_move, lowers_depth: None };
        let options = Options { time_stamping, same_position };
        let table = TableBuilder::<S, B>::new().slots(B::SLOTS).options(options).build();
        let table = table.expect("one bucket is available");
        let mut model =
            Model { scheme: S::NAME, switches, slots: vec![None; B::SLOTS], search: 0, iteration: 0 };
        for event in events {
            match *event {
                Event::Store { key, entry } => {
                    table.store(Key(key), entry);
                    let kept = Some(B::rounded(entry.pack())).filter(|&data| data != [0]);
                    let kept = kept.or(SizedEntry::in_place_of_zero([0])).expect("there is such an entry");
                    model.store(key, SizedEntry::unpack(B::rounded(kept)));
                }
                Event::Probe { key } => {
                    let _ = table.probe(Key(key));
                    model.probe(key);
                }
                Event::Cutoff { key } => {
                    table.cut_by(Key(key));
                    model.cut_by(key);
                }
                Event::NextSearch if u64::from(model.search) + 1 < B::GENERATIONS >> S::AGING.wear_bits => {
                    table.new_generation();
                    model.search += 1;
                }
                Event::NextSearch => {}
                Event::NextIteration => {
                    table.new_iteration();
                    model.iteration += 1;
                }
            }
            let seen = table.by_slot().map(|slot| slot.map(|held| (held.payload, u32::from(held.age))));
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

pub(crate) fn bound() -> impl Strategy<Value = Bound> {
    prop_oneof![Just(Bound::None), Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)]
}

fn close_entry() -> impl Strategy<Value = SizedEntry> {
    let sizes = prop_oneof![0..4u64, 0..5000u64];
    (any::<i16>(), 0..3u16, bound(), 0..14u8, sizes, any::<bool>()).prop_map(
        |(score, mv, bound, depth, size, principal)| SizedEntry {
            mv: Move16(mv),
            score,
            bound,
            depth,
            size,
            principal,
            ..SizedEntry::default()
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
        1 => Just(Event::NextIteration),
    ]
}

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

proptest! {
    #[test]
    fn a_bucket_holds_what_the_sentence_of_its_scheme_says(
        events in events(),
        [time_stamping, deeper] in any::<[bool; 2]>(),
        [inherits_move, leaves_move] in any::<[Option<bool>; 2]>(),
    ) {
        let switches = Switches { time_stamping, deeper, inherits_move, leaves_move };
        let follow = Follow { events: &events, switches };
        for scheme in SchemeName::ALL {
            for &layout in LayoutName::ALL {
                scheme.visit_in(layout, &follow).unwrap_or(Ok(()))?;
            }
        }
    }
}
