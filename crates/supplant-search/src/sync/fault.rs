//! Faults that the controls of the models plant in the search's own code. Outside the models there are none, and what asks for one
//! compiles to nothing.

/// A way in which what workers share beside the table would be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedFault {
    /// A mark keeps no more of its key than the low byte: what claim M11 forbids.
    MarksByLowByte,
    /// Pooled scores are halved by taking half of what was seen away: what claim M11 forbids.
    HalvesByTakingAway,
}

#[cfg(loom)]
thread_local! {
    // loom runs all threads of a model on one.
    static PLANTED: std::cell::Cell<Option<SharedFault>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault for the models that this thread runs from now on; `None` takes it out.
#[cfg(loom)]
pub fn plant(fault: Option<SharedFault>) {
    PLANTED.set(fault);
}

#[cfg(loom)]
pub(crate) fn is_planted(fault: SharedFault) -> bool {
    PLANTED.get() == Some(fault)
}

/// Whether the crate is to be wrong in this way: never.
#[cfg(not(loom))]
#[inline(always)]
pub(crate) const fn is_planted(_: SharedFault) -> bool {
    false
}
