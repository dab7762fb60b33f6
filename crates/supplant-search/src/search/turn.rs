//! The turns of workers in lockstep.

/// The turns of one worker among others in lockstep.
///
/// A turn ends when the next node has been counted, before any work on it.
#[derive(Clone, Copy)]
pub struct LockstepTurn<'a> {
    /// Nodes in a turn; 0 counts as 1.
    pub quantum: u64,
    /// Lets the other workers take their turns, and returns at this worker's next turn.
    pub pass: &'a dyn Fn(),
}

impl std::fmt::Debug for LockstepTurn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turn").field("quantum", &self.quantum).finish_non_exhaustive()
    }
}
