//! WIDEDEEP: DEEP in several slots, none of which is always replaced (CRAFTY has one).

use super::worth::least;
use super::{Any, Crafty, Placement, Scheme, crafty};
use crate::entry::{Generation, Packed, Payload};

/// Replaces the shallowest entry of an earlier search. Without one, it replaces the shallowest of
/// all, if that is not deeper than the incoming entry.
#[derive(Clone, Copy, Debug)]
pub struct WideDeep;

impl Scheme for WideDeep {
    const NAME: &'static str = "WIDEDEEP";
    type Slots = Any<4>;
    const RULE: &'static str = "of four, the shallowest of an earlier search is replaced; if there is none, the shallowest that is no deeper than the newcomer; else the newcomer is lost";
    const SOURCE: &'static str = "this project: DEEP of 1994 in a wider bucket";
    const USES_AGE: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        let (weakest, worth) = least::<Crafty, P>(residents, now);
        let stays = worth > crafty::CURRENT + i32::from(incoming.depth());
        if stays { Placement::Discard } else { Placement::At(weakest) }
    }
}

#[cfg(test)]
mod tests {
    use super::WideDeep;
    use crate::conformance::script::{A, B, C, D, E, Script, depth};

    fn four() -> Script<WideDeep> {
        let mut bucket = Script::new();
        bucket.store(A, depth(5)).store(B, depth(4)).store(C, depth(6)).store(D, depth(7));
        bucket
    }

    #[test]
    fn the_shallowest_yields_to_one_that_is_as_deep() {
        let mut bucket = four();
        bucket.store(E, depth(4));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn a_newcomer_that_is_shallower_than_all_is_not_stored() {
        let mut bucket = four();
        bucket.store(E, depth(3));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(B, depth(1)).store(E, depth(3));
        assert_eq!(bucket.survivors(), [A, E, C, D], "an entry of the same position is overwritten");
    }

    #[test]
    fn the_shallowest_of_an_earlier_search_yields_to_any() {
        let mut bucket = four();
        bucket.next_search().store(B, depth(2)).store(E, depth(1));
        assert_eq!(bucket.survivors(), [E, B, C, D], "B is shallower, and of this search");
    }
}
