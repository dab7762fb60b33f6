//! Nodes per second of the 1994 program.
//!
//! `cargo bench -p supplant-benches --features search --bench search`. A changed node count fails.
#![allow(missing_docs, reason = "criterion's macros make items")]

use std::time::Duration;
use supplant::table::{SizedTable, TableBuilder};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use supplant::scheme::TwoBig1;
use supplant_search::game::chess::Chess;
use supplant_search::game::chess::positions::kasparov_short;
use supplant_search::search::{Counters, Limits};
use supplant_search::smp::{Order, Pool};

const DEPTH: u8 = 5;

fn search_all(
    games: &[Chess],
    pool: &mut Pool<Chess>,
    table: &mut SizedTable<TwoBig1>,
) -> (Counters, Duration) {
    let mut sum = (Counters::default(), Duration::ZERO);
    for game in games {
        table.clear(2);
        let answer = pool.search(table, game, &Order::alibaba(Limits::depth(DEPTH)), |_| ());
        sum.0 += answer.counters();
        sum.1 += answer.elapsed;
    }
    sum
}

fn benches(criterion: &mut Criterion) {
    let games: Vec<_> = kasparov_short().into_iter().map(|position| position.game).collect();
    let mut table = TableBuilder::new().mebibytes(64).build().expect("64 MiB are available");
    let mut group = criterion.benchmark_group("search/alibaba");
    for threads in [1, 2] {
        let mut pool = Pool::new(threads);
        let nodes = search_all(&games, &mut pool, &mut table).0.nodes();
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::new("nodes", threads), |bencher| {
            bencher.iter_custom(|rounds| {
                (0..rounds)
                    .map(|_| {
                        let (counters, elapsed) = search_all(&games, &mut pool, &mut table);
                        assert!(threads > 1 || counters.nodes() == nodes, "one worker is deterministic");
                        elapsed
                    })
                    .sum()
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = search;
    config = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(8));
    targets = benches
}
criterion_main!(search);
