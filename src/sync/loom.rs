//! loom under the crate.

pub use loom::sync::atomic::{AtomicU16, Ordering};

/// An atomic word that loom explores without its blind spot.
///
/// loom reorders a store only with the *last* access to the same cell, and takes two loads as
/// independent. Most stores look at the slot first. That look is then the last access and hides
/// earlier loads of other threads, so loom never tries the store before those loads (loom issues
/// 166 and 392). Here a load first does a relaxed read-modify-write of a second word, its turn.
/// Turns make loads dependent: loom moves the look before the other load, and then the store meets
/// that load. Relaxed turns order nothing else, so stale reads remain possible.
///
/// With `--cfg swap_store` a store is a swap, which must have the same outcomes.
#[derive(Debug, Default)]
pub struct AtomicU64 {
    word: loom::sync::atomic::AtomicU64,
    turn: loom::sync::atomic::AtomicU64,
}

impl AtomicU64 {
    pub fn new(value: u64) -> Self {
        Self { word: loom::sync::atomic::AtomicU64::new(value), ..Self::default() }
    }

    pub fn load(&self, order: Ordering) -> u64 {
        self.turn.fetch_add(0, Ordering::Relaxed);
        self.word.load(order)
    }

    pub fn store(&self, value: u64, order: Ordering) {
        #[cfg(not(swap_store))]
        self.word.store(value, order);
        #[cfg(swap_store)]
        self.word.swap(value, order);
    }

    pub fn compare_exchange(
        &self,
        current: u64,
        new: u64,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u64, u64> {
        self.word.compare_exchange(current, new, success, failure)
    }
}
