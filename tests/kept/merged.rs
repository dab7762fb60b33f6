//! A merge offers all entries at their age.

use supplant::conformance::in_every_kind;
use supplant::entry::bucket::{Cluster, OneWord, Pairs, Ready};
use supplant::scheme::{Deep, DepthAge, FourIter, New, Scheme, Visit};
use supplant::table::Held;
use supplant::table::{SizedBucket, TableBuilder};
use supplant::{Bound, Key, SizedEntry, Table};

use super::fill;

#[derive(Clone, Copy)]
struct Merging;

impl Visit for Merging {
    type Payload = SizedEntry;
    type Out = ();

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
        let name = format!("{} in {}", S::NAME, B::NAME);
        let [table, other, empty] =
            [(); 3].map(|()| TableBuilder::<S, B>::new().slots(3072).build().expect("small"));
        // Ages up to 3: with a tag, SIEGE holds greater ones.
        let keys = fill(&other, 1, 1500, 2);
        (0..5).for_each(|_| table.new_generation());
        let merged = table.merge_from(&other).expect("of one size");
        let sorted = |table: &Table<S, B>| {
            let mut held: Vec<_> =
                table.iter().map(|Held { payload, age, .. }| format!("{payload:?} {age}")).collect();
            held.sort_unstable();
            held
        };
        let (here, there) = (sorted(&table), sorted(&other));
        assert_eq!(merged.offered, there.len(), "{name}");
        let lost = there.iter().filter(|held| here.binary_search(held).is_err()).count();
        assert!(
            lost * 20 <= there.len() && here.len() <= there.len(),
            "{name}: {lost} of {} lost",
            there.len()
        );
        let missed = keys.iter().filter(|&&key| table.probe(key) != other.probe(key)).count();
        assert!(missed * 20 <= keys.len(), "{name}: {missed} of {} are answered otherwise", keys.len());
        let before: Vec<_> = other.by_slot().collect();
        assert_eq!(other.merge_from(&empty).expect("of one size"), supplant::table::Merged::default());
        assert!(other.by_slot().eq(before), "{name}");
    }
}

#[test]
fn a_table_of_every_kind_takes_the_entries_of_another_at_their_age() {
    in_every_kind(|_| Merging);
}

fn entry(depth: u8) -> SizedEntry {
    SizedEntry { depth, bound: Bound::Exact, ..SizedEntry::default() }
}

#[test]
fn an_entry_of_the_present_iteration_is_of_the_present_one_where_it_goes() {
    for (here, there) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 5)] {
        let [table, other] = [(); 2].map(|()| {
            TableBuilder::<FourIter, SizedBucket<FourIter>>::new().slots(64).build().expect("small")
        });
        (0..here).for_each(|_| table.new_iteration());
        (0..there).for_each(|_| other.new_iteration());
        other.store(Key(1), entry(1));
        other.new_iteration();
        other.store(Key(1 << 63), entry(2));
        table.merge_from(&other).expect("pairs");
        let is_odd = table.generation().is_in_odd_iteration();
        for held in table.iter() {
            let is_of_this = held.payload.depth == 2;
            assert_eq!(held.is_of_odd_iteration == is_odd, is_of_this, "{here} and {there}: {held:?}");
            assert_eq!(held.wear, 2, "as worn as it was");
        }
        assert_eq!(table.iter().count(), 2);
    }
}

#[test]
fn of_two_entries_for_one_slot_the_scheme_keeps_the_one_it_would() {
    let [one, other] =
        [(); 2].map(|()| TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1).build().expect("small"));
    one.store(Key(1), entry(5));
    other.store(Key(2), entry(4));
    let merged = one.merge_from(&other).expect("pairs");
    assert_eq!((merged.offered, merged.kept), (1, 0));
    assert_eq!((one.probe(Key(1)), one.probe(Key(2))), (Some(entry(5)), None));
    let merged = other.merge_from(&one).expect("pairs");
    assert_eq!((merged.kept, other.probe(Key(1))), (1, Some(entry(5))));
}

#[test]
fn an_entry_is_as_old_as_it_was_or_as_old_as_the_table_it_goes_into() {
    let other = TableBuilder::<New, SizedBucket<New>>::new().slots(64).build().expect("small");
    other.store(Key(3 << 60), entry(1));
    (0..10).for_each(|_| other.new_generation());
    for (searches, age) in [(0, 0), (4, 4), (10, 10), (200, 10)] {
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(64).build().expect("small");
        (0..searches).for_each(|_| table.new_generation());
        table.merge_from(&other).expect("pairs");
        let held = table.iter().next().expect("it is there");
        assert_eq!((held.age, table.probe(Key(3 << 60)).is_some()), (age, true), "into search {searches}");
    }
}

#[test]
fn tables_of_two_sizes_merge_where_the_key_is_known_and_else_are_refused() {
    let (small, large) = (
        TableBuilder::<New, Pairs<1, SizedEntry>>::new().slots(256).build().unwrap(),
        TableBuilder::<New, Pairs<1, SizedEntry>>::new().slots(4096).build().unwrap(),
    );
    let keys = fill(&small, 1, 100, 0);
    let merged = large.merge_from(&small).expect("the key is known");
    assert!(keys.iter().all(|&key| small.probe(key).is_none() || large.probe(key) == small.probe(key)));
    assert_eq!(merged.kept, merged.offered);
    fn refused<S: Scheme, B: Ready<Payload = SizedEntry>>() -> String {
        let [small, large] =
            [240, 480].map(|slots| TableBuilder::<S, B>::new().slots(slots).build().unwrap());
        small.merge_from(&large).expect_err("no key is known").to_string()
    }
    let told = "tables of 240 and 480 slots do not merge where a tag is verified; take two of one size";
    assert_eq!(
        [refused::<DepthAge, OneWord<8, SizedEntry>>(), refused::<DepthAge, Cluster<SizedEntry>>()],
        [told; 2]
    );
}

#[test]
fn no_entry_is_lost_when_the_searches_of_the_other_table_go_on_while_it_is_merged() {
    fn check<B: Ready<Payload = SizedEntry>>(searches_meanwhile: usize) {
        let [table, other] =
            [(); 2].map(|()| TableBuilder::<DepthAge, B>::new().slots(1 << 14).build().expect("small"));
        fill(&other, 1, 4001, 3);
        (0..50).for_each(|_| table.new_generation());
        let stored = other.iter().count();
        let merged = std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..searches_meanwhile {
                    other.new_generation();
                    std::thread::sleep(std::time::Duration::from_micros(300));
                }
            });
            table.merge_from(&other).expect("of one size")
        });
        assert_eq!((merged.offered, merged.kept), (stored, stored), "{}", B::NAME);
        let ages = || table.iter().map(|held| held.age);
        assert_eq!(
            ages().max().zip(ages().min()).map(|(oldest, youngest)| oldest - youngest),
            Some(3),
            "{}",
            B::NAME
        );
    }
    for _ in 0..10 {
        check::<Pairs<4, SizedEntry>>(20);
        check::<Cluster<SizedEntry>>(20);
        check::<Pairs<4, SizedEntry>>(0);
    }
}
