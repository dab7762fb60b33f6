//! Limits on the effects of a table hit, from Breuker, Uiterwijk and van den Herik, *Information in
//! Transposition Tables* (1996, sections 2 and 4). Experiments 1 to 6 are `Nothing`, `Move`,
//! `Score`, `Exact`, `Bound` and `Both`; Figures 3 and 4 use lines.

use super::Enhancements;
use supplant::entry::{Bound, Depth};

/// The kinds of stored scores that may end or narrow a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TableScore {
    /// Stored scores have no effect.
    Unused,
    /// Exact scores, without bounds.
    Exact,
    /// Only lower and upper bounds.
    Bound,
    /// Exact scores and bounds.
    Any,
}

impl TableScore {
    /// Whether a score with this bound may be used; without a bound it never may.
    #[inline]
    #[must_use]
    pub const fn admits(self, bound: Bound) -> bool {
        match self {
            Self::Unused => false,
            Self::Exact => matches!(bound, Bound::Exact),
            Self::Bound => matches!(bound, Bound::Lower | Bound::Upper),
            Self::Any => !matches!(bound, Bound::None),
        }
    }

    const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, known) | (known, Self::Any) => known,
            (Self::Exact, Self::Exact) => Self::Exact,
            (Self::Bound, Self::Bound) => Self::Bound,
            _ => Self::Unused,
        }
    }
}

/// The most that a hit may do; the switches of the search may allow less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HitUse {
    /// A hit has no effect.
    Nothing,
    /// A hit names the move to try first.
    Move,
    /// A hit gives an exact score.
    Exact,
    /// A hit gives a bound.
    Bound,
    /// A hit gives an exact score or a bound.
    Score,
    /// A hit gives a score and names the move.
    #[default]
    Both,
    /// `Both`, and a line of two plies, which needs [`LinedEntry`](crate::search::LinedEntry)s.
    Line2,
    /// `Both`, and a line of three plies.
    Line3,
    /// `Both`, and a line of four plies.
    Line4,
    /// `Both`, and a line of five plies.
    Line5,
    /// `Both`, from entries with two bounds, which needs [`BoundsEntry`](crate::search::BoundsEntry)s.
    TwoBounds,
}

impl HitUse {
    /// All uses, from the least to the most.
    pub const ALL: [Self; 11] = [
        Self::Nothing,
        Self::Move,
        Self::Exact,
        Self::Bound,
        Self::Score,
        Self::Both,
        Self::Line2,
        Self::Line3,
        Self::Line4,
        Self::Line5,
        Self::TwoBounds,
    ];

    /// The name on command lines and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Move => "move",
            Self::Exact => "exact",
            Self::Bound => "bound",
            Self::Score => "score",
            Self::Both => "both",
            Self::Line2 => "line2",
            Self::Line3 => "line3",
            Self::Line4 => "line4",
            Self::Line5 => "line5",
            Self::TwoBounds => "twobounds",
        }
    }

    const fn score(self) -> TableScore {
        match self {
            Self::Nothing | Self::Move => TableScore::Unused,
            Self::Exact => TableScore::Exact,
            Self::Bound => TableScore::Bound,
            Self::Score
            | Self::Both
            | Self::Line2
            | Self::Line3
            | Self::Line4
            | Self::Line5
            | Self::TwoBounds => TableScore::Any,
        }
    }

    const fn names_move(self) -> bool {
        matches!(self, Self::Move | Self::Both | Self::TwoBounds) || self.needs_lines()
    }

    /// Plies of the line that a hit may name; 1 is the move alone.
    #[must_use]
    pub const fn line(self) -> Depth {
        match self {
            Self::Line2 => 2,
            Self::Line3 => 3,
            Self::Line4 => 4,
            Self::Line5 => 5,
            _ => 1,
        }
    }

    /// Whether entries must hold lines for this use.
    #[must_use]
    pub const fn needs_lines(self) -> bool {
        self.line() > 1
    }
}

impl std::fmt::Display for HitUse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The name of a hit use is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHitUseError(pub String);

impl std::fmt::Display for UnknownHitUseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = HitUse::ALL.map(HitUse::name).join(", ");
        write!(f, "no use of a hit is called `{}`; there are {names}", self.0)
    }
}

impl std::error::Error for UnknownHitUseError {}

impl std::str::FromStr for HitUse {
    type Err = UnknownHitUseError;

    /// Reads a name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownHitUseError> {
        let named = Self::ALL.into_iter().find(|hit| hit.name().eq_ignore_ascii_case(name));
        named.ok_or_else(|| UnknownHitUseError(name.to_owned()))
    }
}

impl Enhancements {
    /// This search with hits limited to `hit`, and with lines of its length.
    #[must_use]
    pub const fn limited_to(self, hit: HitUse) -> Self {
        Self {
            table_score: self.table_score.and(hit.score()),
            table_move: self.table_move && hit.names_move(),
            table_line: hit.line(),
            ..self
        }
    }

    pub(super) const fn stored_line(&self, following: usize) -> usize {
        let (wanted, kept) = (self.table_line as usize, following + 1);
        match self.table_move {
            true if wanted < kept => wanted,
            true => kept,
            false => 0,
        }
    }

    /// Whether the search probes a table.
    #[inline]
    #[must_use]
    pub const fn uses_table(&self) -> bool {
        self.table_move || !matches!(self.table_score, TableScore::Unused)
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Enhancements, HitUse, TableScore};
    use crate::game::domineering::{Domineering, Player};
    use crate::search::{Counters, Limits, NoTable, search};
    use supplant::entry::Bound;
    use supplant::scheme::TwoBig1;
    use supplant::table::{SizedBucket, TableBuilder};

    #[test]
    fn each_kind_of_score_is_admitted_by_itself_or_with_the_others() {
        let admitted = |score: TableScore| {
            [Bound::Exact, Bound::Lower, Bound::Upper, Bound::None].map(|b| score.admits(b))
        };
        assert_eq!(admitted(TableScore::Unused), [false, false, false, false]);
        assert_eq!(admitted(TableScore::Exact), [true, false, false, false]);
        assert_eq!(admitted(TableScore::Bound), [false, true, true, false]);
        assert_eq!(admitted(TableScore::Any), [true, true, true, false]);
    }

    #[test]
    fn a_limit_takes_away_and_never_adds() {
        for (_, on) in Enhancements::PRESETS {
            assert_eq!(on.limited_to(HitUse::Both), *on);
            assert!(!on.limited_to(HitUse::Nothing).uses_table(), "{on}");
        }
        let limited = |hit| Enhancements::ALIBABA.limited_to(hit);
        let exact = limited(HitUse::Exact);
        assert_eq!((exact.table_score, exact.table_move), (TableScore::Exact, false));
        assert_eq!(exact.limited_to(HitUse::Score), exact);
        assert!(
            !exact.limited_to(HitUse::Bound).uses_table(),
            "of one kind of score nothing is of the other"
        );
        assert!(!Enhancements::NONE.limited_to(HitUse::Both).uses_table());
    }

    #[test]
    fn every_use_is_found_by_its_name() {
        for hit in HitUse::ALL {
            assert_eq!(hit.to_string().to_uppercase().parse(), Ok(hit));
        }
        let refused = "all".parse::<HitUse>().expect_err("it is not a name").to_string();
        assert!(refused.contains("`all`") && refused.contains("score, both"), "{refused}");
    }

    fn counted(hit: HitUse) -> Counters {
        let game = Domineering::new(5, 5, Player::Vertical);
        let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new()
            .slots(1 << 10)
            .build()
            .expect("a small table fits");
        search(&game, &table, Limits::depth(6), Enhancements::ALIBABA.limited_to(hit)).counters
    }

    #[test]
    fn a_table_whose_hits_do_nothing_is_none() {
        let game = Domineering::new(5, 5, Player::Vertical);
        let none = search(&game, &NoTable, Limits::depth(6), Enhancements::ALIBABA).counters.nodes();
        let nodes = HitUse::ALL.map(|hit| counted(hit).nodes());
        assert_eq!(nodes[0], none);
        let (plain, lined) = nodes.split_at(6);
        assert!(
            lined.iter().all(|nodes| *nodes == plain[5]),
            "a table that keeps no lines has none: {nodes:?}"
        );
        for (i, known) in plain.iter().enumerate() {
            assert!(!plain[..i].contains(known), "{nodes:?}");
        }
    }

    #[test]
    fn a_hit_use_without_scores_never_cuts() {
        let cutoffs = HitUse::ALL.map(|hit| counted(hit).cutoffs > 0);
        assert_eq!(cutoffs[..6], [false, false, true, true, true, true]);
        assert!(cutoffs[6..].iter().all(|&cuts| cuts));
    }
}
