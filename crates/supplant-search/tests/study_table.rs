//! Tables whose scheme and layout are named at run time.

use supplant::entry::SizedEntry;
use supplant::entry::bucket::{Checked, LayoutName, OneWord, Pairs};
use supplant::scheme::{Deep, DepthAge, SchemeName, TwoBig1, TwoNear};
use supplant::table::{BuildError, SizedBucket, TableBuilder, Touch};
use supplant::table::{Size, Table};
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::search::negamax::negamax;
use supplant_search::search::{
    BoundsEntry, Enhancements, HitUse, Limits, LinedEntry, RootedEntry, SearchTable, StudyTable, search,
};

fn nodes(table: &dyn SearchTable, hit: HitUse) -> u64 {
    let game = Domineering::new(6, 6, Player::Vertical);
    search(&game, table, Limits::depth(7), Enhancements::ALIBABA.limited_to(hit)).counters.nodes()
}

#[test]
fn a_search_visits_the_same_nodes_whether_the_table_is_known_or_named() {
    const SLOTS: usize = 256;
    let named = |scheme, layout| {
        nodes(
            &*<dyn StudyTable>::build(
                scheme,
                layout,
                Table::builder().size(Size::Slots(SLOTS)).touch(Touch::Threads(1)),
            )
            .expect("small"),
            HitUse::Both,
        )
    };
    let known = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(SLOTS).build().expect("small");
    let dense = TableBuilder::<DepthAge, OneWord<4, SizedEntry>>::new().slots(SLOTS).build().expect("small");
    assert_eq!(named(SchemeName::TwoBig1, LayoutName::Xor16), nodes(&known, HitUse::Both));
    assert_eq!(named(SchemeName::DepthAge, LayoutName::Single8), nodes(&dense, HitUse::Both));
    let lined =
        TableBuilder::<TwoBig1, Checked<2, 2, LinedEntry>>::new().slots(SLOTS).build().expect("small");
    let named = <dyn StudyTable>::build_lined(SchemeName::TwoBig1, Table::builder().size(Size::Slots(SLOTS)))
        .expect("small");
    assert_eq!(nodes(&*named, HitUse::Line5), nodes(&lined, HitUse::Line5));
    assert_ne!(nodes(&known, HitUse::Both), nodes(&dense, HitUse::Both), "else this test tells nothing");
}

#[test]
fn a_scheme_that_asks_for_the_plies_from_the_root_gets_entries_that_keep_them() {
    const SLOTS: usize = 256;
    let named = |scheme| {
        let table = <dyn StudyTable>::build(
            scheme,
            LayoutName::Xor16,
            Table::builder().size(Size::Slots(SLOTS)).touch(Touch::Threads(1)),
        )
        .expect("small");
        nodes(&*table, HitUse::Both)
    };
    let known = TableBuilder::<TwoNear, Pairs<2, RootedEntry>>::new().slots(SLOTS).build().expect("small");
    let without = TableBuilder::<TwoNear, SizedBucket<TwoNear>>::new().slots(SLOTS).build().expect("small");
    assert_eq!(named(SchemeName::TwoNear), nodes(&known, HitUse::Both));
    assert_eq!(named(SchemeName::TwoDeep), nodes(&without, HitUse::Both), "the draft stands for them");
    assert_ne!(named(SchemeName::TwoNear), named(SchemeName::TwoDeep));
    assert_eq!(known.bytes(), without.bytes());
}

#[test]
fn entries_with_two_bounds_are_built_for_schemes_that_compare_depths_alone() {
    const SLOTS: usize = 1 << 12;
    let builder = || Table::builder().size(Size::Slots(SLOTS)).touch(Touch::Threads(1));
    let known = TableBuilder::<Deep, Pairs<1, BoundsEntry>>::new().slots(SLOTS).build().expect("small");
    let one_bound = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(SLOTS).build().expect("small");
    let named = <dyn StudyTable>::build_bounds(SchemeName::Deep, builder()).expect("small");
    let two = nodes(&known, HitUse::TwoBounds);
    assert_eq!(nodes(&*named, HitUse::TwoBounds), two);
    assert!(nodes(&one_bound, HitUse::Both) > two, "both tables were empty, and the second bound cuts off");
    assert_eq!(known.bytes(), one_bound.bytes());
    for &scheme in SchemeName::ALL {
        let fits = <dyn StudyTable>::WITH_BOUNDS.contains(&scheme);
        assert_eq!(<dyn StudyTable>::build_bounds(scheme, builder()).is_ok(), fits, "{scheme}");
    }
}

#[test]
fn a_sound_search_over_entries_with_two_bounds_finds_the_value_of_plain_negamax() {
    let game = Domineering::new(5, 5, Player::Vertical);
    let sound = Enhancements::SOUND.limited_to(HitUse::TwoBounds);
    for depth in 1..=6 {
        let value = negamax(&mut game.clone(), depth);
        for scheme in <dyn StudyTable>::WITH_BOUNDS {
            for (slots, fail_hard) in [(4, false), (64, true), (1 << 12, false), (1 << 12, true)] {
                let builder = Table::builder().size(Size::Slots(slots)).touch(Touch::Threads(1));
                let table = <dyn StudyTable>::build_bounds(scheme, builder).expect("small");
                for _ in 0..2 {
                    let found =
                        search(&game, &*table, Limits::depth(depth), Enhancements { fail_hard, ..sound });
                    assert_eq!(found.best.map(|best| best.value), Some(value), "{scheme} {slots} {depth}");
                }
            }
        }
    }
}

#[test]
fn every_slot_is_visited_with_its_entry() {
    let builder = Table::builder().size(Size::Slots(64));
    let table = <dyn StudyTable>::build(SchemeName::TwoBig1, LayoutName::Xor16, builder).expect("small");
    nodes(&*table, HitUse::Both);
    let mut slots = Vec::new();
    table.for_each_slot(&mut |slot| slots.push(slot));
    assert_eq!(slots.len(), 64);
    let held: Vec<_> = slots.into_iter().flatten().collect();
    assert!(held.len() > 32, "{}", held.len());
    for held in held {
        let key = held.key.expect("the layout verifies the whole key");
        assert!(table.probe_both(key).contains(&Some(held.payload)));
    }
}

#[test]
fn what_cannot_be_had_is_said() {
    let table = |layout, slots| {
        <dyn StudyTable>::build(
            SchemeName::New,
            layout,
            Table::builder().size(Size::Slots(slots)).touch(Touch::Threads(1)),
        )
        .err()
    };
    assert!(matches!(table(LayoutName::Cluster10, 1 << 10), Some(BuildError::Unfit(_))));
    assert!(matches!(table(LayoutName::Xor16, 0), Some(BuildError::Size(_))));
}
