//! The stress test: threads hammer few, colliding buckets with entries that certify themselves, and every answer is checked.
//!
//! Each entry is derived from its key and a version that it carries as its move (`payload.rs`), so an answer proves itself:
//! one field of another store in it, and it is wrong. The keys in use are few and known (`keys.rs`); a slot that claims any
//! other key holds words of two writers. That tells a torn read from a foreign key on the layout engines use. A second layout
//! stamps each word with its store (`stamped.rs`): it tells torn reads without asking for keys, and lost updates from those
//! that the rule gave up. Rounds are short, and between them, at rest, dead slots are counted.
//!
//! What the numbers mean: `docs/memory-model.md`.

mod keys;
mod payload;
mod stamped;
mod subject;
mod tally;

pub use stamped::{Stamped, StampedWords};
pub use subject::{Description, Subject};
pub use tally::{Rate, Tally};

use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::entry::Layout;
use crate::key::{Key, SplitMix64};
use crate::scheme::Scheme;
use crate::search::Stop;
use crate::sync::thread;
use crate::table::{Finding, Table};
use keys::Keys;

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// Threads at work at once; more than processors is a good number.
    pub threads: usize,
    /// Time for one scheme and layout.
    pub time: Duration,
    /// Buckets that all threads share.
    pub buckets: usize,
    /// Seed of keys and choices.
    pub seed: u64,
    /// Whether one more thread flips bits of the table's memory meanwhile.
    pub flips: bool,
}

/// Keys for each bucket, so that they collide many times over.
const KEYS_PER_BUCKET: usize = 12;
/// The length of a round.
const ROUND: Duration = Duration::from_millis(50);
/// Operations between two looks at the clock.
const BATCH: usize = 256;
/// Rounds after which the table is emptied: 3.2 s, in which no machine makes the 2³² stores after which a stamp comes again.
const ROUNDS_TO_CLEAR: u64 = 64;

impl Stress {
    /// Stresses one scheme in one layout, until the time is up or `stop` is set.
    #[must_use]
    pub fn run<S: Scheme, L: Layout>(&self, stop: &Stop) -> Tally {
        let slots = self.buckets * S::SLOTS;
        let mut table = Table::<S, L>::with_slots(slots).expect("a few buckets are to be had");
        let keys = Keys::new(self.buckets * KEYS_PER_BUCKET, self.seed);
        let (start, mut tally, mut round) = (Instant::now(), Tally::default(), 0);
        while start.elapsed() < self.time && !stop.is_set() {
            round += 1;
            tally += self.round(&table, &keys, round);
            table.new_generation();
            if !self.flips {
                tally.rest(&mut table, &keys);
            }
            if self.flips || round % ROUNDS_TO_CLEAR == 0 {
                table.clear(1);
            }
        }
        tally
    }

    /// All threads at once, for one round.
    fn round<S: Scheme, L: Layout>(&self, table: &Table<S, L>, keys: &Keys, round: u64) -> Tally {
        let barrier = Barrier::new(self.threads + usize::from(self.flips));
        let seed = |id: u64| SplitMix64::new(self.seed ^ round << 16 ^ id).next();
        thread::scope(|scope| {
            let barrier = &barrier;
            let workers: Vec<_> = (0..self.threads as u64)
                .map(|id| {
                    let random = SplitMix64::new(seed(id));
                    let mut worker = Worker { table, keys, random, tally: Tally::default() };
                    scope.spawn(move || {
                        barrier.wait();
                        worker.work();
                        worker.tally
                    })
                })
                .collect();
            let flipper = self.flips.then(|| {
                let random = SplitMix64::new(seed(u64::MAX));
                scope.spawn(move || {
                    barrier.wait();
                    flip_bits(table, random)
                })
            });
            let mut tally: Tally =
                workers.into_iter().map(|worker| worker.join().expect("no worker panics")).sum();
            tally.flips += flipper.map_or(0, |flipper| flipper.join().expect("it only flips bits"));
            tally
        })
    }
}

/// One thread's work.
struct Worker<'a, S: Scheme, L: Layout> {
    table: &'a Table<S, L>,
    keys: &'a Keys,
    random: SplitMix64,
    tally: Tally,
}

impl<S: Scheme, L: Layout> Worker<'_, S, L> {
    fn work(&mut self) {
        let start = Instant::now();
        while start.elapsed() < ROUND {
            (0..BATCH).for_each(|_| self.operate());
        }
        self.tally.lost += stamped::take_lost();
    }

    /// Half of the operations store, a quarter probe, a quarter look at a bucket.
    fn operate(&mut self) {
        let dice = self.random.next();
        let key = self.keys.any(dice >> 8);
        match dice % 4 {
            0 => self.probe(key),
            1 => self.look(key),
            _ => self.store(key, (dice >> 40) as u16 | 1),
        }
    }

    fn store(&mut self, key: Key, version: u16) {
        self.table.store(key, payload::entry(key, version));
        self.tally.stores += 1;
        if self.table.probe(key).is_none() {
            self.tally.unseen += 1;
        }
    }

    fn probe(&mut self, key: Key) {
        self.tally.probes += 1;
        for found in self.table.probe_both(key).into_iter().flatten() {
            self.tally.hits += 1;
            if !payload::is_genuine::<L>(key, found) {
                self.tally.wrong += 1;
            }
        }
    }

    fn look(&mut self, key: Key) {
        for finding in self.table.inspect(key, |key| self.keys.contain(key)) {
            self.tally.looks += 1;
            self.tally.rejected += u64::from(matches!(finding, Finding::Foreign | Finding::Torn));
            self.tally.torn += u64::from(finding == Finding::Torn);
        }
    }
}

/// Flips two bits of every slot, spread over one round, and returns how many.
///
/// Two a slot, and the table is cleared between rounds: the check detects every one or two flips, of more only all but one
/// in many. A dead slot lives long enough in few buckets to collect them.
fn flip_bits<S: Scheme, L: Layout>(table: &Table<S, L>, mut random: SplitMix64) -> u64 {
    const EACH: u32 = 2;
    let (start, flips) = (Instant::now(), table.slots() as u32 * EACH);
    for flip in 0..flips {
        thread::sleep((ROUND * flip / flips).saturating_sub(start.elapsed()));
        table.flip_bit(flip as usize % table.slots(), random.next() as u32);
    }
    flips.into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Stress;
    use crate::entry::{Single, XorPair};
    use crate::scheme::{New, TwoDeep};
    use crate::search::Stop;

    const SHORT: Stress =
        Stress { threads: 4, time: Duration::from_millis(200), buckets: 2, seed: 3, flips: false };

    #[test]
    fn no_answer_is_wrong_under_contention() {
        for tally in
            [SHORT.run::<TwoDeep, XorPair>(&Stop::default()), SHORT.run::<New, Single>(&Stop::default())]
        {
            assert_eq!(tally.wrong, 0);
            assert!(tally.hits > 1000, "{tally:?}");
        }
    }

    #[test]
    fn flipped_bits_are_seen_where_nothing_protects_against_them_and_read_as_misses_elsewhere() {
        let flips = Stress { flips: true, time: Duration::from_millis(600), buckets: 64, ..SHORT };
        let unprotected = flips.run::<New, Single>(&Stop::default());
        assert!(unprotected.wrong > 0, "the control: {unprotected:?}");
        let protected = flips.run::<New, XorPair>(&Stop::default());
        assert!(protected.flips > 100);
        assert_eq!(protected.wrong, 0);
    }
}
