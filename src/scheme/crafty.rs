//! CRAFTY: old entries go first, then shallow ones, in buckets of four slots.

use super::worth::{Number, Weighed, Weighs, least};
use super::{Aging, Any, Placement, Refresh, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// This is more than any depth.
pub(super) const CURRENT: i32 = 1 << 8;

/// Replaces the shallowest entry of an earlier search, or without one the shallowest of all.
#[derive(Clone, Copy, Debug)]
pub struct Crafty;

impl Scheme for Crafty {
    const NAME: &'static str = "CRAFTY";
    type Slots = Any<4>;
    const RULE: &'static str =
        "of four, the shallowest of an earlier search is replaced; if there is none, the shallowest";
    const SOURCE: &'static str = "Crafty 25, hash.c";
    const AGING: Aging = Aging::refreshed(Refresh::OnCutoff);
    const USES_AGE: bool = true;
    const PLACE_IGNORES_INCOMING: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(least::<Self, P>(residents, now).0)
    }
}

impl Weighs for Crafty {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        entry.depth().plus(entry.age_beside(0, now).if_equal(0, CURRENT))
    }
}

#[cfg(test)]
mod tests {
    use super::Crafty;
    use crate::conformance::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn the_shallowest_of_an_older_age_goes_first() {
        let mut bucket = Script::<Crafty>::new();
        bucket.store(A, depth(200)).store(B, depth(150)).next_search().store(C, depth(1)).store(D, depth(2));
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
        bucket.store(B, depth(1));
        assert_eq!(bucket.survivors(), [B, E, C, D]);
    }

    #[test]
    fn an_old_position_whose_hit_ends_the_search_is_not_replaced_just_because_it_is_old() {
        let mut bucket = Script::<Crafty>::new();
        bucket.store(A, depth(9)).store(B, depth(8)).next_search().store(C, depth(1)).store(D, depth(2));
        assert!(bucket.entry(A).is_some());
        bucket.cut_by(B);
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn if_there_is_none_the_shallowest_goes() {
        let mut bucket = Script::<Crafty>::new();
        bucket.store(A, depth(4)).store(B, depth(3)).store(C, depth(5)).store(D, depth(6)).store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }
}
