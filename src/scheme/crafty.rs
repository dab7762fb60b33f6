//! CRAFTY: four slots; entries of earlier searches go first, the shallowest of them; then the shallowest of all.

use super::{Placement, Scheme, least};
use crate::entry::{Generation, Packed};

/// The incoming entry replaces the shallowest entry of an earlier search; if there is none, the shallowest.
#[derive(Clone, Copy, Debug)]
pub struct Crafty;

impl Scheme for Crafty {
    const NAME: &'static str = "CRAFTY";
    const SLOTS: usize = 4;
    const RULE: &'static str =
        "of four, the shallowest of an earlier search is replaced; if there is none, the shallowest";
    const SOURCE: &'static str = "Crafty 25, hash.c";

    #[inline]
    fn place(residents: &[Packed], _: Packed, now: Generation) -> Placement {
        // Any depth of the current search counts more than any of an earlier one.
        let worth = |entry: Packed| i32::from(entry.depth()) + 256 * i32::from(entry.generation() == now);
        Placement::At(least(residents, worth))
    }
}

#[cfg(test)]
mod tests {
    use super::Crafty;
    use crate::scheme::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn the_shallowest_of_an_older_age_goes_first() {
        let mut bucket = Script::<Crafty>::new();
        bucket.store(A, depth(200)).store(B, depth(150)).next_search().store(C, depth(1)).store(D, depth(2));
        bucket.store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
        bucket.store(B, depth(1));
        assert_eq!(bucket.survivors(), [B, E, C, D]);
    }

    #[test]
    fn if_there_is_none_the_shallowest_goes() {
        let mut bucket = Script::<Crafty>::new();
        bucket.store(A, depth(4)).store(B, depth(3)).store(C, depth(5)).store(D, depth(6)).store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }
}
