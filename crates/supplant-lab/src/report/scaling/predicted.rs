//! Predicted times beside measured ones, for the report and the terminal.

use super::document::{band, number, three};
use super::printed::{aligned, interval};
use super::{ScalingReport, clock};
use crate::experiment::claims::FEWEST;
use crate::experiment::scaling::predict::{
    Predicted, Prediction, PredictionCheck, PredictionVerdict, TOLERANCE,
};
use crate::experiment::stats::Estimate;
use crate::report::document::{ABSENT, Block, DataTable, Finding, TableCell, Tone};

pub(super) fn section(measured: &ScalingReport) -> Vec<Block> {
    if measured.predicted.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading("Predicted and measured".to_owned()),
        Block::Words(format!("{WORDS} Of fewer than {FEWEST} positions the verdict is open.")),
        Block::Findings(
            measured.predicted.iter().flat_map(|predicted| findings(measured, predicted)).collect(),
        ),
        Block::Table(table(measured)),
    ]
}

const WORDS: &str = "N threads are predicted to be as much sooner than one as N workers in lockstep, times their nodes a second, in proportion to N times \
    those of one. The first is what the algorithm gains, the second what the machine leaves of it. A position is predicted from its own searches in lockstep and the \
    nodes a second of the other positions, never from its own times. So where threads were timed, what is put to the test is that threads lose as much to the \
    algorithm as workers in lockstep do: nodes a second, which are measured, drop out of the mean of predicted over measured, and so are not in its interval. That the machine treats positions \
    alike shows in how many of them are predicted. Of more threads the nodes a second are those of the law of scalability through the ones that \
    were timed, each with a processor of its own, with the middle 95 % of fits to positions drawn anew; that is a guess with a band, and no measurement. Of fewer than two \
    numbers of such threads there is no law.";

fn findings(measured: &ScalingReport, predicted: &Predicted) -> Vec<Finding> {
    let all = predicted.predictions.iter();
    all.filter_map(|prediction| Some(finding(measured, predicted, prediction, prediction.check.as_ref()?)))
        .collect()
}

fn finding(
    measured: &ScalingReport,
    predicted: &Predicted,
    prediction: &Prediction,
    check: &PredictionCheck,
) -> Finding {
    let (verdict, tone) = said(check.verdict());
    let seconds = |ns: f64| format!("{:.3} s", ns / 1e9);
    let (near, all) = check.near;
    let facts = [
        ("predicted", seconds(prediction.time_ns.value)),
        ("measured", seconds(check.time_ns)),
        ("predicted ∕ measured", band(check.ratio, 3).text),
        ("single positions within it", format!("{near} of {all}")),
    ];
    Finding {
        verdict: verdict.to_owned(),
        tone,
        sentence: format!(
            "{}: in the mean over positions, the time to depth of {} threads is predicted to within {:.0} % by lockstep of {}.",
            measured.name(&predicted.of),
            prediction.workers,
            100.0 * TOLERANCE,
            clock(predicted.from)
        ),
        facts: facts.map(|(name, text)| (name.to_owned(), text)).to_vec(),
    }
}

pub(super) fn said(verdict: PredictionVerdict) -> (&'static str, Tone) {
    match verdict {
        PredictionVerdict::Within => ("yes", Tone::Good),
        PredictionVerdict::Beyond => ("no", Tone::Bad),
        PredictionVerdict::Undecided => ("open", Tone::Open),
    }
}

fn table(measured: &ScalingReport) -> DataTable {
    let header = [
        "curve",
        "from",
        "threads",
        "predicted speedup",
        "predicted seconds",
        "measured speedup",
        "measured seconds",
        "predicted ∕ measured",
    ];
    let row = |predicted: &Predicted, prediction: &Prediction| {
        let check = prediction.check.as_ref();
        let seconds = scaled(prediction.time_ns, 1e-9);
        vec![
            TableCell::from(measured.name(&predicted.of)),
            TableCell::from(clock(predicted.from)),
            TableCell::whole(prediction.workers),
            band(prediction.speedup, 2),
            band(seconds, 3),
            TableCell::or_absent(check.map(|check| band(check.speedup, 2))),
            TableCell::or_absent(
                check.map(|check| TableCell::number(format!("{:.3}", check.time_ns / 1e9), check.time_ns)),
            ),
            TableCell::or_absent(check.map(|check| band(check.ratio, 3))),
        ]
    };
    let all = measured.predicted.iter();
    DataTable {
        caption: "Times to depth, the geometric mean over the positions".to_owned(),
        header: DataTable::header(&header),
        words: 2,
        rows: all.flat_map(|predicted| predicted.predictions.iter().map(|one| row(predicted, one))).collect(),
    }
}

pub(super) fn rows(measured: &ScalingReport) -> DataTable {
    let header = [
        "clock",
        "helpers",
        "scheme",
        "slots",
        "threads",
        "quantum",
        "predicted speedup",
        "low",
        "high",
        "predicted seconds",
        "seconds low",
        "seconds high",
        "measured speedup",
        "measured low",
        "measured high",
        "measured seconds",
        "predicted over measured",
        "ratio low",
        "ratio high",
        "verdict",
    ];
    let row = |predicted: &Predicted, prediction: &Prediction| {
        let (of, check) = (&predicted.of, prediction.check.as_ref());
        let names = [clock(of.clock), of.helpers.clone(), of.contender.to_string()];
        let mut cells: Vec<_> = names.into_iter().map(TableCell::from).collect();
        cells.extend([
            TableCell::whole(of.slots),
            TableCell::whole(prediction.workers),
            TableCell::from(predicted.from.to_string()),
        ]);
        cells.extend(three(Some(prediction.speedup)));
        cells.extend(three(Some(scaled(prediction.time_ns, 1e-9))));
        cells.extend(three(check.map(|check| check.speedup)));
        cells.push(number(check.map(|check| check.time_ns / 1e9)));
        cells.extend(three(check.map(|check| check.ratio)));
        cells.push(TableCell::from(check.map_or(ABSENT, |check| said(check.verdict()).0)));
        cells
    };
    let all = measured.predicted.iter();
    DataTable {
        caption: "Predicted and measured".to_owned(),
        header: DataTable::header(&header),
        words: 3,
        rows: all.flat_map(|predicted| predicted.predictions.iter().map(|one| row(predicted, one))).collect(),
    }
}

fn scaled(Estimate { value, low, high }: Estimate, factor: f64) -> Estimate {
    Estimate { value: factor * value, low: factor * low, high: factor * high }
}

pub(super) fn printed(measured: &ScalingReport) -> Vec<String> {
    let mut lines = Vec::new();
    for predicted in &measured.predicted {
        lines.push(format!(
            "{}, predicted from {}: seconds, and predicted ∕ measured;",
            measured.name(&predicted.of),
            clock(predicted.from)
        ));
        lines.push(format!(
            "whether that is within {:.0} % in the mean, and in how many single positions it is",
            100.0 * TOLERANCE
        ));
        lines.push(aligned(&PRINTED, &WIDTHS));
        lines.extend(predicted.predictions.iter().map(line));
        lines.push(String::new());
    }
    lines
}

/// A line fits into eighty columns.
const WIDTHS: [usize; 9] = [7, 8, 15, 10, 9, 7, 13, 6, 5];
const PRINTED: [&str; 9] =
    ["threads", "speedup", "(95 %)", "predicted", "measured", "ratio", "(95 %)", "mean", "near"];

fn line(prediction: &Prediction) -> String {
    let Prediction { workers, speedup, time_ns, check } = prediction;
    let seconds = |ns: f64| format!("{:.3}", ns / 1e9);
    let mut cells = vec![
        workers.to_string(),
        format!("{:.2}", speedup.value),
        interval(*speedup),
        seconds(time_ns.value),
    ];
    if let Some(check) = check {
        let (near, all) = check.near;
        let ratio = [format!("{:.2}", check.ratio.value), interval(check.ratio)];
        cells.push(seconds(check.time_ns));
        cells.extend(ratio);
        cells.extend([said(check.verdict()).0.to_owned(), format!("{near}/{all}")]);
    }
    aligned(&cells, &WIDTHS)
}
