//! OLD: never replace (1994, for completeness). It is the control of our studies.

use super::{Exactly, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The resident always stays.
#[derive(Clone, Copy, Debug)]
pub struct Old;

impl Scheme for Old {
    const NAME: &'static str = "OLD";
    type Slots = Exactly<1>;
    const RULE: &'static str = "the new entry never replaces an old one";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 3";

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], _: Packed<P>, _: Generation) -> Placement {
        if residents[0].is_empty() { Placement::At(0) } else { Placement::Discard }
    }
}

#[cfg(test)]
mod tests {
    use super::Old;
    use crate::conformance::script::{A, B, Script, depth};

    #[test]
    fn a_new_position_never_replaces_an_existing_one() {
        let mut bucket = Script::<Old>::new();
        bucket.store(A, depth(1)).store(B, depth(9));
        assert_eq!(bucket.survivors(), [A]);
    }

    #[test]
    fn the_same_position_is_updated() {
        let mut bucket = Script::<Old>::new();
        bucket.store(A, depth(1)).store(A, depth(4));
        assert_eq!(bucket.entry(A).map(|entry| entry.depth), Some(4));
    }
}
