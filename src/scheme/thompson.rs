//! THOMPSON: two tables in one bucket with two rules. A store goes to both, and a probe asks both.

use super::{Exactly, Placement, Same, Scheme};
use crate::entry::{Generation, Packed, Payload};

/// Slot 0 replaces if the incoming entry is at least as deep; slot 1 always replaces.
///
/// The rules ignore whose entry they replace, so a position may be in both slots.
#[derive(Clone, Copy, Debug)]
pub struct Thompson;

impl Scheme for Thompson {
    const NAME: &'static str = "THOMPSON";
    type Slots = Exactly<2>;
    const RULE: &'static str = "two tables: one replaces if the same depth or deeper, the other always; a store goes to both, a probe asks both";
    const SOURCE: &'static str = "Thompson, in Moreland (2002), \"The main transposition table\"";
    // The source compares with any element in the table.
    const SAME: Same = Same::COMPETES;
    const HOLDS_TWICE: bool = true;

    #[inline]
    fn place<P: Payload>(residents: &[Packed<P>], incoming: Packed<P>, _: Generation) -> Placement {
        if incoming.depth() >= residents[0].depth() { Placement::Both(0, 1) } else { Placement::At(1) }
    }

    /// An entry of another position in the first table is compared as usual.
    #[inline]
    fn overwrite<P: Payload>(
        residents: &[Packed<P>],
        same: usize,
        incoming: Packed<P>,
        now: Generation,
    ) -> Placement {
        if same == 0 { Placement::Both(0, 1) } else { Self::place(residents, incoming, now) }
    }
}

#[cfg(test)]
mod tests {
    use super::Thompson;
    use crate::conformance::script::{A, B, C, Script, depth};

    #[test]
    fn one_table_replaces_if_the_same_depth_or_deeper_and_the_other_always() {
        let mut tables = Script::<Thompson>::new();
        tables.store(A, depth(5));
        assert_eq!(tables.survivors(), [A, A]);
        tables.store(B, depth(4));
        assert_eq!(tables.survivors(), [A, B]);
        tables.store(C, depth(5));
        assert_eq!(tables.survivors(), [C, C]);
    }

    #[test]
    fn where_the_position_must_be_overwritten_the_first_table_gives_way_to_its_own_alone() {
        use crate::entry::{Generation, Packed, SizedEntry};
        use crate::scheme::{Placement, Scheme};
        let of_depth = |depth| Packed::from(SizedEntry { depth, ..SizedEntry::default() });
        let overwrite =
            |same| Thompson::overwrite(&[of_depth(7), of_depth(2)], same, of_depth(3), Generation::new(0));
        assert_eq!([overwrite(0), overwrite(1)], [Placement::Both(0, 1), Placement::At(1)]);
    }

    #[test]
    fn the_rules_hold_for_the_same_position_too_so_that_a_probe_finds_two_entries() {
        let mut tables = Script::<Thompson>::new();
        tables.store(A, depth(7)).store(A, depth(3));
        assert_eq!(tables.entries(A).map(|entry| entry.map(|entry| entry.depth)), [Some(7), Some(3)]);
        tables.store(B, depth(1));
        assert_eq!(tables.entries(A).map(|entry| entry.map(|entry| entry.depth)), [Some(7), None]);
        assert_eq!(tables.entries(B).map(|entry| entry.map(|entry| entry.depth)), [Some(1), None]);
    }
}
