//! How a worker's search may differ from the plain one. Which worker differs how: `smp/vary.rs`.

use crate::game::Value;
use supplant::entry::Depth;

/// Differences of one worker. The default is none: the search every study measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Runs of iterations to leave out in turn: of every `2 · run`, the worker skips `run`. 0 skips none.
    pub skip_run: u8,
    /// Where in that pattern it begins.
    pub skip_phase: u8,
    /// Shuffles the root moves behind the first.
    pub order_seed: Option<u64>,
    /// How often the half of the aspiration window is doubled; below 0, halved.
    pub widened: i8,
    /// Draws a little history by lot to begin with.
    pub noise: Option<u64>,
}

impl Variation {
    /// Half an aspiration window, of one that is `half` in the plain search.
    pub(crate) fn window(self, half: Value) -> Value {
        if self.widened < 0 { (half >> -self.widened).max(1) } else { half << self.widened }
    }

    /// Whether an iteration is left out.
    pub(crate) fn skips(self, depth: Depth) -> bool {
        self.skip_run > 0 && (depth.wrapping_add(self.skip_phase) / self.skip_run) % 2 == 1
    }
}
