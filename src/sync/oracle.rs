//! Words whose accesses an oracle answers, for the models of `tests/coherence.rs`.
//!
//! The oracle gets the word and the access, and returns the value that the access finds. The memory
//! stays unchanged, so a model can run the crate's code again with other answers. A thread without
//! an oracle uses the memory.

#![allow(missing_docs, reason = "only the models of this package see it")]

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic;
pub use std::sync::atomic::Ordering;

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

macro_rules! word {
    ($name:ident, $value:ty) => {
        /// All-zero memory is a valid word.
        #[derive(Debug, Default)]
        #[repr(transparent)]
        pub struct $name(atomic::$name);

        impl $name {
            #[must_use]
            pub const fn new(value: $value) -> Self {
                Self(atomic::$name::new(value))
            }

            fn ask(&self, access: Access) -> Option<$value> {
                let oracle = ORACLE.with_borrow(Clone::clone)?;
                let held = self.0.load(Ordering::Relaxed) as u64;
                Some(oracle(std::ptr::from_ref(self).addr(), held, access) as $value)
            }

            pub fn load(&self, order: Ordering) -> $value {
                self.ask(Access::Load).unwrap_or_else(|| self.0.load(order))
            }

            pub fn store(&self, value: $value, order: Ordering) {
                if self.ask(Access::Store(value as u64)).is_none() {
                    self.0.store(value, order);
                }
            }

            pub fn swap(&self, value: $value, order: Ordering) -> $value {
                self.ask(Access::Swap(value as u64)).unwrap_or_else(|| self.0.swap(value, order))
            }

            pub fn compare_exchange(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                match self.ask(Access::Exchange(current as u64, new as u64)) {
                    Some(found) if found == current => Ok(found),
                    Some(found) => Err(found),
                    None => self.0.compare_exchange(current, new, success, failure),
                }
            }
        }
    };
}

word!(AtomicU64, u64);
word!(AtomicU16, u16);
