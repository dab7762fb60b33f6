//! The mechanism, on values.

use super::{LowBits, MultiplyShift, Size, SizeError, Table};
use crate::entry::{Bound, Entry, Layout, Move16, XorPair};
use crate::key::{Key, SplitMix64};
use crate::scheme::{Deep, New, Scheme, SchemeName, TwoBig1, TwoDeep, Visit};

fn entry(depth: u8) -> Entry {
    Entry { mv: Move16(9), score: -3, bound: Bound::Lower, depth, size: 17, ..Entry::default() }
}

/// Runs one test body over every registered scheme.
fn with_every_scheme<V: Visit<Out = ()> + Copy>(test: V) {
    SchemeName::ALL.iter().for_each(|scheme| scheme.visit(test));
}

#[test]
fn what_is_stored_is_found_under_every_scheme() {
    #[derive(Clone, Copy)]
    struct Found;
    impl Visit for Found {
        type Out = ();
        fn visit<S: Scheme>(self) {
            for key in [Key(0), Key(1), Key(u64::MAX), Key(0x8000_0000_0000_0000)] {
                let table = Table::<S>::with_slots(1 << 12).unwrap();
                assert_eq!(table.probe(key), None, "{} {key:?}", S::NAME);
                table.store(key, entry(3));
                assert_eq!(table.probe(key), Some(entry(3)), "{} {key:?}", S::NAME);
            }
        }
    }
    with_every_scheme(Found);
}

#[test]
fn the_same_position_is_stored_once_under_every_scheme() {
    #[derive(Clone, Copy)]
    struct Once;
    impl Visit for Once {
        type Out = ();
        fn visit<S: Scheme>(self) {
            let mut table = Table::<S>::with_slots(S::SLOTS).unwrap();
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
    with_every_scheme(Once);
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
    let slot = table.index_of(a);
    table.write_dead_slot(slot, (a, entry(200)), (b, entry(250)));
    assert_eq!((table.probe(a), table.probe(b), table.dead_slots()), (None, None, 1));
    table.store(b, entry(1));
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
    let odd = Table::<New, XorPair, LowBits>::with_slots(12).unwrap_err();
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
        (0..200).for_each(|i: u64| table.store(Key(i << 56), entry(1)));
        table.new_generation();
        table.clear(threads);
        assert_eq!((table.keys().count(), table.occupancy().occupied), (0, 0));
        assert_eq!(table.generation().age(table.generation()), 0);
    }
}

#[test]
fn resize_empties_and_keeps_the_old_table_if_it_fails() {
    let mut table = Table::<New>::with_slots(8).unwrap();
    table.store(Key(5), entry(1));
    assert!(table.resize(Size::Slots(0)).is_err());
    assert!(table.probe(Key(5)).is_some());
    table.resize(Size::Slots(16)).unwrap();
    assert_eq!((table.slots(), table.probe(Key(5))), (16, None));
}

#[test]
fn occupancy_looks_at_the_whole_table_and_at_tiny_ones() {
    let table = Table::<New>::with_slots(100_000).unwrap();
    let mut random = SplitMix64::new(8);
    // The upper half of the keys alone: the upper half of the table.
    (0..400_000).for_each(|_| table.store(Key(random.next() | 1 << 63), entry(1)));
    assert!((480..=520).contains(&table.occupancy().permille()), "{:?}", table.occupancy());
    let tiny = Table::<New>::with_slots(1).unwrap();
    assert_eq!(tiny.occupancy().permille(), 0);
    tiny.store(Key(1), entry(1));
    assert_eq!(tiny.occupancy().permille(), 1000);
    tiny.new_generation();
    assert_eq!((tiny.occupancy().occupied, tiny.occupancy().current), (1, 0));
}

#[test]
fn sizes_and_indexes_agree_on_what_is_stored() {
    let high = Table::<New, XorPair, MultiplyShift>::with_slots(64).unwrap();
    let low = Table::<New, XorPair, LowBits>::with_slots(64).unwrap();
    for i in 0..64u64 {
        high.store(Key(i << 58), entry(i as u8));
        low.store(Key(i), entry(i as u8));
    }
    assert_eq!((high.keys().count(), low.keys().count()), (64, 64));
}

impl<S: Scheme> Table<S> {
    fn index_of(&self, key: Key) -> usize {
        use super::Index;
        self.index.of(key)
    }

    /// Leaves the check of one entry, of `check_of`, beside the data of another, of `data_of`, in a slot.
    fn write_dead_slot(&self, slot: usize, check_of: (Key, Entry), data_of: (Key, Entry)) {
        let [checked, dated] = [check_of, data_of].map(|(key, entry)| XorPair::seal(key, entry.into()));
        XorPair::save(&self.memory.bucket(slot, 1)[0], checked.beside(dated));
    }
}
