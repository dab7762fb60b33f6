//! False hits, measured and expected, and what came of them.

use super::{MODE, PLY, SLOTS, TABLE};
use crate::experiment::clashing::{Cut, Hashing};
use crate::experiment::searches::{Hits, RootResult, Samples};
use crate::experiment::stats::{Confidence, bootstrap};

/// What a table that verifies so much of a key did, position by position.
#[derive(Clone, Debug)]
pub struct Width {
    /// What is verified.
    pub cut: Cut,
    /// Nodes.
    pub nodes: Vec<u64>,
    /// What was found.
    pub hits: Vec<Hits>,
    /// Hits of another position.
    pub false_hits: Vec<u64>,
    /// Pairs of positions among them; `None` where nobody counted.
    pub pairs: Option<Vec<u64>>,
    /// Differences of keys among the pairs; `None` where nobody counted.
    pub clashes: Option<Vec<u64>>,
    /// Of those, hits whose entry had a move that was not legal.
    pub illegal: Vec<u64>,
    /// 1 where the value of the root is not that found with whole keys; `None` of other keys than the usual ones, under which other positions meet in the table even if none is mistaken.
    pub other_value: Option<Vec<u64>>,
    /// 1 where the move is not; `None` likewise.
    pub other_move: Option<Vec<u64>>,
}

impl Width {
    /// What was measured of tables that verify this.
    #[must_use]
    pub fn of(samples: &Samples, cut: Cut) -> Option<Self> {
        let shown = samples.of_verified(Some(cut));
        let outcomes = |samples: &Samples| Some(samples.outcomes(MODE, PLY, TABLE, Some(SLOTS))?.to_vec());
        let (found, whole) = (outcomes(&shown)?, outcomes(samples)?);
        let differ = |of: fn(&RootResult, &RootResult) -> bool| {
            let each = found.iter().zip(&whole).map(|(cut, whole)| u64::from(of(cut, whole)));
            (cut.keys == Hashing::Zobrist).then(|| each.collect::<Vec<_>>())
        };
        let hits = shown.hits_by_position(MODE, PLY, TABLE, Some(SLOTS))?.to_vec();
        let each = |of: fn(&Hits) -> Option<u64>| hits.iter().map(of).collect::<Option<Vec<_>>>();
        Some(Self {
            cut,
            nodes: shown.nodes(MODE, PLY, TABLE, Some(SLOTS))?.to_vec(),
            false_hits: each(|hits| hits.false_hits)?,
            pairs: each(|hits| hits.false_pairs),
            clashes: each(|hits| hits.clashes),
            illegal: each(|hits| hits.illegal_moves)?,
            other_value: differ(|cut, whole| cut.value != whole.value),
            other_move: differ(|cut, whole| cut.best_move != whole.best_move),
            hits,
        })
    }

    /// All that was measured of these keys, the narrowest first.
    #[must_use]
    pub fn all(samples: &Samples, keys: Hashing) -> Vec<Self> {
        let cuts = samples.verified().into_iter().flatten().filter(|cut| cut.keys == keys);
        cuts.filter_map(|cut| Self::of(samples, cut)).collect()
    }

    /// Pairs of positions beyond one for each clash, as a share of all: what moves have carried along.
    #[must_use]
    pub fn carried(&self) -> Option<Confidence> {
        let (pairs, clashes) = self.pairs.as_ref().zip(self.clashes.as_ref())?;
        let ratio = || bootstrap().ratio(clashes, pairs);
        (self.count() > 0).then(|| ratio().map(|ratio| 1.0 - ratio))
    }

    /// False hits in proportion to those with other keys, less 1; nodes are as good as the same. `None` where either has none.
    #[must_use]
    pub fn beside(&self, other: &Self) -> Option<Confidence> {
        // By logarithms: a proportion is never below nothing.
        let columns = [&self.false_hits[..], &other.false_hits];
        let log = || bootstrap().estimate(&columns, |sums| (sums[0] / sums[1]).ln());
        (self.count() > 0 && other.count() > 0).then(|| log().map(|log| log.exp() - 1.0))
    }

    /// False hits a node.
    #[must_use]
    pub fn rate(&self) -> Confidence {
        bootstrap().ratio(&self.false_hits, &self.nodes)
    }

    /// False hits in proportion to what is expected of a full table in which each look-up is compared with one entry: a chance of 2^-bits each that finds nothing of its
    /// own.
    #[must_use]
    pub fn to_expected(&self) -> Confidence {
        let chance = 0.5f64.powi(self.cut.bits as i32);
        let missed: Vec<_> = self.looked_up().collect();
        bootstrap().ratio(&self.false_hits, &missed).map(|ratio| ratio / chance)
    }

    /// Look-ups that found nothing of their own position: about one a node.
    fn looked_up(&self) -> impl Iterator<Item = u64> {
        let own = self.hits.iter().zip(&self.false_hits).map(|(hits, wrong)| hits.hits - wrong);
        self.nodes.iter().zip(own).map(|(nodes, own)| nodes.saturating_sub(own))
    }

    /// What Hsu's formula expects over all positions: visits of 2^(n + m) keys, each with one that is sought.
    #[must_use]
    pub fn expected_by_formula(&self) -> f64 {
        let keys = (SLOTS as f64) * 2f64.powi(self.cut.bits as i32);
        self.nodes.iter().sum::<u64>() as f64 / keys
    }

    /// The share of false hits of which no illegal move was seen: it was legal, or there was none, or nobody looked, as nobody does where a score cuts off beyond the leaves.
    #[must_use]
    pub fn survive(&self) -> Option<Confidence> {
        let legal: Vec<_> = self
            .false_hits
            .iter()
            .zip(&self.illegal)
            .map(|(all, wrong)| all.saturating_sub(*wrong))
            .collect();
        (self.false_hits.iter().sum::<u64>() > 0).then(|| bootstrap().ratio(&legal, &self.false_hits))
    }

    /// How many false hits there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.false_hits.iter().sum()
    }
}
