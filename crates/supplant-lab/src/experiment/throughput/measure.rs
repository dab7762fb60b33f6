//! The timed loops: one for each kind of operations, compiled for each subject.
//! Hits compare their score with the key's within the measured time, in the limit too.

use std::hint::black_box;
use std::ops::{AddAssign, Range};
use std::time::Instant;

use hdrhistogram::Histogram;

use super::keys::{KeyStream, entry_of, score_of};
use super::{OperationMix, Subject};
use supplant::key::Key;

const AHEAD: usize = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub probes: u64,
    pub hits: u64,
    pub wrong: u64,
    pub stores: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.wrong += other.wrong;
        self.stores += other.stores;
    }
}

impl Counts {
    #[inline(always)]
    fn probe<T: Subject>(&mut self, subject: &T, key: Key) {
        let found = subject.probe(key);
        self.hits += u64::from(found.is_some());
        self.wrong += u64::from(found.is_some_and(|score| score != score_of(key)));
    }
}

pub(super) fn work<T: Subject>(subject: &T, mix: OperationMix, keys: &[Key], ahead: usize) -> Counts {
    let (now, coming) = (&keys[..keys.len() - ahead], &keys[ahead..]);
    let does =
        if ahead > 0 && T::ABOUT.prefetches { kind_of::<T, true>(mix) } else { kind_of::<T, false>(mix) };
    let counted = black_box(does)(subject, now, coming);
    let stores = mix.stores(now.len()) as u64;
    Counts { probes: now.len() as u64 - stores, stores, ..counted }
}

type Loop<T> = fn(&T, &[Key], &[Key]) -> Counts;

fn kind_of<T: Subject, const PREFETCHES: bool>(mix: OperationMix) -> Loop<T> {
    match mix {
        OperationMix::Hit | OperationMix::Miss => probes::<T, PREFETCHES>,
        OperationMix::Ninety => mixed::<T, PREFETCHES, 10>,
        OperationMix::Half => mixed::<T, PREFETCHES, 2>,
        OperationMix::Store => stores::<T, PREFETCHES>,
    }
}

#[inline(never)]
fn probes<T: Subject, const PREFETCHES: bool>(subject: &T, keys: &[Key], coming: &[Key]) -> Counts {
    let mut counts = Counts::default();
    for (&key, &next) in keys.iter().zip(coming) {
        if PREFETCHES {
            subject.prefetch(next);
        }
        counts.probe(subject, key);
    }
    counts
}

#[inline(never)]
fn stores<T: Subject, const PREFETCHES: bool>(subject: &T, keys: &[Key], coming: &[Key]) -> Counts {
    for (&key, &next) in keys.iter().zip(coming) {
        if PREFETCHES {
            subject.prefetch(next);
        }
        subject.store(key, entry_of(key));
    }
    Counts::default()
}

/// The processor learns the fixed order, so mispredicted branches do not count.
#[inline(never)]
fn mixed<T: Subject, const PREFETCHES: bool, const PERIOD: usize>(
    subject: &T,
    keys: &[Key],
    coming: &[Key],
) -> Counts {
    let mut counts = Counts::default();
    for (keys, coming) in keys.as_chunks::<PERIOD>().0.iter().zip(coming.as_chunks::<PERIOD>().0) {
        for i in 0..PERIOD {
            if PREFETCHES {
                subject.prefetch(coming[i]);
            }
            if i == PERIOD - 1 {
                subject.store(keys[i], entry_of(keys[i]));
            } else {
                counts.probe(subject, keys[i]);
            }
        }
    }
    counts
}

#[inline(never)]
pub(super) fn fill<T: Subject>(subject: &T, keys: KeyStream, numbers: Range<u64>) {
    for number in numbers {
        subject.prefetch(keys.key(number + AHEAD as u64));
        let key = keys.key(number);
        subject.store(key, entry_of(key));
    }
}

#[inline(never)]
pub(super) fn held<T: Subject>(subject: &T, asked: &[Key], found: &mut Vec<Key>) {
    for (i, &key) in asked.iter().enumerate() {
        if let Some(&next) = asked.get(i + AHEAD) {
            subject.prefetch(next);
        }
        if subject.probe(key).is_some() {
            found.push(key);
        }
    }
}

#[inline(never)]
pub(super) fn each<T: Subject>(subject: &T, mix: OperationMix, keys: &[Key], times: &mut Histogram<u64>) {
    for &key in keys {
        let start = Instant::now();
        if mix == OperationMix::Store {
            subject.store(key, entry_of(key));
        } else {
            black_box(subject.probe(key));
        }
        times.saturating_record(start.elapsed().as_nanos() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, work};
    use crate::experiment::throughput::keys::{KeyStream, score_of};
    use crate::experiment::throughput::{About, OperationMix, Subject, SubjectKind};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use supplant::entry::{Score, SizedEntry};
    use supplant::key::Key;

    #[derive(Default)]
    struct Liar<const WRONG: u64> {
        stores: AtomicU64,
        prefetches: AtomicU64,
    }

    impl<const WRONG: u64> Subject for Liar<WRONG> {
        const ABOUT: About = About {
            name: "liar",
            kind: SubjectKind::Map,
            variant: "",
            slots: 0,
            prefetches: true,
            answers: true,
        };

        fn with_bytes(_: usize, _: usize) -> Result<Self, String> {
            Ok(Self::default())
        }

        fn capacity(&self) -> usize {
            1
        }

        fn probe(&self, key: Key) -> Option<Score> {
            Some(score_of(key) + Score::from(WRONG > 0 && key.0.is_multiple_of(WRONG.max(1))))
        }

        fn store(&self, _: Key, _: SizedEntry) {
            self.stores.fetch_add(1, Relaxed);
        }

        fn prefetch(&self, _: Key) {
            self.prefetches.fetch_add(1, Relaxed);
        }
    }

    fn keys(n: u64) -> Vec<Key> {
        (0..n).map(|number| KeyStream::new(1).key(number)).collect()
    }

    #[test]
    fn a_subject_that_answers_a_wrong_score_is_found_out_in_every_mix_that_probes() {
        let keys = keys(1000);
        for mix in [OperationMix::Hit, OperationMix::Miss, OperationMix::Ninety, OperationMix::Half] {
            let honest = work(&Liar::<0>::default(), mix, &keys, 0);
            assert_eq!((honest.wrong, honest.hits), (0, honest.probes), "{mix:?}");
            let lies = work(&Liar::<3>::default(), mix, &keys, 0);
            assert!(lies.wrong > 0 && lies.wrong < lies.probes, "{mix:?}: {lies:?}");
        }
    }

    #[test]
    fn each_mix_does_its_operations_and_leaves_the_last_keys_to_be_prefetched() {
        let expected = [
            (OperationMix::Hit, 0),
            (OperationMix::Miss, 0),
            (OperationMix::Ninety, 100),
            (OperationMix::Half, 500),
            (OperationMix::Store, 1000),
        ];
        for (mix, stores) in expected {
            let liar = Liar::<0>::default();
            let counts = work(&liar, mix, &keys(1032), 32);
            let probes = 1000 - stores;
            assert_eq!(counts, Counts { probes, hits: probes, wrong: 0, stores });
            assert_eq!((liar.stores.load(Relaxed), liar.prefetches.load(Relaxed)), (stores, 1000));
            work(&liar, mix, &keys(1000), 0);
            assert_eq!(liar.prefetches.load(Relaxed), 1000, "none without a distance");
        }
    }
}
