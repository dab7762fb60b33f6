//! loom under the crate.

use std::sync::LazyLock;

pub use loom::sync::atomic::{AtomicU16, Ordering};

/// Chosen when the program starts, so that both variants need one build.
static STORES_ARE_SWAPS: LazyLock<bool> =
    LazyLock::new(|| match std::env::var("SUPPLANT_LOOM_STORES").as_deref() {
        Err(_) => false,
        Ok("swap") => true,
        Ok(other) => panic!("SUPPLANT_LOOM_STORES is `{other}`; leave it unset, or set it to `swap`"),
    });

/// An atomic word that loom explores without its blind spot.
///
/// loom reorders a store only with the *last* access to the same cell, and takes two loads as
/// independent. Most stores look at the slot first. That look is then the last access and hides
/// earlier loads of other threads, so loom never tries the store before those loads (loom issues
/// 166 and 392). Here a load first does a relaxed read-modify-write of a second word, its turn.
/// Turns make loads dependent: loom moves the look before the other load, and then the store meets
/// that load. Relaxed turns order nothing else, so stale reads remain possible.
///
/// With `SUPPLANT_LOOM_STORES=swap` in the environment a store is modelled as a swap. This is
/// another path through loom's code, and must reach the same outcomes.
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
        if *STORES_ARE_SWAPS {
            self.word.swap(value, order);
        } else {
            self.word.store(value, order);
        }
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
