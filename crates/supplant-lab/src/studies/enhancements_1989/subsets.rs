//! The six enhancements and all their sets: five switches, and a table or none.

use super::{MODE, SLOTS, TABLE};
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::stats::{Confidence, bootstrap};
use supplant::entry::Depth;
use supplant_search::search::Enhancements;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enhancement {
    Table,
    Knowledge,
    Aspiration,
    Refutation,
    Killer,
    History,
}

impl Enhancement {
    pub const ALL: [Self; 6] =
        [Self::Table, Self::Knowledge, Self::Aspiration, Self::Refutation, Self::Killer, Self::History];

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    All,
    FullWidth,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subset(u8);

impl Subset {
    pub const NONE: Self = Self(0);

    #[must_use]
    pub fn of(all: &[Enhancement]) -> Self {
        Self(all.iter().fold(0, |set, &one| set | 1 << one as u8))
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..1 << Enhancement::ALL.len()).map(Self)
    }

    #[must_use]
    pub fn has(self, one: Enhancement) -> bool {
        self.0 >> one as u8 & 1 == 1
    }

    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[must_use]
    pub const fn with(self, one: Enhancement) -> Self {
        Self(self.0 | 1 << one as u8)
    }

    #[must_use]
    pub fn words(self) -> String {
        let all: Vec<_> =
            Enhancement::ALL.into_iter().filter(|&one| self.has(one)).map(Enhancement::word).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(" + ") }
    }

    #[must_use]
    pub fn search(self) -> Enhancements {
        Enhancements {
            captures: self.has(Enhancement::Knowledge),
            aspiration: self.has(Enhancement::Aspiration),
            refutation: self.has(Enhancement::Refutation),
            killers: if self.has(Enhancement::Killer) { 2 } else { 0 },
            history: self.has(Enhancement::History),
            ..Enhancements::PLAIN
        }
    }

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

    #[must_use]
    pub fn beside(self, other: Self, samples: &Samples, ply: Depth) -> Option<Confidence> {
        self.beside_counted(other, samples, ply, Counted::All)
    }

    #[must_use]
    pub fn beside_counted(
        self,
        other: Self,
        samples: &Samples,
        ply: Depth,
        counted: Counted,
    ) -> Option<Confidence> {
        let (own, others) = (self.counted(samples, ply, counted)?, other.counted(samples, ply, counted)?);
        let log = bootstrap().estimate(&[&own, &others], |sums| (sums[0] / sums[1]).ln());
        Some(log.map(|log| log.exp() - 1.0))
    }

    /// Above 0, it saves less at `to`.
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
