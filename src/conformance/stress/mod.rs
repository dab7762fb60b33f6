//! The stress test: threads store to and probe few, colliding buckets, and each answer is checked.
//!
//! Each entry follows from its key and a version, so an answer proves that its fields are of one
//! store.

mod keys;
mod payload;
mod stamped;
mod tally;

pub use stamped::{Stamped, StampedWords};
pub use tally::{Rounds, Tally};

use crate::table::TableBuilder;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::entry::SizedEntry;
use crate::entry::fault::Faulty;
use crate::key::{Key, SplitMix64};
use crate::scheme::Scheme;
use crate::sync::free_threads as thread;
#[cfg(feature = "mmap")]
use crate::table::{FileError, Size, TableFile};
use crate::table::{Finding, Table};
use keys::Keys;
use payload::{Certified, Entries, Made};

/// Settings of a stress test.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// Threads that work at once; use more than there are processors.
    pub threads: usize,
    /// Time for one scheme and layout.
    pub time: Duration,
    /// Buckets that all threads share; at most 1024, because the keys must differ in 16 bits.
    pub buckets: usize,
    /// Seed of keys and choices.
    pub seed: u64,
    /// Whether one more thread flips bits of the table's memory.
    pub flips: bool,
}

const KEYS_PER_BUCKET: usize = 12;
const MOST_BUCKETS: usize = 1024;
const ROUND: Duration = Duration::from_millis(50);
const BATCH: usize = 256;
const BATCHES_A_GENERATION: usize = 32;

impl Stress {
    /// Stresses one scheme in one layout until the time is up, or until `stops` at the end of a
    /// round.
    ///
    /// # Panics
    /// If there are more than 1024 buckets.
    #[must_use]
    pub fn run<S: Scheme, B: Faulty<Payload = SizedEntry>>(&self, stops: impl Fn() -> bool) -> Rounds {
        self.run_certified::<S, B>(&Entries, stops)
    }

    /// Stresses one scheme in one layout with payloads from `make`.
    ///
    /// Each payload is one of eight made for its key; a torn read that equals one of them passes as
    /// genuine.
    ///
    /// ```
    /// use std::time::Duration;
    /// use supplant::conformance::stress::Stress;
    /// use supplant::entry::{Visits, bucket::Pairs};
    /// use supplant::{key::SplitMix64, scheme::TwoBig1};
    /// let any = |random: &mut SplitMix64| {
    ///     Visits { visits: 1 + random.below(99) as u32, value: random.below(1 << 20) as f32 }
    /// };
    /// let time = Duration::from_millis(50);
    /// let stress = Stress { threads: 4, time, buckets: 2, seed: 1, flips: false };
    /// let tally = stress.run_with::<TwoBig1, Pairs<2, Visits>>(any, || false).total();
    /// assert!(tally.wrong == 0 && tally.hits > 0);
    /// ```
    ///
    /// # Panics
    /// If there are more than 1024 buckets.
    #[must_use]
    pub fn run_with<S: Scheme, B: Faulty>(
        &self,
        make: impl Fn(&mut SplitMix64) -> B::Payload + Sync,
        stops: impl Fn() -> bool,
    ) -> Rounds {
        self.run_certified::<S, B>(&Made(make), stops)
    }

    fn run_certified<S: Scheme, B: Faulty>(
        &self,
        certified: &impl Certified<B>,
        stops: impl Fn() -> bool,
    ) -> Rounds {
        let slots = self.buckets * B::SLOTS;
        let table = TableBuilder::<S, B>::new().slots(slots).build().expect("a few buckets are available");
        self.rounds(&mut CertifiedTable { table, certified }, &stops)
    }

    /// Stresses one scheme in one layout as [`run`](Self::run) does, in a table that other processes
    /// stress meanwhile, with the same buckets and seed. `process` must differ between processes:
    /// with the seed it selects the sequence of keys and operations.
    ///
    /// The table is never emptied, so slots at rest are not counted. It takes one round of 50 ms at
    /// least.
    ///
    /// # Errors
    /// As [`Table::open_shared`].
    ///
    /// # Panics
    /// If there are more than 1024 buckets.
    #[cfg(feature = "mmap")]
    pub fn run_shared<S: Scheme, B: Faulty<Payload = SizedEntry>>(
        &self,
        path: &std::path::Path,
        process: u32,
        stops: impl Fn() -> bool,
    ) -> Result<Rounds, FileError> {
        let (keys, file) = (self.keys(), TableFile::new(path).keyed(self.seed));
        let table = Table::<S, B>::open_shared(file, Size::Slots(self.buckets * B::SLOTS))?;
        let table = CertifiedTable { table, certified: &Entries };
        let own = Self { seed: self.seed ^ u64::from(process) << 32, ..*self };
        let (start, mut rounds) = (Instant::now(), Rounds::default());
        while start.elapsed() < self.time && !stops() {
            rounds.0.push(own.round(&table, &keys, rounds.0.len() as u64));
        }
        Ok(rounds)
    }

    fn keys(&self) -> Keys {
        assert!(self.buckets <= MOST_BUCKETS, "more than {MOST_BUCKETS} buckets");
        Keys::new(self.buckets * KEYS_PER_BUCKET, self.seed)
    }

    fn rounds(&self, table: &mut dyn Stressed, stops: &dyn Fn() -> bool) -> Rounds {
        let (keys, start, mut rounds) = (self.keys(), Instant::now(), Rounds::default());
        while start.elapsed() < self.time && !stops() {
            let round = rounds.0.len() as u64;
            // Every other round begins at the end of an epoch.
            (0..62 * (round % 2)).for_each(|_| table.new_generation());
            let mut tally = self.round(table, &keys, round);
            if !self.flips {
                tally.rest(table, &keys);
            }
            rounds.0.push(tally);
            table.clear();
        }
        rounds
    }

    fn round(&self, table: &dyn Stressed, keys: &Keys, round: u64) -> Tally {
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

trait Stressed: Sync {
    fn store(&self, key: Key, version: u16);
    /// Returns how many entries were found, and how many of them are wrong.
    fn probe(&self, key: Key) -> [u64; 2];
    /// A probe and the store at its place.
    fn visit(&self, key: Key, version: u16) -> [u64; 2];
    fn look(&self, keys: &Keys, key: Key, tell: &mut dyn FnMut(Finding));
    fn bucket_of(&self, key: Key) -> usize;
    fn slots(&self) -> usize;
    fn flip_bit(&self, slot: usize, bit: u32);
    fn new_generation(&self);
    fn clear(&mut self);
}

struct CertifiedTable<'a, S: Scheme, B: Faulty, C> {
    table: Table<S, B>,
    certified: &'a C,
}

impl<S: Scheme, B: Faulty, C: Certified<B>> CertifiedTable<'_, S, B, C> {
    fn judged(&self, key: Key, found: [Option<B::Payload>; 2]) -> [u64; 2] {
        found.into_iter().flatten().fold([0, 0], |[hits, wrong], found| {
            [hits + 1, wrong + u64::from(!self.certified.is_genuine::<S>(key, found))]
        })
    }
}

impl<S: Scheme, B: Faulty, C: Certified<B>> Stressed for CertifiedTable<'_, S, B, C> {
    fn store(&self, key: Key, version: u16) {
        self.table.store(key, self.certified.payload(key, version));
    }

    fn probe(&self, key: Key) -> [u64; 2] {
        self.judged(key, self.table.probe_both(key))
    }

    fn visit(&self, key: Key, version: u16) -> [u64; 2] {
        let (found, place) = self.table.probe_place(key);
        self.table.store_at(place, self.certified.payload(key, version));
        self.judged(key, [found, None])
    }

    fn look(&self, keys: &Keys, key: Key, tell: &mut dyn FnMut(Finding)) {
        let is_known = |words| self.table.claimed_keys(words).any(|key| keys.contain(key));
        self.table.inspect(key, |words| B::is_torn(words, |_| is_known(words))).for_each(tell);
    }

    fn bucket_of(&self, key: Key) -> usize {
        self.table.bucket_of(key)
    }

    fn slots(&self) -> usize {
        self.table.slots()
    }

    fn flip_bit(&self, slot: usize, bit: u32) {
        B::flip_bit(self.table.cells(slot / B::SLOTS), slot % B::SLOTS, bit);
    }

    fn new_generation(&self) {
        self.table.new_generation();
    }

    fn clear(&mut self) {
        self.table.clear(1);
    }
}

struct Worker<'a> {
    id: u64,
    table: &'a dyn Stressed,
    keys: &'a Keys,
    random: SplitMix64,
    tally: Tally,
}

impl Worker<'_> {
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

    fn operate(&mut self) {
        let dice = self.random.next();
        let key = self.keys.any((dice >> 32) as u32);
        let version = (dice >> 16) as u16 | 1;
        match dice % 16 {
            // Looks are rare because each decodes a whole bucket.
            0 => self.look(key),
            1..6 => _ = self.answered(self.table.probe(key)),
            6..11 => {
                self.table.store(key, version);
                self.stored(key);
            }
            _ => {
                self.answered(self.table.visit(key, version));
                self.stored(key);
            }
        }
    }

    fn stored(&mut self, key: Key) {
        self.tally.stores += 1;
        self.tally.unseen += u64::from(!self.answered(self.table.probe(key)));
    }

    fn answered(&mut self, [hits, wrong]: [u64; 2]) -> bool {
        self.tally.probes += 1;
        self.tally.hits += hits;
        self.tally.wrong += wrong;
        hits > 0
    }

    fn look(&mut self, key: Key) {
        let Self { table, keys, tally, .. } = self;
        table.look(keys, key, &mut |finding| {
            tally.looks += 1;
            tally.rejected += u64::from(matches!(finding, Finding::Foreign | Finding::Torn));
            tally.torn += u64::from(finding == Finding::Torn);
        });
    }
}

/// Flips two bits of every slot, spread over one round, and returns the number of flips.
///
/// The check detects one or two flips for certain. A dead slot lives long enough in few buckets to
/// collect more.
fn flip_bits(table: &dyn Stressed, mut random: SplitMix64) -> u64 {
    const EACH: u32 = 2;
    let (start, flips) = (Instant::now(), table.slots() as u32 * EACH);
    for flip in 0..flips {
        thread::sleep((ROUND * flip / flips).saturating_sub(start.elapsed()));
        table.flip_bit(flip as usize % table.slots(), random.next() as u32);
    }
    flips.into()
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use std::time::Duration;

    use super::{Stamped, Stress, Tally};
    use crate::entry::SizedEntry;
    use crate::entry::bucket::{Cluster, OneWord, Pairs};
    use crate::entry::fault::Faulty;
    use crate::scheme::{DepthAge, New, Scheme, Stale, TwoDeep};

    const SHORT: Stress =
        Stress { threads: 4, time: Duration::from_millis(200), buckets: 2, seed: 3, flips: false };

    fn total<S: Scheme, B: Faulty<Payload = SizedEntry>>(stress: &Stress) -> (&'static str, Tally) {
        (B::NAME, stress.run::<S, B>(|| false).total())
    }

    #[test]
    fn no_answer_is_wrong_under_contention() {
        let all = [
            total::<TwoDeep, Pairs<2, SizedEntry>>(&SHORT),
            total::<New, OneWord<1, SizedEntry>>(&SHORT),
            total::<Stale, Pairs<1, SizedEntry>>(&SHORT),
            total::<DepthAge, Pairs<4, SizedEntry>>(&SHORT),
            total::<DepthAge, OneWord<8, SizedEntry>>(&SHORT),
            total::<New, Stamped<Pairs<1, SizedEntry>>>(&SHORT),
        ];
        for (bucket, tally) in all {
            assert!(tally.wrong == 0 && tally.hits > 0, "{bucket}: {tally:?}");
        }
    }

    #[test]
    fn moves_that_are_kept_or_left_are_no_inventions() {
        use crate::conformance::any_entry;
        use crate::scheme::ExactAge;
        let alone = Stress { threads: 1, time: Duration::from_millis(60), ..SHORT };
        for tally in [
            alone.run_with::<ExactAge, Pairs<4, SizedEntry>>(any_entry, || false).total(),
            alone.run_with::<DepthAge, Pairs<4, SizedEntry>>(any_entry, || false).total(),
        ] {
            assert!(tally.wrong == 0 && tally.hits > 100, "{tally:?}");
        }
    }

    #[test]
    fn a_check_of_16_bits_lets_few_mixtures_through_and_far_fewer_than_there_are() {
        let crowd = Stress { buckets: 1, time: Duration::from_millis(500), ..SHORT };
        let (_, cluster) = total::<DepthAge, Cluster<SizedEntry>>(&crowd);
        assert!(cluster.hits > 1000 && cluster.wrong * 1000 < cluster.hits, "{cluster:?}");
    }

    #[test]
    fn one_thread_tears_nothing_and_loses_nothing_and_four_do() {
        let alone = Stress { threads: 1, time: Duration::from_millis(1), ..SHORT };
        for (bucket, tally) in [
            total::<TwoDeep, Pairs<2, SizedEntry>>(&alone),
            total::<New, OneWord<1, SizedEntry>>(&alone),
            total::<DepthAge, Cluster<SizedEntry>>(&alone),
            total::<DepthAge, Stamped<Pairs<4, SizedEntry>>>(&alone),
        ] {
            assert_eq!((tally.wrong, tally.torn, tally.dead, tally.lost), (0, 0, 0, 0), "{bucket}");
            assert!(tally.hits > 100 && tally.looks > 100, "{bucket}: {tally:?}");
        }
        let crowd = Stress { buckets: 1, time: Duration::from_millis(500), ..SHORT };
        let meets = || {
            let (_, stamped) = total::<New, Stamped<Pairs<1, SizedEntry>>>(&crowd);
            stamped.lost > 0 && stamped.torn > 0
        };
        assert!((0..40).any(|_| meets()), "the control: four threads neither tear nor lose anything in 20 s");
    }

    #[test]
    #[cfg(feature = "mmap")]
    fn what_another_process_stores_in_a_shared_table_is_checked_too() {
        use crate::entry::Bound;
        use crate::table::{Size, Table, TableFile};
        use std::time::Instant;
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("table");
        let other = Stress { seed: 4, ..SHORT };
        let file = TableFile::new(&path).keyed(4);
        let table = Table::<DepthAge, Pairs<4, SizedEntry>>::open_shared(file, Size::Slots(8)).unwrap();
        let total = || {
            let rounds = other.run_shared::<DepthAge, Pairs<4, SizedEntry>>(&path, 1, || false);
            rounds.expect("the file is a table of this kind").total()
        };
        let tally = total();
        assert!(tally.wrong == 0 && tally.hits > 0 && table.iter().next().is_some(), "{tally:?}");
        let (keys, start) = (other.keys(), Instant::now());
        let strange = SizedEntry { depth: 200, ..SizedEntry::new(Bound::Exact, 1, 1) };
        let wrong = std::thread::scope(|scope| {
            scope.spawn(|| {
                while start.elapsed() < other.time {
                    keys.all().iter().for_each(|&key| table.store(key, strange));
                }
            });
            total().wrong
        });
        assert!(wrong > 0, "the control: entries of no stress test are seen");
        assert!(
            SHORT.run_shared::<DepthAge, Pairs<4, SizedEntry>>(&path, 1, || false).is_err(),
            "another seed"
        );
    }

    #[test]
    fn flipped_bits_are_seen_where_nothing_protects_against_them_and_read_as_misses_elsewhere() {
        let flips = Stress { flips: true, time: Duration::from_millis(600), buckets: 64, ..SHORT };
        let (_, checked) = total::<New, Pairs<1, SizedEntry>>(&flips);
        assert!(checked.flips > 100 && checked.wrong == 0, "{checked:?}");
        let is_seen = || {
            let (_, single) = total::<New, OneWord<1, SizedEntry>>(&flips);
            assert!(single.flips > 100, "{single:?}");
            single.wrong > 0
        };
        assert!((0..10).any(|_| is_seen()), "the control: no thread sees a flipped bit in 6 s");
    }
}
