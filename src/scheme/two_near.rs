//! TWONEAR: two levels by nearness to the root.
//!
//! Nearer the root a position "has a higher probability of being re-searched; possible savings are
//! most likely larger". Unlike depth, nearness does not favour later, deeper iterations.

use super::{Exactly, Placement, Same, Scheme, level};
use crate::entry::{Generation, Packed, Payload};

/// An entry at least as near to the root as the first level's takes that level and shifts its
/// resident to the second; any other goes to the second.
///
/// Without plies in the payload, the depth decides, as in TWODEEP.
#[derive(Clone, Copy, Debug)]
pub struct TwoNear;

impl Scheme for TwoNear {
    const NAME: &'static str = "TWONEAR";
    type Slots = Exactly<2>;
    const RULE: &'static str = "the new entry takes the first level if at least as near to the root, shifting the old one to the second; else the second";
    const SOURCE: &'static str = "Breuker et al. (1996), section 4, depth; the levels of section 3";
    const SAME: Same = Same::OVERWRITTEN.beside_others();

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        level::place(residents, incoming, Packed::nearness)
    }

    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        _: Generation,
    ) -> Placement {
        level::overwrite(residents, same, incoming, Packed::nearness)
    }
}

#[cfg(test)]
mod tests {
    use super::TwoNear;
    use crate::conformance::Plied;
    use crate::conformance::script::{A, B, C, Script, depth};
    use crate::entry::SizedEntry;
    use crate::entry::bucket::Pairs;
    use crate::key::Key;
    use crate::table::TableBuilder;

    fn survivors(stores: &[(Key, u8, u8)]) -> Vec<Key> {
        let table = TableBuilder::<TwoNear, Pairs<2, Plied>>::new()
            .slots(2)
            .build()
            .expect("one bucket is available");
        for &(key, ply, depth) in stores {
            table.store(key, Plied { entry: SizedEntry { depth, ..SizedEntry::default() }, ply });
        }
        table.keys().collect()
    }

    #[test]
    fn a_position_is_more_important_if_it_is_nearer_to_the_root() {
        assert_eq!(survivors(&[(A, 2, 1), (B, 5, 9), (C, 9, 9)]), [A, C], "whatever the drafts are");
        assert_eq!(survivors(&[(A, 5, 9), (B, 2, 1), (C, 4, 9)]), [B, C]);
    }

    #[test]
    fn of_two_as_near_the_newer_has_the_first_level() {
        assert_eq!(survivors(&[(A, 3, 4), (B, 3, 4)]), [B, A]);
    }

    #[test]
    fn a_position_met_again_further_from_the_root_yields_the_first_level() {
        assert_eq!(survivors(&[(A, 2, 5), (B, 4, 5), (A, 6, 5)]), [B, A]);
    }

    #[test]
    fn where_no_plies_are_kept_the_draft_decides() {
        let mut bucket = Script::<TwoNear>::new();
        bucket.store(A, depth(9)).store(B, depth(2)).store(C, depth(1));
        assert_eq!(bucket.survivors(), [A, C]);
    }
}
