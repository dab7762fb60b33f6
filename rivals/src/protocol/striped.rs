//! 4096 `parking_lot` mutexes beside the lines, each for every 4096th line.

use parking_lot::Mutex;
use supplant::Key;

use super::Protocol;
use super::keyed::Keyed;

const STRIPES: usize = 4096;

#[derive(Debug)]
pub struct Stripes(Box<[Stripe; STRIPES]>);

#[derive(Debug, Default)]
#[repr(align(64))]
struct Stripe(Mutex<()>);

impl Default for Stripes {
    fn default() -> Self {
        let stripes: Box<[Stripe]> = (0..STRIPES).map(|_| Stripe::default()).collect();
        Self(stripes.try_into().expect("so many were made"))
    }
}

impl Stripes {
    #[inline(always)]
    fn of(&self, at: usize) -> &Mutex<()> {
        &self.0[at % STRIPES].0
    }
}

/// A line under a mutex, which orders the relaxed accesses.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Striped(Keyed);

impl Protocol for Striped {
    const NAME: &'static str = "striped mutexes";
    type Beside = Stripes;

    #[inline(always)]
    fn read(&self, key: Key, at: usize, stripes: &Stripes) -> u64 {
        let _held = stripes.of(at).lock();
        self.0.read(key)
    }

    #[inline(always)]
    fn write(&self, key: Key, word: u64, at: usize, stripes: &Stripes) {
        let _held = stripes.of(at).lock();
        self.0.write(key, word);
    }
}
