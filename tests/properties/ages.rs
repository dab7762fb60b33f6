//! No entry ever looks younger than it is, after any number of searches.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use supplant::entry::bucket::Pairs;
use supplant::entry::{Bucket, Generation};
use supplant::scheme::{FourIter, New, Refresh, Scheme, Stale};
use supplant::table::{Size, Table, TableBuilder};
use supplant::{Key, SizedEntry, SizedTable};

#[derive(Clone, Copy, Debug)]
enum Happening {
    Store(u64),
    Probe(u64),
    Searches(u16),
    Iteration,
    Clear,
    Resize(u32),
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let searches = prop_oneof![Just(1), 1..20u16, 1..150u16];
    let happening = prop_oneof![
        4 => (0..40u64).prop_map(Happening::Store),
        2 => (0..40u64).prop_map(Happening::Probe),
        3 => searches.prop_map(Happening::Searches),
        1 => Just(Happening::Iteration),
        1 => Just(Happening::Clear),
        // In fewer buckets some key claims its own in the next epoch, too (`table/date.rs`).
        1 => (6..9u32).prop_map(Happening::Resize),
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

fn ages_are_true<S: Scheme, B: Bucket<Payload = SizedEntry>>(
    slots: usize,
    happenings: &[Happening],
) -> Result<(), TestCaseError> {
    let key = |number: u64| Key((number * 0x0655_5555_5555_5555) & !0xFFFF | number);
    let mut table = TableBuilder::<S, B>::new().slots(slots).build().expect("a small table fits");
    let searches_of_an_epoch = (B::GENERATIONS >> S::AGING.wear_bits) as u16;
    let epoch = |search: u16| search / searches_of_an_epoch;
    let mut dates = Vec::<u16>::new();
    let (mut search, mut is_odd) = (0, false);
    let date_of = |entry: SizedEntry, dates: &[u16]| dates[entry.score as u16 as usize];
    let check = |table: &Table<S, B>, search: u16, dates: &[u16]| {
        for held in table.iter() {
            let date = date_of(held.payload, dates);
            let truth = (search - date).min(searches_of_an_epoch - 1);
            prop_assert_eq!(u16::from(held.age), truth, "search {}", search);
            prop_assert!(epoch(search) - epoch(date) <= 1, "of {date}, expired in search {search}");
        }
        Ok(())
    };
    for &happening in happenings {
        match happening {
            Happening::Store(number) => {
                let entry = SizedEntry { score: dates.len() as i16, depth: 1, ..SizedEntry::default() };
                dates.push(search);
                table.store(key(number), entry);
            }
            Happening::Probe(number) => {
                let found = table.probe(key(number));
                if let Some(entry) = found.filter(|_| S::AGING.refresh == Refresh::OnHit) {
                    dates[entry.score as u16 as usize] = search;
                }
            }
            Happening::Searches(searches) => {
                // Five epochs at most: after 34 an entry claims its own of 64 buckets again.
                for _ in 0..searches * searches_of_an_epoch / 64 {
                    let next = epoch(search + 1);
                    let lasts = table.iter().filter(|held| next - epoch(date_of(held.payload, &dates)) <= 1);
                    let live = lasts.count();
                    table.new_generation();
                    search += 1;
                    check(&table, search, &dates)?;
                    prop_assert_eq!(table.iter().count(), live, "none is lost before its time");
                }
            }
            Happening::Iteration => {
                table.new_iteration();
                is_odd ^= S::AGING.tells_iterations;
            }
            Happening::Clear => {
                table.clear(2);
                search = 0;
                prop_assert_eq!(table.iter().count(), 0);
            }
            Happening::Resize(log_slots) => {
                table.resize(Size::Slots(1 << log_slots)).expect("a small table fits");
                // It moves entries with the ages that are known.
                dates
                    .iter_mut()
                    .for_each(|date| *date = search.saturating_sub(searches_of_an_epoch - 1).max(*date));
            }
        }
        prop_assert_eq!(table.generation(), Generation::new(search as u8).in_iteration(is_odd));
        check(&table, search, &dates)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn searches_clears_and_resizes_make_no_entry_look_young(log_slots in 6..9u32, happenings in happenings()) {
        ages_are_true::<New, Pairs<1, SizedEntry>>(1 << log_slots, &happenings)?;
        ages_are_true::<Stale, Pairs<1, SizedEntry>>(1 << log_slots, &happenings)?;
        ages_are_true::<FourIter, Pairs<1, SizedEntry>>(1 << log_slots, &happenings)?;
    }

    #[test]
    fn of_entries_that_meet_in_a_smaller_table_the_youngest_stays(
        stored in vec(any::<u64>(), 2..60),
        log_slots in 0..5u32,
    ) {
        let mut table: SizedTable<New> = TableBuilder::new().slots(1 << 12).build().expect("a small table fits");
        for &key in &stored {
            table.store(Key(key), SizedEntry { depth: 1, ..SizedEntry::default() });
            table.new_generation();
        }
        let oldest_first = stored.iter().map(|&key| Key(key)).filter(|&key| table.probe(key).is_some());
        let oldest_first: Vec<_> = oldest_first.collect();
        table.resize(Size::Slots(1 << log_slots)).expect("a small table fits");
        let youngest: BTreeMap<_, _> = oldest_first.iter().map(|&key| (table.bucket_of(key), key)).collect();
        prop_assert!(youngest.values().all(|&key| table.probe(key).is_some()), "{youngest:?}");
    }
}
