//! Faults that controls of the models plant in the table's code. Other builds contain none.

/// A fault that makes the table wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A shift takes the key of one look and the data of another. Claim M5 forbids this.
    ShiftsBySecondLook,
    /// A refresh takes the key of one look and the data of another. Claim M9 forbids this.
    RefreshesBySecondLook,
    /// A refresh writes by plain stores, over any store since its look (claim M9).
    RefreshesByPlainStores,
    /// A refused store wears its resident by plain stores, over any store since its look (claim
    /// M9).
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

#[cfg(not(loom))]
#[inline(always)]
pub(crate) const fn is_planted(_: Fault) -> bool {
    false
}
