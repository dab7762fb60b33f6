//! FOURBIG: CRAFTY by size, or BIG1 in four slots of which one is always replaced.

use super::worth::{MOST_SIZE, Number, Weighed, Weighs, least};
use super::{Any, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// Replaces the smallest entry of an earlier search, or without one the smallest of all.
#[derive(Clone, Copy, Debug)]
pub struct FourBig;

impl Scheme for FourBig {
    const NAME: &'static str = "FOURBIG";
    type Slots = Any<4>;
    const RULE: &'static str =
        "of four, the smallest of an earlier search is replaced; if there is none, the smallest";
    const SOURCE: &'static str = "this project: BIG1 of 1994 in buckets as wide as CRAFTY's";
    const PLACE_IGNORES_INCOMING: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(least::<Self, P>(residents, now).0)
    }
}

impl Weighs for FourBig {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        entry.size().plus(entry.age_beside(0, now).if_equal(0, MOST_SIZE))
    }
}

#[cfg(test)]
mod tests {
    use super::FourBig;
    use crate::conformance::script::{A, B, C, D, E, Script, nodes};

    #[test]
    fn the_smallest_goes_whatever_comes() {
        let mut bucket = Script::<FourBig>::new();
        bucket.store(A, nodes(400)).store(B, nodes(300)).store(C, nodes(500)).store(D, nodes(600));
        bucket.store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
        bucket.store(B, nodes(900)).store(E, nodes(2));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }

    #[test]
    fn of_an_earlier_search_the_smallest_goes_first() {
        let mut bucket = Script::<FourBig>::new();
        bucket
            .store(A, nodes(9000))
            .store(B, nodes(8000))
            .next_search()
            .store(C, nodes(1))
            .store(D, nodes(2));
        bucket.store(E, nodes(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }
}
