//! The search under way: when it must end, and what its answer waits for.

use std::time::Instant;

use super::latency::LatencyClock;
use super::thinking::{Best, NodeProgress};
use super::time::Budget;
use std::sync::Arc;
use supplant_search::game::chess::Chess;
use supplant_search::search::Stop;

pub(super) struct RunningSearch {
    pub(super) game: Chess,
    pub(super) is_chess960: bool,
    pub(super) stop: Stop,
    pub(super) is_told_to_stop: bool,
    pub(super) started: Instant,
    pub(super) budget: Budget,
    pub(super) clock: Option<LatencyClock>,
    pub(super) counts_from: Option<Instant>,
    pub(super) waits: Waits,
    pub(super) progress: Arc<NodeProgress>,
    pub(super) best: Option<Best>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    No,
    ForStop,
    ForHit,
}

impl RunningSearch {
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (from, hard) = self.counts_from.zip(self.budget.hard)?;
        from.checked_add(hard)
    }

    pub(super) fn is_past_soft(&self) -> bool {
        self.counts_from.zip(self.budget.soft).is_some_and(|(from, soft)| from.elapsed() >= soft)
    }
}
