//! Waiting for another thread that is in a line.

use std::hint::spin_loop;
use std::thread::yield_now;

/// Looks before a thread yields: the thread in the line may be off its processor.
const PATIENCE: u32 = 64;

#[cold]
pub(super) fn wait(tries: &mut u32) {
    *tries += 1;
    if tries.is_multiple_of(PATIENCE) { yield_now() } else { spin_loop() }
}
