//! TWODEEP: two levels by depth (Ebeling, 1986).

use super::{Exactly, Placement, Same, Scheme, level};
use crate::entry::{Generation, Packed, Payload};

/// An entry at least as deep as the first level's takes that level and shifts its resident to the
/// second; any other goes to the second.
#[derive(Clone, Copy, Debug)]
pub struct TwoDeep;

impl Scheme for TwoDeep {
    const NAME: &'static str = "TWODEEP";
    type Slots = Exactly<2>;
    const RULE: &'static str = "the new entry takes the first level if at least as deep, shifting the old one to the second; else the second";
    const SOURCE: &'static str = "Breuker et al. (1994), section 6.1, concept 5; after Ebeling (1986)";
    const SAME: Same = Same::OVERWRITTEN.beside_others();

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        level::place(residents, incoming, |entry| entry.depth().into())
    }

    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        _: Generation,
    ) -> Placement {
        level::overwrite(residents, same, incoming, |entry| entry.depth().into())
    }
}

#[cfg(test)]
mod tests {
    use super::TwoDeep;
    use crate::conformance::script::{A, B, C, Script, depth};

    #[test]
    fn a_position_at_least_as_deep_replaces_the_first_level_which_shifts_to_the_second() {
        let mut bucket = Script::<TwoDeep>::new();
        bucket.store(A, depth(5)).store(B, depth(5));
        assert_eq!(bucket.survivors(), [B, A]);
    }

    #[test]
    fn otherwise_the_new_position_is_stored_in_the_second_level() {
        let mut bucket = Script::<TwoDeep>::new();
        bucket.store(A, depth(9)).store(B, depth(2)).store(C, depth(1));
        assert_eq!(bucket.survivors(), [A, C]);
    }

    #[test]
    fn the_newest_is_always_stored_and_the_less_deep_of_the_other_two_is_lost() {
        let mut bucket = Script::<TwoDeep>::new();
        bucket.store(A, depth(4)).store(B, depth(2)).store(C, depth(6));
        assert_eq!(bucket.survivors(), [C, A]);
    }

    #[test]
    fn a_position_that_climbs_from_the_second_level_is_not_stored_twice() {
        let mut bucket = Script::<TwoDeep>::new();
        bucket.store(A, depth(4)).store(B, depth(2)).store(B, depth(7));
        assert_eq!(bucket.survivors(), [B, A]);
    }

    #[test]
    fn the_less_important_of_the_remaining_two_is_overwritten_also_after_an_update_to_a_lesser_depth() {
        let mut bucket = Script::<TwoDeep>::new();
        bucket.store(A, depth(9)).store(B, depth(5)).store(A, depth(1)).store(C, depth(2));
        assert_eq!(bucket.survivors(), [B, C]);
    }

    #[test]
    fn the_first_level_is_updated_in_place() {
        let mut bucket = Script::<TwoDeep>::new();
        bucket.store(A, depth(4)).store(B, depth(2)).store(A, depth(5));
        assert_eq!(bucket.survivors(), [A, B]);
    }
}
