//! Other protocols on our bucket: four slots of 16 bytes in a line of 64.
//!
//! | file | a read | a write |
//! |---|---|---|
//! | `bare_xor` | compares `check ^ data` | two relaxed stores |
//! | `unvalidated` | compares the key, does not validate the data: wrong | two relaxed stores |
//! | `wide` | loads 128 bits at once | compare-exchange of 128 bits |
//! | `sequence` | again, if the line's number changed meanwhile | makes the number odd, then even |
//! | `spin` | under a bit of the line | under a bit of the line |
//! | `mutex` | under a mutex in the line | under a mutex in the line |
//! | `striped` | under one of 4096 mutexes elsewhere | under one of 4096 mutexes elsewhere |
//!
//! Protocols that keep a lock or a number in the line verify 48 bits of the key. From 65 536 lines
//! on, the index depends on the other 16, so nothing is lost.

pub mod bare_xor;
mod keyed;
pub mod mutex;
pub mod sequence;
pub mod slots;
pub mod spin;
pub mod striped;
mod tagged;
pub mod unvalidated;
mod waiting;
pub mod wide;

use supplant::entry::Score;
use supplant::table::{Index, MultiplyShift, Pages};
use supplant::{Key, SizedEntry};
use supplant_lab::experiment::throughput::{About, Subject, SubjectKind};

use crate::memory::Lines;
use crate::prefetch::prefetch;
use crate::rival::Rival;
use crate::size::at_least_one;
use crate::word;

/// How several threads read and write a line of 64 bytes.
pub trait Protocol: Default + Send + Sync + 'static {
    const NAME: &'static str;
    const IS_SOUND: bool = true;
    type Beside: Default + Sync + 'static;

    /// # Errors
    /// The reason why not, and what to do.
    fn is_there() -> Result<(), String> {
        Ok(())
    }

    /// The word of `key` in this line, which has number `at`; 0 if there is none.
    fn read(&self, key: Key, at: usize, beside: &Self::Beside) -> u64;

    fn write(&self, key: Key, word: u64, at: usize, beside: &Self::Beside);
}

#[derive(Debug)]
pub struct Bucketed<P: Protocol> {
    lines: Lines<P>,
    index: MultiplyShift,
    beside: P::Beside,
}

impl<P: Protocol> Rival for Bucketed<P> {
    const BYTES_PER_ENTRY: f64 = 16.0;
}

impl<P: Protocol> Subject for Bucketed<P> {
    const ABOUT: About = About {
        name: P::NAME,
        kind: SubjectKind::Protocol,
        variant: "",
        slots: slots::SLOTS,
        prefetches: true,
        answers: P::IS_SOUND,
    };

    fn with_bytes(bytes: usize, threads: usize) -> Result<Self, String> {
        const { assert!(size_of::<P>() == 64 && align_of::<P>() == 64, "a bucket is a cache line") };
        P::is_there()?;
        let count = at_least_one(bytes / size_of::<P>(), "line", bytes)?;
        let index = MultiplyShift::over(count).expect("there is one line at least");
        Ok(Self { lines: Lines::new(count, threads)?, index, beside: P::Beside::default() })
    }

    fn capacity(&self) -> usize {
        self.lines.len() * slots::SLOTS
    }

    #[inline(always)]
    fn probe(&self, key: Key) -> Option<Score> {
        let at = self.index.of(key);
        let found = self.lines[at].read(key, at, &self.beside);
        (found != 0).then(|| word::score(found))
    }

    #[inline(always)]
    fn store(&self, key: Key, entry: SizedEntry) {
        let at = self.index.of(key);
        self.lines[at].write(key, word::of(entry), at, &self.beside);
    }

    #[inline(always)]
    fn prefetch(&self, key: Key) {
        prefetch(&self.lines[self.index.of(key)]);
    }

    fn pages(&self) -> Option<Pages> {
        Some(self.lines.pages())
    }
}
