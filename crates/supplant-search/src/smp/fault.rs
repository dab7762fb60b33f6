//! Faults of the desk that controls plant in models
//! (`crates/supplant-search/tests/loom/m8_pool.rs`).

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskFault {
    /// The caller hands out a job and wakes no worker.
    HandsOutInSilence,
    /// A worker finishes and does not wake the caller.
    FinishesInSilence,
    /// The desk closes and wakes no worker.
    ClosesInSilence,
    /// A worker looks for a job, releases the lock, and then waits without a second look.
    LooksBeforeItLocks,
    /// The caller takes a wake-up for the end of the job.
    WaitsOnce,
    /// A worker counts itself out before it does the job.
    CountsOutTooEarly,
}

#[cfg(loom)]
mod imp {
    use super::DeskFault;

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
