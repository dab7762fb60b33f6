//! PRINCIPAL: DEEP, but it keeps the PVs of the root's children, like a refutation table.
//!
//! In the paper such entries yield to no other position. Here they yield to each other, so that one
//! iteration does not lock out the next. They also yield to later searches, so that they do not
//! fill the table.

use super::{Exactly, Placement, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The deeper entry stays, or the incoming one if equal. During its search, an entry on the PV of a
/// root child yields only to another such entry.
#[derive(Clone, Copy, Debug)]
pub struct Principal;

impl Scheme for Principal {
    const NAME: &'static str = "PRINCIPAL";
    type Slots = Exactly<1>;
    const RULE: &'static str = "the deepest survives; of equals, the newer; but on the principal variation of a child of the root an entry yields only to its like, or to a later search";
    const SOURCE: &'static str = "Breuker et al. (1996), section 4";
    const USES_PRINCIPAL: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        let resident = residents[0];
        let yields = match (resident.is_principal(), incoming.is_principal()) {
            (true, false) => !resident.is_current(now),
            (false, true) => true,
            _ => incoming.depth() >= resident.depth() || resident.is_principal() && !resident.is_current(now),
        };
        if yields { Placement::At(0) } else { Placement::Discard }
    }
}

#[cfg(test)]
mod tests {
    use super::Principal;
    use crate::conformance::script::{A, B, C, Script, depth};

    #[test]
    fn positions_of_the_principal_variation_of_a_root_child_may_not_be_overwritten_by_other_positions() {
        let mut bucket = Script::<Principal>::new();
        bucket.store(A, depth(1).principal()).store(B, depth(9));
        assert_eq!(bucket.survivors(), [A]);
    }

    #[test]
    fn but_by_the_same_position_by_their_like_and_by_a_later_search() {
        let mut bucket = Script::<Principal>::new();
        bucket.store(A, depth(3).principal()).store(B, depth(4).principal());
        assert_eq!(bucket.survivors(), [B]);
        bucket.store(A, depth(3).principal());
        assert_eq!(bucket.survivors(), [B]);
        bucket.store(B, depth(1));
        assert_eq!(bucket.entry(B).map(|entry| (entry.depth, entry.principal)), Some((1, false)));
        bucket.store(B, depth(9).principal()).next_search().store(C, depth(1));
        assert_eq!(bucket.survivors(), [C]);
    }

    #[test]
    fn they_overwrite_any_other_entry_and_others_compete_by_depth() {
        let mut bucket = Script::<Principal>::new();
        bucket.store(A, depth(5)).store(B, depth(4));
        assert_eq!(bucket.survivors(), [A]);
        bucket.store(C, depth(1).principal());
        assert_eq!(bucket.survivors(), [C]);
    }
}
