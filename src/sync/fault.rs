//! Faults that the controls of the models plant in the table's own code. Outside the models there are none, and what asks for one
//! compiles to nothing.

/// A way in which the table would be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A shift takes the key of its one look and the data of a second: what claim M5 forbids.
    ShiftsBySecondLook,
    /// A refresh takes the key of its one look and the data of a second: what claim M9 forbids.
    RefreshesBySecondLook,
    /// A refresh writes its words by plain stores, whatever was stored since: what claim M9 forbids.
    RefreshesByPlainStores,
    /// A store that is refused writes its resident back worn by plain stores, whatever was stored since: what claim M9 forbids.
    WearsByPlainStores,
}

#[cfg(loom)]
thread_local! {
    // loom runs all threads of a model on one.
    static PLANTED: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

/// Plants a fault for the models that this thread runs from now on; `None` takes it out.
#[cfg(loom)]
pub fn plant(fault: Option<Fault>) {
    PLANTED.set(fault);
}

#[cfg(loom)]
pub(crate) fn is_planted(fault: Fault) -> bool {
    PLANTED.get() == Some(fault)
}

/// Whether the crate is to be wrong in this way: never.
#[cfg(not(loom))]
#[inline(always)]
pub(crate) const fn is_planted(_: Fault) -> bool {
    false
}
