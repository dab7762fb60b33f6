//! The search under way, as the session knows it: when it must end, and what its answer waits for.

use std::time::Instant;

use super::latency::LatencyClock;
use super::thinking::{Best, NodeProgress};
use super::time::Budget;
use std::sync::Arc;
use supplant_search::game::chess::Chess;
use supplant_search::search::Stop;

/// The search under way.
pub(super) struct RunningSearch {
    pub(super) game: Chess,
    pub(super) is_chess960: bool,
    pub(super) stop: Stop,
    /// Whether `stop` was said.
    pub(super) is_told_to_stop: bool,
    pub(super) started: Instant,
    /// Of the clock: while it ponders, what will count from `ponderhit` on.
    pub(super) budget: Budget,
    /// The clock it came with, if it has run since.
    pub(super) clock: Option<LatencyClock>,
    /// When the budget began to count.
    pub(super) counts_from: Option<Instant>,
    /// Whether the answer has to wait for `stop` or `ponderhit`, and for which.
    pub(super) waits: Waits,
    pub(super) progress: Arc<NodeProgress>,
    /// Held back.
    pub(super) best: Option<Best>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    No,
    ForStop,
    ForHit,
}

impl RunningSearch {
    /// When it must end.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (from, hard) = self.counts_from.zip(self.budget.hard)?;
        from.checked_add(hard)
    }

    /// Whether nothing new is to be begun.
    pub(super) fn is_past_soft(&self) -> bool {
        self.counts_from.zip(self.budget.soft).is_some_and(|(from, soft)| from.elapsed() >= soft)
    }
}
