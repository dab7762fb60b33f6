//! The stress test: threads hammer few, colliding buckets with entries that certify themselves, and every answer is checked.
//!
//! Each entry is derived from its key and a version that it carries as its move (`payload.rs`), so an answer proves itself:
//! one field of another store in it, and it is wrong. The keys in use are few and known (`keys.rs`); a slot that claims any
//! other key holds words of two writers. That tells a torn read from a foreign key on the layout engines use. A second layout
//! stamps each word with its store (`stamped.rs`): it tells torn reads without asking for keys, and entries that were
//! overwritten unseen from those that the rule gave up. Rounds are short, each on an empty table; at their ends, at rest, dead
//! slots are counted.
//!
//! What the numbers mean: `docs/memory-model.md`.

mod keys;
mod payload;
mod stamped;
mod subject;
mod tally;

pub use stamped::{Stamped, StampedWords};
pub use subject::{Description, Subject};
pub use tally::{Rate, Rounds, Tally};

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
    /// Buckets that all threads share; 1024 at most, for the keys must differ in 16 bits.
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
/// Batches of the first thread between two generations.
const BATCHES_A_GENERATION: usize = 32;

impl Stress {
    /// Stresses one scheme in one layout, until the time is up or `stop` is set.
    #[must_use]
    pub fn run<S: Scheme, L: Layout>(&self, stop: &Stop) -> Rounds {
        let slots = self.buckets * S::SLOTS;
        let mut table = Table::<S, L>::with_slots(slots).expect("a few buckets are to be had");
        let keys = Keys::new(self.buckets * KEYS_PER_BUCKET, self.seed);
        let (start, mut rounds) = (Instant::now(), Rounds::default());
        while start.elapsed() < self.time && !stop.is_set() {
            let mut tally = self.round(&table, &keys, rounds.0.len() as u64);
            if !self.flips {
                tally.rest(&table, &keys);
            }
            rounds.0.push(tally);
            table.clear(1);
        }
        rounds
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
                    let mut worker = Worker { id, table, keys, random, tally: Tally::default() };
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
    id: u64,
    table: &'a Table<S, L>,
    keys: &'a Keys,
    random: SplitMix64,
    tally: Tally,
}

impl<S: Scheme, L: Layout> Worker<'_, S, L> {
    fn work(&mut self) {
        let (start, mut batches) = (Instant::now(), 0);
        while start.elapsed() < ROUND {
            (0..BATCH).for_each(|_| self.operate());
            batches += 1;
            if self.id == 0 && batches % BATCHES_A_GENERATION == 0 {
                self.table.new_generation();
            }
        }
        (self.tally.writes, self.tally.lost) = stamped::take_counts();
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

    use super::{Stress, Subject, Tally};
    use crate::scheme::SchemeName;
    use crate::search::Stop;

    const SHORT: Stress =
        Stress { threads: 4, time: Duration::from_millis(200), buckets: 2, seed: 3, flips: false };

    /// What a stress test of every layout counted, by its name.
    fn of_every_layout(stress: &Stress, scheme: SchemeName) -> Vec<(&'static str, Tally)> {
        let run = |subject: Subject| subject.run(stress, scheme, &Stop::default()).total();
        Subject::all().map(|subject| (subject.describe().name, run(subject))).collect()
    }

    #[test]
    fn no_answer_is_wrong_under_contention() {
        for scheme in [SchemeName::TwoDeep, SchemeName::New, SchemeName::Stale] {
            for (layout, tally) in of_every_layout(&SHORT, scheme) {
                assert!(tally.wrong == 0 && tally.hits > 1000, "{scheme} {layout}: {tally:?}");
            }
        }
    }

    #[test]
    fn one_thread_tears_nothing_and_loses_nothing_and_four_do() {
        let alone = Stress { threads: 1, time: Duration::from_millis(1), ..SHORT };
        for &scheme in SchemeName::ALL {
            for (layout, tally) in of_every_layout(&alone, scheme) {
                assert_eq!((tally.torn, tally.dead, tally.lost), (0, 0, 0), "{scheme} {layout}");
                assert!(tally.hits > 100 && tally.looks > 100, "{scheme} {layout}: {tally:?}");
            }
        }
        let crowd = Stress { buckets: 1, time: Duration::from_millis(500), ..SHORT };
        let stamped = Subject::Stamped.run(&crowd, SchemeName::New, &Stop::default()).total();
        assert!(stamped.lost > 0 && stamped.torn > 0, "the control: {stamped:?}");
    }

    #[test]
    fn flipped_bits_are_seen_where_nothing_protects_against_them_and_read_as_misses_elsewhere() {
        let flips = Stress { flips: true, time: Duration::from_millis(600), buckets: 64, ..SHORT };
        for (layout, tally) in of_every_layout(&flips, SchemeName::New) {
            assert!(tally.flips > 100, "{layout}");
            match layout {
                "xor16" => assert_eq!(tally.wrong, 0),
                "single8" => assert!(tally.wrong > 0, "the control: {tally:?}"),
                _ => {}
            }
        }
    }
}
