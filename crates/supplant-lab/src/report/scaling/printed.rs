//! The table for the terminal.

use super::{ScalingReport, predicted};
use crate::experiment::scaling::curves::CurvePoint;
use crate::experiment::stats::Estimate;
use crate::report::document::ABSENT;

#[must_use]
pub fn table(measured: &ScalingReport) -> String {
    let mut lines = Vec::new();
    for (of, points) in &measured.curves {
        lines.push(measured.name(of));
        let header = if of.clock.is_timed() { &TIMED[..] } else { &VIRTUAL };
        lines.push(aligned(header, &WIDTHS));
        lines.extend(points.iter().map(line));
        lines.push(String::new());
    }
    if measured.curves.is_empty() {
        lines.push("no curve is finished\n".to_owned());
    }
    lines.extend(predicted::printed(measured));
    lines.join("\n")
}

/// A line fits into eighty columns.
const WIDTHS: [usize; 9] = [7, 8, 16, 7, 9, 8, 11, 8, 6];
const VIRTUAL: [&str; 9] =
    ["workers", "speedup", "(95 %)", "median", "overhead", "breadth", "repetition", "others'", "again"];
const TIMED: [&str; 7] = ["workers", "speedup", "(95 %)", "median", "overhead", "nodes/s", "idle"];

pub(super) fn aligned(cells: &[impl AsRef<str>], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths);
    cells.map(|(cell, &width)| format!("{:>width$}", cell.as_ref())).collect()
}

fn line(point: &CurvePoint) -> String {
    let speedup = point.speedup;
    let times = |value: f64| format!("{value:.2}");
    let maybe = |value: Option<f64>| value.map_or_else(|| ABSENT.to_owned(), times);
    let percent = |value: Option<f64>| {
        value.map_or_else(|| ABSENT.to_owned(), |value| format!("{:.1}%", 100.0 * value))
    };
    let mut cells = vec![
        point.workers.to_string(),
        times(speedup.value),
        interval(speedup),
        times(point.median),
        times(point.overhead),
    ];
    match &point.timed {
        Some(timed) => cells.extend([times(timed.rate.value), percent(timed.idle)]),
        None => cells.extend([
            maybe(point.breadth),
            maybe(point.repetition()),
            percent(point.of_others),
            percent(point.again),
        ]),
    }
    aligned(&cells, &WIDTHS)
}

pub(super) fn interval(Estimate { low, high, .. }: Estimate) -> String {
    if high.is_finite() { format!("({low:.2}–{high:.2})") } else { ABSENT.to_owned() }
}
