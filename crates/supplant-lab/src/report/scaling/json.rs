//! The curves and predictions of a run, for `scale --json` and `report --json`. A missing number is
//! `null`.

use anyhow::Result;
use serde::Serialize;

use super::{ScalingReport, predicted};
use crate::experiment::provenance::RunOrigin;
use crate::experiment::scaling::curves::{CurveKey, CurvePoint};
use crate::experiment::scaling::predict::Predicted;
use crate::experiment::stats::Estimate;

#[derive(Debug, Serialize)]
pub struct Output {
    version: String,
    commit: String,
    set: String,
    finished: usize,
    searches: usize,
    curves: Vec<Curve>,
    predicted: Vec<Foretold>,
}

#[derive(Debug, Serialize)]
struct Named {
    clock: String,
    helpers: String,
    scheme: String,
    slots: usize,
}

#[derive(Debug, Serialize)]
struct Curve {
    #[serde(flatten)]
    of: Named,
    points: Vec<JsonRow>,
}

#[derive(Debug, Serialize)]
struct JsonRow {
    workers: usize,
    speedup: Number,
    median: f64,
    overhead: f64,
    breadth: Option<f64>,
    repetition: Option<f64>,
    hits_of_others: Option<f64>,
    searched_again: Option<f64>,
    nodes_per_second: Option<Number>,
    idle: Option<f64>,
    seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Number {
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Foretold {
    #[serde(flatten)]
    of: Named,
    from: String,
    threads: usize,
    speedup: Number,
    seconds: Number,
    measured_speedup: Option<Number>,
    measured_seconds: Option<f64>,
    /// The predicted time divided by the measured one.
    ratio: Option<Number>,
    verdict: Option<&'static str>,
    positions_within: Option<(usize, usize)>,
}

/// # Errors
/// If no session measured anything.
pub fn output(measured: &ScalingReport) -> Result<Output> {
    let RunOrigin { version, commit, positions } =
        RunOrigin::of(measured.provenance()?, measured.study.positions.digest());
    let curves = measured.curves.iter();
    let curves = curves.map(|(of, points)| Curve { of: named(of), points: points.iter().map(row).collect() });
    let (finished, searches) = measured.finished;
    Ok(Output {
        version,
        commit,
        set: positions,
        finished,
        searches,
        curves: curves.collect(),
        predicted: measured.predicted.iter().flat_map(foretold).collect(),
    })
}

fn named(CurveKey { clock, helpers, contender, slots }: &CurveKey) -> Named {
    Named { clock: clock.to_string(), helpers: helpers.clone(), scheme: contender.to_string(), slots: *slots }
}

fn row(point: &CurvePoint) -> JsonRow {
    let timed = point.timed.as_ref();
    JsonRow {
        workers: point.workers,
        speedup: point.speedup.into(),
        median: point.median,
        overhead: point.overhead,
        breadth: point.breadth,
        repetition: point.repetition(),
        hits_of_others: point.of_others,
        searched_again: point.again,
        nodes_per_second: timed.map(|timed| timed.rate.into()),
        idle: timed.and_then(|timed| timed.idle),
        seconds: timed.map(|timed| timed.time_ns / 1e9),
    }
}

impl From<Estimate> for Number {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        let end = |end: f64| Some(end).filter(|_| high.is_finite());
        Self { value, low: end(low), high: end(high) }
    }
}

fn foretold(predicted: &Predicted) -> impl Iterator<Item = Foretold> {
    predicted.predictions.iter().map(|prediction| {
        let check = prediction.check.as_ref();
        let Estimate { value, low, high } = prediction.time_ns;
        Foretold {
            of: named(&predicted.of),
            from: predicted.from.to_string(),
            threads: prediction.workers,
            speedup: prediction.speedup.into(),
            seconds: Estimate { value: value / 1e9, low: low / 1e9, high: high / 1e9 }.into(),
            measured_speedup: check.map(|check| check.speedup.into()),
            measured_seconds: check.map(|check| check.time_ns / 1e9),
            ratio: check.map(|check| check.ratio.into()),
            verdict: check.map(|check| predicted::said(check.verdict()).0),
            positions_within: check.map(|check| check.near),
        }
    })
}
