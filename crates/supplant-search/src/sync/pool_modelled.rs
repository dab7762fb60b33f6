//! Locks and threads for the pool, under a model checker.

#[cfg(loom)]
use loom as checker;
#[cfg(shuttle)]
use shuttle as checker;

pub(crate) use checker::sync::atomic::AtomicBool;
pub(crate) use checker::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use checker::thread;
#[cfg(shuttle)]
pub(crate) use shuttle::sync::Arc;
// loom's `Arc` does not coerce to trait objects, and would triple the executions; no claim is about
// reference counts.
#[cfg(loom)]
pub(crate) use std::sync::Arc;

pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).expect("no holder panics in a model")
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no holder panics in a model")
}
