//! What happens to an entry whose position is stored again.

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

#[cfg(test)]
mod tests {
    use super::Same;

    #[test]
    fn what_a_rule_looks_at_is_changed_and_nothing_else() {
        assert!(Same::COMPETES.in_place().is_in_place && !Same::OVERWRITTEN.beside_others().is_in_place);
        assert_eq!(Same::COMPETES.in_place().beside_others(), Same::COMPETES);
    }
}
