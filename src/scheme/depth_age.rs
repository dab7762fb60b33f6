//! DEPTHAGE: four slots; the entry of least depth, less eight plies a search of age, is replaced. The Stockfish family.

use super::{Placement, Scheme, least};
use crate::entry::{Generation, Packed};

/// Plies of depth that a search of age costs: Stockfish's number since 2015; Reckless and Viridithas use 4.
const PLIES_A_SEARCH: i32 = 8;

/// The incoming entry replaces the one with the least depth − 8 · age; of equals, the one in the first slot.
#[derive(Clone, Copy, Debug)]
pub struct DepthAge;

impl Scheme for DepthAge {
    const NAME: &'static str = "DEPTHAGE";
    const SLOTS: usize = 4;
    const RULE: &'static str =
        "of four, the entry with the least depth is replaced, 8 plies deducted for each search it is old";
    const SOURCE: &'static str = "Stockfish (since 2015), tt.cpp, with three slots";

    #[inline]
    fn place(residents: &[Packed], _: Packed, now: Generation) -> Placement {
        let worth = |entry: Packed| {
            i32::from(entry.depth()) - PLIES_A_SEARCH * i32::from(entry.generation().age(now))
        };
        Placement::At(least(residents, worth))
    }
}

#[cfg(test)]
mod tests {
    use super::DepthAge;
    use crate::scheme::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn free_slots_are_filled_and_then_the_least_deep_is_replaced() {
        let mut bucket = Script::<DepthAge>::new();
        bucket.store(A, depth(9)).store(B, depth(7)).store(C, depth(6)).store(D, depth(8));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, B, E, D]);
    }

    #[test]
    fn eight_plies_are_deducted_for_each_search_of_age() {
        let mut bucket = Script::<DepthAge>::new();
        bucket.store(A, depth(20)).store(B, depth(10)).next_search().store(C, depth(3)).store(D, depth(1));
        bucket.store(E, depth(1));
        // 20 − 8, 10 − 8, 3, 1.
        assert_eq!(bucket.survivors(), [A, B, C, E]);
        bucket.store(D, depth(4)).store(D, depth(4));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, depth(4));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }
}
