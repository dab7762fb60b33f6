//! EXACTAGE: entries that this search has neither written nor found go first, then shallow ones.

use super::worth::{Number, Weighed, Weighs, least};
use super::{Aging, Any, Placement, Refresh, Same, Scheme};
use crate::entry::{Bound, Generation, Packed, Payload};

/// This is Texel's number.
const PLIES_FOR_EXACT: i32 = 3;
/// This is more than any depth.
const CURRENT: i32 = 1 << 9;

/// Replaces the least deep entry that is not current, or without one the least deep of all. An
/// exact score counts three plies more.
///
/// A probe makes the entry it finds current. A deeper entry with the same bound stays unless the
/// new score of its position says more. A result without a move inherits the old one.
#[derive(Clone, Copy, Debug)]
pub struct ExactAge;

impl Scheme for ExactAge {
    const NAME: &'static str = "EXACTAGE";
    type Slots = Any<4>;
    const RULE: &'static str = "of four, one that this search has neither written nor found is replaced first, then the least deep, an exact score counting 3 plies";
    const SOURCE: &'static str = "Texel, TTEntry::betterThan; after it Cheng 4, trans.cpp";
    const SAME: Same = Same::OWN_RULE.in_place().inheriting_moves();
    const AGING: Aging = Aging::refreshed(Refresh::OnHit);
    const USES_AGE: bool = true;
    const PLACE_IGNORES_INCOMING: bool = true;

    #[inline(always)]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(least::<Self, P>(residents, now).0)
    }

    #[inline]
    fn update<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        _: Generation,
    ) -> Placement {
        let resident = residents[same];
        let says_no_less = match incoming.bound() {
            Bound::Exact | Bound::None => true,
            Bound::Lower => incoming.score() <= resident.score(),
            Bound::Upper => incoming.score() >= resident.score(),
        };
        let stays =
            resident.depth() > incoming.depth() && resident.bound() == incoming.bound() && says_no_less;
        if stays { Placement::Discard } else { Placement::At(same) }
    }
}

impl Weighs for ExactAge {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        let exact = entry.bound().if_equal(Bound::Exact as i32, PLIES_FOR_EXACT);
        entry.depth().plus(exact).plus(entry.age_beside(0, now).if_equal(0, CURRENT))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, ExactAge};
    use crate::conformance::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn an_exact_score_counts_three_plies() {
        let mut bucket = Script::<ExactAge>::new();
        bucket.store(A, depth(3)).store(B, depth(5).bound()).store(C, depth(9)).store(D, depth(9));
        bucket.store(E, depth(9));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
        bucket.store(B, depth(9));
        assert_eq!(bucket.survivors(), [B, E, C, D]);
        let mut bucket = Script::<ExactAge>::new();
        bucket
            .store(A, depth(5).bound())
            .store(B, depth(3).bound())
            .store(C, depth(6).bound())
            .store(D, depth(4));
        bucket.store(E, depth(1).bound());
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn a_deeper_entry_of_the_same_type_and_no_worse_bound_stays() {
        let mut bucket = Script::<ExactAge>::new();
        let depth_of_a = |bucket: &Script<ExactAge>| bucket.entry(A).map(|entry| entry.depth);
        bucket.store(A, depth(9).bound().score(50)).store(A, depth(3).bound().score(50));
        assert_eq!(depth_of_a(&bucket), Some(9));
        bucket.store(A, depth(9).bound().score(49));
        assert_eq!(bucket.entry(A).map(|entry| entry.score), Some(49), "the same depth replaces");
        bucket.store(A, depth(3).bound().score(51));
        assert_eq!(depth_of_a(&bucket), Some(3), "a lower bound that is higher tells more");
        bucket.store(A, depth(9)).store(A, depth(3)).store(A, depth(9).bound());
        assert_eq!(
            bucket.entry(A).map(|entry| entry.bound),
            Some(Bound::Lower),
            "another type takes its place"
        );
        bucket.store(A, depth(9)).store(A, depth(3));
        assert_eq!(depth_of_a(&bucket), Some(9), "an exact score of a deeper search stays");
        bucket.store(B, depth(9).upper().score(-50)).store(B, depth(3).upper().score(-50));
        assert_eq!(bucket.entry(B).map(|entry| entry.depth), Some(9));
        bucket.store(B, depth(3).upper().score(-51));
        assert_eq!(
            bucket.entry(B).map(|entry| entry.depth),
            Some(3),
            "an upper bound that is lower tells more"
        );
    }

    #[test]
    fn a_result_without_a_move_keeps_the_old_move() {
        let mut bucket = Script::<ExactAge>::new();
        bucket.store(A, depth(3)).store(A, depth(4).without_move());
        assert_eq!(bucket.entry(A).map(|entry| (entry.depth, entry.mv)), Some((4, crate::Move16(1))));
    }

    #[test]
    fn old_entries_are_less_valuable_unless_found_again() {
        let mut bucket = Script::<ExactAge>::new();
        bucket.store(A, depth(250)).store(B, depth(100)).next_search().store(C, depth(1)).store(D, depth(1));
        assert!(bucket.entry(B).is_some());
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }
}
