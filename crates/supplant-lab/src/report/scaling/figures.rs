//! The pictures of a scaling run.

use super::ScalingReport;
use crate::experiment::scaling::curves::CurvePoint;
use crate::experiment::stats::Estimate;
use crate::report::document::Figure;
use crate::report::plot::{HeatMap, LinePlot, PlotAxis, Series, SeriesStyle};

const MOST_CURVES: usize = 7;

pub(super) fn figures(measured: &ScalingReport) -> Vec<Figure> {
    if measured.curves.is_empty() {
        return Vec::new();
    }
    let mut figures = Vec::new();
    if measured.curves.len() <= MOST_CURVES {
        let both = std::iter::once(speedups(measured)).chain(losses(measured));
        figures.extend(Figure::stacked("scaling-speedup.svg", both.collect()));
        figures.extend(parts(measured));
        figures.extend(predicted(measured));
    }
    if measured.curves.len() > 1 {
        figures.push(efficiencies(measured));
    }
    figures.extend(super::schemes::figure(measured));
    figures
}

fn axis(title: &str, least: f64, most: f64) -> PlotAxis {
    let ends = least.log2().floor().min(0.0) as i32..=most.log2().ceil().max(1.0) as i32;
    let ticks = ends.map(|i| (f64::from(i), f64::from(i).exp2().to_string()));
    PlotAxis { title: title.to_owned(), ticks: ticks.collect() }
}

fn most_workers(measured: &ScalingReport) -> f64 {
    measured.study.all_workers().into_iter().max().map_or(1.0, |workers| workers as f64)
}

fn speedups(measured: &ScalingReport) -> Figure {
    let most = most_workers(measured);
    let curves = measured.curves.iter().enumerate().map(|(i, (of, points))| {
        let speedups: Vec<_> = points.iter().map(|point| (point.workers, point.speedup)).collect();
        curve(&measured.name(of), SeriesStyle::Numbered(i), &speedups)
    });
    let what = if measured.is_timed() {
        "sooner to the same depth"
    } else {
        "sooner to the same depth, in virtual time"
    };
    let values = measured.curves.values().flatten().map(|point| point.speedup.value);
    let least = values.fold(1.0, f64::min);
    let lines = LinePlot {
        alt: format!("How much sooner, over the number of workers: {what}"),
        x: axis("workers", 1.0, most),
        y: axis(&format!("times {what}"), least, most),
        series: std::iter::once(ideal(most)).chain(curves).collect(),
        ..LinePlot::default()
    };
    let interval = if measured.curves.values().any(|points| points.len() > 1) {
        ", and its 95 % interval"
    } else {
        "; its interval is in the table"
    };
    let caption = format!(
        "How much sooner so many workers reach the same depth than one: geometric mean over the positions{interval}."
    );
    lines.figure("scaling-speedup.svg", caption, None)
}

fn ideal(most: f64) -> Series {
    Series::line("ideal", SeriesStyle::Bound, vec![(0.0, 0.0), (most.log2(), most.log2())])
}

fn curve(name: &str, look: SeriesStyle, points: &[(usize, Estimate)]) -> Series {
    let at = |workers: usize| (workers as f64).log2();
    let rest = points.iter().map(|&(workers, times)| (at(workers), times.value.log2()));
    let known = points.iter().filter(|(_, times)| times.high.is_finite());
    let band = known.map(|&(workers, times)| (at(workers), times.low.log2(), times.high.log2()));
    Series {
        name: name.to_owned(),
        look,
        points: std::iter::once((0.0, 0.0)).chain(rest).collect(),
        band: band.collect(),
    }
}

fn over_workers(file: &str, alt: String, caption: String, series: Vec<Series>) -> Figure {
    let ends = |of: fn(&(f64, f64)) -> f64| {
        let values = series.iter().flat_map(|series| &series.points).map(of).map(f64::exp2);
        values.fold((1.0, 2.0), |(least, most): (f64, f64), value| (least.min(value), most.max(value)))
    };
    let (least, most) = ends(|point| point.1);
    let lines = LinePlot {
        alt,
        x: axis("workers", 1.0, ends(|point| point.0).1),
        y: axis("times that of one worker", least, most),
        series,
        ..LinePlot::default()
    };
    lines.figure(file, caption, None)
}

fn parts(measured: &ScalingReport) -> Option<Figure> {
    let (of, points) = measured.first_curve(true)?;
    let speedups: Vec<_> = points.iter().map(|point| (point.workers, point.speedup)).collect();
    let rates: Vec<_> =
        points.iter().filter_map(|point| Some((point.workers, point.timed.as_ref()?.rate))).collect();
    let name = measured.name(of);
    let series = vec![
        ideal(points.last()?.workers as f64),
        curve("nodes/s", SeriesStyle::Numbered(1), &rates),
        curve("speedup", SeriesStyle::Numbered(0), &speedups),
    ];
    Some(over_workers(
        "scaling-parts.svg",
        format!("The loss to the machine and the loss to the search, over the number of workers, {name}"),
        format!(
            "{name}. From the ideal down to nodes a second is what the machine takes (memory, clock, idle workers); from there down to the speedup what \
             the search takes, which visits more nodes (overhead). The axis doubles: equal distances are equal factors."
        ),
        series,
    ))
}

fn predicted(measured: &ScalingReport) -> Option<Figure> {
    let (of, points) = measured.first_curve(true)?;
    let predicted = measured.predicted.iter().find(|predicted| predicted.of == *of)?;
    let said: Vec<_> =
        predicted.predictions.iter().map(|prediction| (prediction.workers, prediction.speedup)).collect();
    let speedups: Vec<_> = points.iter().map(|point| (point.workers, point.speedup)).collect();
    let name = measured.name(of);
    let is_beyond = said.last().map(|&(workers, _)| workers) > points.last().map(|point| point.workers);
    let beyond = if is_beyond {
        " Beyond the measured numbers of threads it is what the law of scalability through their nodes a second would leave: no measurement."
    } else {
        ""
    };
    let series = vec![
        ideal(said.last()?.0 as f64),
        curve("measured", SeriesStyle::Numbered(0), &speedups),
        curve("predicted", SeriesStyle::Numbered(1), &said),
    ];
    let figure = over_workers(
        "scaling-predicted.svg",
        format!("How much sooner, predicted and measured, over the number of workers, {name}"),
        format!(
            "{name}. How much sooner: predicted from lockstep and from nodes a second, and measured.{beyond}"
        ),
        series,
    );
    Some(Figure { rows: Some(super::predicted::rows(measured)), ..figure })
}

fn losses(measured: &ScalingReport) -> Option<Figure> {
    let (of, points) = measured.first_curve(false)?;
    let part = |name: &str, i, of: fn(&CurvePoint) -> Option<f64>| {
        let plain = |value| Estimate { value, low: value, high: f64::INFINITY };
        let part = points.iter().filter_map(|point| Some((point.workers, plain(of(point)?))));
        let part: Vec<_> = part.collect();
        (!part.is_empty()).then(|| curve(name, SeriesStyle::Numbered(i), &part))
    };
    let parts = [
        part("overhead", 0, |point| Some(point.overhead)),
        part("breadth", 1, |point| point.breadth),
        part("repetition", 2, CurvePoint::repetition),
    ];
    let series: Vec<_> = parts.into_iter().flatten().collect();
    let made_of = if series.len() > 1 {
        ": breadth (different positions) times repetition (visits of each)"
    } else {
        ""
    };
    let name = measured.name(of);
    Some(over_workers(
        "scaling-overhead.svg",
        format!("The loss over the number of workers, {name}"),
        format!(
            "{name}. Nodes of all workers in proportion to those of one{made_of}. Speedup is workers over overhead."
        ),
        series,
    ))
}

fn efficiencies(measured: &ScalingReport) -> Figure {
    let all = measured.study.all_workers().into_iter();
    let workers: Vec<_> = all.filter(|&workers| workers > 1).collect();
    let row = |(of, points): (&_, &Vec<CurvePoint>)| {
        let of_workers = |workers: &usize| {
            let point = points.iter().find(|point| point.workers == *workers)?;
            Some(point.speedup.value / *workers as f64)
        };
        (measured.name(of), workers.iter().map(of_workers).collect())
    };
    let map = HeatMap {
        alt: "Speedup in proportion to the number of workers, in per cent, by curve and number of workers"
            .to_owned(),
        title: "speedup, % of the number of workers".to_owned(),
        columns: workers.iter().map(ToString::to_string).collect(),
        rows: measured.curves.iter().map(row).collect(),
    };
    let caption = "Speedup in proportion to the number of workers, in per cent: 100 were ideal.".to_owned();
    map.figure("scaling-efficiency.svg", caption, None)
}
