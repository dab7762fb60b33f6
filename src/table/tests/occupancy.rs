//! Tests of how full a table is.

use super::entry;
use crate::entry::bucket::{Cluster, OneWord, Pairs};
use crate::entry::{Bucket, SizedEntry};
use crate::key::{Key, SplitMix64};
use crate::scheme::{DepthAge, New, Scheme, TwoBig1};
use crate::table::{SizedBucket, TableBuilder};

#[test]
fn occupancy_looks_at_the_whole_table_and_at_tiny_ones() {
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(100_000).build().unwrap();
    let mut random = SplitMix64::new(8);
    (0..400_000).for_each(|_| table.store(Key::from_spread(Key(random.next() | 1 << 63)), entry(1)));
    assert!((480..=520).contains(&table.occupancy().permille()), "{:?}", table.occupancy());
    let tiny = TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap();
    assert_eq!(tiny.occupancy().permille(), 0);
    tiny.store(Key(1), entry(1));
    assert_eq!(tiny.occupancy().permille(), 1000);
    tiny.new_generation();
    assert_eq!((tiny.occupancy().occupied, tiny.occupancy().current), (1, 0));
}

#[test]
fn occupancy_looks_at_every_slot_of_a_bucket_alike() {
    fn is_a_quarter<S: Scheme, B: Bucket<Payload = SizedEntry>>() {
        let table = TableBuilder::<S, B>::new().slots((1 << 16) * B::SLOTS).build().unwrap();
        let mut random = SplitMix64::new(8);
        (0..table.slots() / 4).for_each(|_| table.store(Key(random.next()), entry(1)));
        let truth = table.iter().count() * 1000 / table.slots();
        let said = usize::from(table.occupancy().permille());
        assert!(said.abs_diff(truth) <= 32, "{} {}: {said} ‰, not {truth}", S::NAME, B::NAME);
    }
    is_a_quarter::<New, Pairs<1, SizedEntry>>();
    is_a_quarter::<TwoBig1, Pairs<2, SizedEntry>>();
    is_a_quarter::<DepthAge, Cluster<SizedEntry>>();
    is_a_quarter::<DepthAge, Pairs<4, SizedEntry>>();
    is_a_quarter::<DepthAge, OneWord<8, SizedEntry>>();
}
