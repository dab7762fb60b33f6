//! SIEGE: an entry's worth is its size less its wear, and each newcomer that it repels adds wear.
//! All numbers are octaves, factors of two. `docs/siege.md` says how they were found.

use super::worth::{Number, Weighed, Weighs, least};
use super::{Aging, Any, HitSize, Placement, Refresh, Scheme};
use crate::entry::{Bound, Generation, Packed, Payload};

/// One-word entries then have one bit of age left, which separates this search from the last.
const BITS: u32 = 3;
/// The wear of a new entry, which no probe has found.
const UNUSED: u8 = 3;
/// Further wear of an upper bound.
const UPPER: u8 = 1;
const MENDED: u8 = 2;
/// Octaves that an entry is worth more as a newcomer.
const NEWCOMER: i32 = 2;
/// This is more than any number of octaves and any wear.
const CURRENT: i32 = 1 << 9;

/// The least worthy of four yields to a newcomer worth at least a quarter of it; otherwise it wears
/// by an octave.
///
/// A probe removes two octaves of wear from its entry. Entries of earlier searches yield first.
/// Without sizes in the payload, the depth counts, one octave per ply.
#[derive(Clone, Copy, Debug)]
pub struct Siege;

impl Siege {
    #[inline(always)]
    fn unworn<E: Weighed>(entry: E) -> E::Number {
        entry.octaves().minus(entry.wear(BITS))
    }
}

impl Scheme for Siege {
    const NAME: &'static str = "SIEGE";
    type Slots = Any<4>;
    const RULE: &'static str = "of four, the least worthy yields to a new entry worth at least a quarter of it; otherwise its worth is halved. A new entry is worth an eighth of its size, an upper bound a sixteenth. Each probe that finds an entry multiplies its worth by four, up to its size. Entries of an earlier search go first";
    const SOURCE: &'static str = "this project, docs/siege.md";
    // Where positions are met again often, most of a subtree is hits.
    const HIT_SIZE: HitSize = HitSize::Subtree;
    const AGING: Aging = Aging { wear_bits: BITS, mended: MENDED, ..Aging::refreshed(Refresh::OnHit) };
    const USES_AGE: bool = true;

    #[inline]
    fn wear_of_new<P: Payload>(incoming: Packed<P>) -> u8 {
        UNUSED + UPPER * u8::from(incoming.bound() == Bound::Upper)
    }

    // Always: the residents then stay in registers.
    #[inline(always)]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        let (weakest, worth) = least::<Self, P>(residents, now);
        let yields = worth <= Self::unworn(incoming) + NEWCOMER + CURRENT;
        if yields { Placement::At(weakest) } else { Placement::Wear(weakest) }
    }
}

impl Weighs for Siege {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        Self::unworn(entry).plus(entry.age_beside(BITS, now).if_equal(0, CURRENT))
    }
}

#[cfg(test)]
mod tests {
    use super::Siege;
    use crate::conformance::script::{A, B, C, D, E, Script, four, nodes};
    use crate::entry::bucket::Pairs;
    use crate::entry::{Bound, Entry};
    use crate::table::{Table, TableBuilder};

    #[test]
    fn the_least_worthy_yields_to_one_worth_a_quarter_of_it() {
        let mut bucket = four::<Siege>();
        bucket.store(E, nodes(1 << 8));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn it_holds_against_less_and_is_worn_by_an_octave_each_time() {
        let mut bucket = four::<Siege>();
        bucket.store(E, nodes(1 << 7));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, nodes(1 << 7));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn each_probe_that_finds_one_makes_it_worth_four_times_as_much_up_to_its_size() {
        let mut bucket = four::<Siege>();
        assert!(bucket.entry(A).is_some());
        bucket.store(E, nodes(1 << 9));
        assert_eq!(bucket.survivors(), [A, E, C, D], "A is worth 2⁹, and B the least, 2⁸");
        for (found, octave) in [(1, 7), (2, 8), (3, 8), (9, 8)] {
            let mut bucket = Script::<Siege>::new();
            for key in [A, B, C, D] {
                bucket.store(key, nodes(1 << 10));
                assert!((0..found).all(|_| bucket.entry(key).is_some()));
            }
            bucket.store(E, nodes(1 << (octave + 2)));
            assert_eq!(bucket.survivors(), [A, B, C, D], "found {found} times");
            bucket.store(E, nodes(1 << (octave + 2)));
            assert_eq!(bucket.survivors(), [E, B, C, D], "found {found} times, and worn once");
        }
    }

    #[test]
    fn a_probe_mends_what_a_siege_has_worn() {
        let mut bucket = four::<Siege>();
        bucket.store(E, nodes(1 << 7));
        assert!(bucket.entry(A).is_some());
        bucket.store(E, nodes(1 << 7));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
    }

    #[test]
    fn one_of_an_earlier_search_yields_first_however_large() {
        let mut bucket = Script::<Siege>::new();
        bucket.store(A, nodes(1 << 40)).next_search();
        bucket.store(B, nodes(1)).store(C, nodes(1)).store(D, nodes(1)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn no_depth_outweighs_a_search() {
        let at = |depth| Entry::new(Bound::Exact, 1, depth);
        let table: Table<Siege, Pairs<4, Entry>> = TableBuilder::new().slots(4).build().unwrap();
        table.store(A, at(255));
        assert!(table.probe(A).is_some(), "it wears less from now on");
        table.new_generation();
        for key in [B, C, D, E] {
            table.store(key, at(0));
        }
        assert!(table.probe(A).is_none() && table.probe(B).is_some());
    }

    #[test]
    fn what_was_found_stays_found_when_its_position_is_stored_again() {
        let mut bucket = four::<Siege>();
        assert!(bucket.entry(A).is_some());
        bucket.store(A, nodes(1 << 10)).store(E, nodes(1 << 9));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn an_upper_bound_is_worth_half_as_much() {
        let mut bucket = four::<Siege>();
        bucket.store(E, nodes(1 << 8).upper());
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        let mut bucket = Script::<Siege>::new();
        bucket.store(A, nodes(64)).store(B, nodes(64).upper()).store(C, nodes(64)).store(D, nodes(64));
        bucket.store(E, nodes(8));
        assert_eq!(bucket.survivors(), [A, E, C, D], "3 less than 6, and 1 more for each");
    }

    #[test]
    fn wear_ends_after_seven_octaves() {
        let mut bucket = four::<Siege>();
        for _ in 0..100 {
            bucket.store(E, nodes(1));
        }
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, nodes(1 << 4));
        assert_eq!(bucket.survivors(), [E, B, C, D], "2¹⁰ less 7 octaves, and 2⁴ less 3 and more 2");
    }

    #[test]
    fn one_of_an_earlier_search_goes_first_unless_it_was_found_in_this() {
        let mut bucket = four::<Siege>();
        bucket.next_search();
        assert!(bucket.entry(A).is_some() && bucket.entry(B).is_some());
        bucket.store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, B, E, D]);
    }
}
