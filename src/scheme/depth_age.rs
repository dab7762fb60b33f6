//! DEPTHAGE: depth and age decide together, as in Stockfish and its family.

use super::worth::{Number, Weighed, Weighs, least};
use super::{Any, Margin, Placement, Same, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// Stockfish's number since 2015. Reckless and Viridithas use 4.
const PLIES_A_SEARCH: u32 = 8;
/// Stockfish's numbers.
pub(super) const MARGIN: Margin = Margin { on_pv: 2, ..Margin::of(4) };

/// Replaces the entry with the least depth − 8 · age, or the first of equals.
///
/// A current entry stays if it is deeper than a new result of its position by 4 plies or more. A
/// result on the PV counts two plies more, and an exact one always replaces. A result without a
/// move inherits the old one; one that does not replace the entry still writes its move into it.
#[derive(Clone, Copy, Debug)]
pub struct DepthAge;

impl Scheme for DepthAge {
    const NAME: &'static str = "DEPTHAGE";
    type Slots = Any<4>;
    const RULE: &'static str =
        "of four, the entry with the least depth is replaced, 8 plies deducted for each search it is old";
    const SOURCE: &'static str = "Stockfish (since 2015), tt.cpp, with three slots";
    const SAME: Same = Same::OWN_RULE.in_place().inheriting_moves().leaving_moves();
    const USES_AGE: bool = true;
    const PLACE_IGNORES_INCOMING: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(least::<Self, P>(residents, now).0)
    }

    #[inline]
    fn update<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        update_by(MARGIN, residents[same], same, incoming, now)
    }
}

#[inline(always)]
pub(super) fn update_by<P: Payload>(
    margin: Margin,
    resident: Packed<P>,
    same: usize,
    incoming: Packed<P>,
    now: Generation,
) -> Placement {
    if margin.keeps(resident, resident.age(now), incoming) { Placement::Discard } else { Placement::At(same) }
}

/// The depth, less these plies for each search of age.
#[inline(always)]
pub(super) fn aged_depth<E: Weighed>(entry: E, now: Generation, plies_a_search: u32) -> E::Number {
    entry.depth().minus(entry.age_beside(0, now).doubled(plies_a_search.ilog2()))
}

impl Weighs for DepthAge {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        aged_depth(entry, now, PLIES_A_SEARCH)
    }
}

#[cfg(test)]
mod tests {
    use super::DepthAge;
    use crate::conformance::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn free_slots_are_filled_and_then_the_least_deep_is_replaced() {
        let mut bucket = Script::<DepthAge>::new();
        bucket.store(A, depth(9)).store(B, depth(7)).store(C, depth(6)).store(D, depth(8));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, B, E, D]);
    }

    #[test]
    fn a_position_is_updated_if_exact_or_less_than_four_plies_shallower_or_of_an_older_generation() {
        let mut bucket = Script::<DepthAge>::new();
        let depth_of_a = |bucket: &Script<DepthAge>| bucket.entry(A).map(|entry| entry.depth);
        bucket.store(A, depth(9).bound()).store(A, depth(5).bound());
        assert_eq!(depth_of_a(&bucket), Some(9), "four plies shallower");
        bucket.store(A, depth(4).bound().principal());
        assert_eq!(depth_of_a(&bucket), Some(4), "the principal variation counts two");
        bucket.store(A, depth(9).bound()).store(A, depth(6).bound());
        assert_eq!(depth_of_a(&bucket), Some(6));
        bucket.store(A, depth(9).bound()).store(A, depth(1));
        assert_eq!(depth_of_a(&bucket), Some(1), "exact");
        bucket.store(A, depth(9).bound()).next_search().store(A, depth(1).bound());
        assert_eq!(depth_of_a(&bucket), Some(1), "of an older generation");
    }

    #[test]
    fn a_result_without_a_move_keeps_the_old_move() {
        let mut bucket = Script::<DepthAge>::new();
        bucket.store(A, depth(3)).store(A, depth(4).without_move());
        assert_eq!(bucket.entry(A).map(|entry| (entry.depth, entry.mv)), Some((4, crate::Move16(1))));
    }

    #[test]
    fn a_result_that_does_not_replace_leaves_its_move() {
        let mut bucket = Script::<DepthAge>::new();
        let of_a = |bucket: &Script<DepthAge>| bucket.entry(A).map(|entry| (entry.depth, entry.mv.0));
        bucket.store(A, depth(9).bound().with_move(7)).store(A, depth(2).bound().with_move(8));
        assert_eq!(of_a(&bucket), Some((9, 8)));
        bucket.store(A, depth(2).bound().without_move()).store(A, depth(2).upper().with_move(5));
        assert_eq!(of_a(&bucket), Some((9, 8)), "no move, or none that was good enough");
    }

    #[test]
    fn eight_plies_are_deducted_for_each_search_of_age() {
        let mut bucket = Script::<DepthAge>::new();
        bucket.store(A, depth(20)).store(B, depth(10)).next_search().store(C, depth(3)).store(D, depth(1));
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, B, C, E]);
        bucket.store(D, depth(4)).store(D, depth(4));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, depth(4));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }
}
