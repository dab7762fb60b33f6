//! The key beside the data, and no validation: wrong where two writers meet, and here to show what validation costs.

use supplant::Key;

use super::Protocol;
use super::keyed::Keyed;

/// Nothing beside the keys and the words: nothing is promised.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Unvalidated(Keyed);

impl Protocol for Unvalidated {
    const NAME: &'static str = "no validation (wrong)";
    const IS_SOUND: bool = false;
    type Beside = ();

    #[inline(always)]
    fn read(&self, key: Key, _: usize, (): &()) -> u64 {
        self.0.read(key)
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, _: usize, (): &()) {
        self.0.write(key, word);
    }
}
