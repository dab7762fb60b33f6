//! Speedups by number of workers, with intervals, and their factors.
//!
//! Speedups are geometric means over draws, then over positions. Intervals are over positions; of
//! the draws of keys, they include only what differs between positions.
//!
//! `docs/scaling.md` explains the factors.

use std::collections::{BTreeMap, BTreeSet};

use super::{Scaling, ScalingCell, ScalingRow, TableMemory, WorkerClock};
use crate::experiment::journal::Records;
use crate::experiment::searches::Contender;
use crate::experiment::stats::{Estimate, bootstrap, geometric_mean, median};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CurveKey {
    pub clock: WorkerClock,
    pub helpers: String,
    pub contender: Contender,
    pub slots: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    pub workers: usize,
    pub speedup: Estimate,
    pub median: f64,
    pub logs: Vec<f64>,
    pub overhead: f64,
    pub breadth: Option<f64>,
    pub of_others: Option<f64>,
    pub again: Option<f64>,
    pub timed: Option<Timed>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    pub time_ns: f64,
    pub rate: Estimate,
    pub rates: Vec<f64>,
    pub idle: Option<f64>,
}

#[must_use]
pub fn curves(study: &Scaling, records: &Records<Scaling>) -> BTreeMap<CurveKey, Vec<CurvePoint>> {
    let cells = cells(study, records);
    let many: BTreeSet<_> = cells.keys().filter(|(_, workers)| *workers > 1).map(|(of, _)| of).collect();
    let curve = |of: &&CurveKey| {
        let one = cells.get(&(alone(of), 1))?;
        let points = cells.iter().filter(|((other, workers), _)| other == *of && *workers > 1);
        Some(((*of).clone(), points.map(|((_, workers), rows)| point(*workers, one, rows)).collect()))
    };
    many.iter().filter_map(curve).collect()
}

pub(super) fn cells<'a>(study: &Scaling, records: &'a Records<Scaling>) -> Cells<'a> {
    let finished = records.values().filter_map(|record| Some((&record.cell, record.rows.first()?)));
    let mut cells = Cells::new();
    for (cell, row) in finished {
        let key = (of(study.memory, cell), cell.workers);
        cells.entry(key).or_default().entry(&cell.position).or_default().push(row);
    }
    let all = study.positions.positions.len();
    cells.retain(|_, rows| rows.len() == all && rows.values().all(|draws| draws.len() == study.draws));
    cells
}

pub(super) type Cells<'a> = BTreeMap<(CurveKey, usize), CurveRows<'a>>;

pub(super) type CurveRows<'a> = BTreeMap<&'a str, Vec<&'a ScalingRow>>;

fn of(memory: TableMemory, cell: &ScalingCell) -> CurveKey {
    let ScalingCell { clock, helpers, contender, .. } = cell;
    let slots = match memory {
        TableMemory::Shared => cell.slots,
        TableMemory::PerWorker => cell.slots / cell.workers,
    };
    CurveKey { clock: *clock, helpers: helpers.clone(), contender: *contender, slots }
}

pub(super) fn alone(of: &CurveKey) -> CurveKey {
    CurveKey { clock: of.clock.alone(), helpers: "none".to_owned(), ..of.clone() }
}

pub(super) fn logs(rows: &CurveRows<'_>, what: impl Fn(&ScalingRow) -> f64) -> Vec<f64> {
    rows.values().map(|draws| geometric_mean(draws.iter().map(|row| what(row))).ln()).collect()
}

fn point(workers: usize, one: &CurveRows<'_>, many: &CurveRows<'_>) -> CurvePoint {
    let ratios = |what: &dyn Fn(&ScalingRow) -> f64| ratios(one, many, what);
    let mean = |logs: Vec<f64>| geometric_mean(logs.into_iter().map(f64::exp));
    let logs: Vec<_> = ratios(&|row| row.time as f64).iter().map(|log| -log).collect();
    let first = many.values().flatten().next();
    let is_timed = first.is_some_and(|row| row.distinct.is_none());
    let is_watched = first.is_some_and(|row| row.distinct.is_some() && row.probes > 0);
    let sum = |of: fn(&ScalingRow) -> u64| many.values().flatten().map(|row| of(row)).sum::<u64>() as f64;
    let share = |part: fn(&ScalingRow) -> u64, whole: fn(&ScalingRow) -> u64| {
        is_watched.then(|| sum(part) / sum(whole).max(1.0))
    };
    CurvePoint {
        workers,
        speedup: interval(&logs),
        median: median(&logs).exp(),
        overhead: mean(ratios(&|row| row.nodes as f64)),
        breadth: is_watched.then(|| mean(ratios(&|row| row.distinct.unwrap_or_default() as f64))),
        of_others: share(|row| row.hits_of_others.unwrap_or_default(), |row| row.hits),
        again: share(|row| row.searched_again.unwrap_or_default(), |row| row.stores),
        timed: is_timed.then(|| timed(workers, one, many)),
        logs,
    }
}

fn timed(workers: usize, one: &CurveRows<'_>, many: &CurveRows<'_>) -> Timed {
    let rates = ratios(one, many, |row| row.nodes as f64 / row.time as f64);
    let rows = || many.values().flatten();
    let busy: Option<u64> = rows().map(|row| row.busy_ns).sum();
    let all = workers as f64 * rows().map(|row| row.time).sum::<u64>() as f64;
    Timed {
        time_ns: geometric_mean(logs(many, |row| row.time as f64).into_iter().map(f64::exp)),
        rate: interval(&rates),
        rates,
        idle: busy.map(|busy| 1.0 - busy as f64 / all),
    }
}

fn ratios(one: &CurveRows<'_>, many: &CurveRows<'_>, what: impl Fn(&ScalingRow) -> f64) -> Vec<f64> {
    logs(many, &what).iter().zip(logs(one, &what)).map(|(many, one)| many - one).collect()
}

impl CurvePoint {
    #[must_use]
    pub fn repetition(&self) -> Option<f64> {
        Some(self.overhead / self.breadth?)
    }
}

pub(super) fn interval(logs: &[f64]) -> Estimate {
    // Sums need whole numbers: logarithms from −32 to 32 in steps of 2⁻³¹.
    let whole: Vec<_> = logs.iter().map(|log| ((log + 32.0) * f64::from(1u32 << 31)) as u64).collect();
    let ones = vec![1; logs.len()];
    let mean = |sums: &[f64]| sums[1] / sums[0] / f64::from(1u32 << 31) - 32.0;
    let found = bootstrap().estimate(&[&ones, &whole], mean).map(f64::exp).interval();
    if logs.len() > 1 { found } else { Estimate { low: 0.0, high: f64::INFINITY, ..found } }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Scaling, WorkerClock};
    use super::{curves, interval};
    use crate::experiment::Experiment as _;
    use crate::experiment::journal::{Record, Records};
    use supplant_search::search::{Enhancements, Stop};

    pub(in super::super) fn records(study: &Scaling) -> Records<Scaling> {
        let record = |unit: crate::experiment::Unit<super::ScalingCell>| {
            let rows = study.run(&unit.cell, &Stop::default()).expect("there is memory").expect("it ends");
            let record = Record {
                id: unit.id.clone(),
                cell: unit.cell,
                rows,
                deterministic: true,
                machine: None,
                elapsed_ns: None,
            };
            (unit.id, record)
        };
        study.units().into_iter().map(record).collect()
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_curve_is_of_all_positions_and_adds_up() {
        let study = Scaling { depth: 4, draws: 1, ..Scaling::example() };
        let mut records = records(&study);
        let found = curves(&study, &records);
        assert_eq!(found.len(), 2, "a curve for each way of differing");
        for points in found.values() {
            let [point] = &points[..] else { panic!("one number of workers") };
            assert_eq!((point.workers, point.logs.len()), (4, 18));
            let low = point.speedup.low < point.speedup.value && point.speedup.value < point.speedup.high;
            assert!(low && point.speedup.high < 4.2, "{:?}", point.speedup);
            let by_overhead = 4.0 / point.overhead;
            assert!((point.speedup.value / by_overhead - 1.0).abs() < 0.1, "{point:?}");
            assert!(point.breadth > Some(0.9) && point.repetition() > Some(0.9), "{point:?}");
            assert!(point.of_others > Some(0.0) && point.timed.is_none());
        }
        let one_lost = records.keys().find(|id| id.contains("/none/") && id.contains("/w4")).cloned();
        records.remove(&one_lost.expect("there are such"));
        assert_eq!(curves(&study, &records).len(), 1, "a curve that lacks a position is none");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_search_that_never_asks_the_table_has_no_breadth_and_no_hits() {
        let none = Enhancements::preset("none").expect("there is such a preset");
        let study = Scaling { depth: 1, draws: 1, search: ("none".to_owned(), none), ..Scaling::example() };
        let records = records(&study);
        assert!(records.values().flat_map(|record| &record.rows).all(|row| row.distinct == Some(1)));
        let found = curves(&study, &records);
        assert!(!found.is_empty());
        for point in found.values().flatten() {
            let parts = [point.breadth, point.repetition(), point.of_others, point.again];
            assert_eq!(parts, [None; 4], "{point:?}");
            assert!(point.overhead > 0.0 && point.timed.is_none());
        }
    }

    #[test]
    fn a_timed_speedup_is_nodes_a_second_over_overhead_and_idle_is_what_nobody_was_busy() {
        let study = Scaling { clocks: vec![WorkerClock::Threads], draws: 1, ..Scaling::example() };
        let mut records = records(&study);
        records.values_mut().flat_map(|record| &mut record.rows).for_each(|row| row.busy_ns = Some(row.time));
        let found = curves(&study, &records);
        for point in found.values().flatten() {
            let timed = point.timed.as_ref().expect("a clock tells it");
            let by_parts = timed.rate.value / point.overhead;
            assert!((point.speedup.value / by_parts - 1.0).abs() < 1e-6, "{point:?}");
            assert!(timed.rate.low <= timed.rate.value && timed.rate.value <= timed.rate.high, "{timed:?}");
            assert!(timed.idle.is_some_and(|idle| (idle - 0.75).abs() < 1e-9), "{timed:?}");
            assert!(timed.time_ns > 0.0 && timed.rates.len() == 18);
        }
        assert_eq!(found.len(), 2);
        records.values_mut().flat_map(|record| &mut record.rows).for_each(|row| row.busy_ns = None);
        let older = curves(&study, &records);
        assert!(
            older
                .values()
                .flatten()
                .all(|point| point.timed.as_ref().is_some_and(|timed| timed.idle.is_none()))
        );
    }

    #[test]
    fn the_interval_is_of_the_geometric_mean() {
        let found = interval(&[2f64.ln(), 8f64.ln(), 4f64.ln()]);
        assert!((found.value - 4.0).abs() < 1e-6 && found.low < 3.9 && found.high > 4.1, "{found:?}");
        let few = interval(&[1.7f64.ln(), 1.2f64.ln()]);
        assert!(few.low > 0.0 && few.high > 1.7 && few.high.is_finite(), "{few:?}");
        let one = interval(&[2f64.ln()]);
        assert!(one.low == 0.0 && one.high == f64::INFINITY, "one position says nothing of others: {one:?}");
        let same = interval(&[0.5f64.ln(); 4]);
        assert!((same.low - 0.5).abs() < 1e-6 && (same.high - 0.5).abs() < 1e-6, "{same:?}");
    }
}
