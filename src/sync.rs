//! Atomics, threads, locks: the one file that names `std::sync::atomic`, `std::thread` or a model checker, and in the core
//! `parking_lot`.
//!
//! Everything concurrent in the crate is built from these names, so that one `--cfg` puts a checker under all of it at once:
//!
//! | `--cfg` | under the crate | models |
//! |---|---|---|
//! | `loom` | loom: every interleaving, and older values | `tests/loom.rs` |
//! | `coherence` | an oracle that answers every access to a word | `tests/coherence.rs` |
//! | `shuttle` | shuttle: random interleavings of many threads | `tests/shuttle.rs` |
//!
//! What each shows: `docs/memory-model.md`.

/// The ordering of every access to the table's words.
///
/// Relaxed: the words order nothing among themselves or anything else. A read that mixes two stores is rejected by
/// validation ([`crate::entry::slot`]), and no ordering could replace that (claim M2; `tests/loom.rs`,
/// `ordering_alone_does_not_help`).
pub(crate) const WORDS: Ordering = Ordering::Relaxed;

#[cfg(not(any(loom, shuttle)))]
mod imp {
    #[cfg(coherence)]
    pub(crate) use super::oracle::AtomicU64;
    pub(crate) use parking_lot::{Condvar, Mutex, MutexGuard};
    pub(crate) use std::sync::Arc;
    #[cfg(not(coherence))]
    pub(crate) use std::sync::atomic::AtomicU64;
    pub(crate) use std::sync::atomic::{AtomicBool, Ordering};
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

#[cfg(loom)]
mod imp {
    pub(crate) use loom::sync::atomic::{AtomicBool, Ordering};
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

#[cfg(shuttle)]
mod imp {
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard};
    use std::sync::atomic;
    pub(crate) use std::sync::atomic::Ordering;

    use shuttle::sync::atomic::AtomicBool as Turn;
    pub(crate) use shuttle::sync::atomic::AtomicBool;
    pub(crate) use shuttle::thread;

    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(guard).expect("no holder panics in a model")
    }

    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().expect("no holder panics in a model")
    }

    /// An atomic word before each access to which shuttle may let another thread go on.
    ///
    /// Not shuttle's own, which is more than a word: this one may lie in the table's real memory.
    #[derive(Debug, Default)]
    #[repr(transparent)]
    pub(crate) struct AtomicU64(atomic::AtomicU64);

    impl AtomicU64 {
        pub(crate) fn new(value: u64) -> Self {
            Self(atomic::AtomicU64::new(value))
        }

        /// The word, after a turn: a load of a word that shuttle knows of.
        fn turn(&self) -> &atomic::AtomicU64 {
            Turn::new(false).load(Ordering::SeqCst);
            &self.0
        }

        pub(crate) fn load(&self, order: Ordering) -> u64 {
            self.turn().load(order)
        }

        pub(crate) fn store(&self, value: u64, order: Ordering) {
            self.turn().store(value, order);
        }

        pub(crate) fn swap(&self, value: u64, order: Ordering) -> u64 {
            self.turn().swap(value, order)
        }

        pub(crate) fn compare_exchange(
            &self,
            current: u64,
            new: u64,
            success: Ordering,
            failure: Ordering,
        ) -> Result<u64, u64> {
            self.turn().compare_exchange(current, new, success, failure)
        }
    }
}

/// Words whose every access an oracle answers, for the models of `tests/coherence.rs`.
///
/// The memory itself is left as it is: the oracle is told which word is accessed and how, and says what the access finds. So
/// a model can run the crate's own code again and again, each time with other answers. A thread without an oracle works on
/// the memory, as ever.
#[cfg(coherence)]
#[doc(hidden)]
#[allow(missing_docs, reason = "only the models of this package see it")]
pub mod oracle {
    use std::cell::RefCell;
    use std::rc::Rc;
    use std::sync::atomic::{self, Ordering};

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
}

pub(crate) use imp::{Arc, AtomicBool, AtomicU64, Condvar, Mutex, Ordering, lock, thread, wait};

/// Does all of `work`, each piece on a thread of its own, and waits for it. One after the other under loom and shuttle.
pub(crate) fn all_at_once(work: impl Iterator<Item = impl FnOnce() + Send>) {
    #[cfg(not(any(loom, shuttle)))]
    std::thread::scope(|scope| {
        let pieces: Vec<_> = work.map(|piece| scope.spawn(piece)).collect();
        pieces.into_iter().for_each(|piece| piece.join().expect("a piece of work does not panic"));
    });
    #[cfg(any(loom, shuttle))]
    work.for_each(|piece| piece());
}
