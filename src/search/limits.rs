//! How far a search goes.

use std::time::Duration;

use crate::entry::Depth;

/// The deepest nominal depth. With quiescence below it, a search stays within [`MAX_PLY`](super::MAX_PLY).
pub const MAX_DEPTH: Depth = 100;

/// Limits of a search; whichever is reached first ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration, 1 to [`MAX_DEPTH`].
    pub depth: Depth,
    /// Nodes of all workers together. With one worker exact; with several, over by at most 1024 a worker.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

impl Limits {
    /// A search to `depth` plies.
    #[must_use]
    pub const fn depth(depth: Depth) -> Self {
        Self { depth, nodes: None, time: None }
    }
}

impl Default for Limits {
    /// As deep as it goes.
    fn default() -> Self {
        Self::depth(MAX_DEPTH)
    }
}
