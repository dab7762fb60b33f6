//! Time and stopping: the only reader of the clock, and the flags that end a search.

use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use super::guide::Guide;
use super::limits::{Limits, MAX_DEPTH};
use super::together::Together;
use crate::sync::{Arc, AtomicBool, AtomicU64, Ordering};

pub(crate) const INTERVAL: u64 = 1024;

/// The time between two looks, if [`INTERVAL`] nodes take longer (chosen, not measured).
const PAUSE: Duration = Duration::from_micros(500);

/// Ends a running search from another thread.
///
/// A worker looks at this flag and at the time limit at its first node, then every 1024 nodes or
/// half millisecond, whichever is shorter. A search returns when its last worker has stopped.
///
/// ```
/// let stop = supplant_search::search::Stop::default();
/// stop.clone().set();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(AtomicBool::new(false)))
    }
}

impl Stop {
    /// Asks the search to end at the workers' next look, and to keep its results so far.
    pub fn set(&self) {
        // Relaxed: the flag carries no data; results are handed over under a lock (claim M8;
        // `tests/loom.rs`, `stop_*`).
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The state that the workers of one search share, besides the table.
#[derive(Debug)]
pub struct Control {
    limits: Limits,
    started: Instant,
    stop: Stop,
    ended: CachePadded<AtomicBool>,
    nodes: Box<[CachePadded<AtomicU64>]>,
    together: Together,
    guide: Option<Arc<Guide>>,
}

impl Control {
    /// Starts the clock of a search by `workers` workers.
    #[must_use]
    pub fn start(limits: Limits, workers: usize, stop: Stop) -> Self {
        let nodes = (0..workers).map(|_| CachePadded::new(AtomicU64::new(0))).collect();
        // The buffers end at the greatest depth.
        let limits = Limits { depth: limits.depth.clamp(1, MAX_DEPTH), ..limits };
        Self {
            limits,
            started: Instant::now(),
            stop,
            ended: CachePadded::new(AtomicBool::new(false)),
            nodes,
            together: Together::default(),
            guide: None,
        }
    }

    pub(crate) fn with(self, together: Together) -> Self {
        Self { together, ..self }
    }

    pub(crate) fn guided(self, guide: Option<Arc<Guide>>) -> Self {
        Self { guide, ..self }
    }

    pub(crate) fn guide(&self) -> Option<&Guide> {
        self.guide.as_deref()
    }

    #[cold]
    pub(crate) fn tell(&self, deepest: usize) {
        if let Some(guide) = &self.guide {
            guide.tell(self.nodes(), deepest);
        }
    }

    pub(crate) fn together(&self) -> &Together {
        &self.together
    }

    /// The limits, with a valid depth.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Nodes of all workers, as last reported: at most 1024 too few for each.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_past_soft(&self) -> bool {
        self.limits.soft.is_some_and(|limit| self.elapsed() >= limit)
    }

    #[cold]
    pub(crate) fn must_stop(&self, id: usize, nodes: u64) -> bool {
        // Relaxed, and a plain store: each count has one writer.
        self.nodes[id].store(nodes, Ordering::Relaxed);
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes() >= limit);
        let out_of_time = self.limits.time.is_some_and(|limit| self.elapsed() >= limit);
        if out_of_nodes || out_of_time {
            self.end();
        }
        self.ended.load(Ordering::Relaxed) || self.stop.is_set()
    }

    /// A lone worker stops exactly at its node limit.
    pub(crate) fn until_look(&self, looks: &Looks, nodes: u64) -> u64 {
        match self.limits.nodes {
            Some(limit) if self.nodes.len() == 1 && nodes < limit => looks.interval.min(limit - nodes),
            _ => looks.interval,
        }
    }
}

/// Decides when a worker looks next; the search's result does not depend on it.
#[derive(Debug)]
pub(crate) struct Looks {
    interval: u64,
    last: Option<(u64, Instant)>,
}

impl Looks {
    /// In lockstep, a look ends each turn of `quantum` nodes.
    pub(crate) fn start(quantum: Option<u64>) -> Self {
        match quantum {
            Some(quantum) => Self { interval: quantum.max(1), last: None },
            None => Self { interval: 1, last: Some((0, Instant::now())) },
        }
    }

    pub(crate) fn looked(&mut self, nodes: u64) {
        let Some((before, at)) = self.last else { return };
        let now = Instant::now();
        self.interval = next_interval(self.interval, nodes - before, now - at);
        self.last = Some((nodes, now));
    }
}

fn next_interval(interval: u64, passed: u64, spent: Duration) -> u64 {
    // loom repeats a model, whose steps must not depend on the clock.
    let spent = if cfg!(loom) { Duration::ZERO } else { spent };
    let by_pace = u128::from(passed) * PAUSE.as_nanos() / spent.as_nanos().max(1);
    by_pace.min(u128::from(2 * interval)).clamp(1, u128::from(INTERVAL)) as u64
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Control, Duration, INTERVAL, Instant, Limits, Looks, Stop, next_interval};

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_lone_worker_looks_where_its_node_limit_is() {
        let until_look = |workers, limit, nodes, interval| {
            let control =
                Control::start(Limits { nodes: limit, ..Limits::default() }, workers, Stop::default());
            control.until_look(&Looks::start(Some(interval)), nodes)
        };
        assert_eq!(until_look(1, Some(100), 90, 1024), 10);
        assert_eq!(until_look(1, Some(100), 90, 4), 4);
        assert_eq!([until_look(1, Some(100), 100, 64), until_look(1, Some(100), 101, 64)], [64, 64]);
        assert_eq!([until_look(2, Some(100), 90, 64), until_look(1, None, 90, 64)], [64, 64]);
    }

    #[test]
    fn a_search_stops_at_any_limit_alone_and_for_every_worker() {
        let nodes = Limits { nodes: Some(100), ..Limits::default() };
        let control = Control::start(nodes, 2, Stop::default());
        assert!(!control.must_stop(0, 60));
        assert!(!control.must_stop(1, 39) && control.nodes() == 99);
        assert!(control.must_stop(1, 40), "together they have reached the limit");
        assert!(control.must_stop(0, 1), "and both stop, whatever is counted from then on");

        let time = Limits { time: Some(Duration::ZERO), soft: Some(Duration::ZERO), ..Limits::default() };
        let control = Control::start(time, 1, Stop::default());
        assert!(control.must_stop(0, 1) && control.is_past_soft());

        let stop = Stop::default();
        let control = Control::start(Limits::default(), 1, stop.clone());
        assert!(!control.must_stop(0, 1) && !control.is_past_soft());
        stop.set();
        assert!(control.must_stop(0, 1));
        let control = Control::start(Limits::default(), 1, Stop::default());
        control.end();
        assert!(control.must_stop(0, 1));
    }

    #[test]
    fn an_interval_follows_the_pace_of_the_nodes_since_the_last_look() {
        let start = 1_000_000;
        let mut looks = Looks { interval: 64, last: Some((start, Instant::now() - 1000 * MS)) };
        looks.looked(start + 100);
        assert_eq!((looks.interval, looks.last.map(|(nodes, _)| nodes)), (1, Some(start + 100)));
        looks.looked(start + 100 + (1 << 40));
        assert_eq!(looks.interval, 2, "twice the one before");
    }

    #[test]
    fn a_worker_that_takes_turns_looks_after_each_whatever_its_pace() {
        let mut looks = Looks::start(Some(8));
        looks.looked(8);
        assert_eq!(looks.interval, 8);
        looks.looked(1 << 40);
        assert_eq!((looks.interval, Looks::start(Some(0)).interval), (8, 1));
    }

    #[test]
    fn looks_are_half_a_millisecond_or_1024_nodes_apart() {
        assert_eq!(next_interval(1024, 1024, MS / 5), INTERVAL);
        assert_eq!(next_interval(1024, 1024, 2 * MS), 256);
        assert_eq!(next_interval(1, 1, MS), 1);
        assert_eq!(next_interval(1024, 1024, 512_000 * MS), 1);
        assert_eq!(next_interval(1024, 1024, Duration::ZERO), INTERVAL);
    }

    #[test]
    fn an_interval_is_at_most_twice_the_one_before() {
        let intervals: Vec<_> =
            std::iter::successors(Some(1), |&last| Some(next_interval(last, last, Duration::ZERO)))
                .take(12)
                .collect();
        assert_eq!(intervals, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024]);
    }
}
