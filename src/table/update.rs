//! What happens when a position meets its own entry: the updating rules of Hsu's lectures, for any scheme.

use crate::entry::{Generation, Packed};

/// Which of two entries of one position is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Update {
    /// The newer, always.
    #[default]
    Newest,
    /// The deeper, and of equally deep ones the newer. An entry of an earlier search yields, lest one that is deep, but of a
    /// bound that decides nothing any more, keep every later result out.
    Deeper,
}

impl Update {
    /// Whether `resident` stays where `incoming`, of the same position, is offered.
    #[inline]
    pub(super) fn keeps(self, resident: Packed, incoming: Packed, now: Generation) -> bool {
        match self {
            Self::Newest => false,
            Self::Deeper => resident.depth() > incoming.depth() && resident.generation() == now,
        }
    }
}
