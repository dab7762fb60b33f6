//! Tests of sizes, clearing and resizing.

use super::{WithLine, entry};
use crate::entry::bucket::{Checked, OneWord, Pairs};
use crate::entry::{Generation, Move16, SizedEntry};
use crate::key::{Key, SplitMix64};
use crate::scheme::{Ancient, Deep, DepthAge, ExactAge, New, Siege, Thompson, TwoBig1, TwoDeep};
use crate::table::{LowBits, Size, SizeError, Table, Update};
use crate::table::{Options, SamePosition};
use crate::table::{SizedBucket, SizedTable, TableBuilder};

#[test]
fn sizes_are_never_rounded_up() {
    for slots in [1, 3, 1000, 1001] {
        assert_eq!(TableBuilder::<New, SizedBucket<New>>::new().slots(slots).build().unwrap().slots(), slots);
        let table =
            TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(2 * slots + 1).build().unwrap();
        assert_eq!((table.slots(), table.buckets()), (2 * slots, slots));
    }
    for (bytes, had) in [(16, 16), (31, 16), (1 << 20, 1 << 20), (3_000_001, 3_000_000)] {
        assert_eq!(
            TableBuilder::<New, SizedBucket<New>>::new().size(Size::Bytes(bytes)).build().unwrap().bytes(),
            had
        );
    }
}

#[test]
fn a_size_that_cannot_be_had_says_what_is_possible() {
    let too_small = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1).build().unwrap_err();
    assert_eq!(too_small.to_string(), "a table of 1 slot holds no bucket; the least is 2 slots (32 bytes)");
    let odd = TableBuilder::<New, Pairs<1, SizedEntry>, LowBits>::new().slots(12).build().unwrap_err();
    assert_eq!(
        odd.to_string(),
        "a table of 12 slots is not a power of two of buckets; the next below is 8 slots"
    );
    let pairs = TableBuilder::<TwoBig1, Pairs<2, SizedEntry>, LowBits>::new().slots(12).build().unwrap_err();
    assert!(matches!(pairs, SizeError::NotIndexable { possible_slots: 8, .. }), "{pairs}");
    let huge = TableBuilder::<New, SizedBucket<New>>::new().mebibytes(1 << 40).build().unwrap_err();
    let is_possible = |bytes: usize| (64 << 20..1 << 48).contains(&bytes) && bytes.is_multiple_of(16);
    assert!(is_possible(possible(huge)), "{huge}");
    assert!(
        huge.to_string().ends_with(&format!("at most {} MiB are possible", possible(huge) / (1 << 20))),
        "{huge}"
    );
    assert!(matches!(
        TableBuilder::<New, SizedBucket<New>>::new().mebibytes(usize::MAX).build(),
        Err(SizeError::OutOfMemory { .. })
    ));
}

fn possible(refused: SizeError) -> usize {
    match refused {
        SizeError::OutOfMemory { possible_bytes, .. } => possible_bytes,
        other => panic!("{other}"),
    }
}

#[test]
fn what_is_possible_does_not_depend_on_the_bucket() {
    let one = possible(TableBuilder::<New, SizedBucket<New>>::new().mebibytes(1 << 40).build().unwrap_err());
    let four = possible(
        TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().mebibytes(1 << 40).build().unwrap_err(),
    );
    assert!(one / 2 < four && four / 2 < one, "{one} {four}");
}

#[test]
fn a_size_is_written_in_the_unit_that_fits() {
    let sizes = [
        Size::Slots(3),
        Size::Bytes(1),
        Size::Bytes(48),
        Size::mebibytes(1),
        Size::Bytes(3 << 20),
        Size::Bytes((1 << 20) + 1),
    ];
    assert_eq!(
        sizes.map(|size| size.to_string()),
        ["3 slots", "1 byte", "48 bytes", "1 MiB", "3 MiB", "1048577 bytes"]
    );
}

#[test]
fn clear_empties_every_slot_with_any_number_of_threads() {
    for threads in [1, 2, 3, 7, 100] {
        let mut table = TableBuilder::<New, SizedBucket<New>>::new().slots(50).build().unwrap();
        (0..200).for_each(|i: u64| table.store(Key(i << 56), entry(1)));
        table.new_generation();
        table.clear(threads);
        assert_eq!((table.keys().count(), table.occupancy().occupied), (0, 0));
        assert_eq!(table.generation(), Generation::new(0));
    }
}

#[test]
fn resize_keeps_the_old_table_if_it_fails() {
    let mut table = TableBuilder::<New, SizedBucket<New>>::new().slots(8).build().unwrap();
    table.store(Key(5), entry(1));
    assert!(table.resize(Size::Slots(0)).is_err());
    assert!(table.probe(Key(5)).is_some());
}

#[test]
fn a_larger_table_keeps_every_entry_with_its_age_and_a_smaller_one_what_the_scheme_says() {
    for searches in [1, 40, 70, 100] {
        let mut table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1 << 10).build().unwrap();
        let mut random = SplitMix64::new(31);
        (0..500).for_each(|i| table.store(Key(random.next()), entry(i as u8)));
        (0..searches).for_each(|_| table.new_generation());
        (0..300).for_each(|i| table.store(Key(random.next()), entry(i as u8)));
        let contents = |table: &SizedTable<Deep>| {
            let held = table.iter().map(|held| (held.payload.depth, held.age));
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
        let bucket = |key: Key| key.spread().0 >> 60;
        let deepest = |of: Key| {
            before.iter().filter(|entry| bucket(entry.0) == bucket(of)).map(|entry| entry.1.0).max()
        };
        assert!(contents(&table).iter().all(|entry| Some(entry.1.0) == deepest(entry.0)));
    }
}

#[test]
fn two_levels_stay_levels_in_a_table_of_another_size() {
    let mut table = TableBuilder::<TwoDeep, SizedBucket<TwoDeep>>::new().slots(2).build().unwrap();
    let keys = [1, 2, 3].map(|spread| Key::from_spread(Key(spread)));
    table.store(keys[0], entry(9));
    table.store(keys[1], entry(3));
    table.resize(Size::Slots(4)).unwrap();
    assert_eq!(table.keys().collect::<Vec<_>>(), keys[..2]);
    table.store(keys[2], entry(4));
    assert_eq!(table.keys().collect::<Vec<_>>(), [keys[0], keys[2]]);
}

#[test]
fn a_payload_of_several_words_is_kept_whole_through_shifts_updates_and_other_sizes() {
    type Wide = Checked<2, 2, WithLine>;
    let mut table = TableBuilder::<TwoBig1, Wide>::new().slots(2).build().unwrap();
    let wide = |size, line| WithLine(SizedEntry { size, ..entry(4) }, [line; 4]);
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
fn an_entry_is_as_worn_in_another_size_and_another_table() {
    let of = |slots| -> SizedTable<Siege> { TableBuilder::new().slots(slots).build().unwrap() };
    let (mut table, other) = (of(4), of(1 << 10));
    (1..4).for_each(|key| table.store(Key(key), entry(3)));
    for key in [2, 3, 3] {
        assert!(table.probe(Key(key)).is_some());
    }
    let worn = |table: &SizedTable<Siege>| {
        [1, 2, 3].map(|key| table.iter().find(|held| held.key == Some(Key(key))).map(|held| held.wear))
    };
    assert_eq!(worn(&table), [Some(3), Some(1), Some(0)]);
    other.merge_from(&table).unwrap();
    table.resize(Size::Slots(1 << 10)).unwrap();
    assert_eq!([worn(&table), worn(&other)], [[Some(3), Some(1), Some(0)]; 2]);
}

#[test]
fn a_bucket_that_knows_no_keys_is_empty_in_another_size_and_says_so() {
    let mut table = TableBuilder::<New, OneWord<1, SizedEntry>>::new().slots(64).build().unwrap();
    (0..64).for_each(|i: u64| table.store(Key::from_spread(Key(i << 58)), entry(1)));
    let resized = table.resize(Size::Slots(128)).unwrap();
    assert_eq!((resized.before, resized.kept), (64, 0));
}

#[test]
fn another_size_keeps_both_tables_of_thompson() {
    let mut table = TableBuilder::<Thompson, SizedBucket<Thompson>>::new().slots(2048).build().unwrap();
    let mut random = SplitMix64::new(6);
    for _ in 0..4000 {
        let key = Key(random.next());
        table.store(key, entry(random.below(9) as u8));
        table.store(key, entry(random.below(9) as u8));
    }
    let both =
        |table: &SizedTable<Thompson>, key| table.probe_both(key).map(|found| found.map(|found| found.depth));
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
    let mut table = TableBuilder::<Ancient, SizedBucket<Ancient>>::new().slots(1 << 11).build().unwrap();
    let [old, new] = [1 << 40, 1 << 53 | 7].map(|spread| Key::from_spread(Key(spread)));
    table.store(old, entry(60));
    table.new_generation();
    table.store(new, entry(1));
    let resized = table.resize(Size::Slots(1 << 10)).unwrap();
    assert_eq!((resized.before, resized.kept), (2, 1));
    assert!(table.probe(new).is_some());
}

/// Beside a free slot there is no collision.
#[test]
fn another_size_keeps_stamped_entries_that_have_room() {
    let mut table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(4).build().unwrap();
    let keys = (0..4u64).map(|i| Key::from_spread(Key(i << 62 | 1)));
    let [old, new]: [Vec<_>; 2] = [0, 1].map(|odd| keys.clone().skip(odd).step_by(2).collect());
    old.iter().for_each(|&key| table.store(key, entry(60)));
    table.new_generation();
    new.iter().for_each(|&key| table.store(key, entry(1)));
    table.set_options(Options { time_stamping: true, ..Options::default() });
    for slots in [4, 64] {
        let resized = table.resize(Size::Slots(slots)).unwrap();
        assert_eq!((resized.before, resized.kept), (4, 4), "in {slots} slots");
    }
    let into =
        TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(4).time_stamping(true).build().unwrap();
    into.new_generation();
    let merged = into.merge_from(&table).unwrap();
    assert_eq!((merged.offered, merged.kept, into.iter().count()), (4, 4, 4));
}

/// The old result counts as gone, whether another slot is free or not.
#[test]
fn a_merged_result_replaces_a_stamped_one_of_its_position() {
    let make = |depth| {
        let table = TableBuilder::<ExactAge, SizedBucket<ExactAge>>::new().slots(4).time_stamping(true);
        let table = table.build().unwrap();
        table.store(Key(1), entry(depth));
        table
    };
    let (old, new) = (make(20), make(8));
    old.new_generation();
    assert_eq!(old.merge_from(&new).unwrap().kept, 1);
    assert_eq!(old.probe(Key(1)).map(|found| found.depth), Some(8));
}

#[test]
fn another_size_keeps_settings_and_age() {
    let mut table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1 << 10).build().unwrap();
    table.set_options(Options {
        time_stamping: true,
        same_position: SamePosition {
            update: Update::Deeper,
            inherits_move: Some(true),
            leaves_move: Some(false),
            lowers_depth: Some(9),
        },
    });
    (0..70).for_each(|_| table.new_generation());
    table.store(Key(1), entry(9));
    table.resize(Size::Slots(1 << 11)).unwrap();
    assert!(!table.offer(Key(1), entry(3)), "the deeper is kept");
    table.store(Key(1), SizedEntry { mv: Move16::NONE, ..entry(10) });
    assert_eq!(table.probe(Key(1)).map(|found| found.mv), Some(Move16(9)), "and its move");
    (0..20).for_each(|_| table.new_generation());
    assert_eq!(table.iter().map(|held| held.age).collect::<Vec<_>>(), [20]);
    table.store(Key(2), entry(1));
    assert!(table.probe(Key(2)).is_some(), "stamped");
    let mut old = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1 << 10).build().unwrap();
    old.store(Key(1), entry(9));
    (0..70).for_each(|_| old.new_generation());
    old.resize(Size::Slots(1 << 11)).unwrap();
    (0..20).for_each(|_| old.new_generation());
    assert_eq!(old.iter().map(|held| held.age).collect::<Vec<_>>(), [63]);
}
