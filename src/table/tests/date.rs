//! Tests of generations and ages.

use crate::entry::bucket::{Cluster, OneWord, Pairs};
use crate::entry::{Bound, Bucket, Generation, SizedEntry};
use crate::key::{Key, SplitMix64};
use crate::scheme::{Ancient, DepthAge, FourIter, New, Scheme, Stale, TwoDeep, WideDeep};
use crate::table::date::salt;
use crate::table::index::turned_back;
use crate::table::{Index, LowBits, MultiplyShift, SizedBucket, TableBuilder};

fn deep() -> SizedEntry {
    SizedEntry { bound: Bound::Exact, depth: 40, ..SizedEntry::default() }
}

#[test]
fn no_number_of_searches_makes_an_entry_of_pairs_young_and_after_two_epochs_it_is_gone() {
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 12).build().unwrap();
    let mut random = SplitMix64::new(7);
    (0..1000).for_each(|_| table.store(Key(random.next()), deep()));
    let stored = table.iter().count();
    for search in 1..=400u16 {
        table.new_generation();
        let ages: Vec<_> = table.iter().map(|held| u16::from(held.age)).collect();
        assert!(ages.iter().all(|&age| age == search.min(63)), "after {search} searches: {ages:?}");
        let expected = if search < 128 { stored } else { 0 };
        assert_eq!(ages.len(), expected, "after {search} searches");
    }
}

#[test]
fn an_entry_of_the_epoch_before_claims_another_bucket_and_long_after_it_expired_too() {
    fn claims_its_own<I: Index>(buckets: usize, epochs: u64) -> bool {
        let index = I::over(buckets).expect("there are buckets");
        let mut random = SplitMix64::new(4);
        let mut claims = || {
            let turned = Key(random.next());
            let sealed = Key(turned.0.wrapping_sub(salt(epochs)));
            index.beside(turned_back::<I>(turned))(turned_back::<I>(sealed))
        };
        (0..10_000).any(|_| claims())
    }
    for buckets in [4, 5, 64, 1000, 1 << 20] {
        let epochs = 1..=(buckets as u64 * 10 / 27).min(1000);
        let mistaken: Vec<_> =
            epochs.filter(|&epochs| claims_its_own::<MultiplyShift>(buckets, epochs)).collect();
        assert_eq!(mistaken, [0; 0], "{buckets} buckets");
        assert!(!buckets.is_power_of_two() || !claims_its_own::<LowBits>(buckets, 1), "{buckets}");
    }
    assert!(claims_its_own::<MultiplyShift>(1, 1) && claims_its_own::<MultiplyShift>(5, 8), "the control");
}

#[test]
fn an_age_is_exact_as_long_as_it_can_be_told_across_the_end_of_an_epoch_too() {
    let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 10).build().unwrap();
    (0..60).for_each(|_| table.new_generation());
    table.store(Key(9), deep());
    for age in 1..68u8 {
        table.new_generation();
        assert_eq!(table.generation(), Generation::new(60 + age));
        let held = table.iter().next().expect("it has not expired");
        assert_eq!(held.age, age.min(63));
    }
}

#[test]
fn an_entry_merged_from_the_epoch_before_looks_no_younger_than_it_is() {
    let [table, other] =
        [0, 1].map(|_| TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 10).build().unwrap());
    (0..60).for_each(|_| other.new_generation());
    other.store(Key(9), deep());
    (0..10).for_each(|_| other.new_generation());
    (0..70).for_each(|_| table.new_generation());
    table.merge_from(&other).unwrap();
    for age in 10..68u8 {
        let held = table.iter().next().expect("it has not expired");
        assert_eq!(held.age, age.min(63));
        table.new_generation();
    }
    assert_eq!(table.iter().count(), 0, "expired");
}

#[test]
fn an_entry_of_any_age_is_found_until_it_expires() {
    for written in [0, 1, 63, 64, 100, 200] {
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 12).build().unwrap();
        (0..written).for_each(|_| table.new_generation());
        table.store(Key(77 << 50), deep());
        let mut found = 0;
        while table.probe(Key(77 << 50)).is_some() {
            table.new_generation();
            found += 1;
        }
        assert_eq!(found, 128 - written % 64, "written in search {written}");
    }
}

#[test]
fn an_old_entry_yields_after_any_number_of_searches() {
    fn yields<B: Bucket<Payload = SizedEntry>>() {
        for searches in 1..300 {
            let table = TableBuilder::<Ancient, B>::new().slots(1 << 10).build().unwrap();
            table.store(Key(1), deep());
            for search in 0..searches {
                table.new_generation();
                if search % 5 == 0 && B::VERIFIED_BITS < 64 {
                    table.store(Key(3), SizedEntry { depth: 0, bound: Bound::Upper, ..deep() });
                    table.store(Key(1), deep());
                }
            }
            table.new_generation();
            table.store(Key(2), SizedEntry { depth: 1, ..deep() });
            assert_eq!(table.probe(Key(2)).map(|entry| entry.depth), Some(1), "after {searches} searches");
        }
    }
    yields::<Pairs<1, SizedEntry>>();
    yields::<OneWord<1, SizedEntry>>();
}

#[test]
fn where_a_tag_is_verified_a_store_holds_old_entries_just_below_half_the_range() {
    fn ages<B: Bucket<Payload = SizedEntry>>() -> Vec<u8> {
        let table = TableBuilder::<WideDeep, B>::new().slots(B::SLOTS).build().unwrap();
        table.store(Key(1), deep());
        let mut ages = Vec::new();
        for search in 0..200 {
            table.new_generation();
            if search % 5 == 4 {
                table.store(Key(search), SizedEntry { depth: 1, ..deep() });
            }
            ages.extend(table.iter().map(|held| held.age).max());
        }
        ages
    }
    let (narrow, cluster) = (ages::<OneWord<2, SizedEntry>>(), ages::<Cluster<SizedEntry>>());
    assert!(narrow[8..].iter().all(|age| (7..=12).contains(age)), "{narrow:?}");
    assert!(cluster[32..].iter().all(|age| (31..=36).contains(age)), "{cluster:?}");
}

#[test]
fn where_a_tag_is_verified_an_age_is_exact_below_half_the_range_and_held_there() {
    fn looked_at<S: Scheme, B: Bucket<Payload = SizedEntry>>(searches: u8) -> Option<u8> {
        let table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().unwrap();
        table.store(Key(1), deep());
        (0..searches).for_each(|_| table.new_generation());
        table.store(Key(2), SizedEntry { depth: 50, ..deep() });
        table.iter().find(|held| held.payload.depth == 40).map(|held| held.age)
    }
    for looked_at in
        [looked_at::<DepthAge, OneWord<2, SizedEntry>>, looked_at::<TwoDeep, OneWord<2, SizedEntry>>]
    {
        let of_sixteen: Vec<_> = (0..16).filter_map(looked_at).collect();
        assert_eq!(of_sixteen, [0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 15]);
    }
    let of_64: Vec<_> =
        [31, 32, 33, 62, 63].into_iter().filter_map(looked_at::<DepthAge, Cluster<SizedEntry>>).collect();
    assert_eq!(of_64, [31, 31, 31, 31, 63]);
}

#[test]
fn a_scheme_compares_the_age_that_is_held() {
    let table = TableBuilder::<DepthAge, Cluster<SizedEntry>>::new().slots(3).build().unwrap();
    let searched = |searches, key, depth| {
        (0..searches).for_each(|_| table.new_generation());
        table.store(Key(key), SizedEntry { depth, ..deep() });
    };
    searched(0, 1, 12);
    searched(2, 2, 10);
    searched(0, 3, 40);
    searched(31, 4, 1);
    assert_eq!([1, 2].map(|key| table.probe(Key(key)).is_some()), [true, false], "both of age 31");
}

#[test]
fn words_claim_the_key_of_their_entry_however_many_epochs_ago_it_was_stored() {
    let table = TableBuilder::<FourIter, SizedBucket<FourIter>>::new().slots(1 << 10).build().unwrap();
    table.store(Key(9), deep());
    let cells = table.memory.get(table.bucket_of(Key(9)));
    let words = <SizedBucket<FourIter> as Bucket>::load(cells, 0);
    for epoch in 0..5 {
        let is_found = table.probe(Key(9)).is_some();
        assert_eq!(is_found, epoch < 2, "{epoch}: it expires");
        assert!(table.claimed_keys(words).any(|key| key == Key(9)), "{epoch}");
        assert_eq!(table.claimed_keys(words).count(), epoch + 1);
        (0..8).for_each(|_| table.new_generation());
    }
}

#[test]
fn a_probe_under_stale_changes_the_age_and_nothing_else() {
    for searches in [1, 64, 70, 100] {
        let table = TableBuilder::<Stale, SizedBucket<Stale>>::new().slots(1 << 10).build().unwrap();
        let entry = SizedEntry { score: -77, size: 1234, ..deep() };
        table.store(Key(9), entry);
        (0..searches).for_each(|_| table.new_generation());
        let ages = || table.iter().map(|held| held.age).collect::<Vec<_>>();
        assert_eq!(ages(), [searches.min(63)]);
        let [before, after] = [table.probe(Key(9)), table.probe(Key(9))];
        assert_eq!((ages(), after), (vec![0], before));
    }
}

#[test]
fn a_payload_without_an_age_never_expires() {
    use crate::entry::Visits;
    let table = TableBuilder::<crate::scheme::Big1, Pairs<1, Visits>>::new().slots(8).build().unwrap();
    table.store(Key(1), Visits { visits: 3, value: 0.5 });
    (0..1000).for_each(|_| table.new_generation());
    assert_eq!(table.probe(Key(1)), Some(Visits { visits: 3, value: 0.5 }));
}
