//! The limits of a search.

use std::time::Duration;

use supplant::entry::Depth;

/// The greatest nominal depth, with which quiescence stays within [`MAX_PLY`](super::MAX_PLY).
pub const MAX_DEPTH: Depth = 100;

/// Limits of a search; the first one reached ends it.
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
    /// Depth of the last iteration, brought into 1 to [`MAX_DEPTH`].
    pub depth: Depth,
    /// Nodes of all workers together: exact for one worker, else exceeded by at most 1024 a worker.
    pub nodes: Option<u64>,
    /// Wall-clock time after which no worker begins an iteration, except the first; the first
    /// worker to notice ends the search.
    pub soft: Option<Duration>,
    /// Wall-clock time after which the search ends within an iteration; [`Stop`](super::Stop) says
    /// how soon.
    pub time: Option<Duration>,
}

impl Limits {
    /// Limits a search only to `depth` plies.
    #[must_use]
    pub const fn depth(depth: Depth) -> Self {
        Self { depth, nodes: None, soft: None, time: None }
    }
}

impl Default for Limits {
    /// Limits a search only to [`MAX_DEPTH`].
    fn default() -> Self {
        Self::depth(MAX_DEPTH)
    }
}
