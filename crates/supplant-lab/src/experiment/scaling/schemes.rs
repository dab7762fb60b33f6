//! Each scheme's time relative to the first scheme's, by number of workers.
//!
//! Ratios are geometric means over draws and positions, with intervals over positions. The *change*
//! of a ratio is also paired by position, because effects of a position exist with one worker too.

use std::collections::BTreeMap;

use super::curves::{Cells, CurveKey, alone, cells, interval, logs};
use super::{Scaling, WorkerClock};
use crate::experiment::journal::Records;
use crate::experiment::searches::Contender;
use crate::experiment::stats::Estimate;

#[derive(Clone, Debug, PartialEq)]
pub struct SchemeTimes {
    pub contender: Contender,
    pub times: BTreeMap<usize, Estimate>,
    pub change: Option<Estimate>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Under {
    pub clock: WorkerClock,
    pub helpers: String,
    pub slots: usize,
}

#[must_use]
pub fn schemes(study: &Scaling, records: &Records<Scaling>) -> BTreeMap<Under, Vec<SchemeTimes>> {
    let cells = cells(study, records);
    let [first, others @ ..] = &study.schemes[..] else { return BTreeMap::new() };
    let mut found = BTreeMap::<Under, Vec<SchemeTimes>>::new();
    if others.is_empty() {
        return found;
    }
    let first = Contender::table(*first);
    let most = study.workers.iter().copied().max().unwrap_or(1);
    for (of, workers) in cells.keys() {
        if *workers == 1 {
            continue;
        }
        let CurveKey { clock, helpers, slots, .. } = of;
        found.entry(Under { clock: *clock, helpers: helpers.clone(), slots: *slots }).or_default();
    }
    for (under, beside) in &mut found {
        beside.extend(study.schemes.iter().filter_map(|&scheme| {
            let of = |contender| under.of(contender);
            let ratios = ratios(study, &cells, &of(Contender::table(scheme)), &of(first));
            SchemeTimes::of(Contender::table(scheme), &ratios, most)
        }));
    }
    found
}

impl Under {
    fn of(&self, contender: Contender) -> CurveKey {
        CurveKey { clock: self.clock, helpers: self.helpers.clone(), contender, slots: self.slots }
    }
}

fn ratios(study: &Scaling, cells: &Cells<'_>, of: &CurveKey, first: &CurveKey) -> BTreeMap<usize, Vec<f64>> {
    let key = |of: &CurveKey, workers| (if workers == 1 { alone(of) } else { of.clone() }, workers);
    let ratio = |&workers: &usize| {
        let [own, firsts] = [of, first].map(|of| cells.get(&key(of, workers)));
        let [own, firsts] = [own?, firsts?].map(|rows| logs(rows, |row| row.time as f64));
        Some((workers, own.iter().zip(&firsts).map(|(own, first)| own - first).collect()))
    };
    study.workers.iter().filter_map(ratio).collect()
}

impl SchemeTimes {
    fn of(contender: Contender, ratios: &BTreeMap<usize, Vec<f64>>, most: usize) -> Option<Self> {
        if ratios.is_empty() {
            return None;
        }
        let times: BTreeMap<_, _> = ratios.iter().map(|(&workers, logs)| (workers, interval(logs))).collect();
        let ends = ratios.get(&1).zip(ratios.get(&most).filter(|_| most > 1));
        let change = ends.map(|(one, last)| {
            let grown: Vec<_> = last.iter().zip(one).map(|(last, one)| last - one).collect();
            interval(&grown)
        });
        Some(Self { contender, times, change })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Scaling;
    use super::super::curves::tests::records;
    use super::schemes;
    use supplant::scheme::SchemeName;

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_scheme_beside_itself_takes_the_same_time_and_another_does_not() {
        let study = Scaling {
            depth: 4,
            draws: 1,
            schemes: vec![SchemeName::TwoBig1, SchemeName::Old],
            slots: vec![256],
            ..Scaling::example()
        };
        let mut records = records(&study);
        let found = schemes(&study, &records);
        assert_eq!(found.len(), 2, "for each way of differing");
        for beside in found.values() {
            let [first, old] = &beside[..] else { panic!("two schemes") };
            assert!(first.times.values().all(|time| (time.value - 1.0).abs() < 1e-6), "{first:?}");
            assert_eq!(old.times.keys().copied().collect::<Vec<_>>(), [1, 4]);
            let [one, four] = [1, 4].map(|workers| old.times[&workers]);
            assert!(one.value > 1.02 && one.low < one.value && one.value < one.high, "{old:?}");
            let change = old.change.expect("there is one worker, and there are four").value;
            assert!((change - four.value / one.value).abs() < 1e-6, "{old:?}");
        }
        let lost =
            records.keys().find(|id| id.contains("/OLD/") && id.contains("/none/") && id.contains("/w4"));
        records.remove(&lost.cloned().expect("there are such"));
        let found = schemes(&study, &records);
        assert!(
            found.values().any(|beside| !beside[1].times.contains_key(&4)),
            "not of some positions alone"
        );
        let longer = Scaling { workers: vec![1, 4, 8], ..study.clone() };
        let unfinished = schemes(&longer, &records);
        assert!(
            unfinished.values().flatten().all(|beside| beside.change.is_none()),
            "four workers are not the eight that there are to be"
        );
        assert!(schemes(&Scaling { schemes: vec![SchemeName::Old], ..study }, &records).is_empty());
    }
}
