//! TWONEARPV: TWONEAR and the rule of TWOBIG1PV in one.

use super::{Exactly, Placement, Same, Scheme, level};
use crate::entry::{Generation, Packed, Payload};

/// Two levels by nearness to the root. During its search, an entry on the PV of a root child yields
/// only to another such entry.
#[derive(Clone, Copy, Debug)]
pub struct TwoNearPv;

impl Scheme for TwoNearPv {
    const NAME: &'static str = "TWONEARPV";
    type Slots = Exactly<2>;
    const RULE: &'static str = "as TWONEAR; but on the principal variation of a child of the root an entry yields only to its like, or to a later search";
    const SOURCE: &'static str = "Breuker et al. (1996), section 4, depth and principal";
    const SAME: Same = Same::OVERWRITTEN.beside_others();
    const USES_PRINCIPAL: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, now: Generation) -> Placement {
        level::place_beside_principal(residents, incoming, now, Packed::nearness)
    }

    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        level::overwrite_beside_principal(residents, same, incoming, now, Packed::nearness)
    }
}

#[cfg(test)]
mod tests {
    use super::TwoNearPv;
    use crate::conformance::Plied;
    use crate::conformance::script::{A, B, C};
    use crate::entry::SizedEntry;
    use crate::entry::bucket::Pairs;
    use crate::table::TableBuilder;

    #[test]
    fn a_principal_position_is_kept_before_nearer_ones_and_others_compete_by_nearness() {
        let table = TableBuilder::<TwoNearPv, Pairs<2, Plied>>::new()
            .slots(2)
            .build()
            .expect("one bucket is available");
        let store = |key, ply, principal| {
            table.store(key, Plied { entry: SizedEntry { principal, ..SizedEntry::default() }, ply });
        };
        let survivors = || table.keys().collect::<Vec<_>>();
        store(A, 9, true);
        store(B, 1, false);
        store(C, 5, false);
        assert_eq!(survivors(), [A, C]);
        store(A, 9, false);
        assert_eq!(survivors(), [C, A], "the nearer has the first level");
        store(B, 7, false);
        assert_eq!(survivors(), [C, B]);
    }
}
