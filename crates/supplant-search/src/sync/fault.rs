//! Faults that the controls of the models plant; outside the models the checks compile to nothing.

/// A fault in the hints that workers share besides the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedFault {
    /// A mark keeps only the low byte of its key, against claim M11.
    MarksByLowByte,
    /// Halving a pooled score subtracts half of the value seen, against claim M11.
    HalvesByTakingAway,
}

#[cfg(loom)]
thread_local! {
    // loom runs all threads of a model on one.
    static PLANTED: std::cell::Cell<Option<SharedFault>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault in the models that this thread runs from now on; `None` removes it.
#[cfg(loom)]
pub fn plant(fault: Option<SharedFault>) {
    PLANTED.set(fault);
}

#[cfg(loom)]
pub(crate) fn is_planted(fault: SharedFault) -> bool {
    PLANTED.get() == Some(fault)
}

#[cfg(not(loom))]
#[inline(always)]
pub(crate) const fn is_planted(_: SharedFault) -> bool {
    false
}
