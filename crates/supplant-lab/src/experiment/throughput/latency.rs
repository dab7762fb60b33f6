//! Times of single operations without prefetch, and of reading the clock.

use hdrhistogram::Histogram;
use serde::Serialize;

use super::contender::Course;
use super::draw::{self, Stock};
use super::keys::{KeyDistribution, KeyStream};
use super::workload::ThroughputCell;
use super::{About, OperationMix};
use crate::experiment::crew::Crew;
use std::time::Instant;

/// 131 operations of each thread are above the p99.9.
const OPERATIONS: usize = if cfg!(debug_assertions) { 1 << 14 } else { 1 << 17 };

/// These lines fill 64 MiB.
const OTHERS: u64 = 1 << 20;

/// Each time includes two readings of the clock.
#[derive(Clone, Debug, Serialize)]
pub struct Latency {
    pub round: usize,
    pub subject: &'static str,
    pub variant: &'static str,
    pub bytes: usize,
    pub operation: &'static str,
    pub threads: usize,
    pub operations: u64,
    pub p50_ns: u64,
    pub p99_ns: u64,
    pub p999_ns: u64,
    pub max_ns: u64,
}

impl Latency {
    fn new(operation: &'static str, threads: usize, times: &Histogram<u64>) -> Self {
        let at = |quantile| times.value_at_quantile(quantile);
        Self {
            round: 0,
            subject: "timer",
            variant: "",
            bytes: 0,
            operation,
            threads,
            operations: times.len(),
            p50_ns: at(0.5),
            p99_ns: at(0.99),
            p999_ns: at(0.999),
            max_ns: times.max(),
        }
    }

    pub(super) fn of(self, about: About, bytes: usize, round: usize) -> Self {
        match self.operation {
            NOTHING => Self { bytes, round, ..self },
            _ => Self { subject: about.name, variant: about.variant, bytes, round, ..self },
        }
    }
}

const NOTHING: &str = "nothing";

/// # Errors
/// If the system lacks memory for the keys, or a thread.
pub(super) fn measure(
    course: &dyn Course,
    limit: &dyn Course,
    crew: &Crew,
    keys: KeyStream,
    stock: &mut Stock,
    threads: &[usize],
) -> Result<Vec<Latency>, String> {
    let ends = [threads.iter().min(), threads.iter().max()];
    let [fewest, most] = ends.map(|end| end.copied().unwrap_or(1));
    let mut other = draw::room(OTHERS as usize)?;
    other.extend((0..OTHERS).map(|number| keys.key(number)));
    let mut all = Vec::new();
    for threads in if fewest == most { vec![most] } else { vec![fewest, most] } {
        for mix in [OperationMix::Hit, OperationMix::Miss, OperationMix::Store] {
            let cell = ThroughputCell { mix, keys: KeyDistribution::Uniform, threads, ahead: 0 };
            let shelves = stock.take(cell, OPERATIONS);
            let lists = crew.all(threads, |id| {
                draw::list(course, keys, cell, OPERATIONS, &shelves[id], 1000 + id as u64)
            })?;
            let lists: Vec<_> = lists.into_iter().collect::<Result<_, _>>()?;
            crew.all(threads, |_| limit.work(OperationMix::Hit, &other, 0))?;
            let timed = crew.timed(threads, |id| {
                let mut times = histogram();
                course.each(mix, &lists[id], &mut times);
                times
            });
            let times = joined(timed?);
            if !times.is_empty() {
                all.push(Latency::new(mix.name(), threads, &times));
            }
        }
        all.push(Latency::new(NOTHING, threads, &joined(crew.timed(threads, |_| of_nothing())?)));
    }
    Ok(all)
}

fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 10_000_000_000, 3).expect("the bounds are those of a histogram")
}

fn joined(timed: Vec<(Histogram<u64>, u64)>) -> Histogram<u64> {
    let mut all = histogram();
    for (times, _) in timed {
        all.add(times).expect("the bounds are the same");
    }
    all
}

#[inline(never)]
fn of_nothing() -> Histogram<u64> {
    let mut times = histogram();
    for _ in 0..OPERATIONS {
        let start = Instant::now();
        times.saturating_record(start.elapsed().as_nanos() as u64);
    }
    times
}

#[cfg(test)]
mod tests {
    use super::{Latency, histogram};

    #[test]
    fn percentiles_are_of_the_times_recorded() {
        let mut times = histogram();
        (1..=1000).for_each(|ns| times.saturating_record(ns));
        let told = Latency::new("hit", 1, &times);
        assert_eq!(
            (told.operations, told.p50_ns, told.p99_ns, told.p999_ns, told.max_ns),
            (1000, 500, 990, 999, 1000)
        );
    }
}
