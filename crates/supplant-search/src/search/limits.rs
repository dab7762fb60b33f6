//! How far a search goes.

use std::time::Duration;

use supplant::entry::Depth;

/// The deepest nominal depth. With quiescence below it, a search stays within [`MAX_PLY`](super::MAX_PLY).
pub const MAX_DEPTH: Depth = 100;

/// Limits of a search; whichever is reached first ends it.
///
/// ```
/// use std::time::Duration;
/// use supplant_search::search::Limits;
/// // For a move in about a second: nothing new after half of it, and nothing at all after two.
/// let ms = Duration::from_millis;
/// let limits = Limits { soft: Some(ms(500)), time: Some(ms(2000)), ..Limits::default() };
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the last iteration. 0 is taken for 1, more than [`MAX_DEPTH`] for `MAX_DEPTH`.
    pub depth: Depth,
    /// Nodes of all workers together. With one worker exact; with several, over by at most 1024 a worker.
    pub nodes: Option<u64>,
    /// Wall-clock time after which no worker begins another iteration: the first to come to it ends the search for all. The
    /// first iteration is always begun.
    pub soft: Option<Duration>,
    /// Wall-clock time after which the search ends within an iteration; how soon: [`Stop`](super::Stop).
    pub time: Option<Duration>,
}

impl Limits {
    /// A search to `depth` plies.
    #[must_use]
    pub const fn depth(depth: Depth) -> Self {
        Self { depth, nodes: None, soft: None, time: None }
    }
}

impl Default for Limits {
    /// As deep as it goes.
    fn default() -> Self {
        Self::depth(MAX_DEPTH)
    }
}
