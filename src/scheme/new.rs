//! NEW: always replace. Most transpositions are local, within small subtrees (Ebeling, 1986).

use super::{Exactly, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The incoming entry always replaces the resident.
#[derive(Clone, Copy, Debug)]
pub struct New;

impl Scheme for New {
    const NAME: &'static str = "NEW";
    type Slots = Exactly<1>;
    const RULE: &'static str = "the new entry always replaces the old one";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 2";
    const PLACE_IGNORES_INCOMING: bool = true;
    const ALWAYS_REPLACES: bool = true;

    #[inline]
    fn place<P: Payload>(_: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
        Placement::At(0)
    }
}

#[cfg(test)]
mod tests {
    use super::New;
    use crate::conformance::script::{A, B, Script, depth};

    #[test]
    fn always_replaces_any_position_when_a_collision_occurs() {
        let mut bucket = Script::<New>::new();
        bucket.store(A, depth(9)).store(B, depth(1));
        assert_eq!(bucket.survivors(), [B]);
    }
}
