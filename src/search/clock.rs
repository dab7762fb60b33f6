//! Time and stopping: the only reader of the clock, and the flag that workers share.

use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;

use super::limits::Limits;
use crate::sync::{Arc, AtomicBool, AtomicU64, Ordering};

/// Nodes between two looks at the flag and the clock: a fifth of a millisecond's work, well within the 10 ms in which a
/// search must react.
pub(crate) const INTERVAL: u64 = 1024;

/// Ends a running search from another thread.
///
/// ```
/// let stop = supplant::search::Stop::default();
/// stop.clone().set();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Default for Stop {
    /// Not set.
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(false)))
    }
}

impl Stop {
    /// Asks the search to end. It does within 10 ms, and keeps what it has.
    pub fn set(&self) {
        // Relaxed: the flag carries no data; results are read after the workers have handed them over under a lock.
        // Claim M8; `tests/loom.rs`, `stop_*`.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the workers of one search share besides the table: two stop flags, the deadline, and one padded node count each.
#[derive(Debug)]
pub struct Control {
    limits: Limits,
    started: Instant,
    /// Set from outside.
    stop: Stop,
    /// Set when a limit is reached, or the work is done.
    ended: CachePadded<AtomicBool>,
    /// One per worker, written by that worker alone.
    nodes: Box<[CachePadded<AtomicU64>]>,
}

impl Control {
    /// The control of a search by `workers` workers that starts now.
    #[must_use]
    pub fn start(limits: Limits, workers: usize, stop: Stop) -> Self {
        let nodes = (0..workers).map(|_| CachePadded::new(AtomicU64::new(0))).collect();
        // Depth 0 is no search.
        let limits = Limits { depth: limits.depth.max(1), ..limits };
        Self { limits, started: Instant::now(), stop, ended: CachePadded::new(AtomicBool::new(false)), nodes }
    }

    /// The limits the search was started with.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Nodes of all workers, as far as they have told: at most 1024 behind each.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// Ends the search for every worker.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Tells worker `id`'s nodes and says whether it must stop; called every [`INTERVAL`] nodes.
    #[cold]
    pub(crate) fn must_stop(&self, id: usize, nodes: u64) -> bool {
        // Relaxed, and a plain store: each count has one writer.
        self.nodes[id].store(nodes, Ordering::Relaxed);
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes() >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| self.elapsed() >= limit);
        if out_of_nodes || out_of_time {
            self.end();
        }
        out_of_nodes || out_of_time || self.ended.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// Nodes after which worker number `id`, now at `nodes`, must look again: at the interval, or where a lone worker's
    /// node limit is.
    pub(crate) fn next_look(&self, nodes: u64) -> u64 {
        let look = nodes + INTERVAL;
        match self.limits.nodes {
            Some(limit) if self.nodes.len() == 1 && nodes < limit => look.min(limit),
            _ => look,
        }
    }
}
