//! What workers share besides the table, if they heed one another. Hints, all of it: a search is right without them, and with them wrong. Where late
//! moves are reduced it is as right as it is under another order of moves (`reductions.rs`).

use super::busy::Busy;
use super::order::Pooled;
use crate::search::MAX_DEPTH;
use crate::sync::{AtomicU64, Ordering};
use supplant::entry::Depth;

/// What there is of it; all of it missing where workers go by the table alone.
#[derive(Debug, Default)]
pub(crate) struct Together {
    /// What they are searching.
    pub(crate) busy: Option<Busy>,
    /// What they have learnt of quiet moves, those of each group.
    pub(crate) pooled: Box<[Pooled]>,
    /// Which iterations they are at.
    pub(crate) crowd: Option<Crowd>,
}

impl Together {
    /// The pool of a worker's group, if there are pools.
    pub(super) fn pool_of(&self, worker: usize) -> Option<&Pooled> {
        self.pooled.get(worker / GROUP)
    }
}

/// Workers that pool what they learn: so many learn enough; and where many search, groups that order moves differently find more than
/// one that agrees.
pub(crate) const GROUP: usize = 8;

/// How many workers have begun each iteration.
#[derive(Debug)]
pub struct Crowd {
    begun: Box<[AtomicU64]>,
    workers: u64,
}

impl Crowd {
    /// Of so many workers.
    #[must_use]
    pub fn of(workers: usize) -> Self {
        Self { begun: (0..=MAX_DEPTH).map(|_| AtomicU64::new(0)).collect(), workers: workers as u64 }
    }

    /// A worker begins an iteration. Of two that begin at once, one may not be counted. Nobody is counted out: of two that were counted as one, the
    /// second to go would leave less than nothing.
    pub fn begin(&self, depth: Depth) {
        let begun = &self.begun[usize::from(depth)];
        // Relaxed, here and below: a count stands for itself, and publishes nothing.
        begun.store(begun.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Whether half of the workers have begun it.
    #[must_use]
    pub fn has_half(&self, depth: Depth) -> bool {
        2 * self.begun[usize::from(depth)].load(Ordering::Relaxed) >= self.workers
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::Crowd;

    #[test]
    fn an_iteration_is_crowded_when_half_of_the_workers_have_begun_it() {
        let crowd = Crowd::of(5);
        crowd.begin(3);
        crowd.begin(3);
        assert!(!crowd.has_half(3));
        crowd.begin(3);
        assert!(crowd.has_half(3) && !crowd.has_half(4));
    }
}
