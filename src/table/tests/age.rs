//! Entries of earlier searches.

use super::entry;
use crate::entry::bucket::OneWord;
use crate::entry::{Bound, Entry};
use crate::key::Key;
use crate::scheme::{Ancient, Deep, DepthAge, TwoDeep};
use crate::table::Table;

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
fn an_old_entry_of_one_word_is_weighed_by_its_true_age() {
    let table = Table::<Ancient, OneWord<1>>::with_slots(1).unwrap();
    (0..20).for_each(|_| table.new_generation());
    table.store(Key(1), entry(9));
    assert!(!table.store(Key(2), entry(1)), "of this search, and deeper");
}

#[test]
fn an_entry_of_the_epoch_before_is_old_to_its_own_position_too() {
    let table = Table::<DepthAge>::with_slots(1 << 10).unwrap();
    let lower = |depth| Entry { bound: Bound::Lower, ..entry(depth) };
    table.store(Key(1), lower(9));
    (0..64).for_each(|_| table.new_generation());
    assert!(table.store(Key(1), lower(1)));
}
