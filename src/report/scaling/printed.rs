//! The table for the terminal: a line for each number of workers of each curve.

use super::Measured;
use crate::lab::scaling::curves::Point;
use crate::report::document::ABSENT;

/// All curves.
#[must_use]
pub fn table(measured: &Measured) -> String {
    let mut lines = Vec::new();
    for (of, points) in &measured.curves {
        lines.push(measured.name(of));
        lines.push(if measured.is_timed() { TIMED } else { VIRTUAL }.to_owned());
        lines.extend(points.iter().map(|point| line(point, measured.is_timed())));
        lines.push(String::new());
    }
    if measured.curves.is_empty() {
        lines.push("no curve is finished\n".to_owned());
    }
    lines.join("\n")
}

const VIRTUAL: &str =
    "workers  speedup    (95 %)          median  overhead  breadth  repetition  others' hits  again";
const TIMED: &str = "workers  speedup    (95 %)          median  overhead  nodes/s";

fn line(point: &Point, is_timed: bool) -> String {
    let speedup = point.speedup;
    let interval = match speedup.high.is_finite() {
        true => format!("({:.2}–{:.2})", speedup.low, speedup.high),
        false => ABSENT.to_owned(),
    };
    let times = |value: Option<f64>| value.map_or_else(|| ABSENT.to_owned(), |value| format!("{value:.2}"));
    let percent = |value: Option<f64>| {
        value.map_or_else(|| ABSENT.to_owned(), |value| format!("{:.1} %", 100.0 * value))
    };
    let common = format!(
        "{:>7} {:>8.2} {interval:>18} {:>9.2} {:>9.2}",
        point.workers, speedup.value, point.median, point.overhead
    );
    if is_timed {
        return format!("{common} {:>8}", times(point.rate));
    }
    format!(
        "{common} {:>8} {:>11} {:>13} {:>6}",
        times(point.breadth),
        times(point.repetition()),
        percent(point.of_others),
        percent(point.again)
    )
}
