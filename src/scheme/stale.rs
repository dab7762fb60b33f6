//! STALE: DEEP, but entries of earlier searches are stale and yield, until a probe refreshes them.

use super::{Aging, Exactly, Placement, Refresh, Same, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// The deeper entry stays, or the incoming one if equal. A stale entry yields to any.
#[derive(Clone, Copy, Debug)]
pub struct Stale;

impl Scheme for Stale {
    const NAME: &'static str = "STALE";
    type Slots = Exactly<1>;
    const RULE: &'static str = "replace if at least as deep, or the old entry is stale: all are after each search, until a probe finds them";
    const SOURCE: &'static str = "Moreton, Rival: transposition/refutation tables";
    // "If a position is held at its hash index, …": this may be any position.
    const SAME: Same = Same::COMPETES.in_place();
    const AGING: Aging = Aging::refreshed(Refresh::OnHit);
    const USES_AGE: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        super::ancient::deeper_or_older(residents[0], incoming, now)
    }
}

#[cfg(test)]
mod tests {
    use super::Stale;
    use crate::conformance::script::{A, B, C, Script, depth};

    #[test]
    fn a_position_is_added_only_if_searched_at_least_as_deep() {
        let mut bucket = Script::<Stale>::new();
        bucket.store(A, depth(5)).store(B, depth(4));
        assert_eq!(bucket.survivors(), [A]);
        bucket.store(C, depth(5));
        assert_eq!(bucket.survivors(), [C]);
    }

    #[test]
    fn or_if_the_staleness_flag_is_set_as_it_is_following_each_search() {
        let mut bucket = Script::<Stale>::new();
        bucket.store(A, depth(9)).next_search().store(B, depth(1));
        assert_eq!(bucket.survivors(), [B]);
    }

    #[test]
    fn if_a_position_is_held_at_its_hash_index_it_is_added_only_if_as_deep_be_it_the_same() {
        let mut bucket = Script::<Stale>::new();
        bucket.store(A, depth(9)).store(A, depth(0));
        assert_eq!(bucket.entry(A).map(|entry| entry.depth), Some(9));
        bucket.next_search().store(A, depth(0));
        assert_eq!(bucket.entry(A).map(|entry| entry.depth), Some(0), "its staleness flag was set");
    }

    #[test]
    fn if_a_successful_read_is_done_the_staleness_flag_is_turned_off() {
        let mut bucket = Script::<Stale>::new();
        bucket.store(A, depth(9)).next_search();
        assert!(bucket.entry(B).is_none(), "an unsuccessful read of the same bucket leaves it stale");
        assert!(bucket.entry(A).is_some());
        bucket.store(B, depth(1));
        assert_eq!(bucket.survivors(), [A]);
        bucket.next_search().store(B, depth(1));
        assert_eq!(bucket.survivors(), [B]);
    }
}
