//! shuttle under the crate: random interleavings of many threads, sequentially consistent.

use std::sync::atomic;
pub use std::sync::atomic::Ordering;

use shuttle::sync::atomic::AtomicBool as Turn;

/// Atomic words before each access to which shuttle may let another thread go on.
///
/// Not shuttle's own, which are more than a word: these may lie in the table's real memory.
macro_rules! word {
    ($name:ident, $value:ty) => {
        #[derive(Debug, Default)]
        #[repr(transparent)]
        pub struct $name(atomic::$name);

        impl $name {
            /// The word, after a turn: a load of a word that shuttle knows of. Its ordering orders nothing here: shuttle has no
            /// weaker one.
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
