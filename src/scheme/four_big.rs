//! FOURBIG: CRAFTY by size, or BIG1 in four slots of which one is always replaced.

use super::worth::{MOST_SIZE, Number, Weighed, Weighs, least};
use super::{Any, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// This is more than any size that counts.
pub(super) const CURRENT: i32 = MOST_SIZE + 1;

/// Replaces the smallest entry of an earlier search, or without one the smallest of all.
///
/// Size codes of 2²⁴ − 1 or more count as equal.
#[derive(Clone, Copy, Debug)]
pub struct FourBig;

impl Scheme for FourBig {
    const NAME: &'static str = "FOURBIG";
    type Slots = Any<4>;
    const RULE: &'static str =
        "of four, the smallest of an earlier search is replaced; if there is none, the smallest";
    const SOURCE: &'static str = "this project: BIG1 of 1994 in buckets as wide as CRAFTY's";
    const USES_AGE: bool = true;
    const PLACE_IGNORES_INCOMING: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, now: Generation) -> Placement {
        Placement::At(least::<Self, P>(residents, now).0)
    }
}

impl Weighs for FourBig {
    #[inline(always)]
    fn worth<E: Weighed>(entry: E, now: Generation) -> E::Number {
        entry.size().plus(entry.age_beside(0, now).if_equal(0, CURRENT))
    }
}

#[cfg(test)]
mod tests {
    use super::super::WideBig;
    use super::{FourBig, Placement, Scheme};
    use crate::conformance::script::{A, B, C, D, E, Script, nodes};
    use crate::entry::{Bits, Facts, Generation, Packed, Payload};

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

    #[test]
    fn sizes_beyond_the_largest_that_counts_are_equal_and_never_outweigh_a_search() {
        #[derive(Clone, Copy)]
        struct Nodes;
        impl Payload for Nodes {
            type Data = [u64; 1];
            const FACTS: Facts =
                Facts { size: Some(Bits::at(0..40)), age: Some(Bits::at(40..48)), ..Facts::NONE };
            fn pack(self) -> [u64; 1] {
                [1]
            }
            fn unpack(_: [u64; 1]) -> Self {
                Self
            }
        }
        let now = Generation::new(7);
        let entry = |size: u64, age| Packed::<Nodes>::from_word(1 << 63 | size).stamped(now.earlier(age));
        let placed = |residents: [_; 4]| FourBig::place(&residents, Packed::EMPTY, now);
        let huge = [1 << 39, 1 << 32, 1 << 24, (1 << 24) - 1];
        for at in 0..4 {
            let mut residents = huge.map(|size| entry(size, 0));
            assert_eq!(placed(residents), Placement::At(0));
            residents[at] = entry((1 << 24) - 2, 0);
            assert_eq!(placed(residents), Placement::At(at), "the smallest");
            let mut residents = [entry(0, 0); 4];
            residents[at] = entry(huge[at], 1);
            assert_eq!(placed(residents), Placement::At(at), "of an earlier search");
        }
        let beside_huge = |size| WideBig::place(&[entry(1 << 32, 0); 4], entry(size, 0), now);
        assert_eq!([1 << 31, 1 << 32].map(beside_huge), [Placement::Discard, Placement::At(0)], "WIDEBIG");
    }
}
