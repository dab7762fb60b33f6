//! A `parking_lot` mutex in each line: one byte; a thread that waits long sleeps.

use parking_lot::Mutex;
use supplant::Key;

use super::Protocol;
use super::slots::{SLOTS, found, place};

/// The keys are in two parts, to fit beside the mutex.
#[derive(Debug, Default)]
struct Slots {
    words: [u64; SLOTS],
    low: [u32; SLOTS],
    high: [u16; SLOTS],
}

impl Slots {
    #[inline(always)]
    fn matches(&self, Key(key): Key) -> [bool; SLOTS] {
        // `&` and not `&&`: compared without branches, as in all others.
        std::array::from_fn(|at| (self.low[at] == key as u32) & (self.high[at] == (key >> 32) as u16))
    }
}

#[derive(Debug, Default)]
#[repr(align(64))]
pub struct InLine(Mutex<Slots>);

impl Protocol for InLine {
    const NAME: &'static str = "mutex in the line";
    type Beside = ();

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        let slots = self.0.lock();
        found(slots.matches(key), slots.words)
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        let mut slots = self.0.lock();
        let at = place(slots.matches(key), slots.words);
        slots.words[at] = word;
        slots.low[at] = key.0 as u32;
        slots.high[at] = (key.0 >> 32) as u16;
    }
}
