//! Faults that the controls of claim M8 plant in the desk (`crates/supplant-search/tests/loom/m8_pool.rs`). Outside the models there are none.

/// What a desk leaves out or does in the wrong order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskFault {
    /// The caller puts the job down and wakes nobody.
    HandsOutInSilence,
    /// The worker counts itself out and wakes nobody.
    FinishesInSilence,
    /// Closing wakes nobody.
    ClosesInSilence,
    /// The worker looks for a job, lets go of the lock, and then waits without a second look.
    LooksBeforeItLocks,
    /// The caller takes being woken for being done.
    WaitsOnce,
    /// The worker counts itself out first and does the job afterwards.
    CountsOutTooEarly,
}

#[cfg(loom)]
mod imp {
    use super::DeskFault;

    /// The one fault of a desk, if any.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::smp) struct Planted(pub(in crate::smp) Option<DeskFault>);

    impl Planted {
        pub(in crate::smp) const NONE: Self = Self(None);

        pub(in crate::smp) fn is(self, fault: DeskFault) -> bool {
            self.0 == Some(fault)
        }

        pub(in crate::smp) fn any(self) -> bool {
            self.0.is_some()
        }
    }
}

#[cfg(not(loom))]
mod imp {
    use super::DeskFault;

    /// No fault.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::smp) struct Planted;

    impl Planted {
        pub(in crate::smp) const NONE: Self = Self;

        #[inline]
        pub(in crate::smp) const fn is(self, _: DeskFault) -> bool {
            false
        }

        #[inline]
        pub(in crate::smp) const fn any(self) -> bool {
            false
        }
    }
}

pub(super) use imp::Planted;
