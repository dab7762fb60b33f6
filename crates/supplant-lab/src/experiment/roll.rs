//! A roll call: threads wait until all of them have come, so that none begins early.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// Each access is `Relaxed`: the word carries no other data. Threads get their work when spawned or
/// later, and return results when joined.
#[derive(Debug)]
pub(super) struct Roll {
    missing: AtomicU64,
    is_off: AtomicBool,
}

impl Roll {
    pub(super) fn of(threads: usize) -> Self {
        Self { missing: AtomicU64::new(threads as u64), is_off: AtomicBool::new(false) }
    }

    pub(super) fn report(&self) {
        self.missing.fetch_sub(1, Ordering::Relaxed);
    }

    /// Yields and does not park: a parked thread would begin later.
    pub(super) fn wait(&self) {
        // Relaxed: a stale value is read again.
        while self.missing.load(Ordering::Relaxed) > 0 && !self.is_off.load(Ordering::Relaxed) {
            thread::yield_now();
        }
    }

    pub(super) fn call_off(&self) {
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
                // Relaxed: later reads of one word never return older values.
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
