//! Threads that begin together, each on its own processor.
//!
//! Cores come before their second processors (`topology.rs`). Only Linux pins threads.

use std::time::Instant;

use super::roll::Roll;
use super::topology::Topology;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

#[derive(Debug)]
pub struct Crew {
    topology: Topology,
    slipped: AtomicBool,
}

impl Crew {
    #[must_use]
    pub fn here() -> Self {
        let processors = pin::allowed();
        let slipped = AtomicBool::new(processors.is_empty());
        let unpinned = || (0..num_cpus::get()).collect();
        let processors = if processors.is_empty() { unpinned() } else { processors };
        Self { topology: Topology::of(&processors), slipped }
    }

    #[must_use]
    pub fn processors(&self) -> usize {
        self.topology.processors.len()
    }

    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.topology.processors
    }

    #[must_use]
    pub fn cores(&self) -> usize {
        self.topology.cores
    }

    #[must_use]
    pub fn processors_per_core(&self) -> Option<usize> {
        self.topology.processors_per_core
    }

    #[must_use]
    pub fn is_pinned(&self) -> bool {
        // Relaxed: the caller has joined the pinned threads or waited for their answers, and that
        // orders the accesses.
        !self.slipped.load(Ordering::Relaxed)
    }

    /// # Errors
    /// If the system cannot create the threads.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn all<R: Send>(&self, threads: usize, work: impl Fn(usize) -> R + Sync) -> Result<Vec<R>, String> {
        self.spawn(threads, work, || ())
    }

    /// It calls `call_off` if not all threads can be created.
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

    /// Works like [`all`](Self::all), but the threads begin together. Each result comes with its
    /// thread's nanoseconds.
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
        // Threads that have begun would wait forever for one that never comes.
        self.spawn(threads, timed, || roll.call_off())
    }

    pub fn take_place(&self, id: usize) {
        let processor = self.places()[id % self.processors()];
        if !pin::to(processor) {
            // Relaxed: the flag carries no data and is only ever set.
            self.slipped.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(target_os = "linux")]
mod pin {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn allowed() -> Vec<usize> {
        let set = sched_getaffinity(None).ok();
        let is_in = |processor: &usize| set.is_some_and(|set| set.is_set(*processor));
        (0..CpuSet::MAX_CPU).filter(is_in).collect()
    }

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
