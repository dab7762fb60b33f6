//! TWOBIG1: two levels by subtree size, the best scheme of the 1994 study.

use super::{Exactly, HitSize, Placement, Same, Scheme, level};
use crate::entry::{Generation, Packed, Payload};

/// An entry with a subtree at least as big as the first level's takes that level and shifts its
/// resident to the second; any other goes to the second.
#[derive(Clone, Copy, Debug)]
pub struct TwoBig1;

impl Scheme for TwoBig1 {
    const NAME: &'static str = "TWOBIG1";
    type Slots = Exactly<2>;
    const RULE: &'static str = "the new entry takes the first level if its subtree is at least as big, shifting the old one to the second; else the second";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 5";
    const HIT_SIZE: HitSize = HitSize::One;
    const SAME: Same = Same::OVERWRITTEN.beside_others();

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        level::place(residents, incoming, Packed::size_code)
    }

    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        _: Generation,
    ) -> Placement {
        level::overwrite(residents, same, incoming, Packed::size_code)
    }
}

#[cfg(test)]
mod tests {
    use super::TwoBig1;
    use crate::conformance::script::{A, B, C, Script, nodes};

    #[test]
    fn a_position_at_least_as_big_replaces_the_first_level_which_shifts_to_the_second() {
        let mut bucket = Script::<TwoBig1>::new();
        bucket.store(A, nodes(50)).store(B, nodes(50));
        assert_eq!(bucket.survivors(), [B, A]);
    }

    #[test]
    fn the_newest_is_always_stored_and_the_smaller_of_the_other_two_is_lost() {
        let mut bucket = Script::<TwoBig1>::new();
        bucket.store(A, nodes(900)).store(B, nodes(20)).store(C, nodes(10));
        assert_eq!(bucket.survivors(), [A, C]);
        bucket.store(B, nodes(5000));
        assert_eq!(bucket.survivors(), [B, A]);
    }

    #[test]
    fn the_less_important_of_the_remaining_two_is_overwritten_also_after_an_update_to_a_smaller_size() {
        let mut bucket = Script::<TwoBig1>::new();
        bucket.store(A, nodes(900)).store(B, nodes(500)).store(A, nodes(10));
        assert_eq!(bucket.survivors(), [B, A], "the greater holds the first level");
        bucket.store(C, nodes(50));
        assert_eq!(bucket.survivors(), [B, C]);
    }

    #[test]
    fn a_greater_second_level_moves_up_where_the_first_is_free() {
        use crate::entry::Packed;
        use crate::scheme::{Placement, Scheme};
        let of = |size| Packed::from(crate::SizedEntry { size, ..crate::SizedEntry::default() });
        let place = |first, second, size| {
            TwoBig1::place(&[first, second], of(size), crate::entry::Generation::default())
        };
        assert_eq!(place(Packed::EMPTY, of(10), 1), Placement::Shift { at: 1, to: 0 });
        assert_eq!(place(Packed::EMPTY, of(10), 10), Placement::At(0));
        assert_eq!(place(Packed::EMPTY, Packed::EMPTY, 1), Placement::At(0));
    }

    #[test]
    fn nodes_decide_and_not_depth() {
        let mut bucket = Script::<TwoBig1>::new();
        bucket.store(A, nodes(900).at_depth(1)).store(B, nodes(20).at_depth(9));
        assert_eq!(bucket.survivors(), [A, B]);
    }
}
