//! ANCIENT: DEEP, but entries of earlier searches always yield, so that they do not fill the table.

use super::{Exactly, Placement, Same, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The deeper entry stays, or the incoming one if equal. Entries of earlier searches yield to any.
#[derive(Clone, Copy, Debug)]
pub struct Ancient;

impl Scheme for Ancient {
    const NAME: &'static str = "ANCIENT";
    type Slots = Exactly<1>;
    const RULE: &'static str =
        "replace if the same depth, deeper, or the old entry pertains to an ancient search";
    const SOURCE: &'static str = "Moreland (2002), \"The main transposition table\"";
    // The source compares with any element in the table.
    const SAME: Same = Same::COMPETES.in_place();
    const USES_AGE: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        deeper_or_older(residents[0], incoming, now)
    }
}

#[inline]
pub(super) fn deeper_or_older<P: Payload>(
    resident: Packed<P>,
    incoming: Packed<P>,
    now: Generation,
) -> Placement {
    let yields = incoming.depth() >= resident.depth() || !resident.is_current(now);
    if yields { Placement::At(0) } else { Placement::Discard }
}

#[cfg(test)]
mod tests {
    use super::Ancient;
    use crate::conformance::script::{A, B, C, Script, depth};

    #[test]
    fn replaces_if_the_same_depth_or_deeper() {
        let mut bucket = Script::<Ancient>::new();
        bucket.store(A, depth(5)).store(B, depth(4));
        assert_eq!(bucket.survivors(), [A]);
        bucket.store(B, depth(5));
        assert_eq!(bucket.survivors(), [B]);
    }

    #[test]
    fn replaces_an_element_that_pertains_to_an_ancient_search() {
        let mut bucket = Script::<Ancient>::new();
        bucket.store(A, depth(9)).next_search().store(B, depth(1));
        assert_eq!(bucket.survivors(), [B]);
    }

    #[test]
    fn a_shallower_result_of_the_same_position_leaves_the_node_alone() {
        let mut bucket = Script::<Ancient>::new();
        bucket.store(A, depth(9)).store(A, depth(0));
        assert_eq!(bucket.entry(A).map(|entry| entry.depth), Some(9));
        bucket.store(A, depth(9).bound());
        assert_eq!(
            bucket.entry(A).map(|entry| entry.bound),
            Some(crate::Bound::Lower),
            "the same depth replaces"
        );
        bucket.next_search().store(A, depth(0));
        assert_eq!(bucket.entry(A).map(|entry| entry.depth), Some(0), "and so does a later search");
    }

    #[test]
    fn a_probe_does_not_make_an_ancient_entry_young() {
        let mut bucket = Script::<Ancient>::new();
        bucket.store(A, depth(9)).next_search();
        assert!(bucket.entry(A).is_some());
        bucket.store(C, depth(1));
        assert_eq!(bucket.survivors(), [C]);
    }
}
