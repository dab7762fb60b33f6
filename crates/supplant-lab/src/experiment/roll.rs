//! A roll call: threads that wait until all of them are there, so that nothing is begun by half of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// Who of some threads is missing.
///
/// It tells numbers and nothing else: what the threads are to work on came to them when they were spawned or are handed it later, and what comes of it
/// goes back when they are joined. So each access is `Relaxed`, for there is nothing for it to order.
#[derive(Debug)]
pub(super) struct Roll {
    missing: AtomicU64,
    is_off: AtomicBool,
}

impl Roll {
    /// Of so many threads, of which none is there.
    pub(super) fn of(threads: usize) -> Self {
        Self { missing: AtomicU64::new(threads as u64), is_off: AtomicBool::new(false) }
    }

    /// The calling thread is there.
    pub(super) fn report(&self) {
        // Relaxed: subtractions from one word lose none of each other, and there is nothing else to order.
        self.missing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Waits until all are there, or it is called off: awake, and not parked, for who is woken begins a good while after the last to come.
    pub(super) fn wait(&self) {
        // Relaxed: a stale number or flag is looked at again, and the number that ends the wait carries no data.
        while self.missing.load(Ordering::Relaxed) > 0 && !self.is_off.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    /// Not all will come: nobody waits any longer.
    pub(super) fn call_off(&self) {
        // Relaxed: those who wait learn that it is off, and nothing of why.
        self.is_off.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Roll;
    use std::sync::atomic::Ordering;
    use std::thread;

    #[test]
    fn no_thread_passes_a_roll_before_all_have_reported() {
        const THREADS: usize = 4;
        for _ in 0..20 {
            let roll = Roll::of(THREADS);
            let come = |id| {
                if id == 0 {
                    thread::sleep(Duration::from_millis(1));
                }
                roll.report();
                roll.wait();
                // Relaxed: of one word, what was read before is never taken back.
                roll.missing.load(Ordering::Relaxed)
            };
            let come = &come;
            let missing = thread::scope(|scope| {
                let threads: Vec<_> = (0..THREADS).map(|id| scope.spawn(move || come(id))).collect();
                threads.into_iter().map(|thread| thread.join().expect("it counts")).collect::<Vec<_>>()
            });
            assert_eq!(missing, [0; THREADS]);
        }
    }

    #[test]
    fn who_waits_for_one_that_never_comes_is_called_off() {
        let roll = Roll::of(2);
        thread::scope(|scope| {
            let waits = scope.spawn(|| {
                roll.report();
                roll.wait();
            });
            roll.call_off();
            waits.join().expect("it ends");
        });
    }
}
