//! BIG1: the bigger subtree stays, and a table hit counts as one node.

use super::{Exactly, HitSize, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The entry with the bigger subtree stays, or the incoming one if equal.
#[derive(Clone, Copy, Debug)]
pub struct Big1;

impl Scheme for Big1 {
    const NAME: &'static str = "BIG1";
    type Slots = Exactly<1>;
    const RULE: &'static str =
        "the entry with the biggest subtree survives, a table hit counting as 1 node; of equals, the newer";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 4";
    const HIT_SIZE: HitSize = HitSize::One;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        biggest(residents[0], incoming)
    }
}

#[inline]
pub(super) fn biggest<P: Payload>(resident: Packed<P>, incoming: Packed<P>) -> Placement {
    if incoming.size_code() >= resident.size_code() { Placement::At(0) } else { Placement::Discard }
}

#[cfg(test)]
mod tests {
    use super::Big1;
    use crate::conformance::script::{A, B, C, Script, nodes};

    #[test]
    fn the_position_with_the_biggest_subtree_is_preserved() {
        let mut bucket = Script::<Big1>::new();
        bucket.store(A, nodes(1000)).store(B, nodes(900));
        assert_eq!(bucket.survivors(), [A]);
        bucket.store(C, nodes(1100));
        assert_eq!(bucket.survivors(), [C]);
    }

    #[test]
    fn nodes_decide_and_not_depth() {
        let mut bucket = Script::<Big1>::new();
        bucket.store(A, nodes(1000).at_depth(2)).store(B, nodes(10).at_depth(9));
        assert_eq!(bucket.survivors(), [A]);
    }
}
