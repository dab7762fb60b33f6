//! Atomics, threads and locks.
//!
//! Only this folder names `std::sync::atomic`, `std::thread`, `parking_lot` or a model checker.

#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
pub mod fault;
#[cfg(not(any(loom, shuttle)))]
mod pool;
#[cfg(any(loom, shuttle))]
#[path = "pool_modelled.rs"]
mod pool;

pub(crate) use pool::{Arc, AtomicBool, Condvar, Mutex, lock, thread, wait};
#[cfg(not(any(loom, shuttle, coherence)))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(any(loom, shuttle, coherence))]
pub(crate) use supplant::modelled::{AtomicU64, Ordering};
