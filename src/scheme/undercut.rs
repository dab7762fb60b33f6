//! UNDERCUT: deep entries yield to ones a ply shallower, so that they wear off without an age.

use super::worth::{Weighed, Weighs, least};
use super::{Any, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The shallowest entry outside the last slot yields to one as deep, deeper, or exactly one ply
/// shallower; otherwise the last slot yields.
#[derive(Clone, Copy, Debug)]
pub struct Undercut;

impl Scheme for Undercut {
    const NAME: &'static str = "UNDERCUT";
    type Slots = Any<4, 2>;
    const RULE: &'static str = "the shallowest of three is replaced if the new entry is as deep, deeper or exactly one ply shallower; else the fourth";
    const SOURCE: &'static str = "H. G. Muller, TalkChess threads 14761 and 76499";

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        let last = residents.len() - 1;
        let (victim, depth) = least::<Self, P>(&residents[..last], now);
        let undercuts = depth <= i32::from(incoming.depth()) + 1;
        Placement::At(if undercuts { victim } else { last })
    }
}

impl Weighs for Undercut {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, _: Generation) -> E::Number {
        entry.depth()
    }
}

#[cfg(test)]
mod tests {
    use super::Undercut;
    use crate::conformance::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn an_entry_exactly_one_ply_shallower_replaces_and_a_shallower_one_does_not() {
        let mut bucket = Script::<Undercut>::new();
        bucket.store(A, depth(9)).store(B, depth(7)).store(C, depth(8)).store(D, depth(5));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, depth(6));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn what_undercuts_nothing_takes_the_last_slot_so_that_the_newest_is_always_stored() {
        let mut bucket = Script::<Undercut>::new();
        bucket.store(A, depth(9)).store(B, depth(9)).store(C, depth(9)).store(D, depth(5)).store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, B, C, E]);
    }
}
