//! The six enhancements, and every set of them: five switches, and a table or none.

use super::{MODE, SLOTS, TABLE};
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::stats::{Confidence, bootstrap};
use supplant::entry::Depth;
use supplant_search::search::Enhancements;

/// One of the six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enhancement {
    /// The transposition table.
    Table,
    /// What is known of the game: captures and promotions first, by victim and attacker.
    Knowledge,
    /// Aspiration search.
    Aspiration,
    /// Refutation tables.
    Refutation,
    /// The killer heuristic.
    Killer,
    /// The history heuristic.
    History,
}

impl Enhancement {
    /// All of them, in the source's order.
    pub const ALL: [Self; 6] =
        [Self::Table, Self::Knowledge, Self::Aspiration, Self::Refutation, Self::Killer, Self::History];

    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Knowledge => "knowledge",
            Self::Aspiration => "aspiration",
            Self::Refutation => "refutation",
            Self::Killer => "killer",
            Self::History => "history",
        }
    }
}

/// Which nodes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All of them.
    All,
    /// Those of the full width: none beyond the leaves.
    FullWidth,
}

/// A set of them: a bit for each, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subset(u8);

impl Subset {
    /// None.
    pub const NONE: Self = Self(0);

    /// The set of these.
    #[must_use]
    pub fn of(all: &[Enhancement]) -> Self {
        Self(all.iter().fold(0, |set, &one| set | 1 << one as u8))
    }

    /// All 64.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..1 << Enhancement::ALL.len()).map(Self)
    }

    /// Whether one is in it.
    #[must_use]
    pub fn has(self, one: Enhancement) -> bool {
        self.0 >> one as u8 & 1 == 1
    }

    /// How many are in it.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether none is.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of the other are in it.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The same with one more.
    #[must_use]
    pub const fn with(self, one: Enhancement) -> Self {
        Self(self.0 | 1 << one as u8)
    }

    /// Its words, joined.
    #[must_use]
    pub fn words(self) -> String {
        let all: Vec<_> =
            Enhancement::ALL.into_iter().filter(|&one| self.has(one)).map(Enhancement::word).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(" + ") }
    }

    /// The search that does what is in it, whether or not there is a table.
    #[must_use]
    pub fn search(self) -> Enhancements {
        Enhancements {
            captures: self.has(Enhancement::Knowledge),
            aspiration: self.has(Enhancement::Aspiration),
            refutation: self.has(Enhancement::Refutation),
            killers: self.has(Enhancement::Killer),
            history: self.has(Enhancement::History),
            ..Enhancements::PLAIN
        }
    }

    /// The nodes that it visits, by position.
    #[must_use]
    pub fn nodes(self, samples: &Samples, ply: Depth) -> Option<Vec<u64>> {
        self.counted(samples, ply, Counted::All)
    }

    fn counted(self, samples: &Samples, ply: Depth, counted: Counted) -> Option<Vec<u64>> {
        let shown = samples.doing(self.search());
        let (contender, size) =
            if self.has(Enhancement::Table) { (TABLE, Some(SLOTS)) } else { (Contender::None, None) };
        let found = match counted {
            Counted::All => shown.nodes(MODE, ply, contender, size),
            Counted::FullWidth => shown.full_width(MODE, ply, contender, size),
        };
        found.map(<[u64]>::to_vec)
    }

    /// Its nodes in proportion to those of another, less 1.
    #[must_use]
    pub fn beside(self, other: Self, samples: &Samples, ply: Depth) -> Option<Confidence> {
        self.beside_counted(other, samples, ply, Counted::All)
    }

    /// The same of the nodes that are counted.
    #[must_use]
    pub fn beside_counted(
        self,
        other: Self,
        samples: &Samples,
        ply: Depth,
        counted: Counted,
    ) -> Option<Confidence> {
        let (own, others) = (self.counted(samples, ply, counted)?, other.counted(samples, ply, counted)?);
        // By logarithms: some positions take most of the nodes, and a proportion is never below nothing.
        let log = bootstrap().estimate(&[&own, &others], |sums| (sums[0] / sums[1]).ln());
        Some(log.map(|log| log.exp() - 1.0))
    }

    /// By how many points its saving at one depth exceeds that at another; a saving is nodes in proportion to those of `base`, less 1.
    #[must_use]
    pub fn change(self, base: Self, samples: &Samples, from: Depth, to: Depth) -> Option<Confidence> {
        let nodes = |set: Self, ply| set.nodes(samples, ply);
        let (then, base_then) = (nodes(self, from)?, nodes(base, from)?);
        let (now, base_now) = (nodes(self, to)?, nodes(base, to)?);
        let columns = [&now[..], &base_now, &then, &base_then];
        Some(bootstrap().estimate(&columns, |sums| sums[0] / sums[1] - sums[2] / sums[3]))
    }
}

#[cfg(test)]
mod tests {
    use super::{Enhancement, Subset};
    use supplant_search::search::Enhancements;

    #[test]
    fn sixty_four_sets_are_thirty_two_searches_with_and_without_a_table() {
        let searches: std::collections::BTreeSet<_> = Subset::all().map(Subset::search).collect();
        assert_eq!((Subset::all().count(), searches.len()), (64, 32));
        assert!(searches.contains(&Enhancements::PLAIN));
        let best = Subset::of(&[Enhancement::History, Enhancement::Table]);
        assert_eq!((best.words().as_str(), best.len()), ("table + history", 2));
        assert_eq!(Subset::default().words(), "none");
        assert!(best.search().history && !best.search().captures);
    }
}
