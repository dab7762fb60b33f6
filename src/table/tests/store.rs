//! Tests of what a store changes.

use super::{WithLine, entry};
use crate::conformance::in_every_kind;
use crate::entry::bucket::{Checked, Cluster, OneWord, Pairs, Ready};
use crate::entry::{
    Bound, Bucket, Entry, Facts, Generation, Move16, Narrow, Packed, Payload, SizedEntry, Visits, Zeroed,
};
use crate::key::{Key, SplitMix64};
use crate::scheme::Aging;
use crate::scheme::{
    Ancient, Any, Big1, Deep, DepthAge, Margin, New, Old, Placement, Refresh, Same, Scheme, Siege, Thompson,
    TwoDeep, Visit,
};
use crate::table::probe::What;
use crate::table::{Fold, Index, LowBits, MultiplyShift, Place, Table, Update};
use crate::table::{Options, SamePosition};
use crate::table::{SizedBucket, TableBuilder};

#[test]
fn what_is_stored_is_found_in_a_table_of_every_kind() {
    #[derive(Clone, Copy)]
    struct Found;
    impl Visit for Found {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            for key in [Key(0), Key(1), Key(u64::MAX), Key(0x8000_0000_0000_0000)] {
                let table = TableBuilder::<S, B>::new().slots(1 << 12).build().unwrap();
                assert_eq!(table.probe(key), None, "{} {} {key:?}", S::NAME, B::NAME);
                assert!(table.offer(key, entry(3)));
                let rounded = SizedEntry::unpack(B::rounded(entry(3).pack()));
                assert_eq!(table.probe(key), Some(rounded), "{} {} {key:?}", S::NAME, B::NAME);
            }
        }
    }
    in_every_kind(|_| Found);
}

#[test]
fn a_store_says_whether_a_probe_finds_it() {
    #[derive(Clone, Copy)]
    struct Told;
    impl Visit for Told {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            let table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().unwrap();
            let mut random = SplitMix64::new(2);
            let mut said = [0, 0];
            for score in 0..2000 {
                let (key, depth) = (Key(random.below(9)), random.below(9) as u8);
                let kept = table.offer(key, SizedEntry { score, ..entry(depth) });
                let is_there = table.probe_both(key).into_iter().flatten().any(|found| found.score == score);
                assert_eq!(kept, is_there, "{} {}", S::NAME, B::NAME);
                said[usize::from(kept)] += 1;
            }
            assert!(said[1] > 100, "{said:?}");
        }
    }
    in_every_kind(|_| Told);
}

#[test]
fn a_store_that_knows_the_place_does_as_one_that_does_not() {
    #[derive(Clone, Copy)]
    struct Alike;
    impl Visit for Alike {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            let [mut knowing, mut plain] =
                [0, 1].map(|_| TableBuilder::<S, B>::new().slots(B::SLOTS).build().unwrap());
            let (mut random, mut places) = (SplitMix64::new(3), Vec::new());
            for i in 0..5000 {
                knowing.set_options(Options { time_stamping: i > 2500, ..Options::default() });
                plain.set_options(Options { time_stamping: i > 2500, ..Options::default() });
                let (key, depth) = (Key(random.below(7)), random.below(9) as u8);
                let stored = SizedEntry { score: i, size: random.below(100), ..entry(depth) };
                // Each probe mends wear, so both tables get the same number.
                let (found, mut place) = knowing.probe_place(key);
                assert_eq!(found, plain.probe(key), "{} {}", S::NAME, B::NAME);
                let mut asked = key;
                // A place from long ago knows its position; here only those that no victim replaces.
                if !S::PLACE_IGNORES_INCOMING && i % 3 == 0 {
                    places.push((key, place));
                    (asked, place) = places[random.below(places.len() as u64) as usize];
                }
                let kept = knowing.offer_at(place, stored);
                assert_eq!(kept, plain.offer(asked, stored), "{} {}", S::NAME, B::NAME);
                assert!(knowing.by_slot().eq(plain.by_slot()), "{} {}", S::NAME, B::NAME);
                if random.below(20) == 0 {
                    knowing.new_generation();
                    plain.new_generation();
                }
            }
        }
    }
    in_every_kind(|_| Alike);
}

#[test]
fn a_store_at_a_place_replaces_the_entry_chosen_at_the_probe_or_chooses_again() {
    let table = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(4).build().unwrap();
    for (key, depth) in [(1, 8), (2, 5), (3, 7), (4, 6)] {
        table.store(Key(key), entry(depth));
    }
    let places = [1, 2, 3, 4].map(|key| table.probe_place(Key(key)).1);
    assert_eq!(places.map(|place| place.slot), [0, 1, 2, 3], "of each entry");
    assert_eq!(places.map(|place| Place::from_words(place.to_words())), places);
    let held = || [1, 2, 3, 4, 5, 6].map(|key| table.probe(Key(key)).is_some());
    let (_, place) = table.probe_place(Key(5));
    table.store_at(place, entry(9));
    assert_eq!(held(), [true, false, true, true, true, false], "the shallowest, 2");
    // Chosen are 4, then 3; another store takes 3 meanwhile.
    let (_, place) = table.probe_place(Key(6));
    table.store(Key(4), entry(20));
    table.store_at(place, entry(9));
    assert_eq!(held(), [true, false, false, true, true, true], "4 has changed, so 3 is the shallowest");
    // The table may be smaller by now, and the place still knows its position.
    let (_, place) = table.probe_place(Key(7));
    let other = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(400).build().unwrap();
    assert!(other.offer_at(place, entry(3)) && other.probe(Key(7)).is_some());
}

#[test]
fn a_place_from_a_table_of_another_scheme_breaks_no_rule() {
    let new = TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap();
    let old = TableBuilder::<Old, SizedBucket<Old>>::new().slots(1).build().unwrap();
    new.store(Key(1), entry(3));
    old.store(Key(1), entry(3));
    let (_, place) = new.probe_place(Key(2));
    assert!(!old.offer_at(place, entry(9)), "OLD replaces nothing");
    assert!(new.offer_at(place, entry(9)));
    let [spread, seen, slot] = place.to_words();
    assert!(new.offer_at(Place::from_words([spread, seen, slot | 255]), entry(9)), "of more slots");
}

#[test]
fn each_key_is_found_after_a_store_at_a_place_from_before_a_clear() {
    fn is_found<B: Bucket<Payload = SizedEntry>>() {
        // The last one has the tag 0.
        for key in [Key(0), Key(1), Key::from_spread(Key(1 << 16))] {
            let mut table = TableBuilder::<DepthAge, B>::new().slots(B::SLOTS).build().unwrap();
            table.store(Key(2), entry(3));
            let (_, place) = table.probe_place(key);
            table.clear(1);
            assert!(table.offer_at(place, entry(4)) && table.probe(key).is_some(), "{} {key:?}", B::NAME);
        }
    }
    is_found::<Pairs<4, SizedEntry>>();
    is_found::<OneWord<4, SizedEntry>>();
    is_found::<Cluster<SizedEntry>>();
}

#[test]
fn the_same_position_is_stored_once_in_a_table_of_every_kind() {
    #[derive(Clone, Copy)]
    struct Once;
    impl Visit for Once {
        type Payload = SizedEntry;
        type Out = ();
        fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
            let mut table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().unwrap();
            let mut random = SplitMix64::new(2);
            for i in 0..20_000 {
                table.set_options(Options { time_stamping: i >= 10_000, ..Options::default() });
                if random.below(10) == 0 {
                    table.new_generation();
                }
                table.store(Key(random.below(6)), entry(random.below(9) as u8));
                let mut keys: Vec<_> = table.keys().collect();
                keys.sort_unstable();
                let stored = keys.len();
                keys.dedup();
                assert!(keys.len() == stored || S::HOLDS_TWICE, "{}", S::NAME);
            }
        }
    }
    in_every_kind(|_| Once);
}

#[test]
fn every_ready_payload_comes_back_from_every_bucket_that_holds_it() {
    fn comes_back<B: Bucket>(payloads: impl Iterator<Item = B::Payload>)
    where
        B::Payload: PartialEq + std::fmt::Debug,
    {
        let table = TableBuilder::<New, B>::new().slots(64 * B::SLOTS).build().unwrap();
        for (i, payload) in payloads.enumerate() {
            let key = Key((i as u64) << 58 | i as u64);
            assert!(table.offer(key, payload));
            assert_eq!(table.probe(key), Some(payload), "{}", B::NAME);
        }
    }
    let engine = || {
        (0..64i16).map(|i| Entry {
            mv: Move16(i as u16 * 1021),
            score: -i * 500,
            evaluation: i * 500,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][i as usize % 3],
            depth: i as u8 * 4,
            pv: i % 2 == 0,
        })
    };
    comes_back::<Pairs<1, Entry>>(engine());
    let visits = || (1..64).map(|i| Visits { visits: i * i, value: 1.0 / i as f32 - 0.5 });
    comes_back::<Pairs<1, Visits>>(visits());
    let table = TableBuilder::<DepthAge, Cluster<Entry>>::new().slots(3).build().unwrap();
    engine().take(3).enumerate().for_each(|(i, entry)| table.store(Key(i as u64), entry));
    assert!(engine().take(3).enumerate().all(|(i, entry)| table.probe(Key(i as u64)) == Some(entry)));
}

#[test]
fn an_entry_that_packs_to_nothing_is_not_stored() {
    let table = TableBuilder::<Big1, Pairs<1, Visits>>::new().slots(1).build().unwrap();
    assert!(!table.offer(Key(1), Visits { visits: 0, value: 1.0 }));
    assert!(table.offer(Key(1), Visits { visits: 1, value: 0.0 }));
}

#[test]
fn an_entry_of_several_words_of_which_one_is_zero_is_not_stored() {
    type Wide = Checked<1, 2, WithLine>;
    let table = TableBuilder::<New, Wide>::new().slots(1).build().unwrap();
    assert!(table.offer(Key(1), WithLine(entry(4), [1; 4])));
    assert!(!table.offer(Key(2), WithLine(entry(4), [0; 4])));
    assert!(table.probe(Key(1)).is_some(), "and displaces nothing");
}

#[test]
fn what_is_zero_also_in_place_of_zero_is_not_stored() {
    #[derive(Clone, Copy)]
    struct Nothing;
    impl Payload for Nothing {
        type Data = [u64; 1];
        const FACTS: Facts = Facts::NONE;
        fn pack(self) -> [u64; 1] {
            [0]
        }
        fn unpack(_: [u64; 1]) -> Self {
            Self
        }
        fn in_place_of_zero(data: [u64; 1]) -> Option<[u64; 1]> {
            Some(data)
        }
    }
    let table = TableBuilder::<New, Pairs<1, Nothing>>::new().slots(1).build().unwrap();
    let (_, place) = table.probe_place(Key(1));
    assert!(!table.offer(Key(1), Nothing) && !table.offer_at(place, Nothing));
}

#[test]
fn what_is_zero_in_48_bits_is_replaced_also_if_widened_it_is_not() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Marked(u64);
    impl Payload for Marked {
        type Data = [u64; 1];
        const FACTS: Facts = Facts::NONE;
        fn pack(self) -> [u64; 1] {
            [self.0 | 1 << 63]
        }
        fn unpack([word]: [u64; 1]) -> Self {
            Self(Self::narrow(word))
        }
        fn in_place_of_zero(_: [u64; 1]) -> Option<[u64; 1]> {
            Some(Self(77).pack())
        }
    }
    impl Narrow for Marked {
        fn narrow(word: u64) -> u64 {
            word & !(1 << 63)
        }
        fn widen(narrow: u64) -> u64 {
            narrow | 1 << 63
        }
    }
    let table = TableBuilder::<New, OneWord<1, Marked>>::new().slots(1).build().unwrap();
    assert!(table.offer(Key(1), Marked(0)));
    assert_eq!(table.probe(Key(1)), Some(Marked(77)));
}

#[test]
fn an_index_that_reaches_beyond_the_table_is_stopped() {
    #[derive(Clone, Copy)]
    struct Beyond;
    impl Index for Beyond {
        const NAME: &'static str = "beyond";
        const RULE: &'static str = "for the test";
        const SOURCE: &'static str = "none";
        const TURN: u32 = 0;
        fn over(_: usize) -> Option<Self> {
            Some(Self)
        }
        fn buckets(self) -> usize {
            1 << 20
        }
        fn of_spread(self, _: Key) -> usize {
            100
        }
    }
    type Reaching = Table<New, Pairs<1, SizedEntry>, Beyond>;
    let table: Reaching = TableBuilder::new().slots(64).build().unwrap();
    table.prefetch(Key(1));
    let attempts: [fn(&Reaching); 3] = [
        |table| table.store(Key(1), entry(1)),
        |table| _ = table.probe(Key(1)),
        |table| _ = table.probe_both(Key(1)),
    ];
    for attempt in attempts {
        let reached = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| attempt(&table)));
        assert!(reached.is_err());
    }
    assert_eq!(table.iter().count() + table.occupancy().occupied, 0, "what counts asks no index");
}

#[test]
fn sizes_and_indexes_agree_on_what_is_stored() {
    let high = TableBuilder::<New, Pairs<1, SizedEntry>, MultiplyShift>::new().slots(64).build().unwrap();
    let low = TableBuilder::<New, Pairs<1, SizedEntry>, LowBits>::new().slots(64).build().unwrap();
    for i in 0..64u64 {
        high.store(Key::from_spread(Key(i << 58)), entry(i as u8));
        low.store(Key::from_spread(Key(i)), entry(i as u8));
    }
    assert_eq!((high.keys().count(), low.keys().count()), (64, 64));
}

#[test]
fn a_dead_slot_is_free_to_one_key_of_64() {
    let table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1 << 10).build().unwrap();
    let [a, b, c] = [0, 1, 64].map(|end| Key::from_spread(Key(0x1111_0000_0000_0000 + end)));
    table.store(a, entry(200));
    table.write_dead_slot((a, entry(200)), (b, entry(250)));
    assert_eq!((table.probe(a), table.probe(b), table.occupancy().occupied), (None, None, 0));
    #[cfg(feature = "conformance")]
    assert_eq!(table.dead_slots(), 1);
    assert!(!table.offer(b, entry(1)), "the dead entry is deeper");
    assert!(table.offer(c, entry(1)), "a shallow entry takes a dead slot from a deep one");
    #[cfg(feature = "conformance")]
    assert_eq!(table.dead_slots(), 0);
    assert!(table.probe(c).is_some());
}

#[test]
fn a_scheme_that_breaks_its_promise_to_update_in_place_loses_nothing_by_a_place() {
    #[derive(Clone, Copy)]
    struct Careless;
    impl Scheme for Careless {
        const NAME: &'static str = "careless";
        type Slots = Any<4>;
        const RULE: &'static str = "the shallowest is replaced, be it another position's";
        const SOURCE: &'static str = "a test";
        const SAME: Same = Same::COMPETES.in_place();
        fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
            let shallowest = (0..residents.len()).min_by_key(|&at| residents[at].depth()).expect("a slot");
            Placement::At(shallowest)
        }
    }
    let [knowing, plain] =
        [0, 1].map(|_| TableBuilder::<Careless, SizedBucket<Careless>>::new().slots(4).build().unwrap());
    for (key, depth) in [(1, 8), (2, 5), (3, 7), (4, 6)] {
        knowing.store(Key(key), entry(depth));
        plain.store(Key(key), entry(depth));
    }
    let (_, place) = knowing.probe_place(Key(3));
    knowing.store_at(place, entry(9));
    plain.store(Key(3), entry(9));
    assert!(knowing.by_slot().eq(plain.by_slot()));
}

#[test]
fn a_probe_for_both_makes_both_fresh_where_a_hit_does_and_neither_elsewhere() {
    #[derive(Clone, Copy)]
    struct Twice<const ON_HIT: bool>;
    impl<const ON_HIT: bool> Scheme for Twice<ON_HIT> {
        const NAME: &'static str = "twice";
        type Slots = <Thompson as Scheme>::Slots;
        const RULE: &'static str = "everything is held twice";
        const SOURCE: &'static str = "a test";
        const HOLDS_TWICE: bool = true;
        const AGING: Aging = Aging::refreshed(if ON_HIT { Refresh::OnHit } else { Refresh::Never });
        fn place<P: Payload>(_: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
            Placement::Both(0, 1)
        }
    }
    fn ages_after_a_probe<S: Scheme>() -> Vec<u8> {
        let table = TableBuilder::<S, Pairs<2, SizedEntry>>::new().slots(2).build().unwrap();
        table.store(Key(1), entry(4));
        (0..3).for_each(|_| table.new_generation());
        assert!(table.probe_both(Key(1)).iter().all(Option::is_some));
        table.iter().map(|held| held.age).collect()
    }
    assert_eq!(ages_after_a_probe::<Twice<true>>(), [0, 0]);
    assert_eq!(ages_after_a_probe::<Twice<false>>(), [3, 3]);
}

#[test]
fn an_updating_rule_outweighs_the_schemes() {
    let mut table = TableBuilder::<Ancient, SizedBucket<Ancient>>::new().slots(1).build().unwrap();
    table.store(Key(1), entry(9));
    assert!(!table.offer(Key(1), entry(2)), "ANCIENT compares depths");
    table.set_options(Options { same_position: Update::Newest.into(), ..Options::default() });
    assert!(table.offer(Key(1), entry(2)));
    table.set_options(Options {
        same_position: Update::UnlessDeeperBy(Margin::of(3)).into(),
        ..Options::default()
    });
    table.store(Key(1), entry(9));
    assert!(!table.offer(Key(1), entry(6)) && table.offer(Key(1), entry(7)));
}

#[test]
fn under_time_stamping_an_entry_of_an_earlier_search_yields_whatever_the_margin() {
    for (time_stamping, is_kept) in [(true, true), (false, false)] {
        let margin = Margin { each_search: Some(0), ..Margin::of(4) };
        let builder = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(4);
        let same_position = Update::UnlessDeeperBy(margin).into();
        let table = builder.options(Options { time_stamping, same_position }).build().unwrap();
        table.store(Key(1), entry(20));
        assert!(!table.offer(Key(1), entry(3)), "of this search it stays");
        table.new_generation();
        assert_eq!(table.offer(Key(1), entry(3)), is_kept);
    }
}

#[test]
fn of_two_levels_that_compete_both_hold_the_position_and_a_probe_finds_the_upper() {
    let build = TableBuilder::<TwoDeep, SizedBucket<TwoDeep>>::new;
    let table = build().slots(2).same_position(Update::Competes.into()).build().unwrap();
    [4, 5, 3].into_iter().for_each(|depth| table.store(Key(1), entry(depth)));
    let depths: Vec<_> = table.iter().map(|held| held.payload.depth).collect();
    assert_eq!((depths, table.probe(Key(1)).map(|found| found.depth)), (vec![5, 3], Some(5)));
}

#[test]
fn refused_results_lower_an_inexact_entry_whose_score_is_far_from_zero_until_they_replace_it() {
    let lower = |depth, score| SizedEntry { score, ..entry(depth) };
    let builder = || TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(4);
    let refusals = |lowers_depth, held: SizedEntry| {
        let table = builder().same_position(SamePosition { lowers_depth, ..Update::AsScheme.into() }).build();
        let table = table.unwrap();
        table.store(Key(1), held);
        (0..100).take_while(|_| !table.offer(Key(1), lower(1, 0))).count()
    };
    assert_eq!(refusals(None, lower(9, -500)), 100, "control: such an entry stays for ever");
    assert_eq!(refusals(Some(0), lower(9, 0)), 5, "9 plies are lowered to 4, which a result of 1 replaces");
    assert_eq!(refusals(Some(500), lower(9, -500)), 5);
    assert_eq!(refusals(Some(501), lower(9, -500)), 100);
    assert_eq!(
        refusals(Some(0), SizedEntry { bound: Bound::Exact, ..entry(9) }),
        100,
        "an exact entry keeps its depth"
    );

    let table = builder().same_position(SamePosition {
        update: Update::UnlessDeeperBy(Margin::of(0)),
        lowers_depth: Some(0),
        ..SamePosition::default()
    });
    let table = table.build().unwrap();
    table.store(Key(1), SizedEntry { depth: 1, ..SizedEntry::default() });
    assert!(!table.offer(Key(1), lower(0, 0)));
    assert!(table.probe(Key(1)).is_some(), "depth 0 could leave an empty word");
}

impl<S: Scheme> Table<S, Pairs<1, SizedEntry>> {
    fn write_dead_slot(&self, check_of: (Key, SizedEntry), data_of: (Key, SizedEntry)) {
        let [checked, dated] =
            [check_of, data_of].map(|(key, entry)| Pairs::<1, SizedEntry>::seal(key.spread(), entry.pack()));
        Pairs::<1, SizedEntry>::save(self.memory.get(self.index.of(check_of.0)), 0, checked.beside(dated));
    }
}

#[test]
fn a_dead_slot_is_looked_at_before_it_is_worn() {
    let table = TableBuilder::<Siege, Pairs<1, SizedEntry>>::new().slots(1 << 10).build().unwrap();
    let [a, b, c] = [1, 2, 3].map(|end| Key::from_spread(Key(0x1111_0000_0000_0000 + end)));
    let large = SizedEntry { size: 1 << 30, ..entry(9) };
    table.store(a, large);
    assert!(!table.offer(c, entry(1)), "a live entry is only worn");
    table.write_dead_slot((a, large), (b, SizedEntry { size: 1 << 20, ..entry(9) }));
    assert!(table.offer(c, entry(1)), "a dead one yields");
    assert!(table.probe(c).is_some());
}

#[test]
fn in_every_epoch_a_position_of_the_epoch_before_is_found_and_stored_once() {
    fn is_stored_once<S: Scheme, I: Index>(at_places: bool, searches: usize) {
        let table = TableBuilder::<S, Pairs<4, SizedEntry>, I>::new().slots(4 << 10).build().unwrap();
        let keys: Vec<_> =
            (0..200).map(|number| Key::from_spread(Key(number * 0x0123_4567_89AB_CDEF))).collect();
        for epoch in 1..4 {
            keys.iter().for_each(|&key| table.store(key, entry(epoch)));
            (0..searches).for_each(|_| table.new_generation());
            for &key in &keys {
                let (found, place) = table.probe_place(key);
                assert_eq!(found.map(|found| found.depth), Some(epoch), "{} {}", S::NAME, I::NAME);
                match at_places {
                    true => table.store_at(place, entry(epoch + 1)),
                    false => table.store(key, entry(epoch + 1)),
                }
            }
            assert_eq!(table.iter().count(), keys.len(), "{} {}", S::NAME, I::NAME);
        }
    }
    for at_places in [false, true] {
        is_stored_once::<DepthAge, MultiplyShift>(at_places, 64);
        is_stored_once::<DepthAge, LowBits>(at_places, 64);
        is_stored_once::<DepthAge, Fold>(at_places, 64);
        is_stored_once::<Siege, MultiplyShift>(at_places, 8);
    }
}

#[test]
fn no_key_that_differs_in_one_byte_opens_an_entry_of_another_epoch() {
    for epochs in [0, 1, 2] {
        let table = TableBuilder::<New, Pairs<1, SizedEntry>>::new().slots(1).build().unwrap();
        (0..64 * epochs).for_each(|_| table.new_generation());
        let key = Key(5);
        table.store(key, entry(9));
        for later in 0..2 {
            assert!(table.probe(key).is_some(), "epoch {epochs}, {later} later");
            for (byte, number) in (0..8).flat_map(|byte| (1..=255).map(move |number| (byte, number))) {
                let other = Key(key.0.wrapping_add(number << (8 * byte)));
                assert!(table.probe(other).is_none(), "epoch {epochs}, {later} later: {other:?}");
            }
            (0..64).for_each(|_| table.new_generation());
        }
    }
}

#[test]
fn in_every_epoch_a_probe_chooses_a_place_beside_empty_slots_too() {
    for searches in [0, 64, 130] {
        let table = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(4 << 10).build().unwrap();
        (0..searches).for_each(|_| table.new_generation());
        table.store(Key(1), entry(4));
        let chosen = (2..1000).filter(|&number| table.probe_place(Key(number)).1.what == What::Victim);
        assert_eq!(chosen.count(), 998, "after {searches} searches");
    }
}

#[test]
fn under_every_index_a_deeper_entry_of_the_bucket_stays_until_it_expires() {
    fn stays<I: Index>() {
        for searches in [0, 70] {
            let table = TableBuilder::<Deep, Pairs<1, SizedEntry>, I>::new().slots(1024).build().unwrap();
            (0..searches).for_each(|_| table.new_generation());
            let [deep, shallow] = [0x1_0005, 0x2_0005].map(|spread| Key::from_spread(Key(spread)));
            assert!(table.offer(deep, entry(9)) && !table.offer(shallow, entry(1)), "{}", I::NAME);
            (0..64).for_each(|_| table.new_generation());
            assert!(!table.offer(shallow, entry(1)), "{}: of the epoch before", I::NAME);
            (0..64).for_each(|_| table.new_generation());
            assert!(table.offer(shallow, entry(1)), "{}: expired", I::NAME);
        }
    }
    stays::<MultiplyShift>();
    stays::<LowBits>();
    stays::<Fold>();
}

#[test]
fn half_a_store_of_a_wide_entry_is_shown_to_nobody() {
    type Wide = Checked<1, 2, WithLine>;
    let table = TableBuilder::<New, Wide>::new().slots(1).build().unwrap();
    let nothing = Wide::load(&<Wide as Bucket>::Cells::empty(), 0);
    let whole = Wide::seal(Key(1), WithLine(entry(4), [1; 4]).pack());
    for landed in 0..0b111 {
        Wide::save(table.memory.get(0), 0, nothing.overtaken_by(whole, landed));
        let shown = (table.iter().count(), table.occupancy().occupied);
        assert_eq!(shown, (0, 0), "{landed:03b}");
    }
}

#[derive(Clone, Copy)]
struct BySearch;

impl Scheme for BySearch {
    const NAME: &'static str = "by search";
    type Slots = Any<2>;
    const RULE: &'static str = "the first search fills one slot, the second the other";
    const SOURCE: &'static str = "a test";

    fn place<P: Payload>(_: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(usize::from(now != Generation::new(0)))
    }
}

#[test]
fn a_scheme_is_told_the_search_also_where_no_age_is_kept() {
    let table = TableBuilder::<BySearch, Pairs<2, Visits>>::new().slots(2).build().unwrap();
    table.store(Key(1), Visits { visits: 1, value: 0.0 });
    table.new_generation();
    table.store(Key(2), Visits { visits: 1, value: 0.0 });
    assert_eq!(table.keys().collect::<Vec<_>>(), [Key(1), Key(2)]);
}
