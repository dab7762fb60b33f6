//! Faults that controls of the models plant in the table's code. Other builds contain no fault, and
//! the checks for them compile to nothing.

/// A fault that makes the table wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A shift takes the key of its first look and the data of a second. Claim M5 forbids this.
    ShiftsBySecondLook,
    /// A refresh takes the key of its first look and the data of a second. Claim M9 forbids this.
    RefreshesBySecondLook,
    /// A refresh writes by plain stores, over any store since its look. Claim M9 forbids this.
    RefreshesByPlainStores,
    /// A refused store writes its worn resident by plain stores, over any store since its look.
    /// Claim M9 forbids this.
    WearsByPlainStores,
}

#[cfg(loom)]
thread_local! {
    // loom runs all threads of a model on one.
    static PLANTED: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault for the models that this thread runs from now on. `None` removes it.
#[cfg(loom)]
pub fn plant(fault: Option<Fault>) {
    PLANTED.set(fault);
}

#[cfg(loom)]
pub(crate) fn is_planted(fault: Fault) -> bool {
    PLANTED.get() == Some(fault)
}

/// Returns whether a model has planted this fault: never in this build.
#[cfg(not(loom))]
#[inline(always)]
pub(crate) const fn is_planted(_: Fault) -> bool {
    false
}
