//! Hints that workers share besides the table.
//!
//! A search is correct whatever they say, but reductions make its result depend on them.

use super::busy::Busy;
use super::order::Pooled;
use crate::search::MAX_DEPTH;
use crate::sync::{AtomicU64, Ordering};
use supplant::entry::Depth;

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

    /// Counts a worker that begins an iteration; if two begin at once, one may remain uncounted.
    pub fn begin(&self, depth: Depth) {
        let begun = &self.begun[usize::from(depth)];
        // Relaxed, here and below: a count publishes nothing else.
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
