//! shuttle under the crate: random interleavings of many threads, all sequentially consistent.

use std::sync::atomic;
pub use std::sync::atomic::Ordering;

use shuttle::sync::atomic::AtomicBool as Turn;

/// shuttle's atomics are larger than a word; these can lie in the table's real memory.
macro_rules! word {
    ($name:ident, $value:ty) => {
        #[derive(Debug, Default)]
        #[repr(transparent)]
        pub struct $name(atomic::$name);

        impl $name {
            /// shuttle may run another thread at this load. Its ordering is irrelevant, because
            /// shuttle has only one. Without it no two threads would meet, and the control
            /// `a_refresh_by_plain_stores_undoes_a_store` (`tests/shuttle.rs`) would fail.
            fn turn(&self) -> &atomic::$name {
                Turn::new(false).load(Ordering::SeqCst);
                &self.0
            }

            pub fn load(&self, order: Ordering) -> $value {
                self.turn().load(order)
            }

            pub fn store(&self, value: $value, order: Ordering) {
                self.turn().store(value, order);
            }

            pub fn compare_exchange(
                &self,
                current: $value,
                new: $value,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$value, $value> {
                self.turn().compare_exchange(current, new, success, failure)
            }
        }
    };
}

word!(AtomicU64, u64);
word!(AtomicU16, u16);

impl AtomicU64 {
    pub fn new(value: u64) -> Self {
        Self(atomic::AtomicU64::new(value))
    }
}
