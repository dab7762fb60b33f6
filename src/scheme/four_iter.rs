//! FOURITER: SIEGE for iterative deepening, whose probes write nothing. `docs/siege.md` says how it
//! was found.

use super::worth::{Number, Weighed, Weighs, least};
use super::{Aging, Any, HitSize, Placement, Refresh, Scheme};
use crate::entry::{Bound, Generation, Packed, Payload};

/// Two bits count wear in octaves, factors of two. The third tells an odd iteration.
const BITS: u32 = 3;
const WEAR_BITS: u32 = 2;
/// The wear of an entry whose position was stored once. A newcomer is free of it.
const ONCE: u8 = 2;

// Worth counts quarters of an octave.
const OCTAVE: i32 = 4;
/// The move of a lower bound of the previous iteration is often right again.
const MOVE: i32 = OCTAVE;
/// More than any size. The score of an upper bound of the previous iteration is not deep enough, and
/// its move is hardly ever right again.
const FINISHED: i32 = 1 << 11;
/// More than the same and any size.
const CURRENT: i32 = 1 << 12;

/// The least worthy of four yields to a newcomer whose size is at least its worth; otherwise it
/// wears by an octave, three at most.
///
/// The worth of an entry is its size, less its wear, and an octave more for a lower bound of another
/// iteration. A new entry has two octaves of wear; a second store of its position removes all wear.
/// Entries of earlier searches yield first, then upper bounds of another iteration. One bit tells
/// iterations apart, so an entry of two iterations ago counts as one of this. A probe writes nothing.
/// Without sizes in the payload, the depth counts, one octave per ply.
#[derive(Clone, Copy, Debug)]
pub struct FourIter;

impl Scheme for FourIter {
    const NAME: &'static str = "FOURITER";
    type Slots = Any<4>;
    const RULE: &'static str = "of four, the least worthy yields to a new entry whose size is at least its worth; otherwise its worth is halved, at most to an eighth of its size. An entry is worth a quarter of its size, and its whole size once its position is stored again; a lower bound of another iteration is worth twice as much. Entries of an earlier search go first, then upper bounds of another iteration";
    const SOURCE: &'static str = "this project, docs/siege.md";
    // Where positions are met again often, most of a subtree is hits.
    const HIT_SIZE: HitSize = HitSize::Subtree;
    const AGING: Aging =
        Aging { wear_bits: BITS, tells_iterations: true, ..Aging::refreshed(Refresh::Never) };
    const USES_AGE: bool = true;

    #[inline]
    fn wear_of_new<P: Payload>(_: Packed<P>) -> u8 {
        ONCE
    }

    #[inline]
    fn wear_of_renewed(_: u8, _: u8) -> u8 {
        0
    }

    // Always: the residents then stay in registers.
    #[inline(always)]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        let (weakest, worth) = least::<Self, P>(residents, now);
        let yields = worth <= Weighed::quarter_octaves(incoming) + CURRENT;
        if yields { Placement::At(weakest) } else { Placement::Wear(weakest) }
    }
}

impl Weighs for FourIter {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        entry
            .quarter_octaves()
            .minus(entry.wear(WEAR_BITS).doubled(OCTAVE.ilog2()))
            .plus(entry.if_other_iterations(Bound::Lower, BITS, now, MOVE))
            .minus(entry.if_other_iterations(Bound::Upper, BITS, now, FINISHED))
            .plus(entry.if_current(BITS, now, CURRENT))
    }
}

#[cfg(test)]
mod tests {
    use super::FourIter;
    use crate::conformance::script::{A, B, C, D, E, Script, four, nodes};
    use crate::entry::bucket::Pairs;
    use crate::entry::{Bound, Entry, SizedEntry};
    use crate::key::Key;
    use crate::table::{Size, Table, TableBuilder};

    #[test]
    fn the_least_worthy_yields_to_one_of_the_size_that_it_is_worth() {
        let mut bucket = four::<FourIter>();
        bucket.store(E, nodes(1 << 8));
        assert_eq!(bucket.survivors(), [E, B, C, D], "2¹⁰ less two octaves");
    }

    #[test]
    fn it_is_worn_without_change_of_its_iteration() {
        let table: Table<FourIter, Pairs<4, SizedEntry>> = TableBuilder::new().slots(4).build().unwrap();
        table.new_iteration();
        for (key, octave) in [(A, 10), (A, 10), (B, 30), (C, 30), (D, 30), (E, 1)] {
            table.store(key, SizedEntry::new(Bound::Exact, 1, 1).with_size(1 << octave));
        }
        let of_a = table.iter().next().map(|held| (held.wear, held.is_of_odd_iteration));
        assert_eq!(of_a, Some((1, true)));
    }

    #[test]
    fn it_holds_against_less_and_is_worn_by_an_octave_once() {
        let mut bucket = four::<FourIter>();
        bucket.store(E, nodes(255));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, nodes(127));
        assert_eq!(bucket.survivors(), [A, B, C, D], "2⁷");
        for _ in 0..9 {
            bucket.store(E, nodes(127));
        }
        assert_eq!(bucket.survivors(), [A, B, C, D], "no more than an eighth");
        bucket.store(E, nodes(1 << 7));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn quarters_of_an_octave_count() {
        for (size, survivors) in [(1 << 10, [E, B, C, D]), ((1 << 10) - 100, [A, E, C, D])] {
            let mut bucket = Script::<FourIter>::new();
            bucket.store(A, nodes(1 << 10)).store(B, nodes(size)).store(C, nodes(1 << 11));
            bucket.store(D, nodes(1 << 11)).store(E, nodes(1 << 10));
            assert_eq!(bucket.survivors(), survivors, "{size}");
        }
    }

    #[test]
    fn what_is_stored_again_is_worth_its_whole_size() {
        let mut bucket = four::<FourIter>();
        bucket.store(A, nodes(1 << 10)).store(E, nodes(1 << 9));
        assert_eq!(bucket.survivors(), [A, E, C, D], "2¹⁰ and 2⁹");
        let mut bucket = four::<FourIter>();
        bucket.store(E, nodes(200)).store(A, nodes(1 << 10)).store(E, nodes(1 << 9));
        assert_eq!(bucket.survivors(), [A, E, C, D], "its wear ends");
        let mut bucket = four::<FourIter>();
        bucket.store(A, nodes(1 << 9)).store(E, nodes(1 << 9));
        assert_eq!(bucket.survivors(), [E, B, C, D], "2⁹ and 2⁹: the first");
    }

    #[test]
    fn a_probe_changes_nothing() {
        let mut bucket = four::<FourIter>();
        assert!(bucket.entry(A).is_some());
        bucket.store(E, nodes(1 << 8));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn a_lower_bound_of_the_last_iteration_is_worth_twice_as_much() {
        let mut bucket = Script::<FourIter>::new();
        bucket.store(A, nodes(1 << 10).lower()).store(B, nodes(1 << 10)).next_iteration();
        bucket.store(C, nodes(3 << 9).lower()).store(D, nodes(1 << 12)).store(E, nodes(1 << 8));
        assert_eq!(bucket.survivors(), [A, E, C, D], "an exact score is not, nor one of this iteration");
        bucket.store(E, nodes(1 << 12)).store(B, nodes(3 << 7));
        assert_eq!(bucket.survivors(), [A, E, B, D], "2⁹ against 1.5 × 2⁸ of this iteration");
    }

    #[test]
    fn an_upper_bound_of_the_last_iteration_goes_before_all_of_this_search() {
        let mut bucket = Script::<FourIter>::new();
        bucket.store(A, nodes(1 << 30).upper()).next_iteration();
        bucket.store(B, nodes(1 << 20).upper()).store(C, nodes(1)).store(D, nodes(1)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn wear_leaves_the_iteration_alone() {
        let mut bucket = Script::<FourIter>::new();
        bucket.next_iteration().store(A, nodes(1 << 10).upper());
        bucket.store(B, nodes(1 << 30)).store(C, nodes(1 << 30)).store(D, nodes(1 << 30));
        for _ in 0..9 {
            bucket.store(E, nodes(1));
        }
        bucket.next_iteration().next_iteration().store(E, nodes(100));
        assert_eq!(bucket.survivors(), [A, B, C, D], "worth 2⁷, and of an iteration like this");
        bucket.next_iteration().store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn one_of_an_earlier_search_goes_first_however_large() {
        let mut bucket = Script::<FourIter>::new();
        bucket.store(A, nodes(1 << 30)).next_search().next_iteration();
        bucket.store(B, nodes(1).upper()).next_iteration();
        bucket.store(C, nodes(1)).store(D, nodes(1)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn no_depth_outweighs_a_search_or_a_finished_upper_bound() {
        let at = |depth, bound| Entry::new(bound, 1, depth);
        for (first, is_old) in [(Bound::Exact, true), (Bound::Upper, false)] {
            let table: Table<FourIter, Pairs<4, Entry>> = TableBuilder::new().slots(4).build().unwrap();
            table.store(A, at(255, first));
            if is_old {
                table.new_generation();
            }
            table.new_iteration();
            for key in [B, C, D, E] {
                table.store(key, at(1, Bound::Exact));
            }
            assert!(table.probe(A).is_none() && table.probe(B).is_some(), "{first:?}");
        }
    }

    #[test]
    fn an_iteration_is_no_wear() {
        let table: Table<FourIter, Pairs<4, SizedEntry>> = TableBuilder::new().slots(4).build().unwrap();
        let told = || table.iter().next().map(|held| (held.wear, held.is_of_odd_iteration));
        table.store(A, SizedEntry::new(Bound::Exact, 1, 1));
        assert_eq!(told(), Some((super::ONCE, false)));
        table.new_iteration();
        table.store(A, SizedEntry::new(Bound::Exact, 1, 1));
        assert_eq!(told(), Some((0, true)), "stored again");
        let held = table.iter().next().expect("it is there").map(|_| ());
        assert_eq!((held.wear, held.is_of_odd_iteration), (0, true));
    }

    #[test]
    fn a_table_of_another_size_keeps_what_this_one_would_keep() {
        let mut table: Table<FourIter, Pairs<4, SizedEntry>> = TableBuilder::new().slots(8).build().unwrap();
        let upper = SizedEntry::new(Bound::Upper, 1, 1).with_size(1 << 20);
        table.new_iteration();
        table.store(A, upper);
        table.resize(Size::Slots(4)).unwrap();
        for key in [B, C, D, E] {
            table.store(key, SizedEntry::new(Bound::Upper, 1, 1).with_size(1));
        }
        assert!(table.probe(A).is_some(), "it is of this iteration");
        table.new_iteration();
        table.store(E, SizedEntry::new(Bound::Upper, 1, 1).with_size(1));
        table.store(C, SizedEntry::new(Bound::Upper, 1, 1).with_size(1 << 10));
        table.store(Key(5), SizedEntry::new(Bound::Upper, 1, 1).with_size(1));
        assert!(table.probe(Key(5)).is_some(), "and then of the previous one");
    }
}
