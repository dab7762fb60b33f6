//! Threads that begin together, each on a processor of its own.
//!
//! The processors are those that this process may use, read once before the first thread is pinned; cores come before their second
//! processors (`topology.rs`). Where the system pins no threads
//! (anything but Linux), they run where it puts them, and [`Crew::is_pinned`] says so.

use std::time::Instant;

use super::roll::Roll;
use super::topology::Topology;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The processors to work on.
#[derive(Debug)]
pub struct Crew {
    topology: Topology,
    /// Whether a thread was found elsewhere than it was put.
    slipped: AtomicBool,
}

impl Crew {
    /// All processors that this process may use.
    #[must_use]
    pub fn here() -> Self {
        let processors = pin::allowed();
        let slipped = AtomicBool::new(processors.is_empty());
        let unpinned = || (0..num_cpus::get()).collect();
        let processors = if processors.is_empty() { unpinned() } else { processors };
        Self { topology: Topology::of(&processors), slipped }
    }

    /// How many processors there are.
    #[must_use]
    pub fn processors(&self) -> usize {
        self.topology.processors.len()
    }

    /// Their numbers, in the order in which threads are put on them.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.topology.processors
    }

    /// How many cores they are of: the first so many processors are each of another core.
    #[must_use]
    pub fn cores(&self) -> usize {
        self.topology.cores
    }

    /// The most processors that one core has; `None` where the system does not tell.
    #[must_use]
    pub fn processors_per_core(&self) -> Option<usize> {
        self.topology.processors_per_core
    }

    /// Whether every thread so far was on its processor.
    #[must_use]
    pub fn is_pinned(&self) -> bool {
        // Relaxed: who asks has joined the threads that took their places, or waited for their answers, and that orders it.
        !self.slipped.load(Ordering::Relaxed)
    }

    /// Does `work` on so many threads, each told its number, and returns what came of it in that order.
    ///
    /// # Errors
    /// If the system has no thread to give.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn all<R: Send>(&self, threads: usize, work: impl Fn(usize) -> R + Sync) -> Result<Vec<R>, String> {
        self.spawn(threads, work, || ())
    }

    /// As [`all`](Self::all); `call_off` is called where not all threads can be had, while others may be at work already.
    fn spawn<R: Send>(
        &self,
        threads: usize,
        work: impl Fn(usize) -> R + Sync,
        call_off: impl FnOnce(),
    ) -> Result<Vec<R>, String> {
        let work = &work;
        thread::scope(|scope| {
            let spawn = |id| {
                thread::Builder::new().spawn_scoped(scope, move || {
                    self.take_place(id);
                    work(id)
                })
            };
            let spawned: Result<Vec<_>, _> = (0..threads).map(spawn).collect();
            let spawned = spawned.map_err(|error| {
                call_off();
                format!("the system gives no {threads} threads ({error}); ask for fewer")
            })?;
            Ok(spawned.into_iter().map(|thread| thread.join().expect("no work panics")).collect())
        })
    }

    /// As [`all`](Self::all), the threads beginning together; with each result, the nanoseconds that its thread took.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    ///
    /// # Panics
    /// As [`all`](Self::all).
    pub fn timed<R: Send>(
        &self,
        threads: usize,
        work: impl Fn(usize) -> R + Sync,
    ) -> Result<Vec<(R, u64)>, String> {
        let roll = Roll::of(threads);
        let timed = |id| {
            roll.report();
            roll.wait();
            let start = Instant::now();
            let done = work(id);
            (done, start.elapsed().as_nanos() as u64)
        };
        // Who has begun would wait for ever for who never comes.
        self.spawn(threads, timed, || roll.call_off())
    }

    /// Puts the calling thread on the processor of thread `id`, for good. More threads than processors share them.
    pub fn take_place(&self, id: usize) {
        let processor = self.places()[id % self.processors()];
        if !pin::to(processor) {
            // Relaxed: the flag carries no data, and is only ever raised.
            self.slipped.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(target_os = "linux")]
mod pin {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// The processors that this process may use.
    pub(super) fn allowed() -> Vec<usize> {
        let set = sched_getaffinity(None).ok();
        let is_in = |processor: &usize| set.is_some_and(|set| set.is_set(*processor));
        (0..CpuSet::MAX_CPU).filter(is_in).collect()
    }

    /// Puts this thread on a processor; whether it may run there and nowhere else.
    pub(super) fn to(processor: usize) -> bool {
        let mut set = CpuSet::new();
        set.set(processor);
        sched_setaffinity(None, &set).is_ok() && sched_getaffinity(None).is_ok_and(|now| now == set)
    }
}

#[cfg(not(target_os = "linux"))]
mod pin {
    pub(super) fn allowed() -> Vec<usize> {
        Vec::new()
    }

    pub(super) fn to(_: usize) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Crew;

    #[test]
    fn results_come_in_the_order_of_the_threads_with_their_times() {
        let crew = Crew::here();
        assert!(crew.processors() > 0);
        assert_eq!(crew.all(3, |id| id * 10), Ok(vec![0, 10, 20]));
        let timed = crew.timed(2, |id| (0..1000 * (id as u64 + 1)).map(std::hint::black_box).sum::<u64>());
        let timed = timed.unwrap();
        assert_eq!(timed.iter().map(|(sum, _)| *sum).collect::<Vec<_>>(), [499_500, 1_999_000]);
        assert!(timed.iter().all(|&(_, ns)| ns > 0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn threads_are_on_their_processors_and_this_one_stays_free() {
        let crew = Crew::here();
        let before = crew.processors();
        crew.all(before, |_| ()).unwrap();
        assert!(crew.is_pinned());
        let places = crew.all(before, |_| Crew::here().places().to_vec()).unwrap();
        assert_eq!(places.concat(), crew.places(), "each has one, and no other");
        assert!((1..=before).contains(&crew.cores()));
        assert_eq!(Crew::here().processors(), before, "the list is not that of a pinned thread");
    }
}
