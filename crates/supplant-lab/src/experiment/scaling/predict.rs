//! Predicts the time to depth from the speedup in lockstep and the machine's node rates.
//!
//! `docs/scaling.md` has the formula.
//!
//! Over all positions, rates cancel from the ratio of predicted to measured time.

use std::collections::BTreeMap;

use super::WorkerClock;
use super::curves::{CurveKey, CurvePoint, Timed, interval};
use super::fit::{Fit, LawKind, mean_of};
use crate::experiment::claims::FEWEST;
use crate::experiment::stats::Estimate;

/// The largest relative error of a predicted time; it is chosen, not measured.
pub const TOLERANCE: f64 = 0.15;

#[derive(Clone, Debug)]
pub struct Predicted {
    pub of: CurveKey,
    pub from: WorkerClock,
    pub predictions: Vec<Prediction>,
}

#[derive(Clone, Debug)]
pub struct Prediction {
    pub workers: usize,
    pub speedup: Estimate,
    pub time_ns: Estimate,
    pub check: Option<PredictionCheck>,
}

#[derive(Clone, Debug)]
pub struct PredictionCheck {
    pub speedup: Estimate,
    pub time_ns: f64,
    pub ratio: Estimate,
    pub near: (usize, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionVerdict {
    Within,
    Beyond,
    /// The interval crosses [`TOLERANCE`], or there are fewer than [`FEWEST`] positions.
    Undecided,
}

impl PredictionCheck {
    #[must_use]
    pub fn verdict(&self) -> PredictionVerdict {
        let Estimate { low, high, .. } = self.ratio;
        let (least, most) = (1.0 / (1.0 + TOLERANCE), 1.0 + TOLERANCE);
        if self.near.1 < FEWEST {
            return PredictionVerdict::Undecided;
        }
        match (least <= low && high <= most, high < least || most < low) {
            (true, _) => PredictionVerdict::Within,
            (false, true) => PredictionVerdict::Beyond,
            (false, false) => PredictionVerdict::Undecided,
        }
    }
}

#[must_use]
pub fn predictions(
    curves: &BTreeMap<CurveKey, Vec<CurvePoint>>,
    processors: Option<usize>,
) -> Vec<Predicted> {
    let timed = curves.iter().filter(|(of, _)| of.clock.is_timed());
    let pairs = timed.flat_map(|threads| {
        let beside = move |(of, _): &(&CurveKey, &Vec<CurvePoint>)| {
            !of.clock.is_timed() && CurveKey { clock: threads.0.clock, ..(*of).clone() } == *threads.0
        };
        curves.iter().filter(beside).map(move |lockstep| (threads, lockstep))
    });
    let all = pairs.map(|((of, threads), (from, lockstep))| Predicted {
        of: of.clone(),
        from: from.clock,
        predictions: of_curve(threads, lockstep, processors),
    });
    all.filter(|predicted| !predicted.predictions.is_empty()).collect()
}

fn of_curve(threads: &[CurvePoint], lockstep: &[CurvePoint], processors: Option<usize>) -> Vec<Prediction> {
    let timed: Vec<_> = threads.iter().filter_map(|point| Some((point, point.timed.as_ref()?))).collect();
    let at_once = timed.iter().filter(|(point, _)| processors.is_none_or(|most| point.workers <= most));
    let rates: Vec<_> = at_once.map(|(point, timed)| (point.workers, &timed.rates[..])).collect();
    let Some(&(first, clock)) = timed.first().filter(|(point, _)| point.logs.len() > 1) else {
        return Vec::new();
    };
    let alone_ns = clock.time_ns * first.speedup.value;
    let law = Fit::of(LawKind::Universal, &rates);
    let prediction = |algorithm: &CurvePoint| {
        let known = timed.iter().find(|(point, _)| point.workers == algorithm.workers);
        let (speedup, check) = match known {
            Some((point, timed)) => measured(algorithm, point, timed),
            None => (beyond(algorithm, law.as_ref()?), None),
        };
        let Estimate { value, low, high } = speedup;
        let time_ns = Estimate { value: alone_ns / value, low: alone_ns / high, high: alone_ns / low };
        Some(Prediction { workers: algorithm.workers, speedup, time_ns, check })
    };
    lockstep.iter().filter_map(prediction).collect()
}

fn measured(
    algorithm: &CurvePoint,
    point: &CurvePoint,
    timed: &Timed,
) -> (Estimate, Option<PredictionCheck>) {
    let (rates, sum) = (&timed.rates, timed.rates.iter().sum::<f64>());
    let of_others = |rate: f64| (sum - rate) / (rates.len() - 1) as f64;
    let ideal = (point.workers as f64).ln();
    let predicted = algorithm.logs.iter().zip(rates).map(|(gain, &rate)| gain + of_others(rate) - ideal);
    let errors = point.logs.iter().zip(predicted).map(|(found, said)| found - said);
    let near = errors.filter(|error| error.abs() <= TOLERANCE.ln_1p()).count();
    let own: Vec<_> = algorithm.logs.iter().zip(rates).map(|(gain, rate)| gain + rate - ideal).collect();
    let left: Vec<_> = point.logs.iter().zip(&own).map(|(found, said)| found - said).collect();
    let check = PredictionCheck {
        speedup: point.speedup,
        time_ns: timed.time_ns,
        ratio: interval(&left),
        near: (near, left.len()),
    };
    (interval(&own), Some(check))
}

fn beyond(algorithm: &CurvePoint, law: &Fit) -> Estimate {
    let workers = algorithm.workers as f64;
    law.estimate(|law, chosen| mean_of(chosen, &algorithm.logs).exp() * law.speedup(workers) / workers)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Estimate, FEWEST, PredictionCheck, PredictionVerdict, predictions};
    use crate::experiment::scaling::WorkerClock;
    use crate::experiment::scaling::curves::{CurveKey, CurvePoint, Timed, interval};
    use crate::experiment::searches::Contender;
    use supplant::scheme::SchemeName;

    fn of(clock: WorkerClock) -> CurveKey {
        let contender = Contender::table(SchemeName::TwoBig1);
        CurveKey { clock, helpers: "lazy".to_owned(), contender, slots: 1 << 10 }
    }

    fn point(workers: usize, speedups: &[f64], rates: Option<&[f64]>) -> CurvePoint {
        let logs = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<_>>();
        let speedup = interval(&logs(speedups));
        let timed = rates.map(|rates| Timed {
            time_ns: 1e9 / speedup.value,
            rate: interval(&logs(rates)),
            rates: logs(rates),
            idle: None,
        });
        let logs = logs(speedups);
        CurvePoint {
            workers,
            speedup,
            median: 1.0,
            logs,
            overhead: 1.0,
            breadth: None,
            of_others: None,
            again: None,
            timed,
        }
    }

    fn curves(threads: Vec<CurvePoint>, lockstep: Vec<CurvePoint>) -> BTreeMap<CurveKey, Vec<CurvePoint>> {
        [(of(WorkerClock::Pinned), threads), (of(WorkerClock::Lockstep(8)), lockstep)].into()
    }

    fn positions(rest: f64, last: f64) -> [f64; FEWEST] {
        std::array::from_fn(|i| if i + 1 < FEWEST { rest } else { last })
    }

    fn check(threads: CurvePoint, lockstep: CurvePoint) -> PredictionCheck {
        let all = predictions(&curves(vec![threads], vec![lockstep]), None);
        let [predicted] = &all[..] else { panic!("one curve of threads: {all:?}") };
        let [prediction] = &predicted.predictions[..] else { panic!("{predicted:?}") };
        prediction.check.clone().expect("it was measured")
    }

    #[test]
    fn a_machine_that_leaves_a_half_makes_the_gain_of_the_algorithm_a_half() {
        let gains: [f64; FEWEST] = std::array::from_fn(|i| 3.0 + i as f64 / 10.0);
        let threads = vec![point(4, &gains.map(|gain| gain / 2.0), Some(&[2.0; FEWEST]))];
        let all = predictions(&curves(threads, vec![point(4, &gains, None)]), None);
        let [predicted] = &all[..] else { panic!("one curve of threads: {all:?}") };
        let [prediction] = &predicted.predictions[..] else { panic!("{predicted:?}") };
        let mean = gains.iter().product::<f64>().powf(1.0 / FEWEST as f64) / 2.0;
        assert!((prediction.speedup.value - mean).abs() < 1e-6, "{prediction:?}");
        assert!((prediction.time_ns.value - 1e9 / mean).abs() < 1e3, "{prediction:?}");
        let check = prediction.check.as_ref().expect("it was measured");
        assert!((check.ratio.value - 1.0).abs() < 1e-6 && check.near == (FEWEST, FEWEST), "{check:?}");
        assert_eq!((check.verdict(), predicted.from), (PredictionVerdict::Within, WorkerClock::Lockstep(8)));
    }

    #[test]
    fn a_position_is_predicted_from_the_rates_of_others_and_never_from_its_own() {
        let slower = [2.0, 2.0, 1.0];
        let check = check(point(2, &slower, Some(&slower)), point(2, &[2.0; 3], None));
        assert_eq!(check.near, (0, 3), "the last is told too fast, the others too slow: {check:?}");
    }

    #[test]
    fn scatter_of_nodes_a_second_is_not_in_the_ratio_from_whose_mean_they_drop_out() {
        let rates: [f64; FEWEST] = std::array::from_fn(|i| if i % 2 == 0 { 2.0 } else { 1.0 });
        let told = check(point(2, &rates, Some(&rates)), point(2, &[2.0; FEWEST], None));
        let Estimate { value, low, high } = told.ratio;
        assert!(
            (value - 1.0).abs() < 1e-6 && (low - 1.0).abs() < 1e-6 && (high - 1.0).abs() < 1e-6,
            "{told:?}"
        );
        assert_eq!((told.near.0, told.verdict()), (0, PredictionVerdict::Within));
        let gains = positions(2.0, 1.0);
        let told = check(point(2, &gains, Some(&[2.0; FEWEST])), point(2, &[2.0; FEWEST], None));
        assert!(told.ratio.low < told.ratio.value && told.ratio.value < told.ratio.high, "{told:?}");
        assert!((told.ratio.value - 0.5f64.powf(1.0 / FEWEST as f64)).abs() < 1e-6, "{told:?}");
    }

    #[test]
    fn more_threads_than_were_timed_follow_the_law_and_of_one_number_there_is_none() {
        let rates = |workers: usize| [workers as f64 / (1.0 + 0.1 * (workers as f64 - 1.0)); 3];
        let timed = |workers| point(workers, &rates(workers), Some(&rates(workers)));
        let lockstep = || [2, 4, 16].map(|workers| point(workers, &[workers as f64; 3], None)).to_vec();
        let all = predictions(&curves(vec![timed(2), timed(4)], lockstep()), Some(4));
        let [_, _, many] = &all[0].predictions[..] else { panic!("{all:?}") };
        assert!(many.check.is_none() && (many.speedup.value - 6.4).abs() < 1e-6, "{many:?}");
        assert!((many.time_ns.value - 1e9 / 6.4).abs() < 1e3, "{many:?}");
        let all = predictions(&curves(vec![timed(2)], lockstep()), Some(4));
        let workers: Vec<_> = all[0].predictions.iter().map(|prediction| prediction.workers).collect();
        assert_eq!(workers, [2], "what one number of threads says of more is nothing");
    }

    #[test]
    fn threads_without_a_processor_each_have_no_part_in_the_law() {
        let rates = |workers: usize| [workers as f64 / (1.0 + 0.1 * (workers as f64 - 1.0)); 3];
        let timed = |workers| point(workers, &rates(workers), Some(&rates(workers)));
        let crowded = point(8, &rates(4), Some(&rates(4)));
        let lockstep = || [2, 4, 8, 16].map(|workers| point(workers, &[workers as f64; 3], None)).to_vec();
        let told = |processors| {
            let all = predictions(&curves(vec![timed(2), timed(4), crowded.clone()], lockstep()), processors);
            let speedups =
                all[0].predictions.iter().map(|prediction| (prediction.workers, prediction.speedup.value));
            speedups.collect::<BTreeMap<_, _>>()
        };
        let (right, wrong) = (told(Some(4)), told(None));
        assert!((right[&16] - 6.4).abs() < 1e-6 && wrong[&16] < 6.0, "{right:?} {wrong:?}");
        assert_eq!(right[&8], wrong[&8], "what was timed is judged by its own nodes a second");
        let all = predictions(&curves(vec![timed(2), crowded], lockstep()), Some(4));
        let workers: Vec<_> = all[0].predictions.iter().map(|prediction| prediction.workers).collect();
        assert_eq!(workers, [2, 8], "one number of threads with processors is not a law");
    }

    #[test]
    fn a_prediction_uses_only_runs_whose_workers_differ_in_the_same_way() {
        let mut all = curves(vec![point(2, &[1.0; 3], Some(&[1.0; 3]))], Vec::new());
        let other = CurveKey { helpers: "none".to_owned(), ..of(WorkerClock::Lockstep(8)) };
        all.insert(other, vec![point(2, &[2.0; 3], None)]);
        assert!(predictions(&all, None).is_empty());
    }

    #[test]
    fn the_verdict_is_on_the_whole_interval() {
        let verdict = |low, high| of_positions(low, high, FEWEST);
        assert_eq!(verdict(0.87, 1.149), PredictionVerdict::Within);
        assert_eq!([verdict(0.86, 1.1), verdict(0.9, 1.16)], [PredictionVerdict::Undecided; 2]);
        assert_eq!([verdict(0.5, 0.86), verdict(1.16, 2.0)], [PredictionVerdict::Beyond; 2]);
        assert_eq!(
            verdict(0.0, f64::INFINITY),
            PredictionVerdict::Undecided,
            "one position says nothing of others"
        );
    }

    fn of_positions(low: f64, high: f64, positions: usize) -> PredictionVerdict {
        let ratio = Estimate { value: 1.0, low, high };
        PredictionCheck { speedup: ratio, time_ns: 1.0, ratio, near: (0, positions) }.verdict()
    }

    #[test]
    fn of_fewer_positions_than_decide_anything_the_verdict_is_open() {
        for (low, high, verdict) in
            [(0.99, 1.01, PredictionVerdict::Within), (1.5, 2.0, PredictionVerdict::Beyond)]
        {
            assert_eq!(of_positions(low, high, FEWEST), verdict);
            assert_eq!(of_positions(low, high, FEWEST - 1), PredictionVerdict::Undecided);
        }
    }
}
