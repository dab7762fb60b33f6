//! Probe and store by scheme: `cargo bench -p supplant-benches --bench table`, some three minutes.
//!
//! Use it to compare versions of one scheme: `-- --save-baseline before`, a change,
//! `-- --baseline before`. Use `supplant throughput` to compare schemes or machines: it interleaves
//! them.
//!
//! Names are `table/mix/scheme/threads`:
//!
//! | mix | operations |
//! |---|---|
//! | `hit` | probes of positions in the table, each once before one repeats |
//! | `miss` | probes of positions that were never stored |
//! | `90-10`, `50-50` | percentages of probes and stores of known positions: nearly all probes hit |
//! | `store` | stores of positions that were never stored |
#![allow(missing_docs, reason = "criterion's macros make items")]
#![expect(clippy::print_stderr, reason = "a benchmark says what it measures")]

use std::hint::black_box;
use std::sync::Barrier;
use std::time::{Duration, Instant};
use supplant::table::TableBuilder;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use supplant::entry::bucket::Ready;
use supplant::key::SplitMix64;
use supplant::scheme::{Scheme, SchemeName, Visit};
use supplant::{Bound, Key, Move16, SizedEntry, Table};

const MEBIBYTES: (usize, usize) = (128, 1024);
/// The clock is not read within a round.
const OPERATIONS: u64 = 1 << 16;
const AHEAD: u64 = 8;

#[derive(Clone, Copy)]
enum Positions {
    Present,
    Known,
    Fresh,
}

#[derive(Clone, Copy)]
struct Mix {
    name: &'static str,
    probes_in_ten: u64,
    positions: Positions,
}

const MIXES: [Mix; 5] = [
    Mix { name: "hit", probes_in_ten: 10, positions: Positions::Present },
    Mix { name: "miss", probes_in_ten: 10, positions: Positions::Fresh },
    Mix { name: "90-10", probes_in_ten: 9, positions: Positions::Known },
    Mix { name: "50-50", probes_in_ten: 5, positions: Positions::Known },
    Mix { name: "store", probes_in_ten: 0, positions: Positions::Fresh },
];

struct Bench<'a> {
    criterion: &'a mut Criterion,
    mebibytes: usize,
}

impl Visit for Bench<'_> {
    type Payload = SizedEntry;
    type Out = ();

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) {
        let mut filled = Filled::<S, B>::new(self.mebibytes);
        for mix in MIXES {
            for threads in [1, 2] {
                let mut group = self.criterion.benchmark_group(format!("table/{}", mix.name));
                group.throughput(Throughput::Elements(OPERATIONS * threads));
                group.bench_function(BenchmarkId::new(S::NAME, threads), |bencher| {
                    bencher.iter_custom(|rounds| filled.timed(mix, threads, rounds));
                });
                group.finish();
            }
        }
    }
}

struct Filled<S: Scheme, B: Ready<Payload = SizedEntry>> {
    table: Table<S, B>,
    present: Vec<Key>,
    known: u64,
    rounds: u64,
}

fn key(number: u64) -> Key {
    Key(SplitMix64::new(number).next())
}

fn entry(random: u64) -> SizedEntry {
    SizedEntry {
        mv: Move16(random as u16 | 1),
        bound: Bound::Lower,
        depth: (random >> 60) as u8,
        size: random >> 50,
        ..SizedEntry::default()
    }
}

impl<S: Scheme, B: Ready<Payload = SizedEntry>> Filled<S, B> {
    fn new(mebibytes: usize) -> Self {
        let table = TableBuilder::new().mebibytes(mebibytes).build().expect("there is memory for the table");
        let known = table.slots() as u64 / 2;
        (0..known).for_each(|number| table.store(key(number), entry(key(!number).0)));
        let present = (0..known).map(key).filter(|&key| table.probe(key).is_some()).collect();
        Self { table, present, known, rounds: 0 }
    }

    fn timed(&mut self, mix: Mix, threads: u64, rounds: u64) -> Duration {
        let barrier = Barrier::new(threads as usize);
        let (filled, barrier) = (&*self, &barrier);
        let worker = |id| {
            move || {
                barrier.wait();
                let start = Instant::now();
                (0..rounds).for_each(|round| filled.work(mix, filled.first(mix, id, threads, round)));
                start.elapsed()
            }
        };
        let slowest = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|id| scope.spawn(worker(id))).collect();
            workers.into_iter().map(|worker| worker.join().expect("no worker panics")).max()
        });
        self.rounds += rounds;
        slowest.expect("there is a worker")
    }

    fn first(&self, mix: Mix, id: u64, threads: u64, round: u64) -> u64 {
        let done = (self.rounds + round) * OPERATIONS;
        let among = |all: u64| (done + all / threads * id) % (all - OPERATIONS - AHEAD);
        match mix.positions {
            Positions::Present => among(self.present.len() as u64),
            Positions::Known => among(self.known),
            Positions::Fresh => ((id + 1) << 56) + done,
        }
    }

    #[inline(never)]
    fn work(&self, mix: Mix, first: u64) {
        let position = |number: u64| match mix.positions {
            Positions::Present => self.present[number as usize],
            Positions::Known | Positions::Fresh => key(number),
        };
        for number in first..first + OPERATIONS {
            self.table.prefetch(position(number + AHEAD));
            let key = position(number);
            if number % 10 < mix.probes_in_ten {
                black_box(self.table.probe(key));
            } else {
                self.table.store(key, entry(key.0.rotate_left(20)));
            }
        }
    }
}

fn last_cache_mebibytes() -> Option<usize> {
    let size = |i| std::fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{i}/size")).ok();
    let kibibytes = |size: String| size.trim().strip_suffix('K')?.parse::<usize>().ok();
    (0..8).map_while(size).filter_map(kibibytes).max().map(|kibibytes| kibibytes >> 10)
}

fn mebibytes() -> usize {
    let (least, greatest) = MEBIBYTES;
    let Some(cache) = last_cache_mebibytes() else {
        eprintln!("table of {least} MiB; how large the caches are is not known, nor whether they hold it");
        return least;
    };
    let mebibytes = (4 * cache).clamp(least, greatest);
    let means = match mebibytes / cache.max(1) {
        4.. => "most operations go to memory",
        _ => "a good part of the operations ends in the cache",
    };
    eprintln!("table of {mebibytes} MiB, last cache of {cache} MiB: {means}");
    mebibytes
}

fn benches(criterion: &mut Criterion) {
    let mebibytes = mebibytes();
    for scheme in SchemeName::ALL {
        scheme.visit(Bench { criterion, mebibytes });
    }
}

criterion_group! {
    name = table;
    config = Criterion::default()
        .without_plots()
        .sample_size(10)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(700));
    targets = benches
}
criterion_main!(table);
