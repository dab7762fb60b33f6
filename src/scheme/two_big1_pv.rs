//! TWOBIG1PV: TWOBIG1, but it keeps the PVs of the root's children.

use super::{Exactly, HitSize, Placement, Same, Scheme, level};
use crate::entry::{Generation, Packed, Payload};

/// Two levels by subtree size. During its search, an entry on the PV of a root child yields only to
/// another such entry.
#[derive(Clone, Copy, Debug)]
pub struct TwoBig1Pv;

impl Scheme for TwoBig1Pv {
    const NAME: &'static str = "TWOBIG1PV";
    type Slots = Exactly<2>;
    const RULE: &'static str = "as TWOBIG1; but on the principal variation of a child of the root an entry yields only to its like, or to a later search";
    const SOURCE: &'static str = "Breuker et al. (1996), section 4, principal; TWOBIG1: 1994, section 6.1";
    const HIT_SIZE: HitSize = HitSize::One;
    const SAME: Same = Same::OVERWRITTEN.beside_others();
    const USES_PRINCIPAL: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        level::place_beside_principal(residents, incoming, now, Packed::size_code)
    }

    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        level::overwrite_beside_principal(residents, same, incoming, now, Packed::size_code)
    }
}

#[cfg(test)]
mod tests {
    use super::TwoBig1Pv;
    use crate::conformance::script::{A, B, C, D, Script, nodes};

    #[test]
    fn positions_of_the_principal_variation_of_a_root_child_may_not_be_overwritten_by_other_positions() {
        let mut bucket = Script::<TwoBig1Pv>::new();
        bucket.store(A, nodes(1).principal()).store(B, nodes(900)).store(C, nodes(5000));
        assert_eq!(bucket.survivors(), [A, C]);
        bucket.store(C, nodes(2).principal()).store(B, nodes(9000));
        assert_eq!(bucket.survivors(), [C, A], "of two that are kept, neither");
    }

    #[test]
    fn but_by_their_like_and_by_a_later_search() {
        let mut bucket = Script::<TwoBig1Pv>::new();
        bucket.store(A, nodes(5).principal()).store(B, nodes(4).principal());
        bucket.store(C, nodes(1).principal());
        assert_eq!(bucket.survivors(), [A, C]);
        bucket.next_search().store(D, nodes(1));
        assert_eq!(bucket.survivors(), [A, D], "the newest is stored again");
        bucket.store(B, nodes(6));
        assert_eq!(bucket.survivors(), [B, A]);
    }

    #[test]
    fn a_position_renewed_off_the_variation_yields_again() {
        let mut bucket = Script::<TwoBig1Pv>::new();
        bucket.store(A, nodes(1).principal()).store(B, nodes(9)).store(A, nodes(1)).store(C, nodes(3));
        assert_eq!(bucket.survivors(), [B, C]);
    }

    #[test]
    fn one_that_is_kept_moves_up_where_the_first_level_is_of_an_earlier_search() {
        let mut bucket = Script::<TwoBig1Pv>::new();
        bucket.store(A, nodes(9).principal()).store(B, nodes(4).principal()).next_search();
        bucket.store(B, nodes(4).principal());
        assert_eq!(bucket.survivors(), [B, A]);
        bucket.next_search().store(A, nodes(1).principal()).store(C, nodes(900));
        assert_eq!(bucket.survivors(), [A, C]);
    }

    #[test]
    fn others_compete_by_nodes_as_under_twobig1() {
        let mut bucket = Script::<TwoBig1Pv>::new();
        bucket.store(A, nodes(900)).store(B, nodes(20)).store(C, nodes(10));
        assert_eq!(bucket.survivors(), [A, C]);
        bucket.store(B, nodes(5000));
        assert_eq!(bucket.survivors(), [B, A]);
    }
}
