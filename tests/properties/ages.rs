//! No entry ever looks younger than it is, after any number of searches.

use proptest::collection::vec;
use proptest::prelude::*;
use supplant::entry::Bucket;
use supplant::entry::bucket::Pairs;
use supplant::scheme::{New, Refresh, Scheme, Stale};
use supplant::table::TableBuilder;
use supplant::{Key, SizedEntry};

#[derive(Clone, Copy, Debug)]
enum Happening {
    Store(u64),
    Probe(u64),
    Searches(u16),
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let searches = prop_oneof![Just(1), 1..20u16, 1..150u16];
    let happening = prop_oneof![
        4 => (0..40u64).prop_map(Happening::Store),
        2 => (0..40u64).prop_map(Happening::Probe),
        3 => searches.prop_map(Happening::Searches),
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
    let table = TableBuilder::<S, B>::new().slots(slots).build().expect("a small table fits");
    let mut dates = Vec::<u16>::new();
    let mut search = 0;
    let check = |search: u16, dates: &[u16]| {
        for held in table.iter() {
            let date = dates[held.payload.score as u16 as usize];
            let truth = search - date;
            let oldest = (B::GENERATIONS - 1) as u16;
            prop_assert_eq!(u16::from(held.age), truth.min(oldest), "search {}", search);
            prop_assert!(search / 64 - date / 64 <= 1, "of {date}, expired in search {search}");
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
                for _ in 0..searches {
                    let live = table.iter().count();
                    table.new_generation();
                    search += 1;
                    check(search, &dates)?;
                    let is_epoch = search % 64 == 0;
                    prop_assert!(is_epoch || table.iter().count() == live, "none is lost");
                }
            }
        }
        check(search, &dates)?;
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_number_of_searches_makes_an_entry_look_young(log_slots in 6..9u32, happenings in happenings()) {
        ages_are_true::<New, Pairs<1, SizedEntry>>(1 << log_slots, &happenings)?;
        ages_are_true::<Stale, Pairs<1, SizedEntry>>(1 << log_slots, &happenings)?;
    }
}
