//! How a worker hands over: where several take turns, none runs on alone.

/// A worker's place among others that take turns.
///
/// A turn is so many nodes. It ends where the next node has been counted and nothing else of it has been done; so whatever a
/// turn reads and writes lies within the turn. A worker that takes turns looks at flag and limits between them; what
/// it finds depends on no clock, limits of time aside.
#[derive(Clone, Copy)]
pub struct LockstepTurn<'a> {
    /// Nodes a turn; 0 is taken for 1.
    pub quantum: u64,
    /// Lets the others have theirs, and returns when this worker's next turn has come.
    pub pass: &'a dyn Fn(),
}

impl std::fmt::Debug for LockstepTurn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turn").field("quantum", &self.quantum).finish_non_exhaustive()
    }
}
