//! Atomics, threads, locks: the one file that names `std::sync::atomic`, `std::thread` or `loom`, and in the core
//! `parking_lot`.
//!
//! Everything concurrent in the crate is built from these names, so that `--cfg loom` puts the model checker under all
//! of it at once. What the models show: `tests/loom.rs` and `docs/memory-model.md`.

/// The ordering of every access to the table's words.
///
/// Relaxed: the words order nothing among themselves or anything else. A read that mixes two stores is rejected by
/// validation ([`crate::entry::slot`]), and no ordering could replace that (claim M2; `tests/loom.rs`,
/// `ordering_alone_does_not_help`).
pub(crate) const UNORDERED: Ordering = Ordering::Relaxed;

#[cfg(not(loom))]
mod imp {
    pub(crate) use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
}

/// What the pool needs beside words.
#[cfg(all(feature = "smp", not(loom)))]
mod pool {
    pub(crate) use parking_lot::{Condvar, Mutex, MutexGuard};
    pub(crate) use std::sync::Arc;
    pub(crate) use std::sync::atomic::AtomicBool;
    pub(crate) use std::thread;

    /// Waits on `condvar`, giving up `guard` meanwhile.
    pub(crate) fn wait<'a, T>(condvar: &Condvar, mut guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(&mut guard);
        guard
    }

    /// Locks `mutex`; a panicked holder does not poison it.
    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock()
    }
}

#[cfg(all(feature = "smp", loom))]
mod pool {
    pub(crate) use loom::sync::atomic::AtomicBool;
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use loom::thread;
    // Not loom's, which does not coerce to trait objects and would triple the executions: no claim is about counts of
    // references.
    pub(crate) use std::sync::Arc;

    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(guard).expect("no holder panics in a model")
    }

    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().expect("no holder panics in a model")
    }
}

#[cfg(loom)]
mod imp {
    pub(crate) use loom::sync::atomic::{AtomicU16, Ordering};

    /// An atomic word that loom searches without its blind spot.
    ///
    /// loom reorders a store with the *last* access to the same cell alone, and takes two loads as independent. When a
    /// thread looks before it stores, as most stores to a table do, its own look is that last access and hides the
    /// loads of others before it: loom then never tries the store before those loads (loom issues 166 and 392). So a
    /// load here first takes a turn, a relaxed read-modify-write of a word beside it, and loads are dependent too:
    /// loom moves the look before the other load, and then the two other accesses are neighbours. Relaxed turns order
    /// nothing else, so stale reads stay possible.
    ///
    /// With `--cfg swap_store` a plain store is modelled as a swap: another path through loom's code, which must reach
    /// the same outcomes.
    #[derive(Debug, Default)]
    pub(crate) struct AtomicU64 {
        word: loom::sync::atomic::AtomicU64,
        turn: loom::sync::atomic::AtomicU64,
    }

    impl AtomicU64 {
        pub(crate) fn new(value: u64) -> Self {
            Self { word: loom::sync::atomic::AtomicU64::new(value), ..Self::default() }
        }

        pub(crate) fn load(&self, order: Ordering) -> u64 {
            self.turn.fetch_add(0, Ordering::Relaxed);
            self.word.load(order)
        }

        pub(crate) fn store(&self, value: u64, order: Ordering) {
            #[cfg(not(swap_store))]
            self.word.store(value, order);
            #[cfg(swap_store)]
            self.word.swap(value, order);
        }

        pub(crate) fn swap(&self, value: u64, order: Ordering) -> u64 {
            self.word.swap(value, order)
        }

        pub(crate) fn compare_exchange(
            &self,
            current: u64,
            new: u64,
            success: Ordering,
            failure: Ordering,
        ) -> Result<u64, u64> {
            self.word.compare_exchange(current, new, success, failure)
        }
    }
}

pub(crate) use imp::{AtomicU16, AtomicU64, Ordering};
#[cfg(feature = "smp")]
pub(crate) use pool::{Arc, AtomicBool, Condvar, Mutex, lock, thread, wait};

/// Processors this program may use; 1 where the system does not tell.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Does all of `work`, each piece on a thread of its own, and waits for it. One after the other under loom.
pub(crate) fn all_at_once(work: impl Iterator<Item = impl FnOnce() + Send>) {
    #[cfg(not(loom))]
    std::thread::scope(|scope| {
        let pieces: Vec<_> = work.map(|piece| scope.spawn(piece)).collect();
        pieces.into_iter().for_each(|piece| piece.join().expect("a piece of work does not panic"));
    });
    #[cfg(loom)]
    work.for_each(|piece| piece());
}
