//! UNDERCUT: depth-preferred slots that an entry one ply shallower takes, too, so that deep entries wear off without an age;
//! and a last slot for everything else.

use super::{Placement, Scheme, least};
use crate::entry::{Generation, Packed};

/// Slots that prefer depth; the one behind them takes everything.
const PREFERRED: usize = 3;

/// The shallowest of the first three slots is replaced if the incoming entry is as deep, deeper, or exactly one ply
/// shallower; if not, the last slot is.
#[derive(Clone, Copy, Debug)]
pub struct Undercut;

impl Scheme for Undercut {
    const NAME: &'static str = "UNDERCUT";
    const SLOTS: usize = 4;
    const RULE: &'static str = "the shallowest of three is replaced if the new entry is as deep, deeper or exactly one ply shallower; else the fourth";
    const SOURCE: &'static str = "H. G. Muller, TalkChess threads 14761 and 76499";

    #[inline]
    fn place(residents: &[Packed], incoming: Packed, _: Generation) -> Placement {
        let preferred = &residents[..PREFERRED];
        let victim = least(preferred, |entry| i32::from(entry.depth()));
        let undercuts = preferred[victim].depth() <= incoming.depth().saturating_add(1);
        Placement::At(if undercuts { victim } else { PREFERRED })
    }
}

#[cfg(test)]
mod tests {
    use super::Undercut;
    use crate::scheme::script::{A, B, C, D, E, Script, depth};

    #[test]
    fn an_entry_exactly_one_ply_shallower_replaces_and_a_shallower_one_does_not() {
        let mut bucket = Script::<Undercut>::new();
        bucket.store(A, depth(9)).store(B, depth(7)).store(C, depth(8)).store(D, depth(5));
        assert_eq!(bucket.survivors(), [A, B, C, D]);
        bucket.store(E, depth(6));
        assert_eq!(bucket.survivors(), [A, E, C, D]);
    }

    #[test]
    fn what_undercuts_nothing_takes_the_last_slot_so_that_the_newest_is_always_stored() {
        let mut bucket = Script::<Undercut>::new();
        bucket.store(A, depth(9)).store(B, depth(9)).store(C, depth(9)).store(D, depth(5)).store(E, depth(1));
        assert_eq!(bucket.survivors(), [A, B, C, E]);
    }
}
