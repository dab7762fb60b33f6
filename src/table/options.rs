//! Options that change the rule of the scheme. The updating rules are those of Hsu's lectures and
//! engines.

use crate::entry::{Bound, Facts, Packed, Payload};
use crate::scheme::Margin;

/// Changes to the rule of the scheme. The default changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether entries of earlier generations lose every collision. The payload must keep an age.
    pub time_stamping: bool,
    /// The rule for a position that already has an entry.
    pub same_position: SamePosition,
}

impl Options {
    pub(super) const fn fit(&self, facts: Facts) -> bool {
        let SamePosition { update, inherits_move, leaves_move, lowers_depth } = self.same_position;
        (facts.age.is_some() || !self.time_stamping)
            && (facts.mv.is_some() || inherits_move.is_none() && leaves_move.is_none())
            && (lowers_depth.is_none()
                || facts.depth.is_some() && facts.bound.is_some() && facts.score.is_some())
            && (matches!(update, Update::AsScheme)
                || facts.depth.is_some() && facts.bound.is_some() && facts.age.is_some())
            && (facts.pv.is_some() || !matches!(update, Update::UnlessDeeperBy(Margin { on_pv: 1.., .. })))
    }
}

/// The rule for storing a position that already has an entry.
///
/// If a bucket holds a position twice, the first of its entries decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SamePosition {
    /// Which result stays. The payload must keep depth, bound and age, unless the scheme decides, and
    /// marks of the PV, if they [count](Margin::on_pv).
    pub update: Update,
    /// Whether an entry without a move inherits the move of the entry it replaces. `None`: as the
    /// scheme says ([`Same::inherits_move`](crate::scheme::Same::inherits_move)). The payload must
    /// keep a move.
    pub inherits_move: Option<bool>,
    /// Whether a refused result still writes its move into the entry of its position; an upper bound
    /// never does. `None`: as the scheme says
    /// ([`Same::leaves_move`](crate::scheme::Same::leaves_move)). The payload must keep a move.
    pub leaves_move: Option<bool>,
    /// If `Some(s)`, each result that is refused, by `update` or by the scheme, lowers the depth of its
    /// position's entry by one ply, to 1 at least. Exact entries, and those whose score is below s in
    /// absolute value, keep their depth. The payload must keep depth, bound and score.
    ///
    /// A deep entry with a bound that decides nothing could otherwise refuse all shallower results
    /// until the search ends. `Some(0)` lowers every such entry, as Stockfish did in 2025 from
    /// depth 5 on. With the least score of a mate it lowers entries of mates only, as Stockfish does
    /// today from depth 5 on.
    ///
    /// In a bucket of two levels the first may then hold the shallower entry, and a store may remove
    /// the deeper one.
    pub lowers_depth: Option<u16>,
}

impl SamePosition {
    #[inline]
    pub(super) fn lowered<P: Payload>(self, entry: Packed<P>) -> Packed<P> {
        let (Some(least), Some(depth), Some(bound), Some(score)) =
            (self.lowers_depth, P::FACTS.depth, P::FACTS.bound, P::FACTS.score)
        else {
            return entry;
        };
        let word = entry.word();
        let (plies, bound) = (depth.get(word), Bound::from_code(bound.get(word)));
        if plies <= 1 || bound == Bound::Exact || score.get_signed(word).unsigned_abs() < least.into() {
            return entry;
        }
        Packed::from_word(depth.set(word, plies - 1))
    }
}

impl From<Update> for SamePosition {
    /// Takes this update; the scheme decides about moves.
    fn from(update: Update) -> Self {
        Self { update, ..Self::default() }
    }
}

/// Which of two entries of one position stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Update {
    /// The scheme decides: [`Scheme::update`](crate::Scheme::update).
    #[default]
    AsScheme,
    /// The two compete like entries of different positions: [`Scheme::place`](crate::Scheme::place).
    /// A bucket with several slots may then hold both, and a probe finds that of the first slot.
    Competes,
    /// The newer entry always stays.
    Newest,
    /// The deeper entry stays, or the newer of equal depths. An entry of an earlier search yields:
    /// it could otherwise keep out every later result with a bound that decides nothing.
    Deeper,
    /// The newer entry stays, unless the resident is deeper by this margin and the newer score is not
    /// exact. Most engines use 3 or 4 plies.
    UnlessDeeperBy(Margin),
}

impl Update {
    /// A table takes only options whose facts the payload keeps ([`Options::fit`]).
    #[inline]
    pub(super) fn keeps<P: Payload>(self, resident: Packed<P>, age: u8, incoming: Packed<P>) -> bool {
        match self {
            Self::AsScheme | Self::Competes | Self::Newest => false,
            Self::Deeper => {
                let depth = |entry: Packed<P>| P::FACTS.depth.map(|bits| bits.get(entry.word()));
                age == 0 && depth(resident) > depth(incoming)
            }
            Self::UnlessDeeperBy(margin) => margin.keeps(resident, age, incoming),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Options, Update};
    use crate::entry::{Bound, Facts, Packed, Payload as _, SizedEntry};
    use crate::scheme::Margin;

    fn keeps(update: Update, resident: SizedEntry, incoming: SizedEntry, searches: u8) -> bool {
        update.keeps(Packed::from(resident), searches, Packed::from(incoming))
    }

    #[test]
    fn marks_of_the_pv_count_only_if_the_payload_keeps_them() {
        let options = |on_pv| Options {
            same_position: Update::UnlessDeeperBy(Margin { on_pv, ..Margin::of(4) }).into(),
            ..Options::default()
        };
        let without = Facts { pv: None, ..SizedEntry::FACTS };
        assert!(
            !options(255).fit(without)
                && options(0).fit(without)
                && !options(1).fit(without)
                && options(1).fit(SizedEntry::FACTS)
        );
    }

    #[test]
    fn a_resident_stays_if_it_is_deeper_by_the_margin_of_this_search_and_the_newcomer_not_exact() {
        let entry = |bound, depth| SizedEntry { bound, depth, ..SizedEntry::default() };
        let (exact, lower) = (|depth| entry(Bound::Exact, depth), |depth| entry(Bound::Lower, depth));
        let rule = Update::UnlessDeeperBy(Margin::of(4));
        assert!(keeps(rule, lower(9), lower(5), 0) && !keeps(rule, lower(9), lower(6), 0));
        assert!(!keeps(rule, lower(9), exact(1), 0) && !keeps(rule, lower(9), lower(1), 1));
        assert!(
            keeps(Update::Deeper, lower(9), exact(8), 0) && !keeps(Update::Deeper, lower(9), exact(9), 0)
        );
        assert!(!keeps(Update::Deeper, lower(9), exact(8), 1));
        assert!(
            !keeps(Update::Newest, lower(9), lower(0), 0) && !keeps(Update::AsScheme, lower(9), lower(0), 0)
        );
        let none = Update::UnlessDeeperBy(Margin::of(0));
        assert!(!keeps(none, lower(3), lower(4), 0), "a deeper newcomer replaces");
    }
}
