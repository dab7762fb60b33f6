//! The mechanism, on values.

use super::{LowBits, MultiplyShift, Size, SizeError, Table, Update};
use crate::entry::bucket::{Cluster, LayoutName, OneWord, Pairs, Ready};
use crate::entry::{Bound, Bucket, EngineEntry, Entry, Move16, Payload, Visits};
use crate::key::{Key, SplitMix64};
use crate::scheme::{Big1, Deep, DepthAge, New, Scheme, SchemeName, TwoBig1, TwoDeep, Visit};

fn entry(depth: u8) -> Entry {
    Entry { mv: Move16(9), score: -3, bound: Bound::Lower, depth, size: 17, ..Entry::default() }
}

/// Runs one test body over every registered scheme in every layout it can have.
fn everywhere<V: Visit<Out = ()> + Copy>(test: V) {
    let mut tables = 0;
    for scheme in SchemeName::ALL {
        for &layout in LayoutName::ALL {
            tables += usize::from(scheme.visit_in(layout, test).is_ok());
        }
    }
    assert_eq!(tables, 2 * SchemeName::ALL.len() + 2 * 4, "four schemes take any number of slots");
}

#[test]
fn what_is_stored_is_found_under_every_scheme_in_every_layout() {
    #[derive(Clone, Copy)]
    struct Found;
    impl Visit for Found {
        type Out = ();
        fn visit<S: Scheme, B: Ready>(self) {
            for key in [Key(0), Key(1), Key(u64::MAX), Key(0x8000_0000_0000_0000)] {
                let table = Table::<S, B>::with_slots(1 << 12).unwrap();
                assert_eq!(table.probe(key), None, "{} {} {key:?}", S::NAME, B::NAME);
                assert!(table.store(key, entry(3)));
                let rounded = Entry::unpack(B::rounded(entry(3).pack()));
                assert_eq!(table.probe(key), Some(rounded), "{} {} {key:?}", S::NAME, B::NAME);
            }
        }
    }
    everywhere(Found);
}

#[test]
fn a_store_says_whether_a_probe_finds_it() {
    #[derive(Clone, Copy)]
    struct Told;
    impl Visit for Told {
        type Out = ();
        fn visit<S: Scheme, B: Ready>(self) {
            let table = Table::<S, B>::with_slots(B::SLOTS).unwrap();
            let mut random = SplitMix64::new(2);
            let mut said = [0, 0];
            for score in 0..2000 {
                let (key, depth) = (Key(random.below(9)), random.below(9) as u8);
                let kept = table.store(key, Entry { score, ..entry(depth) });
                let is_there = table.probe_both(key).into_iter().flatten().any(|found| found.score == score);
                assert_eq!(kept, is_there, "{} {}", S::NAME, B::NAME);
                said[usize::from(kept)] += 1;
            }
            assert!(said[1] > 100, "{said:?}");
        }
    }
    everywhere(Told);
}

#[test]
fn a_store_that_knows_the_place_does_as_one_that_does_not() {
    #[derive(Clone, Copy)]
    struct Alike;
    impl Visit for Alike {
        type Out = ();
        fn visit<S: Scheme, B: Ready>(self) {
            let [mut knowing, mut plain] = [0, 1].map(|_| Table::<S, B>::with_slots(B::SLOTS).unwrap());
            let (mut random, mut places) = (SplitMix64::new(3), Vec::new());
            for i in 0..5000 {
                knowing.set_time_stamping(i > 2500);
                plain.set_time_stamping(i > 2500);
                let (key, depth) = (Key(random.below(7)), random.below(9) as u8);
                let stored = Entry { score: i, size: random.below(100), ..entry(depth) };
                places.extend(knowing.probe_place(key).map(|(_, place)| place));
                let _ = plain.probe(key);
                // A place of now, of long ago, or none: the table is the same.
                let place = match i % 3 {
                    0 => knowing.probe_place(key).map(|(_, place)| place),
                    _ => places.get(random.below(places.len() as u64 + 1) as usize).copied(),
                };
                let kept = match place {
                    Some(place) => knowing.store_at(place, key, stored),
                    None => knowing.store(key, stored),
                };
                assert_eq!(kept, plain.store(key, stored), "{} {}", S::NAME, B::NAME);
                assert!(knowing.entries().eq(plain.entries()), "{} {}", S::NAME, B::NAME);
                if random.below(50) == 0 {
                    knowing.new_generation();
                    plain.new_generation();
                }
            }
        }
    }
    everywhere(Alike);
}

#[test]
fn the_same_position_is_stored_once_under_every_scheme() {
    #[derive(Clone, Copy)]
    struct Once;
    impl Visit for Once {
        type Out = ();
        fn visit<S: Scheme, B: Ready>(self) {
            let mut table = Table::<S, B>::with_slots(B::SLOTS).unwrap();
            let mut random = SplitMix64::new(2);
            for i in 0..20_000 {
                table.set_time_stamping(i >= 10_000);
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
    everywhere(Once);
}

#[test]
fn every_ready_payload_comes_back_from_every_bucket_that_holds_it() {
    fn comes_back<B: Bucket>(payloads: impl Iterator<Item = B::Payload>)
    where
        B::Payload: PartialEq + std::fmt::Debug,
    {
        let table = Table::<New, B>::with_slots(64 * B::SLOTS).unwrap();
        for (i, payload) in payloads.enumerate() {
            let key = Key((i as u64) << 58 | i as u64);
            assert!(table.store(key, payload));
            assert_eq!(table.probe(key), Some(payload), "{}", B::NAME);
        }
    }
    let engine = || {
        (0..64i16).map(|i| EngineEntry {
            mv: Move16(i as u16 * 1021),
            score: -i * 500,
            evaluation: i * 500,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][i as usize % 3],
            depth: i as u8 * 4,
            pv: i % 2 == 0,
        })
    };
    comes_back::<Pairs<1, EngineEntry>>(engine());
    let visits = || (1..64).map(|i| Visits { visits: i * i, value: 1.0 / i as f32 - 0.5 });
    comes_back::<Pairs<1, Visits>>(visits());
    let table = Table::<DepthAge, Cluster<EngineEntry>>::with_slots(3).unwrap();
    engine().take(3).enumerate().for_each(|(i, entry)| _ = table.store(Key(i as u64), entry));
    assert!(engine().take(3).enumerate().all(|(i, entry)| table.probe(Key(i as u64)) == Some(entry)));
}

/// A line of moves beside the entry: a payload of two words.
#[derive(Clone, Copy, Debug, PartialEq)]
struct WithLine(Entry, [u16; 4]);

impl Payload for WithLine {
    type Data = [u64; 2];
    const FACTS: crate::entry::Facts = Entry::FACTS;

    fn pack(self) -> [u64; 2] {
        let line = self.1.iter().fold(0, |word, &mv| word << 16 | u64::from(mv));
        [self.0.pack()[0], line]
    }

    fn unpack([first, line]: [u64; 2]) -> Self {
        Self(Entry::unpack([first]), [48, 32, 16, 0].map(|shift| (line >> shift) as u16))
    }
}

#[test]
fn a_payload_of_several_words_is_kept_whole_through_shifts_updates_and_other_sizes() {
    type Wide = crate::entry::bucket::Checked<2, 2, WithLine>;
    let mut table = Table::<TwoBig1, Wide>::with_slots(2).unwrap();
    let wide = |size, line| WithLine(Entry { size, ..entry(4) }, [line; 4]);
    table.store(Key(1), wide(50, 1));
    table.store(Key(2), wide(90, 2));
    assert_eq!([table.probe(Key(1)), table.probe(Key(2))], [Some(wide(50, 1)), Some(wide(90, 2))]);
    table.new_generation();
    let resized = table.resize(Size::Slots(20)).unwrap();
    assert_eq!((resized.before, resized.kept), (2, 2));
    assert_eq!([table.probe(Key(1)), table.probe(Key(2))], [Some(wide(50, 1)), Some(wide(90, 2))]);
    assert_eq!(Table::<TwoBig1, Wide>::BUCKET_BYTES, 48);
}

#[test]
fn an_entry_that_packs_to_nothing_is_not_stored() {
    let table = Table::<Big1, Pairs<1, Visits>>::with_slots(1).unwrap();
    assert!(!table.store(Key(1), Visits { visits: 0, value: 1.0 }));
    assert!(table.store(Key(1), Visits { visits: 1, value: 0.0 }));
}

#[test]
fn an_index_that_reaches_beyond_the_table_is_stopped() {
    #[derive(Clone, Copy)]
    struct Beyond;
    impl super::Index for Beyond {
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
        fn of(self, _: Key) -> usize {
            100
        }
    }
    type Reaching = Table<New, Pairs<1>, Beyond>;
    let table = Reaching::with_slots(64).unwrap();
    let attempts: [fn(&Reaching); 4] = [
        |table| _ = table.store(Key(1), entry(1)),
        |table| _ = table.probe(Key(1)),
        |table| table.prefetch(Key(1)),
        |table| _ = table.probe_both(Key(1)),
    ];
    for attempt in attempts {
        let reached = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| attempt(&table)));
        assert!(reached.is_err());
    }
    assert_eq!(
        table.entries().flatten().count() + table.occupancy().occupied,
        0,
        "what counts asks no index"
    );
}

#[test]
fn a_stamped_entry_loses_to_any_newcomer_and_is_found_until_then() {
    let mut table = Table::<Deep>::with_slots(1).unwrap();
    table.set_time_stamping(true);
    table.store(Key(1), entry(9));
    table.new_generation();
    assert!(table.probe(Key(1)).is_some());
    table.store(Key(2), entry(1));
    assert_eq!((table.probe(Key(1)), table.probe(Key(2)).is_some()), (None, true));
}

#[test]
fn without_time_stamping_an_old_entry_competes_like_any_other() {
    let table = Table::<Deep>::with_slots(1).unwrap();
    table.store(Key(1), entry(9));
    table.new_generation();
    table.store(Key(2), entry(1));
    assert!(table.probe(Key(1)).is_some() && table.probe(Key(2)).is_none());
}

#[test]
fn a_stamped_first_level_is_not_shifted_down_over_a_fresh_second() {
    let mut table = Table::<TwoDeep>::with_slots(2).unwrap();
    table.set_time_stamping(true);
    table.store(Key(1), entry(9));
    table.store(Key(2), entry(1));
    table.new_generation();
    table.store(Key(3), entry(1));
    table.store(Key(4), entry(0));
    assert_eq!(table.keys().collect::<Vec<_>>(), [Key(3), Key(4)]);
}

#[test]
fn a_dead_slot_is_free() {
    // The check of one store beside the data of another, as two racing writers leave them.
    let table = Table::<Deep>::with_slots(1 << 10).unwrap();
    let [a, b] = [Key(0x1111_0000_0000_0000), Key(0x1111_0000_0000_0001)];
    table.store(a, entry(200));
    table.write_dead_slot((a, entry(200)), (b, entry(250)));
    assert_eq!((table.probe(a), table.probe(b), table.occupancy().occupied), (None, None, 0));
    #[cfg(feature = "conformance")]
    assert_eq!(table.dead_slots(), 1);
    table.store(b, entry(1));
    #[cfg(feature = "conformance")]
    assert_eq!(table.dead_slots(), 0);
    assert!(table.probe(b).is_some(), "a shallow entry takes a dead slot from a deep one");
}

#[test]
fn sizes_are_never_rounded_up() {
    for slots in [1, 3, 1000, 1001] {
        assert_eq!(Table::<New>::with_slots(slots).unwrap().slots(), slots);
        assert_eq!(Table::<TwoBig1>::with_slots(2 * slots + 1).unwrap().slots(), 2 * slots);
    }
    for bytes in [16, 31, 1 << 20, 3_000_000] {
        assert!(Table::<New>::with_size(Size::Bytes(bytes)).unwrap().bytes() <= bytes);
    }
}

#[test]
fn a_size_that_cannot_be_had_says_what_is_possible() {
    let too_small = Table::<TwoBig1>::with_slots(1).unwrap_err();
    assert_eq!(too_small.to_string(), "a table of 1 slots holds no bucket; the least is 2 slots (32 bytes)");
    let odd = Table::<New, Pairs<1>, LowBits>::with_slots(12).unwrap_err();
    assert_eq!(
        odd.to_string(),
        "a table of 12 slots is no power of two of buckets; the next below is 8 slots"
    );
    let huge = Table::<New>::with_mebibytes(1 << 40).unwrap_err();
    assert!(matches!(huge, SizeError::OutOfMemory { possible_bytes: 1.., .. }), "{huge}");
    assert!(matches!(Table::<New>::with_mebibytes(usize::MAX), Err(SizeError::OutOfMemory { .. })));
}

#[test]
fn clear_empties_every_slot_with_any_number_of_threads() {
    for threads in [1, 2, 3, 7, 100] {
        let mut table = Table::<New>::with_slots(50).unwrap();
        (0..200).for_each(|i: u64| _ = table.store(Key(i << 56), entry(1)));
        table.new_generation();
        table.clear(threads);
        assert_eq!((table.keys().count(), table.occupancy().occupied), (0, 0));
        assert_eq!(table.generation().age(table.generation()), 0);
    }
}

#[test]
fn resize_keeps_the_old_table_if_it_fails() {
    let mut table = Table::<New>::with_slots(8).unwrap();
    table.store(Key(5), entry(1));
    assert!(table.resize(Size::Slots(0)).is_err());
    assert!(table.probe(Key(5)).is_some());
}

#[test]
fn a_larger_table_keeps_every_entry_with_its_age_and_a_smaller_one_what_the_scheme_says() {
    for searches in [1, 40, 70, 100] {
        let mut table = Table::<Deep>::with_slots(1 << 10).unwrap();
        let mut random = SplitMix64::new(31);
        (0..500).for_each(|i| _ = table.store(Key(random.next()), entry(i as u8)));
        (0..searches).for_each(|_| table.new_generation());
        (0..300).for_each(|i| _ = table.store(Key(random.next()), entry(i as u8)));
        let contents = |table: &Table<Deep>| {
            let held = table.entries().flatten().map(|held| (held.payload.depth, held.age));
            let mut all: Vec<_> = table.keys().zip(held).collect();
            all.sort_unstable();
            all
        };
        let before = contents(&table);
        let resized = table.resize(Size::Slots(1 << 13)).unwrap();
        assert_eq!((resized.before, resized.kept), (before.len(), before.len()), "after {searches} searches");
        assert_eq!(contents(&table), before, "after {searches} searches");
        assert!(before.iter().all(|&(key, _)| table.probe(key).is_some()));

        let resized = table.resize(Size::Slots(16)).unwrap();
        assert_eq!((resized.before, resized.kept), (before.len(), 16), "after {searches} searches");
        let deepest =
            |bucket| before.iter().filter(|entry| entry.0.0 >> 60 == bucket).map(|entry| entry.1.0).max();
        assert!(contents(&table).iter().all(|entry| Some(entry.1.0) == deepest(entry.0.0 >> 60)));
    }
}

#[test]
fn two_levels_stay_levels_in_a_table_of_another_size() {
    let mut table = Table::<TwoDeep>::with_slots(2).unwrap();
    table.store(Key(1), entry(9));
    table.store(Key(2), entry(3));
    table.resize(Size::Slots(4)).unwrap();
    assert_eq!(table.keys().collect::<Vec<_>>(), [Key(1), Key(2)]);
    table.store(Key(3), entry(4));
    assert_eq!(table.keys().collect::<Vec<_>>(), [Key(1), Key(3)]);
}

#[test]
fn a_bucket_that_knows_no_keys_is_empty_in_another_size_and_says_so() {
    let mut table = Table::<New, OneWord<1>>::with_slots(64).unwrap();
    (0..64).for_each(|i: u64| _ = table.store(Key(i << 58), entry(1)));
    let resized = table.resize(Size::Slots(128)).unwrap();
    assert_eq!((resized.before, resized.kept), (64, 0));
}

#[test]
fn another_size_keeps_both_tables_of_thompson() {
    use crate::scheme::Thompson;
    let mut table = Table::<Thompson>::with_slots(2048).unwrap();
    let mut random = SplitMix64::new(6);
    for _ in 0..4000 {
        let key = Key(random.next());
        table.store(key, entry(random.below(9) as u8));
        table.store(key, entry(random.below(9) as u8));
    }
    let both =
        |table: &Table<Thompson>, key| table.probe_both(key).map(|found| found.map(|found| found.depth));
    let mut keys: Vec<_> = table.keys().collect();
    keys.sort_unstable();
    keys.dedup();
    let before: Vec<_> = keys.iter().map(|&key| both(&table, key)).collect();
    let resized = table.resize(Size::Slots(4096)).unwrap();
    assert!(resized.kept >= resized.before, "{resized:?}");
    let lost = keys.iter().zip(before).filter(|&(&key, was)| both(&table, key)[0] != was[0]).count();
    assert_eq!(lost, 0);
}

#[test]
fn another_size_treats_old_entries_as_old() {
    let mut table = Table::<crate::scheme::Ancient>::with_slots(1 << 11).unwrap();
    // Old and deep below, of this search and shallow above; both come into one bucket.
    table.store(Key(1 << 40), entry(60));
    table.new_generation();
    table.store(Key(1 << 53 | 7), entry(1));
    let resized = table.resize(Size::Slots(1 << 10)).unwrap();
    assert_eq!((resized.before, resized.kept), (2, 1));
    assert!(table.probe(Key(1 << 53 | 7)).is_some());
}

#[test]
fn another_size_keeps_settings_and_age() {
    let mut table = Table::<Deep>::with_slots(1 << 10).unwrap();
    table.set_time_stamping(true);
    table.set_update(Update::Deeper);
    table.set_keeps_old_move(true);
    (0..70).for_each(|_| table.new_generation());
    table.store(Key(1), entry(9));
    table.resize(Size::Slots(1 << 11)).unwrap();
    assert!(!table.store(Key(1), entry(3)), "the deeper is kept");
    table.store(Key(1), Entry { mv: Move16::NONE, ..entry(10) });
    assert_eq!(table.probe(Key(1)).map(|found| found.mv), Some(Move16(9)), "and its move");
    (0..20).for_each(|_| table.new_generation());
    assert_eq!(table.entries().flatten().map(|held| held.age).collect::<Vec<_>>(), [20]);
    table.store(Key(2), entry(1));
    assert!(table.probe(Key(2)).is_some(), "stamped");
    let mut old = Table::<Deep>::with_slots(1 << 10).unwrap();
    old.store(Key(1), entry(9));
    (0..70).for_each(|_| old.new_generation());
    old.resize(Size::Slots(1 << 11)).unwrap();
    (0..20).for_each(|_| old.new_generation());
    assert_eq!(old.entries().flatten().map(|held| held.age).collect::<Vec<_>>(), [63]);
}

#[test]
fn an_entry_of_several_words_of_which_one_is_zero_is_not_stored() {
    type Wide = crate::entry::bucket::Checked<1, 2, WithLine>;
    let table = Table::<New, Wide>::with_slots(1).unwrap();
    assert!(table.store(Key(1), WithLine(entry(4), [1; 4])));
    assert!(!table.store(Key(2), WithLine(entry(4), [0; 4])));
    assert!(table.probe(Key(1)).is_some(), "and displaces nothing");
}

#[test]
fn a_scheme_that_breaks_its_promise_to_update_in_place_loses_nothing_by_a_place() {
    /// Says that it updates in place, and does not.
    #[derive(Clone, Copy)]
    struct Careless;
    impl Scheme for Careless {
        const NAME: &'static str = "careless";
        type Slots = crate::scheme::Any<4>;
        const RULE: &'static str = "the shallowest is replaced, be it another position's";
        const SOURCE: &'static str = "a test";
        const SAME: crate::scheme::Same = crate::scheme::Same::Competes;
        fn place<P: Payload>(
            residents: &[crate::entry::Packed<P>],
            _: crate::entry::Packed<P>,
            _: crate::entry::Generation,
        ) -> crate::scheme::Placement {
            let shallowest = (0..residents.len()).min_by_key(|&at| residents[at].depth()).expect("a slot");
            crate::scheme::Placement::At(shallowest)
        }
    }
    let [knowing, plain] = [0, 1].map(|_| Table::<Careless>::with_slots(4).unwrap());
    for (key, depth) in [(1, 5), (2, 6), (3, 7), (4, 8)] {
        knowing.store(Key(key), entry(depth));
        plain.store(Key(key), entry(depth));
    }
    let (_, place) = knowing.probe_place(Key(3)).expect("it is there");
    knowing.store_at(place, Key(3), entry(9));
    plain.store(Key(3), entry(9));
    assert!(knowing.entries().eq(plain.entries()));
}

#[test]
fn an_old_entry_of_one_word_is_weighed_by_its_true_age() {
    let table = Table::<crate::scheme::Ancient, OneWord<1>>::with_slots(1).unwrap();
    (0..20).for_each(|_| table.new_generation());
    table.store(Key(1), entry(9));
    assert!(!table.store(Key(2), entry(1)), "of this search, and deeper");
}

#[test]
fn an_entry_of_the_epoch_before_is_old_to_its_own_position_too() {
    let table = Table::<DepthAge>::with_slots(1 << 10).unwrap();
    let lower = |depth| Entry { bound: Bound::Lower, ..entry(depth) };
    table.store(Key(1), lower(9));
    (0..64).for_each(|_| table.new_generation());
    assert!(table.store(Key(1), lower(1)));
}

#[test]
fn clear_begins_with_the_first_generation_again() {
    let mut table = Table::<New>::with_slots(8).unwrap();
    (0..5).for_each(|_| table.new_generation());
    table.clear(1);
    assert_eq!(table.generation(), Table::<New>::with_slots(8).unwrap().generation());
}

#[test]
fn an_updating_rule_outweighs_the_schemes() {
    let mut table = Table::<crate::scheme::Ancient>::with_slots(1).unwrap();
    table.store(Key(1), entry(9));
    assert!(!table.store(Key(1), entry(2)), "ANCIENT compares depths");
    table.set_update(Update::Newest);
    assert!(table.store(Key(1), entry(2)));
    table.set_update(Update::UnlessDeeperBy(3));
    table.store(Key(1), entry(9));
    assert!(!table.store(Key(1), entry(6)) && table.store(Key(1), entry(7)));
}

#[test]
fn occupancy_looks_at_the_whole_table_and_at_tiny_ones() {
    let table = Table::<New>::with_slots(100_000).unwrap();
    let mut random = SplitMix64::new(8);
    // The upper half of the keys alone: the upper half of the table.
    (0..400_000).for_each(|_| _ = table.store(Key(random.next() | 1 << 63), entry(1)));
    assert!((480..=520).contains(&table.occupancy().permille()), "{:?}", table.occupancy());
    let tiny = Table::<New>::with_slots(1).unwrap();
    assert_eq!(tiny.occupancy().permille(), 0);
    tiny.store(Key(1), entry(1));
    assert_eq!(tiny.occupancy().permille(), 1000);
    tiny.new_generation();
    assert_eq!((tiny.occupancy().occupied, tiny.occupancy().current), (1, 0));
}

#[test]
fn occupancy_looks_at_every_slot_of_a_bucket_alike() {
    fn is_a_quarter<S: Scheme, B: Bucket<Payload = Entry>>() {
        let table = Table::<S, B>::with_slots((1 << 16) * B::SLOTS).unwrap();
        let mut random = SplitMix64::new(8);
        (0..table.slots() / 4).for_each(|_| _ = table.store(Key(random.next()), entry(1)));
        let truth = table.entries().flatten().count() * 1000 / table.slots();
        let said = usize::from(table.occupancy().permille());
        assert!(said.abs_diff(truth) <= 32, "{} {}: {said} ‰, not {truth}", S::NAME, B::NAME);
    }
    is_a_quarter::<New, Pairs<1>>();
    is_a_quarter::<TwoBig1, Pairs<2>>();
    is_a_quarter::<DepthAge, Cluster>();
    is_a_quarter::<DepthAge, Pairs<4>>();
    is_a_quarter::<DepthAge, OneWord<8>>();
}

#[test]
fn sizes_and_indexes_agree_on_what_is_stored() {
    let high = Table::<New, Pairs<1>, MultiplyShift>::with_slots(64).unwrap();
    let low = Table::<New, Pairs<1>, LowBits>::with_slots(64).unwrap();
    for i in 0..64u64 {
        high.store(Key(i << 58), entry(i as u8));
        low.store(Key(i), entry(i as u8));
    }
    assert_eq!((high.keys().count(), low.keys().count()), (64, 64));
}

impl<S: Scheme> Table<S, Pairs<1>> {
    /// Leaves the check of one entry, of `check_of`, beside the data of another, of `data_of`, in the bucket of the first.
    fn write_dead_slot(&self, check_of: (Key, Entry), data_of: (Key, Entry)) {
        use super::Index;
        let [checked, dated] = [check_of, data_of].map(|(key, entry)| Pairs::<1>::seal(key, entry.pack()));
        Pairs::<1>::save(self.memory.get(self.index.of(check_of.0)), 0, checked.beside(dated));
    }
}
