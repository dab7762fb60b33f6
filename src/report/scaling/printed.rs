//! The table for the terminal: a line for each number of workers of each curve.

use super::{Measured, predicted};
use crate::lab::scaling::curves::Point;
use crate::lab::stats::Estimate;
use crate::report::document::ABSENT;

/// All curves, and what was predicted of them.
#[must_use]
pub fn table(measured: &Measured) -> String {
    let mut lines = Vec::new();
    for (of, points) in &measured.curves {
        lines.push(measured.name(of));
        lines.push(if of.clock.is_timed() { TIMED } else { VIRTUAL }.to_owned());
        lines.extend(points.iter().map(line));
        lines.push(String::new());
    }
    if measured.curves.is_empty() {
        lines.push("no curve is finished\n".to_owned());
    }
    lines.extend(predicted::printed(measured));
    lines.join("\n")
}

const VIRTUAL: &str =
    "workers  speedup    (95 %)          median  overhead  breadth  repetition  others' hits  again";
const TIMED: &str = "workers  speedup    (95 %)          median  overhead  nodes/s    idle";

fn line(point: &Point) -> String {
    let speedup = point.speedup;
    let interval = interval(speedup);
    let times = |value: Option<f64>| value.map_or_else(|| ABSENT.to_owned(), |value| format!("{value:.2}"));
    let percent = |value: Option<f64>| {
        value.map_or_else(|| ABSENT.to_owned(), |value| format!("{:.1} %", 100.0 * value))
    };
    let common = format!(
        "{:>7} {:>8.2} {interval:>18} {:>9.2} {:>9.2}",
        point.workers, speedup.value, point.median, point.overhead
    );
    if let Some(timed) = &point.timed {
        return format!("{common} {:>8.2} {:>7}", timed.rate.value, percent(timed.idle));
    }
    format!(
        "{common} {:>8} {:>11} {:>13} {:>6}",
        times(point.breadth),
        times(point.repetition()),
        percent(point.of_others),
        percent(point.again)
    )
}

/// An interval, where there is one.
pub(super) fn interval(Estimate { low, high, .. }: Estimate) -> String {
    if high.is_finite() { format!("({low:.2}–{high:.2})") } else { ABSENT.to_owned() }
}
