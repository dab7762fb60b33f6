//! The figure: ratios beside the largest size, and how full the tables are.

use super::{HashReport, HashSummary, summary::Beside};
use crate::report::document::{DataTable, Figure, TableCell};
use crate::report::plain;
use crate::report::plot::{LinePlot, PlotAxis, Series, SeriesStyle};
use crate::report::searches::curves::values_axis;

type Measure = (&'static str, fn(&HashSummary) -> Option<Beside>);

const RATIOS: [Measure; 3] = [
    ("time", |size| Some(size.time_ratio)),
    ("nodes", |size| Some(size.nodes_ratio)),
    ("nodes/s", |size| Some(size.nodes_per_s_ratio)),
];
const UNIT: &str = "ratio to the largest size";
const DEPTH: Measure = ("depth", |size| size.depth_more);

impl HashReport<'_> {
    pub(super) fn figure(&self) -> Option<Figure> {
        if self.sizes.len() < 2 {
            return None;
        }
        let mut parts = Vec::new();
        if self.is_to_depth() {
            parts.push(self.part(("ratios", UNIT), &RATIOS, "Ratios to the largest size"));
        } else {
            parts.push(self.part(("speed", UNIT), &RATIOS[2..], "Nodes per second"));
            parts.push(self.part(("depth", "plies beside the largest size"), &[DEPTH], "Depth reached"));
        }
        parts.push(self.fullness());
        Figure::stacked("hash-sizes.svg", parts.into_iter().flatten().collect())
    }

    fn part(&self, named: (&str, &str), measures: &[Measure], says: &str) -> Option<Figure> {
        let series: Vec<_> =
            measures.iter().enumerate().map(|(i, measure)| self.curve(i, *measure)).collect();
        let intervals = if self.has_intervals() { ", with 95 % intervals" } else { "" };
        let rows = series.iter().flat_map(|one| {
            let ends = |x: f64| one.band.iter().find(|band| band.0 == x).map(|band| (band.1, band.2));
            one.points.iter().map(move |&(x, value)| {
                let [low, high] = ends(x).map_or([None; 2], |(low, high)| [Some(low), Some(high)]);
                row(&one.name, x, [Some(value), low, high])
            })
        });
        self.drawn(named, &format!("{says}, by the size of the table{intervals}"), rows.collect(), series)
    }

    fn curve(&self, i: usize, (name, of): Measure) -> Series {
        let found = || self.sizes.iter().filter_map(move |size| Some((x(size), of(size)?)));
        let band = |(x, beside): (f64, Beside)| {
            let ends = beside.low.zip(beside.high)?;
            (ends.0.is_finite() && ends.1.is_finite()).then_some((x, ends.0, ends.1))
        };
        Series {
            name: name.to_owned(),
            look: SeriesStyle::Numbered(i),
            points: found().map(|(x, beside)| (x, beside.value)).collect(),
            band: found().filter_map(band).collect(),
        }
    }

    fn fullness(&self) -> Option<Figure> {
        let points = self.sizes.iter().filter_map(|size| Some((x(size), size.hashfull? / 10.0)));
        let look = SeriesStyle::Numbered(3);
        let series = Series::line("hashfull", look, points.collect());
        let rows = series.points.iter().map(|&(x, value)| row("hashfull in %", x, [Some(value), None, None]));
        let says = "How full the table is at the end of a search, by its size";
        self.drawn(("hashfull", "hashfull in %"), says, rows.collect(), vec![series])
    }

    fn drawn(
        &self,
        (file, unit): (&str, &str),
        says: &str,
        rows: Vec<Vec<TableCell>>,
        series: Vec<Series>,
    ) -> Option<Figure> {
        if series.iter().all(|series| series.points.is_empty()) {
            return None;
        }
        let ticks = self.sizes.iter().map(|size| (x(size), size.hash_mib.to_string())).collect();
        let y = values_axis(unit.to_owned(), &series);
        let alt = format!("{}: {}.", self.source.engine, says);
        let x = PlotAxis { title: "Hash in MiB".to_owned(), ticks };
        let plot = LinePlot { alt, x, y, series, ..LinePlot::default() };
        let header = ["number", "hash_mib", "value", "low", "high"].map(str::to_owned).to_vec();
        let rows = DataTable { caption: String::new(), header, words: 1, rows };
        Some(plot.figure(&format!("{file}.svg"), format!("{says}."), Some(rows)))
    }
}

fn x(size: &HashSummary) -> f64 {
    (size.hash_mib as f64).log2()
}

fn row(name: &str, x: f64, numbers: [Option<f64>; 3]) -> Vec<TableCell> {
    let size = x.exp2().round();
    let cell = |number: Option<f64>| {
        number.map_or_else(TableCell::default, |number| TableCell::number(plain(3, number), number))
    };
    [name.into(), TableCell::number(plain(0, size), size)].into_iter().chain(numbers.map(cell)).collect()
}
