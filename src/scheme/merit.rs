//! MERIT: FOURBIG and two facts, how often a position was stored again and the iteration of an entry.
//! `docs/siege.md` says how it was found.

use super::worth::{MOST_MAGNITUDE, Number, OCTAVE, Weighed, Weighs, least};
use super::{Aging, Any, HitSize, Placement, Refresh, Scheme};
use crate::entry::{Bound, Generation, Packed, Payload};

/// Two bits of the age count further stores of the position; the third tells an odd iteration.
const BITS: u32 = 3;
const MERIT_BITS: u32 = 2;
const MOST: i32 = (1 << MERIT_BITS) - 1;

/// More than any size and merit together. The score of an upper bound of the previous iteration is not
/// deep enough, and its move is hardly ever right again.
const FINISHED: i32 = MOST_MAGNITUDE + MOST * OCTAVE + 1;
/// More than [`FINISHED`], a size and a merit together.
const CURRENT: i32 = 2 * FINISHED;

/// The least worthy of four is replaced, whatever comes.
///
/// The worth of an entry is about its size, doubled for each further store of its position. The first
/// three further stores count, also those of earlier iterations and searches. Entries of earlier
/// searches go first, then upper bounds of another iteration. One bit tells iterations apart, so an
/// entry of two iterations ago counts as one of this. A probe writes nothing.
///
/// A further store adds 128 to the [code](crate::entry::size) of the stored size, in which a factor of
/// two counts 128. Below 256 the code is the size itself, so there a further store counts like 128
/// nodes. In a [`FullEntry`](crate::entry::FullEntry) each octave counts 128. Without sizes in the
/// payload, the depth counts, one octave per ply.
#[derive(Clone, Copy, Debug)]
pub struct Merit;

impl Scheme for Merit {
    const NAME: &'static str = "MERIT";
    type Slots = Any<4>;
    const RULE: &'static str = "of four, the least worthy is replaced: worth is size, about doubled by each of three further stores of the position. Entries of an earlier search go first, then upper bounds of another iteration";
    const SOURCE: &'static str = "this project, docs/siege.md";
    // Where positions are met again often, most of a subtree is hits.
    const HIT_SIZE: HitSize = HitSize::Subtree;
    const AGING: Aging =
        Aging { wear_bits: BITS, tells_iterations: true, ..Aging::refreshed(Refresh::Never) };
    const USES_AGE: bool = true;
    const PLACE_IGNORES_INCOMING: bool = true;

    #[inline]
    fn wear_of_renewed(new: u8, older: u8) -> u8 {
        // A new entry has no merit, but an entry that comes from another table may.
        new + older + 1
    }

    // Always: the residents then stay in registers.
    #[inline(always)]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(least::<Self, P>(residents, now).0)
    }
}

impl Weighs for Merit {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        entry
            .magnitude()
            .plus(entry.wear(MERIT_BITS).doubled(OCTAVE.ilog2()))
            .minus(entry.if_other_iterations(Bound::Upper, BITS, now, FINISHED))
            .plus(entry.if_current(BITS, now, CURRENT))
    }
}

#[cfg(test)]
mod tests {
    use super::Merit;
    use crate::conformance::script::{A, B, C, D, E, Script, four, nodes};
    use crate::entry::bucket::{Cluster, Pairs};
    use crate::entry::{Bound, Entry, SizedEntry};
    use crate::key::Key;
    use crate::table::{Table, TableBuilder};

    #[test]
    fn the_smallest_goes_whatever_comes() {
        let mut bucket = four::<Merit>();
        bucket.store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
        bucket.store(A, nodes(2));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
    }

    #[test]
    fn a_further_store_doubles_the_worth_three_times_at_most() {
        for (further, octave) in [(1, 11), (2, 12), (3, 13), (4, 13), (9, 13)] {
            for (other, goes) in [((1 << octave) - 20, B), (1 << octave, A)] {
                let mut bucket = Script::<Merit>::new();
                bucket.store(A, nodes(1 << 10)).store(B, nodes(other));
                bucket.store(C, nodes(1 << 20)).store(D, nodes(1 << 20));
                (0..further).for_each(|_| _ = bucket.store(A, nodes(1 << 10)));
                bucket.store(E, nodes(1));
                assert!(bucket.entry(goes).is_none(), "{further} further, beside {other}");
            }
        }
    }

    #[test]
    fn the_size_of_the_last_store_counts() {
        let mut bucket = four::<Merit>();
        bucket.store(D, nodes(1 << 8)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, B, C, E], "2⁹ beside 2¹⁰");
    }

    #[test]
    fn below_256_nodes_a_further_store_is_worth_128_nodes() {
        for (other, goes) in [(129, B), (130, A)] {
            let mut bucket = Script::<Merit>::new();
            bucket.store(A, nodes(2)).store(A, nodes(2)).store(B, nodes(other));
            bucket.store(C, nodes(1 << 20)).store(D, nodes(1 << 20)).store(E, nodes(1));
            assert!(bucket.entry(goes).is_none(), "2 nodes, stored again, beside {other}");
        }
    }

    #[test]
    fn a_newcomer_has_no_merit_of_the_entry_that_it_replaces() {
        let mut bucket = four::<Merit>();
        bucket.store(A, nodes(1)).store(A, nodes(1)).store(A, nodes(1)).store(E, nodes(500));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
        bucket.store(A, nodes(1));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
    }

    #[test]
    fn a_probe_changes_nothing() {
        let mut bucket = four::<Merit>();
        assert!(bucket.entry(A).is_some());
        bucket.store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn an_upper_bound_of_the_last_iteration_goes_before_all_of_this_search() {
        let mut bucket = Script::<Merit>::new();
        let last = nodes(1 << 30).upper();
        bucket.store(A, last).store(A, last).next_iteration();
        bucket.store(B, nodes(1 << 20).upper()).store(C, nodes(1)).store(D, nodes(1)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn an_upper_bound_that_is_stored_again_is_of_this_iteration_and_keeps_its_merit() {
        let mut bucket = Script::<Merit>::new();
        let upper = nodes(1 << 10).upper();
        bucket.store(A, upper).next_iteration().store(A, upper).store(B, nodes((1 << 11) - 20));
        bucket.store(C, nodes(1 << 20)).store(D, nodes(1 << 20)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn other_bounds_of_the_last_iteration_are_like_those_of_this() {
        let mut bucket = Script::<Merit>::new();
        bucket.store(A, nodes(1 << 10)).store(B, nodes(1 << 11).lower()).next_iteration();
        bucket.store(C, nodes(1 << 9)).store(D, nodes(1 << 12)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, B, E, D]);
    }

    #[test]
    fn one_of_an_earlier_search_goes_first_however_large_and_of_several_the_smallest() {
        let mut bucket = Script::<Merit>::new();
        bucket.store(A, nodes(1 << 30)).store(A, nodes(1 << 30)).store(B, nodes(1 << 29));
        bucket.next_search().next_iteration().store(C, nodes(1).upper()).next_iteration();
        bucket.store(D, nodes(1)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
        bucket.store(B, nodes(1));
        assert_eq!(bucket.survivors(), [B, E, C, D]);
    }

    #[test]
    fn no_depth_outweighs_a_search_or_a_finished_upper_bound() {
        let at = |depth, bound| Entry::new(bound, 1, depth);
        for (first, is_old) in [(Bound::Exact, true), (Bound::Upper, false)] {
            let table: Table<Merit, Pairs<4, Entry>> = TableBuilder::new().slots(4).build().unwrap();
            (0..4).for_each(|_| table.store(A, at(255, first)));
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
    fn without_sizes_a_further_store_is_worth_a_ply() {
        let at = |depth| Entry::new(Bound::Exact, 1, depth);
        let table: Table<Merit, Pairs<4, Entry>> = TableBuilder::new().slots(4).build().unwrap();
        for (key, depth) in [(A, 5), (A, 5), (B, 7), (C, 7), (D, 7), (E, 1)] {
            table.store(key, at(depth));
        }
        assert!(table.probe(A).is_none(), "6 beside 7");
        for (key, depth) in [(E, 7), (E, 7), (A, 1)] {
            table.store(key, at(depth));
        }
        assert!(table.probe(B).is_none() && table.probe(E).is_some(), "7 beside 8");
    }

    #[test]
    fn an_iteration_is_no_merit() {
        let table: Table<Merit, Pairs<4, SizedEntry>> = TableBuilder::new().slots(4).build().unwrap();
        let told = || table.iter().next().map(|held| (held.wear, held.is_of_odd_iteration));
        let entry = SizedEntry::new(Bound::Exact, 1, 1);
        let mut seen = Vec::new();
        for _ in 0..6 {
            table.store(A, entry);
            seen.extend(told());
            table.new_iteration();
        }
        assert_eq!(seen, [(0, false), (1, true), (2, false), (3, true), (3, false), (3, true)]);
    }

    #[test]
    fn an_entry_of_another_table_brings_its_merit() {
        let [here, mut there]: [Table<Merit, Pairs<4, SizedEntry>>; 2] =
            [(); 2].map(|()| TableBuilder::new().slots(4).build().unwrap());
        let entry = SizedEntry::new(Bound::Exact, 1, 1);
        (0..3).for_each(|_| there.store(A, entry));
        here.merge_from(&there).unwrap();
        assert_eq!(here.iter().next().map(|held| held.wear), Some(2));
        there.clear(1);
        there.store(A, entry);
        there.merge_from(&here).unwrap();
        assert_eq!(there.iter().next().map(|held| held.wear), Some(3), "0, 2, and met once more");
    }

    #[test]
    fn two_entries_of_one_position_add_their_merit_when_tables_merge() {
        let [one, other] = [1, 1].map(|mebibytes| {
            let table: Table<Merit, Pairs<4, SizedEntry>> =
                TableBuilder::new().mebibytes(mebibytes).build().unwrap();
            (0..2).for_each(|_| table.store(A, SizedEntry::new(Bound::Exact, 1, 1)));
            table
        });
        one.merge_from(&other).unwrap();
        assert_eq!(one.iter().next().map(|held| held.wear), Some(3));
    }

    #[test]
    fn one_word_of_another_layout_follows_the_same_rule() {
        let table: Table<Merit, Cluster<SizedEntry>> = TableBuilder::new().slots(3).build().unwrap();
        let keys = [1, 2, 3, 4].map(|number| Key(number * 0x9E37_79B9));
        let store = |key, size| table.store(key, SizedEntry::new(Bound::Exact, 1, 1).with_size(size));
        for (key, size) in [(keys[0], 1 << 10), (keys[0], 1 << 10), (keys[1], 3 << 9), (keys[2], 1 << 20)] {
            store(key, size);
        }
        store(keys[3], 1);
        assert!(table.probe(keys[1]).is_none() && table.probe(keys[0]).is_some());
    }
}
