//! TWOBIG1: two levels; the bigger subtree holds the first, the newest is always stored. Best in the 1994 study.

use super::{HitSize, Placement, Scheme, two_level, two_level_update};
use crate::entry::{Generation, Packed};

/// Two levels. An entry with a subtree at least as big as the first level's takes its place and shifts it to the second;
/// any other goes to the second. A table hit counts as one node.
#[derive(Clone, Copy, Debug)]
pub struct TwoBig1;

impl Scheme for TwoBig1 {
    const NAME: &'static str = "TWOBIG1";
    const SLOTS: usize = 2;
    const RULE: &'static str = "the new entry takes the first level if its subtree is at least as big, shifting the old one to the second; else the second";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 5";
    const HIT_SIZE: HitSize = HitSize::One;

    #[inline]
    fn place(residents: &[Packed], incoming: Packed, _: Generation) -> Placement {
        two_level(residents, incoming.size_code() >= residents[0].size_code())
    }

    #[inline]
    fn update(residents: &[Packed], same: usize, incoming: Packed, _: Generation) -> Placement {
        two_level_update(residents, same, incoming.size_code() >= residents[0].size_code())
    }
}

#[cfg(test)]
mod tests {
    use super::TwoBig1;
    use crate::scheme::script::{A, B, C, Script, nodes};

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
    fn nodes_decide_and_not_depth() {
        let mut bucket = Script::<TwoBig1>::new();
        bucket.store(A, nodes(900).at_depth(1)).store(B, nodes(20).at_depth(9));
        assert_eq!(bucket.survivors(), [A, B]);
    }
}
