//! Probe and store per scheme: `cargo bench --bench table`. Read ratios within one run; machines differ, and so do minutes.
//!
//! Names are `table/operation/scheme/threads`. Keys are random, a million of them in turn on a table of as many lines, so nearly every
//! operation misses the caches; `AHEAD` operations lie between the prefetch of a bucket and its use, as a search has them.
#![allow(missing_docs, reason = "criterion's macros make items")]

use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use supplant::entry::bucket::Ready;
use supplant::key::SplitMix64;
use supplant::scheme::{Scheme, SchemeName, Visit};
use supplant::{Bound, Entry, Key, Move16, Table};

const MEBIBYTES: usize = 64;
/// As many keys as the table has lines, so that no cache holds those that are asked for.
const OPERATIONS: usize = MEBIBYTES << 14;
const AHEAD: usize = 8;

/// A mix of operations, as the share of probes in thousandths.
#[derive(Clone, Copy)]
struct Mix {
    name: &'static str,
    probes_permille: u64,
    /// Whether probed keys are among the stored ones.
    hits: bool,
}

const MIXES: [Mix; 4] = [
    Mix { name: "hit", probes_permille: 1000, hits: true },
    Mix { name: "miss", probes_permille: 1000, hits: false },
    Mix { name: "half", probes_permille: 500, hits: true },
    Mix { name: "store", probes_permille: 0, hits: false },
];

struct Bench<'a> {
    criterion: &'a mut Criterion,
    mix: Mix,
    threads: usize,
}

impl Visit for Bench<'_> {
    type Out = ();

    fn visit<S: Scheme, B: Ready>(self) {
        let Self { criterion, mix, threads } = self;
        let mut table = Table::<S, B>::with_mebibytes(MEBIBYTES).expect("64 MiB are to be had");
        table.clear(threads);
        fill(&table);
        let mut group = criterion.benchmark_group(format!("table/{}", mix.name));
        group.throughput(Throughput::Elements((OPERATIONS * threads) as u64));
        group.bench_function(BenchmarkId::new(S::NAME, threads), |bencher| {
            bencher.iter_custom(|rounds| timed(&table, mix, threads, rounds));
        });
        group.finish();
    }
}

/// The stream of keys that were stored, from the start.
fn stored_keys() -> SplitMix64 {
    SplitMix64::new(17)
}

fn fill<S: Scheme, B: Ready>(table: &Table<S, B>) {
    let mut keys = stored_keys();
    (0..table.slots() / 2).for_each(|_| _ = table.store(Key(keys.next()), entry(keys.next())));
}

fn entry(random: u64) -> Entry {
    Entry {
        mv: Move16(random as u16 | 1),
        bound: Bound::Lower,
        depth: (random >> 60) as u8,
        size: random >> 50,
        ..Entry::default()
    }
}

/// The time of the slowest of the threads, which begin together.
fn timed<S: Scheme, B: Ready>(table: &Table<S, B>, mix: Mix, threads: usize, rounds: u64) -> Duration {
    let barrier = Barrier::new(threads);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads as u64)
            .map(|id| {
                scope.spawn({
                    let barrier = &barrier;
                    move || {
                        let keys = keys(table, mix, id);
                        barrier.wait();
                        let start = Instant::now();
                        (0..rounds).for_each(|_| work(table, mix, &keys));
                        start.elapsed()
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no worker panics"))
            .max()
            .expect("there is a worker")
    })
}

/// Keys and dice of one thread.
fn keys<S: Scheme, B: Ready>(table: &Table<S, B>, mix: Mix, id: u64) -> Vec<(Key, u64)> {
    let mut random = SplitMix64::new(1000 + id);
    let known: Vec<_> = {
        let mut keys = stored_keys();
        (0..table.slots() / 2)
            .map(|_| {
                let key = keys.next();
                keys.next();
                key
            })
            .collect()
    };
    let key = |random: &mut SplitMix64| {
        let fresh = random.next();
        Key(if mix.hits { known[fresh as usize % known.len()] } else { fresh })
    };
    (0..OPERATIONS).map(|_| (key(&mut random), random.next())).collect()
}

#[inline(never)]
fn work<S: Scheme, B: Ready>(table: &Table<S, B>, mix: Mix, keys: &[(Key, u64)]) {
    for (i, &(key, dice)) in keys.iter().enumerate() {
        if let Some((ahead, _)) = keys.get(i + AHEAD) {
            table.prefetch(*ahead);
        }
        if dice % 1000 < mix.probes_permille {
            black_box(table.probe(key));
        } else {
            table.store(key, entry(dice));
        }
    }
}

fn benches(criterion: &mut Criterion) {
    for mix in MIXES {
        for threads in [1, 2] {
            for scheme in SchemeName::ALL {
                scheme.visit(Bench { criterion, mix, threads });
            }
        }
    }
}

criterion_group! {
    name = table;
    config = Criterion::default().sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    targets = benches
}
criterion_main!(table);
