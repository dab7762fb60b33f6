//! Tests of entries from earlier searches.

use super::entry;
use crate::entry::bucket::{Cluster, OneWord, Pairs};
use crate::entry::{Bound, Bucket, Generation, Move16, Packed, Payload, SizedEntry};
use crate::key::Key;
use crate::scheme::{
    Ancient, Any, Deep, DepthAge, Placement, Same, Scheme, Siege, Thompson, TwoBig1, TwoDeep,
};
use crate::table::probe::What;
use crate::table::{Options, SamePosition, SizedBucket, TableBuilder, Update};

#[test]
fn a_stamped_entry_loses_to_any_newcomer_and_is_found_until_then() {
    let mut table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1).build().unwrap();
    table.set_options(Options { time_stamping: true, ..table.options() });
    table.store(Key(1), entry(9));
    table.new_generation();
    assert!(table.probe(Key(1)).is_some());
    table.store(Key(2), entry(1));
    assert_eq!((table.probe(Key(1)), table.probe(Key(2)).is_some()), (None, true));
}

#[test]
fn without_time_stamping_an_old_entry_competes_like_any_other() {
    let table = TableBuilder::<Deep, SizedBucket<Deep>>::new().slots(1).build().unwrap();
    table.store(Key(1), entry(9));
    table.new_generation();
    table.store(Key(2), entry(1));
    assert!(table.probe(Key(1)).is_some() && table.probe(Key(2)).is_none());
}

#[test]
fn a_stamped_first_level_is_not_shifted_down_over_a_fresh_second() {
    let mut table = TableBuilder::<TwoDeep, SizedBucket<TwoDeep>>::new().slots(2).build().unwrap();
    table.set_options(Options { time_stamping: true, ..table.options() });
    table.store(Key(1), entry(9));
    table.store(Key(2), entry(1));
    table.new_generation();
    table.store(Key(3), entry(1));
    table.store(Key(4), entry(0));
    assert_eq!(table.keys().collect::<Vec<_>>(), [Key(3), Key(4)]);
}

#[test]
fn an_old_entry_of_one_word_is_weighed_by_its_true_age() {
    let table = TableBuilder::<Ancient, OneWord<1, SizedEntry>>::new().slots(1).build().unwrap();
    (0..20).for_each(|_| table.new_generation());
    table.store(Key(1), entry(9));
    assert!(!table.offer(Key(2), entry(1)), "of this search, and deeper");
}

#[test]
fn an_entry_of_the_epoch_before_is_old_to_its_own_position_too() {
    let table = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new().slots(1 << 10).build().unwrap();
    let lower = |depth| SizedEntry { bound: Bound::Lower, ..entry(depth) };
    table.store(Key(1), lower(9));
    (0..64).for_each(|_| table.new_generation());
    assert!(table.offer(Key(1), lower(1)));
}

#[test]
fn a_result_that_is_refused_leaves_its_move_whatever_the_age_that_is_held_with_it() {
    #[derive(Clone, Copy)]
    struct Stays<const IN_PLACE: bool>;
    impl<const IN_PLACE: bool> Scheme for Stays<IN_PLACE> {
        const NAME: &'static str = "stays";
        type Slots = Any<4>;
        const RULE: &'static str = "the first result of a position stays, with the last move";
        const SOURCE: &'static str = "a test";
        const SAME: Same = Same { is_in_place: IN_PLACE, ..Same::OWN_RULE.leaving_moves() };
        fn place<P: Payload>(_: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
            Placement::At(0)
        }
        fn update<P: Payload>(_: &[Packed<P>], _: usize, _: Packed<P>, _: Generation) -> Placement {
            Placement::Discard
        }
    }
    fn move_and_age_of<S: Scheme, B: Bucket<Payload = SizedEntry>>(
        searches: u8,
        at_place: bool,
    ) -> (u16, u8) {
        let table = TableBuilder::<S, B>::new().slots(B::SLOTS).build().unwrap();
        table.store(Key(1), entry(40));
        (0..searches).for_each(|_| table.new_generation());
        let (_, place) = table.probe_place(Key(1));
        let refused = SizedEntry { mv: Move16(77), ..entry(2) };
        let kept = if at_place { table.offer_at(place, refused) } else { table.offer(Key(1), refused) };
        let held = table.iter().next().expect("it stays");
        assert!(!kept && held.payload.depth == 40);
        (held.payload.mv.0, held.age)
    }
    fn move_and_age<B: Bucket<Payload = SizedEntry>>(searches: u8, at_place: bool) -> (u16, u8) {
        let beside_others = move_and_age_of::<Stays<false>, B>(searches, at_place);
        assert_eq!(beside_others, move_and_age_of::<Stays<true>, B>(searches, at_place));
        beside_others
    }
    for at_place in [false, true] {
        assert_eq!(
            [0, 32, 33, 62].map(|age| move_and_age::<Cluster<SizedEntry>>(age, at_place)),
            [(77, 0), (77, 31), (77, 31), (77, 31)]
        );
        assert_eq!(
            [7, 8, 9, 14].map(|age| move_and_age::<OneWord<2, SizedEntry>>(age, at_place)),
            [(77, 7), (77, 7), (77, 7), (77, 7)]
        );
        assert_eq!(
            [0, 33, 62].map(|age| move_and_age::<Pairs<2, SizedEntry>>(age, at_place)),
            [(77, 0), (77, 33), (77, 62)]
        );
    }
}

#[test]
fn a_result_that_wears_its_own_entry_leaves_its_move_and_lowers_its_depth() {
    let same_position = SamePosition {
        update: Update::Competes,
        leaves_move: Some(true),
        lowers_depth: Some(0),
        ..SamePosition::default()
    };
    let table = TableBuilder::<Siege, SizedBucket<Siege>>::new().slots(4).same_position(same_position);
    let table = table.build().unwrap();
    let sized = |size, mv| SizedEntry { size, mv: Move16(mv), bound: Bound::Lower, ..entry(9) };
    table.store(Key(1), sized(1 << 10, 7));
    (2..5).for_each(|key| table.store(Key(key), sized(1 << 20, 7)));
    let own = || table.iter().find(|held| held.key == Some(Key(1))).expect("it stays");
    let before = own();
    assert!(!table.offer(Key(1), sized(1, 8)));
    let expected = SizedEntry { mv: Move16(8), depth: 8, ..before.payload };
    assert_eq!((own().payload, own().wear), (expected, before.wear + 1));
}

#[test]
fn a_place_is_chosen_in_each_search_unless_an_entry_has_an_age_of_half_the_range() {
    fn searches_without_choice<B: Bucket<Payload = SizedEntry>>() -> Vec<u8> {
        let table = TableBuilder::<DepthAge, B>::new().slots(B::SLOTS).build().unwrap();
        let mut without = Vec::new();
        for search in 0..40 {
            if search == 20 {
                table.store(Key(1), entry(40));
            }
            let (_, place) = table.probe_place(Key(2));
            without.extend((place.what != What::Victim).then_some(search));
            table.new_generation();
        }
        without
    }
    assert_eq!(searches_without_choice::<Cluster<SizedEntry>>(), [0; 0], "below half of 64 searches");
    let old = [28, 29, 30, 31, 32, 33, 34, 35];
    assert_eq!(searches_without_choice::<OneWord<8, SizedEntry>>(), old, "half of 16 searches, or more");
}

#[test]
fn of_two_entries_of_one_position_that_of_the_present_epoch_is_found() {
    let table = TableBuilder::<Thompson, SizedBucket<Thompson>>::new().slots(1 << 11).build().unwrap();
    table.store(Key(1), entry(9));
    (0..64).for_each(|_| table.new_generation());
    table.store(Key(1), entry(1));
    let depths = table.probe_both(Key(1)).map(|found| found.map(|found| found.depth));
    assert_eq!(depths, [Some(9), Some(1)]);
    assert_eq!(table.probe(Key(1)).map(|found| found.depth), Some(1));
}

#[test]
fn a_held_entry_has_its_own_key_or_none() {
    let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(2).build().expect("small");
    for generation in 0..70 {
        table.store(Key(7), SizedEntry::default());
        let held: Vec<_> = table.iter().map(|held| held.key).collect();
        assert_eq!(held.len(), 1);
        assert!(held[0].is_none_or(|key| key == Key(7)), "generation {generation}: {held:?}");
        assert!(table.probe(Key(7)).is_some());
        (0..40).for_each(|_| table.new_generation());
        assert!(table.iter().all(|held| held.key.is_none_or(|key| key == Key(7))), "{generation}");
    }
}
