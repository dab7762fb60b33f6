//! Hints that workers share besides the table.
//!
//! A search is correct whatever the hints say. With late move reductions its result may depend on
//! them, as on any order of moves (`reductions.rs`).

use super::busy::Busy;
use super::order::Pooled;
use crate::search::MAX_DEPTH;
use crate::sync::{AtomicU64, Ordering};
use supplant::entry::Depth;

/// The hints of one search, each if its switch is on.
#[derive(Debug, Default)]
pub(crate) struct Together {
    pub(crate) busy: Option<Busy>,
    pub(crate) pooled: Box<[Pooled]>,
    pub(crate) crowd: Option<Crowd>,
}

impl Together {
    pub(super) fn pool_of(&self, worker: usize) -> Option<&Pooled> {
        self.pooled.get(worker / GROUP)
    }
}

/// Workers that share a pool: enough to learn. Several groups with different orders of moves find
/// more than one large group.
pub(crate) const GROUP: usize = 8;

/// Counts how many workers have begun each iteration.
#[derive(Debug)]
pub struct Crowd {
    begun: Box<[AtomicU64]>,
    workers: u64,
}

impl Crowd {
    /// A count for `workers` workers.
    #[must_use]
    pub fn of(workers: usize) -> Self {
        Self { begun: (0..=MAX_DEPTH).map(|_| AtomicU64::new(0)).collect(), workers: workers as u64 }
    }

    /// Counts a worker that begins an iteration.
    ///
    /// If two begin at once, one may remain uncounted. No worker is subtracted at the end of an
    /// iteration, because the count could then fall below 0.
    pub fn begin(&self, depth: Depth) {
        let begun = &self.begun[usize::from(depth)];
        // Relaxed, here and below: a count stands for itself, and publishes nothing.
        begun.store(begun.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Whether half of the workers have begun the iteration of this depth.
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
