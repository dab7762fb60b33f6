//! BIGALL: the bigger subtree stays, and a table hit counts as the nodes behind it.

use super::{Exactly, HitSize, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The entry with the bigger subtree stays, or the incoming one if equal.
#[derive(Clone, Copy, Debug)]
pub struct BigAll;

impl Scheme for BigAll {
    const NAME: &'static str = "BIGALL";
    type Slots = Exactly<1>;
    const RULE: &'static str = "the entry with the biggest subtree survives, a table hit counting as the nodes behind it; of equals, the newer";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 4";
    const HIT_SIZE: HitSize = HitSize::Subtree;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        super::big1::biggest(residents[0], incoming)
    }
}

#[cfg(test)]
mod tests {
    use super::BigAll;
    use crate::conformance::script::{A, B, Script, nodes};

    #[test]
    fn the_position_with_the_biggest_subtree_is_preserved() {
        let mut bucket = Script::<BigAll>::new();
        bucket.store(A, nodes(1000)).store(B, nodes(999));
        // Both have one code: sizes are stored to within 1 %.
        assert_eq!(bucket.survivors(), [B]);
        bucket.store(A, nodes(900));
        assert_eq!(bucket.survivors(), [B]);
    }
}
