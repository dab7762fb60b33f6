//! False hits, measured and expected, and what came of them.

use super::{MODE, PLY, SLOTS, TABLE};
use crate::lab::searches::{Hits, Samples};
use crate::lab::stats::{Bootstrap, Confidence};

/// What a table that verifies so many bits did, position by position.
#[derive(Clone, Debug)]
pub struct Width {
    /// The bits.
    pub bits: u32,
    /// Nodes.
    pub nodes: Vec<u64>,
    /// What was found.
    pub hits: Vec<Hits>,
    /// Hits of another position.
    pub false_hits: Vec<u64>,
    /// Of those, hits whose entry had a move that was not legal.
    pub illegal: Vec<u64>,
    /// 1 where the value of the root is not that found with whole keys.
    pub other_value: Vec<u64>,
    /// 1 where the move is not.
    pub other_move: Vec<u64>,
}

impl Width {
    /// What was measured of tables that verify so many bits.
    #[must_use]
    pub fn of(samples: &Samples, bits: u32) -> Option<Self> {
        let cut = samples.of_verified(Some(bits));
        let here = (MODE, PLY, TABLE, Some(SLOTS));
        let hits = cut.hits_by_position(here.0, here.1, here.2, here.3)?.to_vec();
        let (found, whole) = (
            cut.outcomes(here.0, here.1, here.2, here.3)?,
            samples.outcomes(here.0, here.1, here.2, here.3)?,
        );
        let pairs = || found.iter().zip(whole);
        Some(Self {
            bits,
            nodes: cut.nodes(here.0, here.1, here.2, here.3)?.to_vec(),
            false_hits: hits.iter().map(|hits| hits.false_hits).collect::<Option<_>>()?,
            illegal: hits.iter().map(|hits| hits.illegal_moves).collect::<Option<_>>()?,
            other_value: pairs().map(|(cut, whole)| u64::from(cut.value != whole.value)).collect(),
            other_move: pairs().map(|(cut, whole)| u64::from(cut.best_move != whole.best_move)).collect(),
            hits,
        })
    }

    /// Every width that was measured, the narrowest first.
    #[must_use]
    pub fn all(samples: &Samples) -> Vec<Self> {
        samples.verified().into_iter().flatten().filter_map(|bits| Self::of(samples, bits)).collect()
    }

    /// False hits a node.
    #[must_use]
    pub fn rate(&self) -> Confidence {
        Bootstrap::default().ratio(&self.false_hits, &self.nodes)
    }

    /// False hits in proportion to what is expected of a full table in which each look-up is compared with one entry: a chance of 2^-bits each that finds nothing of its
    /// own.
    #[must_use]
    pub fn to_expected(&self) -> Confidence {
        let chance = 0.5f64.powi(self.bits as i32);
        let missed: Vec<_> = self.looked_up().collect();
        Bootstrap::default().ratio(&self.false_hits, &missed).map(|ratio| ratio / chance)
    }

    /// Look-ups that found nothing of their own position: about one a node.
    fn looked_up(&self) -> impl Iterator<Item = u64> {
        let own = self.hits.iter().zip(&self.false_hits).map(|(hits, wrong)| hits.hits - wrong);
        self.nodes.iter().zip(own).map(|(nodes, own)| nodes.saturating_sub(own))
    }

    /// What Hsu's formula expects over all positions: visits of 2^(n + m) keys, each with one that is sought.
    #[must_use]
    pub fn expected_by_formula(&self) -> f64 {
        let keys = (SLOTS as f64) * 2f64.powi(self.bits as i32);
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
        (self.false_hits.iter().sum::<u64>() > 0)
            .then(|| Bootstrap::default().ratio(&legal, &self.false_hits))
    }

    /// How many false hits there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.false_hits.iter().sum()
    }
}
