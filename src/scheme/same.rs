//! What happens to an entry whose position is stored again.

use crate::entry::{Bound, Depth, Packed, Payload};

/// Which of two results of one position stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SameRule {
    /// The newer one. This is our reading where the source does not say.
    Overwritten,
    /// They compete like entries of different positions. The source compares with any entry at the
    /// index.
    Competes,
    /// The source has a special rule: [`Scheme::update`](super::Scheme::update).
    Own,
}

/// How a scheme stores a result whose position already has an entry in its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// Which of the two results stays.
    pub rule: SameRule,
    /// Whether [`update`](super::Scheme::update) and [`overwrite`](super::Scheme::overwrite) read only
    /// the entry of the same position, and use its slot or none. A store that has found this entry
    /// then shows it as the first slot, beside empty ones. Schemes whose entries compete in several
    /// slots say `false`.
    pub is_in_place: bool,
    /// Whether an incoming entry without a move inherits the move of the entry of its position that
    /// it replaces.
    pub inherits_move: bool,
    /// Whether a refused result still writes its move into the entry of its position. The scheme or
    /// the table's [update](crate::table::Update) may have refused it. An upper bound never does:
    /// no move was good enough, and the sources store none. Of two entries, the first gets the
    /// move.
    pub leaves_move: bool,
}

impl Same {
    /// The newer result replaces the older one.
    pub const OVERWRITTEN: Self = Self::of(SameRule::Overwritten, true);
    /// The two compete like entries of different positions.
    pub const COMPETES: Self = Self::of(SameRule::Competes, false);
    /// The scheme has a special rule.
    pub const OWN_RULE: Self = Self::of(SameRule::Own, false);

    const fn of(rule: SameRule, is_in_place: bool) -> Self {
        Self { rule, is_in_place, inherits_move: false, leaves_move: false }
    }

    /// Returns this choice with [`is_in_place`](Self::is_in_place) set.
    #[must_use]
    pub const fn in_place(self) -> Self {
        Self { is_in_place: true, ..self }
    }

    /// Returns this choice with [`is_in_place`](Self::is_in_place) unset.
    #[must_use]
    pub const fn beside_others(self) -> Self {
        Self { is_in_place: false, ..self }
    }

    /// Returns this choice with [`inherits_move`](Self::inherits_move) set.
    #[must_use]
    pub const fn inheriting_moves(self) -> Self {
        Self { inherits_move: true, ..self }
    }

    /// Returns this choice with [`leaves_move`](Self::leaves_move) set.
    #[must_use]
    pub const fn leaving_moves(self) -> Self {
        Self { leaves_move: true, ..self }
    }
}

/// How much deeper than a new result an entry of its position must be to stay: the rule of engines.
/// An exact result always replaces.
///
/// ```
/// use supplant::scheme::Margin;
/// let stockfish = Margin { on_pv: 2, ..Margin::of(4) };
/// let ethereal = Margin { each_search: Some(0), ..Margin::of(3) };
/// # assert_ne!(stockfish, ethereal);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Margin {
    /// An entry stays if it is deeper by at least as many plies; with 0 also one of equal depth.
    pub plies: Depth,
    /// How many plies deeper a result on the PV counts. If not 0, the payload must keep marks of the
    /// PV.
    pub on_pv: Depth,
    /// How many plies deeper a result counts for each search that the entry is old. `None`: an entry
    /// of an earlier search always yields; under time stamping it does so in any case.
    ///
    /// Ages end at what the layout tells apart, and in those that verify a tag just below half of it
    /// (for an `Entry` at 15, in `single8` and `line8` at 7). So a deep entry may refuse shallow results
    /// for as long as it is found.
    /// [`SamePosition::lowers_depth`](crate::table::SamePosition::lowers_depth) ends that.
    pub each_search: Option<Depth>,
}

impl Margin {
    /// Returns a margin of `plies`: all results count alike, and an entry of an earlier search yields.
    #[must_use]
    pub const fn of(plies: Depth) -> Self {
        Self { plies, on_pv: 0, each_search: None }
    }

    /// Whether the resident, as many searches old as `age`, stays; never without depths and bounds.
    #[inline(always)]
    pub(crate) fn keeps<P: Payload>(self, resident: Packed<P>, age: u8, incoming: Packed<P>) -> bool {
        let (Some(depth), Some(bound)) = (P::FACTS.depth, P::FACTS.bound) else { return false };
        let depth = |entry: Packed<P>| depth.get(entry.word()) as i32;
        let on_pv = if self.on_pv > 0 && incoming.is_principal_if_kept() { self.on_pv.into() } else { 0 };
        let by_age = i32::from(self.each_search.unwrap_or(0)) * i32::from(age);
        let reach = depth(incoming) + i32::from(self.plies) + on_pv + by_age;
        bound.get(incoming.word()) != Bound::Exact as u64
            && reach <= depth(resident)
            && (age == 0 || self.each_search.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::{Margin, Same};
    use crate::entry::{Bound, Entry, Packed, Payload as _};

    #[test]
    fn what_a_rule_looks_at_is_changed_and_nothing_else() {
        assert!(Same::COMPETES.in_place().is_in_place && !Same::OVERWRITTEN.beside_others().is_in_place);
        assert_eq!(Same::COMPETES.in_place().beside_others(), Same::COMPETES);
    }

    #[test]
    fn the_pv_and_each_search_of_age_shift_the_margin() {
        let keeps = |margin: Margin, resident, age, depth, pv, bound| {
            let packed = |depth, pv, bound| {
                let [word] = Entry { pv, ..Entry::new(bound, 0, depth) }.pack();
                Packed::<Entry>::from_word(word)
            };
            margin.keeps(packed(resident, true, Bound::Exact), age, packed(depth, pv, bound))
        };
        let lower = |margin, resident, age, depth, pv| keeps(margin, resident, age, depth, pv, Bound::Lower);
        let plain = Margin::of(4);
        assert!(
            lower(plain, 9, 0, 5, true) && !lower(plain, 9, 0, 6, false) && !lower(plain, 9, 1, 0, false)
        );
        assert!(!keeps(plain, 9, 0, 0, false, Bound::Exact));
        let on_pv = Margin { on_pv: 2, ..plain };
        assert!(lower(on_pv, 9, 0, 5, false) && !lower(on_pv, 9, 0, 5, true) && lower(on_pv, 9, 0, 3, true));
        let aged = Margin { each_search: Some(3), ..plain };
        assert!(
            lower(aged, 9, 1, 2, false) && !lower(aged, 9, 1, 3, false) && !lower(aged, 255, 255, 0, false)
        );
        let ageless = Margin { each_search: Some(0), ..plain };
        assert!(lower(ageless, 9, 255, 5, false) && !lower(ageless, 9, 255, 6, false));
        let widest = Margin { plies: 255, on_pv: 255, each_search: Some(255) };
        assert!(!lower(widest, 255, 255, 255, true), "the sum of the largest numbers fits");
        assert!(lower(Margin::of(0), 3, 0, 3, false) && !lower(Margin::of(0), 3, 0, 4, false));
    }
}
