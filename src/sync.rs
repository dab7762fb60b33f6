//! Atomics, threads, locks: the one file that names `std::sync::atomic`, `std::thread`, `parking_lot` or `loom`.
//!
//! Everything concurrent in the crate is built from these names, so that `--cfg loom` puts the model checker under all
//! of it at once. What the models show: `tests/loom.rs` and `docs/memory-model.md`.

/// The ordering of every access to the table's words.
///
/// Relaxed: the words order nothing among themselves or anything else. A read that mixes two stores is rejected by
/// validation ([`crate::entry::slot`]), and no ordering could replace that (claim M2; `tests/loom.rs`,
/// `ordering_alone_does_not_help`).
pub(crate) const WORDS: Ordering = Ordering::Relaxed;

#[cfg(not(loom))]
mod imp {
    pub use parking_lot::{Condvar, Mutex, MutexGuard};
    pub use std::sync::Arc;
    pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub use std::thread;

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

#[cfg(loom)]
mod imp {
    #[cfg(not(swap_store))]
    pub use loom::sync::atomic::AtomicU64;
    pub use loom::sync::atomic::{AtomicBool, Ordering};
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub use loom::thread;

    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(guard).expect("no holder panics in a model")
    }

    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().expect("no holder panics in a model")
    }

    /// An atomic word whose plain store is modelled as a swap.
    ///
    /// loom misses executions of threads that load a cell and then store to it, which is what every scheme does
    /// (loom issues 166 and 392). A swap takes another path through loom's search and covers those; it loses shapes
    /// that only plain stores have. So every model runs in both variants.
    #[cfg(swap_store)]
    #[derive(Debug, Default)]
    pub struct AtomicU64(loom::sync::atomic::AtomicU64);

    #[cfg(swap_store)]
    impl AtomicU64 {
        pub fn new(value: u64) -> Self {
            Self(loom::sync::atomic::AtomicU64::new(value))
        }
        pub fn load(&self, order: Ordering) -> u64 {
            self.0.load(order)
        }
        pub fn store(&self, value: u64, order: Ordering) {
            self.0.swap(value, order);
        }
    }
}

#[cfg(not(loom))]
pub(crate) use imp::thread;
#[cfg(loom)]
pub(crate) use imp::thread;
pub(crate) use imp::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, Ordering, lock, wait};
