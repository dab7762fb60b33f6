//! DEEP: the traditional scheme (Marsland, 1986; Hyatt et al., 1990).

use super::{Exactly, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The deeper entry stays, or the incoming one if equal.
#[derive(Clone, Copy, Debug)]
pub struct Deep;

impl Scheme for Deep {
    const NAME: &'static str = "DEEP";
    type Slots = Exactly<1>;
    const RULE: &'static str = "the entry with the deepest subtree survives; of equals, the newer";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 1";

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        if incoming.depth() >= residents[0].depth() { Placement::At(0) } else { Placement::Discard }
    }
}

#[cfg(test)]
mod tests {
    use super::Deep;
    use crate::conformance::script::{A, B, C, Script, depth};

    #[test]
    fn the_position_with_the_deepest_subtree_is_preserved() {
        let mut bucket = Script::<Deep>::new();
        bucket.store(A, depth(5)).store(B, depth(4));
        assert_eq!(bucket.survivors(), [A]);
        bucket.store(C, depth(6));
        assert_eq!(bucket.survivors(), [C]);
    }

    #[test]
    fn of_two_equally_deep_the_newer_survives() {
        let mut bucket = Script::<Deep>::new();
        bucket.store(A, depth(5)).store(B, depth(5));
        assert_eq!(bucket.survivors(), [B]);
    }
}
