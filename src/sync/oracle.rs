//! Words whose accesses an oracle answers, for the models of `tests/coherence.rs`.
//!
//! The oracle gets the word and the access, and returns the value that the access finds. The memory
//! stays unchanged, so a model can run the crate's code again with other answers. A thread without
//! an oracle uses the memory, and so do words of 16 bits, which no model covers.

#![allow(missing_docs, reason = "only the models of this package see it")]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic;
pub use std::sync::atomic::{AtomicU16, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Load,
    Store(u64),
    /// Writes the second value if the word holds the first.
    Exchange(u64, u64),
    Swap(u64),
}

pub type Oracle = Rc<dyn Fn(usize, u64, Access) -> u64>;

thread_local! {
    static ORACLE: RefCell<Option<Oracle>> = const { RefCell::new(None) };
}

/// Does `work` while `oracle` answers every access to a word.
pub fn under<T>(oracle: Oracle, work: impl FnOnce() -> T) -> T {
    ORACLE.set(Some(oracle));
    let done = work();
    ORACLE.set(None);
    done
}

/// All-zero memory is a valid word.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct AtomicU64(atomic::AtomicU64);

impl AtomicU64 {
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(atomic::AtomicU64::new(value))
    }

    fn ask(&self, access: Access) -> Option<u64> {
        let oracle = ORACLE.with_borrow(Clone::clone)?;
        Some(oracle(std::ptr::from_ref(self).addr(), self.0.load(Ordering::Relaxed), access))
    }

    pub fn load(&self, order: Ordering) -> u64 {
        self.ask(Access::Load).unwrap_or_else(|| self.0.load(order))
    }

    pub fn store(&self, value: u64, order: Ordering) {
        if self.ask(Access::Store(value)).is_none() {
            self.0.store(value, order);
        }
    }

    pub fn swap(&self, value: u64, order: Ordering) -> u64 {
        self.ask(Access::Swap(value)).unwrap_or_else(|| self.0.swap(value, order))
    }

    pub fn compare_exchange(
        &self,
        current: u64,
        new: u64,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u64, u64> {
        match self.ask(Access::Exchange(current, new)) {
            Some(found) if found == current => Ok(found),
            Some(found) => Err(found),
            None => self.0.compare_exchange(current, new, success, failure),
        }
    }
}
