//! EXACTAGE: four slots; entries that the current search has neither written nor found go first, then the least deep, an
//! exact score counting three plies. Texel; Cheng counts half a ply.

use super::{Placement, Scheme, least};
use crate::entry::{Generation, Packed};

/// Plies of depth that an exact score is worth: Texel's number.
const PLIES_FOR_EXACT: i32 = 3;

/// The incoming entry replaces one not of the current search, if there is one; among those in question the least deep, an
/// exact score counting three plies more. A probe that finds an entry makes it one of the current search.
#[derive(Clone, Copy, Debug)]
pub struct ExactAge;

impl Scheme for ExactAge {
    const NAME: &'static str = "EXACTAGE";
    const SLOTS: usize = 4;
    const RULE: &'static str = "of four, one that this search has neither written nor found is replaced first, then the least deep, an exact score counting 3 plies";
    const SOURCE: &'static str = "Texel, TTEntry::betterThan; after it Cheng 4, trans.cpp";
    const REFRESHES_ON_HIT: bool = true;

    #[inline]
    fn place(residents: &[Packed], _: Packed, now: Generation) -> Placement {
        let worth = |entry: Packed| {
            i32::from(entry.depth())
                + PLIES_FOR_EXACT * i32::from(entry.is_exact())
                + 512 * i32::from(entry.generation() == now)
        };
        Placement::At(least(residents, worth))
    }
}

#[cfg(test)]
mod tests {
    use super::ExactAge;
    use crate::scheme::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn an_exact_score_counts_three_plies() {
        let mut bucket = Script::<ExactAge>::new();
        bucket.store(A, depth(3)).store(B, depth(5).bound()).store(C, depth(9)).store(D, depth(9));
        bucket.store(E, depth(9));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
        bucket.store(B, depth(9));
        assert_eq!(bucket.survivors(), [B, E, C, D]);
    }

    #[test]
    fn old_entries_are_less_valuable_unless_found_again() {
        let mut bucket = Script::<ExactAge>::new();
        bucket.store(A, depth(250)).store(B, depth(100)).next_search().store(C, depth(1)).store(D, depth(1));
        assert!(bucket.entry(B).is_some());
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [E, B, C, D]);
    }
}
