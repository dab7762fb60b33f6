//! The pictures: speedups over workers beside the ideal, what is lost, and all curves as a table of colours.

use super::Measured;
use crate::lab::scaling::curves::Point;
use crate::report::document::Figure;
use crate::report::plot::{Axis, HeatMap, Lines, Look, Series};

/// More curves than that are told apart by their numbers alone.
const MOST_CURVES: usize = 7;

/// All pictures for which there is something to draw.
pub(super) fn figures(measured: &Measured) -> Vec<Figure> {
    if measured.curves.is_empty() {
        return Vec::new();
    }
    let mut figures = Vec::new();
    if measured.curves.len() <= MOST_CURVES {
        figures.push(speedups(measured));
        figures.extend(losses(measured));
    }
    if measured.curves.len() > 1 {
        figures.push(efficiencies(measured));
    }
    figures.extend(super::schemes::figure(measured));
    figures
}

/// Workers, and what is multiplied by them: in steps of doubling.
fn doubling(value: f64) -> f64 {
    value.log2()
}

fn axis(title: &str, least: f64, most: f64) -> Axis {
    let ends = least.log2().floor().min(0.0) as i32..=most.log2().ceil().max(1.0) as i32;
    let ticks = ends.map(|i| (f64::from(i), f64::from(i).exp2().to_string()));
    Axis { title: title.to_owned(), ticks: ticks.collect() }
}

fn most_workers(measured: &Measured) -> f64 {
    measured.study.workers.iter().max().map_or(1.0, |&workers| workers as f64)
}

fn speedups(measured: &Measured) -> Figure {
    let most = most_workers(measured);
    let ideal = Series {
        name: "ideal".to_owned(),
        look: Look::Bound,
        points: vec![(0.0, 0.0), (doubling(most), doubling(most))],
        band: Vec::new(),
    };
    let curves = measured.curves.iter().enumerate().map(|(i, (of, points))| Series {
        name: measured.name(of),
        look: Look::Numbered(i),
        points: points_of(points, |point| point.speedup.value),
        band: points
            .iter()
            // One position has no interval.
            .filter(|point| point.speedup.high.is_finite())
            .map(|point| (x(point), doubling(point.speedup.low), doubling(point.speedup.high)))
            .collect(),
    });
    let what = if measured.is_timed() {
        "sooner to the same depth"
    } else {
        "sooner to the same depth, in virtual time"
    };
    let values = measured.curves.values().flatten().map(|point| point.speedup.value);
    let least = values.fold(1.0, f64::min);
    let lines = Lines {
        alt: format!("How much sooner, over the number of workers: {what}"),
        x: axis("workers", 1.0, most),
        y: axis(&format!("times {what}"), least, most),
        series: std::iter::once(ideal).chain(curves).collect(),
        printed: Vec::new(),
        key: Vec::new(),
    };
    Figure {
        file: "scaling-speedup.svg".to_owned(),
        caption: "How much sooner so many workers reach the same depth than one: geometric mean over the positions, and its 95 % interval."
            .to_owned(),
        alt: lines.alt.clone(),
        svg: lines.svg(),
        rows: None,
    }
}

fn x(point: &Point) -> f64 {
    doubling(point.workers as f64)
}

/// A curve that begins with one worker, who is 1.
fn points_of(points: &[Point], of: impl Fn(&Point) -> f64) -> Vec<(f64, f64)> {
    let rest = points.iter().map(|point| (x(point), doubling(of(point))));
    std::iter::once((0.0, 0.0)).chain(rest).collect()
}

/// The name of a curve, how it looks, and its points.
type Part = (&'static str, Look, Vec<(f64, f64)>);

/// Overhead of the first curve, and what it is made of.
fn losses(measured: &Measured) -> Option<Figure> {
    let (of, points) = measured.first_curve()?;
    let parts: Vec<Part> = if measured.is_timed() {
        vec![
            ("overhead", Look::Numbered(0), points_of(points, |point| point.overhead)),
            ("nodes/s", Look::Numbered(1), points_of(points, |point| point.rate.unwrap_or(1.0))),
        ]
    } else {
        vec![
            ("overhead", Look::Numbered(0), points_of(points, |point| point.overhead)),
            ("breadth", Look::Numbered(1), points_of(points, |point| point.breadth.unwrap_or(1.0))),
            ("repetition", Look::Numbered(2), points_of(points, |point| point.repetition().unwrap_or(1.0))),
        ]
    };
    let values = || parts.iter().flat_map(|(_, _, points)| points).map(|&(_, y)| y.exp2());
    let (least, greatest) = (values().fold(1.0, f64::min), values().fold(2.0, f64::max));
    let series = parts.into_iter().map(|(name, look, points)| Series {
        name: name.to_owned(),
        look,
        points,
        band: Vec::new(),
    });
    let alt = format!("What is lost over the number of workers, {}", measured.name(of));
    let lines = Lines {
        alt: alt.clone(),
        x: axis("workers", 1.0, most_workers(measured)),
        y: axis("times that of one worker", least, greatest),
        series: series.collect(),
        printed: Vec::new(),
        key: Vec::new(),
    };
    let caption = match measured.is_timed() {
        true => {
            "Nodes of all workers in proportion to those of one, and their nodes a second: speedup is the second over the first."
        }
        false => {
            "Nodes of all workers in proportion to those of one: breadth (different positions) times repetition (visits of each). Speedup is workers \
             over overhead."
        }
    };
    Some(Figure {
        file: "scaling-overhead.svg".to_owned(),
        caption: format!("{}. {caption}", measured.name(of)),
        alt,
        svg: lines.svg(),
        rows: None,
    })
}

fn efficiencies(measured: &Measured) -> Figure {
    let workers: Vec<_> = measured.study.workers.iter().copied().filter(|&workers| workers > 1).collect();
    let row = |(of, points): (&_, &Vec<Point>)| {
        let of_workers = |workers: &usize| {
            let point = points.iter().find(|point| point.workers == *workers)?;
            Some(point.speedup.value / *workers as f64)
        };
        (measured.name(of), workers.iter().map(of_workers).collect())
    };
    let alt = "Speedup in proportion to the number of workers, in per cent, by curve and number of workers"
        .to_owned();
    let map = HeatMap {
        alt: alt.clone(),
        title: "speedup, % of the number of workers".to_owned(),
        columns: workers.iter().map(ToString::to_string).collect(),
        rows: measured.curves.iter().map(row).collect(),
    };
    Figure {
        file: "scaling-efficiency.svg".to_owned(),
        caption: "Speedup in proportion to the number of workers, in per cent: 100 were ideal.".to_owned(),
        alt,
        svg: map.svg(),
        rows: None,
    }
}
