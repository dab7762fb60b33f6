//! The key beside the data without validation, which racing writers make wrong: the difference
//! shows what validation costs.

use supplant::Key;

use super::Protocol;
use super::keyed::Keyed;

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
