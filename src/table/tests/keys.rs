//! Keys of every kind that engines make find their own entries and no others.

use super::entry;
use crate::entry::bucket::{Cluster, OneWord, Pairs};
use crate::entry::{Bucket, SizedEntry};
use crate::key::{Key, SplitMix64};
use crate::scheme::{DepthAge, New, Scheme};
use crate::table::{Fold, Index, LowBits, MultiplyShift, Table, TableBuilder};

trait Each {
    fn on<S: Scheme, B: Bucket<Payload = SizedEntry>, I: Index>(self, table: Table<S, B, I>);
}

fn everywhere(test: impl Each + Copy) {
    fn in_layout<S: Scheme, B: Bucket<Payload = SizedEntry>>(test: impl Each + Copy) {
        fn of<S: Scheme, B: Bucket<Payload = SizedEntry>, I: Index>(buckets: usize) -> Table<S, B, I> {
            TableBuilder::new().slots(buckets * B::SLOTS).build().expect("small")
        }
        for buckets in [1, 256] {
            test.on(of::<S, B, MultiplyShift>(buckets));
            test.on(of::<S, B, LowBits>(buckets));
            test.on(of::<S, B, Fold>(buckets));
        }
    }
    in_layout::<New, Pairs<1, SizedEntry>>(test);
    in_layout::<New, OneWord<1, SizedEntry>>(test);
    in_layout::<DepthAge, OneWord<8, SizedEntry>>(test);
    in_layout::<DepthAge, Cluster<SizedEntry>>(test);
    in_layout::<DepthAge, Pairs<8, SizedEntry>>(test);
}

#[test]
fn a_key_with_any_one_or_two_bits_flipped_is_another_key() {
    #[derive(Clone, Copy)]
    struct Flipped;
    impl Each for Flipped {
        fn on<S: Scheme, B: Bucket<Payload = SizedEntry>, I: Index>(self, mut table: Table<S, B, I>) {
            let mut random = SplitMix64::new(4);
            for _ in 0..4 {
                let key = Key(random.next());
                table.store(key, entry(3));
                assert!(table.probe(key).is_some());
                for (one, other) in (0..64).flat_map(|one| (0..=one).map(move |other| (one, other))) {
                    let flipped = Key(key.0 ^ (1 << one | 1 << other));
                    assert!(table.probe(flipped).is_none(), "{} {}: bits {one}, {other}", B::NAME, I::NAME);
                }
                table.clear(1);
            }
        }
    }
    everywhere(Flipped);
}

/// Keys that differ by a pattern are not random, so the rate of false hits is not quite 2⁻ᵇ for b
/// verified bits. In the worst pattern found it was seven times that. A few more are chance.
fn expect_few<B: Bucket>(found: usize, asked: usize, compared: f64, what: &str) {
    let expected = B::false_hit(1) * compared * asked as f64;
    let most = if B::VERIFIED_BITS == 64 { 0.0 } else { 8.0 + 8.0 * expected };
    assert!(found as f64 <= most, "{} {what}: {found} of {asked}, at most {most}", B::NAME);
}

/// Stockfish searches a position without one of its moves under `key ^ (move << 16)`.
#[test]
fn a_search_without_a_move_does_not_find_the_entry_of_the_position() {
    #[derive(Clone, Copy)]
    struct Singular;
    impl Each for Singular {
        fn on<S: Scheme, B: Bucket<Payload = SizedEntry>, I: Index>(self, mut table: Table<S, B, I>) {
            let mut random = SplitMix64::new(5);
            for shift in [0, 16, 32, 48] {
                let (mut asked, mut found) = (0, 0);
                for _ in 0..2 {
                    let key = Key(random.next());
                    table.store(key, entry(3));
                    assert!(table.probe(key).is_some());
                    let others = (1..1 << 16).step_by(5).map(|mv| Key(key.0 ^ mv << shift));
                    asked += others.clone().count();
                    found += others.filter(|&key| table.probe(key).is_some()).count();
                    table.clear(1);
                }
                let buckets = (table.slots() / B::SLOTS) as f64;
                expect_few::<B>(found, asked, 1.0 / buckets, &format!("{} by {shift}", I::NAME));
            }
        }
    }
    everywhere(Singular);
}

#[test]
fn numbers_in_order_fill_all_buckets_alike_and_keep_their_entries_apart() {
    #[derive(Clone, Copy)]
    struct InOrder;
    impl Each for InOrder {
        fn on<S: Scheme, B: Bucket<Payload = SizedEntry>, I: Index>(self, table: Table<S, B, I>) {
            for step in [1, 2, 3, 1000, 1 << 16, 1 << 32, 1 << 48] {
                let mut loads = vec![0u32; table.slots() / B::SLOTS];
                (0..16_384).for_each(|number| loads[table.index.of(Key(number * step))] += 1);
                // For random keys 64 of 256, with standard deviation 8.
                let even = 16_384 / loads.len() as u32;
                let is_even = |load: &u32| load.abs_diff(even) <= 48;
                assert!(loads.iter().all(is_even), "{} by {step}", I::NAME);
            }
            (0..4096).for_each(|number| table.store(Key(number), entry(3)));
            let never_stored = 4096..1 << 16;
            let asked = never_stored.clone().count();
            let found = never_stored.filter(|&number| table.probe(Key(number)).is_some()).count();
            expect_few::<B>(found, asked, B::SLOTS as f64, I::NAME);
        }
    }
    everywhere(InOrder);
}
