//! The payloads of the studies.

use supplant::conformance::{all, any_entry, model, payload};
use supplant::entry::bucket::{Checked, Pairs};
use supplant::entry::{Marks, Packed, Payload};
use supplant::key::SplitMix64;
use supplant::scheme::{DepthAge, TwoBig1, TwoNear, TwoNearPv};
use supplant::table::MultiplyShift;
use supplant::{Bound, Key, Move16, SizedEntry, Table};
use supplant_search::search::{LinedEntry, RootedEntry};

const ENTRY: SizedEntry = SizedEntry {
    mv: Move16(0x1234),
    score: -2,
    bound: Bound::Lower,
    depth: 0x0a,
    size: 1000,
    principal: true,
    marks: Marks::NONE,
};

fn any_lined(random: &mut SplitMix64) -> LinedEntry {
    LinedEntry { entry: any_entry(random), following: [(); 4].map(|()| Move16(random.next() as u16)) }
}

fn any_rooted(random: &mut SplitMix64) -> RootedEntry {
    RootedEntry { entry: SizedEntry { size: 1, ..any_entry(random) }, ply: random.below(9) as u8 }
}

#[test]
fn entries_with_lines_and_entries_with_plies_keep_every_promise() {
    payload::check::<LinedEntry>(3, 10_000, any_lined).unwrap_or_else(|divergence| panic!("{divergence}"));
    all::<TwoBig1, Checked<2, 2, LinedEntry>>(any_lined).unwrap_or_else(|divergence| panic!("{divergence}"));
    all::<TwoNear, Pairs<2, RootedEntry>>(any_rooted).unwrap_or_else(|divergence| panic!("{divergence}"));
}

#[test]
fn tables_of_entries_with_lines_and_with_plies_are_followed_by_a_plain_list() {
    let rooted =
        |random: &mut SplitMix64| RootedEntry { entry: any_entry(random), ply: random.below(9) as u8 };
    let followed = [
        model::follow::<DepthAge, Checked<4, 2, LinedEntry>>(1, 5000, any_lined),
        model::follow::<TwoBig1, Checked<2, 2, LinedEntry>>(1, 5000, any_lined),
        model::follow::<TwoNear, Pairs<2, RootedEntry>>(1, 5000, rooted),
        model::follow::<TwoNearPv, Pairs<2, RootedEntry>>(1, 5000, rooted),
    ];
    followed.into_iter().for_each(|done| done.unwrap_or_else(|divergence| panic!("{divergence}")));
}

#[test]
fn entries_without_a_bound_are_kept_with_lines_and_with_plies() {
    let bare = |random: &mut SplitMix64| SizedEntry {
        bound: Bound::None,
        depth: random.below(2) as u8,
        ..SizedEntry::default()
    };
    let lined = |random: &mut SplitMix64| LinedEntry { entry: bare(random), following: [Move16(7); 4] };
    let rooted = |random: &mut SplitMix64| RootedEntry { entry: bare(random), ply: 0 };
    let followed = [
        model::follow::<TwoBig1, Checked<2, 2, LinedEntry>>(1, 5000, lined),
        model::follow::<TwoNear, Pairs<2, RootedEntry>>(1, 5000, rooted),
    ];
    followed.into_iter().for_each(|done| done.unwrap_or_else(|divergence| panic!("{divergence}")));
    let table = Table::builder().types::<TwoNear, Pairs<2, RootedEntry>, MultiplyShift>().slots(2).build();
    let table = table.expect("small");
    let stored = RootedEntry { entry: SizedEntry { bound: Bound::None, ..SizedEntry::default() }, ply: 0 };
    assert_eq!(stored.pack(), [0]);
    table.store(Key(7), stored);
    assert_eq!(table.probe(Key(7)).map(|found| found.entry.bound), Some(Bound::None));
}

#[test]
fn an_entry_that_says_how_far_from_the_root_it_is_has_these_bits() {
    let rooted =
        RootedEntry { entry: SizedEntry { marks: Marks::new(true, true), size: 512, ..ENTRY }, ply: 0xab };
    let [word] = rooted.pack();
    assert_eq!(word, 0x3ab7_020a_fffe_1234);
    assert_eq!(RootedEntry::unpack([word]), rooted);
    let [first, other] = [RootedEntry { ply: 255, ..rooted }, RootedEntry { ply: 0, ..rooted }];
    assert_eq!([first, other].map(|entry| RootedEntry::unpack(entry.pack())), [first, other]);
    let nearness = |entry: RootedEntry| Packed::<RootedEntry>::from_word(entry.pack()[0]).nearness();
    assert_eq!([nearness(first), nearness(rooted), nearness(other)], [0, 84, 255]);
}
