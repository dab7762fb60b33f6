//! False hits, measured and expected, and how they changed the searches.

use super::{MODE, PLY, SLOTS, TABLE};
use crate::experiment::clashing::{Cut, Hashing};
use crate::experiment::searches::{Contender, Hits, RootResult, Samples};
use crate::experiment::stats::{Confidence, bootstrap};

/// What the searches of each position counted.
#[derive(Clone, Debug)]
pub struct FalseHitCounts {
    pub nodes: Vec<u64>,
    pub hits: Vec<Hits>,
    pub false_hits: Vec<u64>,
}

impl FalseHitCounts {
    pub(super) fn of(samples: &Samples, table: Contender) -> Option<Self> {
        let hits = samples.hits_by_position(MODE, PLY, table, Some(SLOTS))?.to_vec();
        let false_hits = hits.iter().map(|hits| hits.false_hits).collect::<Option<_>>()?;
        let nodes = hits.iter().map(|hits| hits.nodes).collect();
        Some(Self { nodes, hits, false_hits })
    }

    #[must_use]
    pub fn all(&self) -> u64 {
        self.false_hits.iter().sum()
    }

    /// False hits a node.
    #[must_use]
    pub fn rate(&self) -> Confidence {
        bootstrap().ratio(&self.false_hits, &self.nodes)
    }

    /// False hits of each look-up that does not find its own position, in proportion to `chance`.
    #[must_use]
    pub fn to_chance(&self, chance: f64) -> Confidence {
        let own = self.hits.iter().zip(&self.false_hits).map(|(hits, wrong)| hits.hits - wrong);
        let missed: Vec<_> =
            self.nodes.iter().zip(own).map(|(nodes, own)| nodes.saturating_sub(own)).collect();
        bootstrap().ratio(&self.false_hits, &missed).map(|rate| rate / chance)
    }
}

#[derive(Clone, Debug)]
pub struct Width {
    pub cut: Cut,
    pub counts: FalseHitCounts,
    pub pairs: Option<Vec<u64>>,
    pub clashes: Option<Vec<u64>>,
    pub illegal: Vec<u64>,
    /// 1 where the value differs from that with whole keys. `None` for keys other than Zobrist's:
    /// under them other positions meet in the table even without a false hit.
    pub other_value: Option<Vec<u64>>,
    pub other_move: Option<Vec<u64>>,
}

impl Width {
    #[must_use]
    pub fn of(samples: &Samples, cut: Cut) -> Option<Self> {
        let shown = samples.of_verified(Some(cut));
        let outcomes = |samples: &Samples| Some(samples.outcomes(MODE, PLY, TABLE, Some(SLOTS))?.to_vec());
        let (found, whole) = (outcomes(&shown)?, outcomes(samples)?);
        let differ = |of: fn(&RootResult, &RootResult) -> bool| {
            let each = found.iter().zip(&whole).map(|(cut, whole)| u64::from(of(cut, whole)));
            (cut.keys == Hashing::Zobrist).then(|| each.collect::<Vec<_>>())
        };
        let counts = FalseHitCounts::of(&shown, TABLE)?;
        let each = |of: fn(&Hits) -> Option<u64>| counts.hits.iter().map(of).collect::<Option<Vec<_>>>();
        Some(Self {
            cut,
            pairs: each(|hits| hits.false_pairs),
            clashes: each(|hits| hits.clashes),
            illegal: each(|hits| hits.illegal_moves)?,
            other_value: differ(|cut, whole| cut.value != whole.value),
            other_move: differ(|cut, whole| cut.best_move != whole.best_move),
            counts,
        })
    }

    #[must_use]
    pub fn all(samples: &Samples, keys: Hashing) -> Vec<Self> {
        let cuts = samples.verified().into_iter().flatten().filter(|cut| cut.keys == keys);
        cuts.filter_map(|cut| Self::of(samples, cut)).collect()
    }

    #[must_use]
    pub fn carried(&self) -> Option<Confidence> {
        let (pairs, clashes) = self.pairs.as_ref().zip(self.clashes.as_ref())?;
        let ratio = || bootstrap().ratio(clashes, pairs);
        (self.counts.all() > 0).then(|| ratio().map(|ratio| 1.0 - ratio))
    }

    #[must_use]
    pub fn beside(&self, other: &Self) -> Option<Confidence> {
        let columns = [&self.counts.false_hits[..], &other.counts.false_hits];
        let log = || bootstrap().estimate(&columns, |sums| (sums[0] / sums[1]).ln());
        (self.counts.all() > 0 && other.counts.all() > 0).then(|| log().map(|log| log.exp() - 1.0))
    }

    /// The base is a full table: a chance of 2^-bits for each look-up that does not find its
    /// position.
    #[must_use]
    pub fn to_expected(&self) -> Confidence {
        self.counts.to_chance(0.5f64.powi(self.cut.bits as i32))
    }

    /// Hsu's formula expects the visits divided by 2^(n + m) keys.
    #[must_use]
    pub fn expected_by_formula(&self) -> f64 {
        let keys = (SLOTS as f64) * 2f64.powi(self.cut.bits as i32);
        self.counts.nodes.iter().sum::<u64>() as f64 / keys
    }

    /// The move was legal, or there was none, or the search did not look.
    #[must_use]
    pub fn survive(&self) -> Option<Confidence> {
        let false_hits = &self.counts.false_hits;
        let legal = false_hits.iter().zip(&self.illegal).map(|(all, wrong)| all.saturating_sub(*wrong));
        let legal: Vec<_> = legal.collect();
        (self.counts.all() > 0).then(|| bootstrap().ratio(&legal, false_hits))
    }
}
