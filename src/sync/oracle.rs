//! Words whose every access an oracle answers, for the models of `tests/coherence.rs`.
//!
//! The memory itself is left as it is: the oracle is told which word is accessed and how, and says what the access finds. So
//! a model can run the crate's own code again and again, each time with other answers. A thread without an oracle works on
//! the memory, as ever.
//!
//! Words of 16 bits, the checks of `cluster10`, are left to the memory: no model is about them.

#![allow(missing_docs, reason = "only the models of this package see it")]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic;
pub use std::sync::atomic::{AtomicU16, Ordering};

/// What is done to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Load,
    Store(u64),
    /// Writes the second value if the first is found.
    Exchange(u64, u64),
    Swap(u64),
}

/// The value that an access finds, given the word's address and what lies there in memory.
pub type Oracle = Rc<dyn Fn(usize, u64, Access) -> u64>;

thread_local! {
    static ORACLE: RefCell<Option<Oracle>> = const { RefCell::new(None) };
}

/// Does `work`, every access to a word answered by `oracle`.
pub fn under<T>(oracle: Oracle, work: impl FnOnce() -> T) -> T {
    ORACLE.set(Some(oracle));
    let done = work();
    ORACLE.set(None);
    done
}

/// A word. All-zero memory is one, and holds zero.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct AtomicU64(atomic::AtomicU64);

impl AtomicU64 {
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(atomic::AtomicU64::new(value))
    }

    /// The oracle's answer; `None` where there is no oracle.
    fn ask(&self, access: Access) -> Option<u64> {
        // Cloned, so that the oracle is not borrowed while it answers.
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
