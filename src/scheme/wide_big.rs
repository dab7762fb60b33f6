//! WIDEBIG: BIG1 in several slots, none of which is always replaced (FOURBIG has one).

use super::four_big::CURRENT;
use super::worth::{MOST_SIZE, Weighed, least};
use super::{Any, FourBig, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// Replaces the smallest entry of an earlier search. Without one, it replaces the smallest of all,
/// if that is not larger than the incoming entry.
#[derive(Clone, Copy, Debug)]
pub struct WideBig;

impl Scheme for WideBig {
    const NAME: &'static str = "WIDEBIG";
    type Slots = Any<4>;
    const RULE: &'static str = "of four, the smallest of an earlier search is replaced; if there is none, the smallest that is no larger than the newcomer; else the newcomer is lost";
    const SOURCE: &'static str = "this project: BIG1 of 1994 in a wider bucket";
    const USES_AGE: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        let (weakest, worth) = least::<FourBig, P>(residents, now);
        // The largest sizes are worth the same.
        let is_larger = || residents[weakest].size_code() > incoming.size_code();
        let stays = worth > CURRENT + incoming.size() || worth == CURRENT + MOST_SIZE && is_larger();
        if stays { Placement::Discard } else { Placement::At(weakest) }
    }
}

#[cfg(test)]
mod tests {
    use super::WideBig;
    use crate::conformance::script::{A, B, C, D, E, Script, nodes};

    fn four() -> Script<WideBig> {
        let mut bucket = Script::new();
        bucket.store(A, nodes(400)).store(B, nodes(300)).store(C, nodes(500)).store(D, nodes(600));
        bucket
    }

    #[test]
    fn the_smallest_yields_to_one_that_is_as_large() {
        let mut bucket = four();
        bucket.store(E, nodes(300));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn a_newcomer_that_is_smaller_than_all_is_not_stored() {
        let mut bucket = four();
        bucket.store(E, nodes(290));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(B, nodes(1)).store(E, nodes(290));
        assert_eq!(bucket.survivors(), [A, E, C, D], "an entry of the same position is overwritten");
    }

    #[test]
    fn the_smallest_of_an_earlier_search_yields_to_any() {
        let mut bucket = four();
        bucket.next_search().store(B, nodes(2)).store(E, nodes(1));
        assert_eq!(bucket.survivors(), [E, B, C, D], "B is smaller, and of this search");
    }
}
