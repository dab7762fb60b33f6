//! ANCIENT: prefer the deeper search, but not one of an earlier search: the cure for a table full of outdated deep entries.

use super::{Placement, Scheme};
use crate::entry::{Generation, Packed};

/// The deeper entry survives, of equals the incoming one; any incoming entry replaces one of an earlier search.
#[derive(Clone, Copy, Debug)]
pub struct Ancient;

impl Scheme for Ancient {
    const NAME: &'static str = "ANCIENT";
    const SLOTS: usize = 1;
    const RULE: &'static str =
        "replace if the same depth, deeper, or the old entry pertains to an ancient search";
    const SOURCE: &'static str = "Moreland (2002), \"The main transposition table\"";

    #[inline]
    fn place(residents: &[Packed], incoming: Packed, now: Generation) -> Placement {
        deeper_or_older(residents[0], incoming, now)
    }
}

/// The comparison that ANCIENT and STALE share: they differ in what a probe does to the age.
#[inline]
pub(super) fn deeper_or_older(resident: Packed, incoming: Packed, now: Generation) -> Placement {
    let yields = incoming.depth() >= resident.depth() || resident.generation() != now;
    if yields { Placement::At(0) } else { Placement::Discard }
}

#[cfg(test)]
mod tests {
    use super::Ancient;
    use crate::scheme::script::{A, B, C, Script, depth};

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
    fn a_probe_does_not_make_an_ancient_entry_young() {
        let mut bucket = Script::<Ancient>::new();
        bucket.store(A, depth(9)).next_search();
        assert!(bucket.entry(A).is_some());
        bucket.store(C, depth(1));
        assert_eq!(bucket.survivors(), [C]);
    }
}
