//! Differences between the searches of workers, which `smp/vary.rs` assigns.

use crate::game::Value;
use supplant::entry::Depth;

/// How one worker's search differs from the plain one, which is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The worker skips every other run of this many iterations; 0 skips none.
    pub skip_run: u8,
    /// The phase at which the worker begins in that pattern.
    pub skip_phase: u8,
    /// Seed of a shuffle of the root moves after the first.
    pub order_seed: Option<u64>,
    /// How often half the aspiration window is doubled; below 0, halved.
    pub widened: i8,
    /// Seed of small random scores in the history.
    pub noise: Option<u64>,
}

impl Variation {
    pub(crate) fn window(self, half: Value) -> Value {
        if self.widened < 0 { (half >> -self.widened).max(1) } else { half << self.widened }
    }

    pub(crate) fn skips(self, depth: Depth) -> bool {
        self.skip_run > 0 && (depth.wrapping_add(self.skip_phase) / self.skip_run) % 2 == 1
    }
}
