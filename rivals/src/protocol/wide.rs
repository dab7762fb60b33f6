//! Key and data in one word of 128 bits, read and exchanged as a whole.
//!
//! `portable-atomic` exchanges with `cmpxchg16b`, and loads with an aligned load of 16 bytes if
//! that is atomic (x86 with AVX), else also with `cmpxchg16b`. It asks the processor once, unless
//! `-C target-feature=+cmpxchg16b` is set.

use std::sync::atomic::Ordering::Relaxed;

use portable_atomic::AtomicU128;
use supplant::Key;

use super::Protocol;
use super::slots::{SLOTS, found, place};

#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Wide([AtomicU128; SLOTS]);

impl Wide {
    // Relaxed: a slot is one atomic, and slots need no order among each other.
    #[inline(always)]
    fn look(&self) -> [u128; SLOTS] {
        self.0.each_ref().map(|slot| slot.load(Relaxed))
    }
}

#[inline(always)]
fn matches(seen: [u128; SLOTS], key: Key) -> [bool; SLOTS] {
    seen.map(|slot| (slot >> 64) as u64 == key.0)
}

impl Protocol for Wide {
    const NAME: &'static str = "128-bit compare-exchange";
    type Beside = ();

    fn is_there() -> Result<(), String> {
        let why = "this processor has no compare-exchange of 128 bits; leave the feature `protocols` out";
        if AtomicU128::is_lock_free() { Ok(()) } else { Err(why.to_owned()) }
    }

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        let seen = self.look();
        found(matches(seen, key), seen.map(|slot| slot as u64))
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        let seen = self.look();
        let at = place(matches(seen, key), seen.map(|slot| slot as u64));
        let slot = u128::from(key.0) << 64 | u128::from(word);
        // Only once: a lost store is a miss.
        let _ = self.0[at].compare_exchange(seen[at], slot, Relaxed, Relaxed);
    }
}
