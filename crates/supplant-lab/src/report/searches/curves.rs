//! Curves over the sizes of tables.

use super::manner;
use super::printed::Printed;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{bootstrap, sum};
use crate::report::document::{DataTable, Figure, TableCell};
use crate::report::plot::{LinePlot, Panels, PlotAxis, Series, SeriesStyle, ticks};
use crate::report::{counted, plain};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::HitUse;

const OUTLIVES: &str = " Entries of earlier positions are found too, under each scheme others, and change the order of moves: the \
    curve without collisions is here no bound, and others may pass below it.";

const DEPTH: Depth = 7;

#[must_use]
pub fn depth(samples: &Samples, mode: Mode) -> Option<Depth> {
    let with_sizes = |ply: &Depth| !samples.sizes(mode, *ply).is_empty();
    let plies: Vec<_> = samples.plies(mode).into_iter().filter(with_sizes).collect();
    if plies.contains(&DEPTH) { Some(DEPTH) } else { plies.last().copied() }
}

pub(crate) fn look(table: Contender) -> SeriesStyle {
    SeriesStyle::Numbered(place(table))
}

pub(crate) fn look_of(scheme: Option<SchemeName>, i: usize) -> SeriesStyle {
    scheme.map_or(SeriesStyle::Numbered(i), |scheme| look(Contender::table(scheme)))
}

pub(crate) fn plies_axis(plies: &[Depth]) -> PlotAxis {
    PlotAxis {
        title: "plies".to_owned(),
        ticks: plies.iter().map(|&ply| (f64::from(ply), ply.to_string())).collect(),
    }
}

pub(super) fn place(table: Contender) -> usize {
    let place = match table.hit() {
        HitUse::Both => SchemeName::ALL.iter().position(|&known| Some(known) == table.scheme()),
        limited => HitUse::ALL.iter().position(|&known| known == limited),
    };
    place.unwrap_or_default()
}

pub(super) fn log2(slots: usize) -> f64 {
    (slots as f64).log2()
}

pub(crate) fn sizes_axis(sizes: &[usize], in_bytes: bool) -> PlotAxis {
    let bytes = |size: usize| sizes::bytes((size * sizes::SLOT_BYTES) as u64);
    let label = |&size: &usize| if in_bytes { bytes(size) } else { sizes::name(size) };
    let title = match (in_bytes, sizes) {
        (true, _) => "memory of the table".to_owned(),
        (false, [first, .., last]) => {
            format!("positions the table has room for ({} to {})", bytes(*first), bytes(*last))
        }
        (false, _) => "positions the table has room for".to_owned(),
    };
    PlotAxis { title, ticks: sizes.iter().map(|size| (log2(*size), label(size))).collect() }
}

pub(crate) fn values_axis(title: String, series: &[Series]) -> PlotAxis {
    let points = series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let bands = series.iter().flat_map(|series| series.band.iter().flat_map(|&(_, low, high)| [low, high]));
    let values: Vec<f64> = points.chain(bands).collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut ticks = ticks(low, high, 6);
    if low >= 0.0 {
        ticks.retain(|&tick| tick >= 0.0);
    }
    let decimals = (0..6).find(|&d| (ticks[1] - ticks[0]) * 10f64.powi(d) > 0.999).unwrap_or(6) as usize;
    PlotAxis { title, ticks: ticks.into_iter().map(|value| (value, plain(decimals, value))).collect() }
}

fn with_room_below(series: &[Series]) -> Vec<Series> {
    let values = || series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let below = bound("", &[1], low - (high - low) / 20.0);
    series.iter().cloned().chain([below]).collect()
}

#[must_use]
pub(super) fn caution(samples: &Samples) -> String {
    format!(
        "The order is that of {} at this depth. Where intervals overlap, other positions may change it.",
        counted(samples.positions().len(), "position")
    )
}

fn curve(table: Contender, name: String, sizes: &[usize], value: impl Fn(usize) -> Option<f64>) -> Series {
    let points = sizes.iter().filter_map(|&size| Some((log2(size), value(size)?))).collect();
    Series::line(name, look(table), points)
}

pub(crate) fn bound(name: &str, sizes: &[usize], value: f64) -> Series {
    let points = sizes.iter().map(|&size| (log2(size), value)).collect();
    Series::line(name, SeriesStyle::Bound, points)
}

pub(crate) fn rows(series: &[Series]) -> DataTable {
    rows_by(series, ["scheme", "bytes"], |x| x.exp2().round() * sizes::SLOT_BYTES as f64)
}

pub(crate) fn rows_by(series: &[Series], [name, by]: [&str; 2], from_axis: impl Fn(f64) -> f64) -> DataTable {
    let number = |value| TableCell::number("", value);
    let row = |series: &Series, (x, value): (f64, f64)| {
        let interval = series.band.iter().find(|band| band.0 == x);
        let end = |end: Option<f64>| end.map_or_else(TableCell::default, number);
        vec![
            series.name.clone().into(),
            number(from_axis(x)),
            number(value),
            end(interval.map(|band| band.1)),
            end(interval.map(|band| band.2)),
        ]
    };
    DataTable {
        caption: "Points and intervals".to_owned(),
        header: [name, by, "value", "low", "high"].map(str::to_owned).to_vec(),
        words: 1,
        rows: series
            .iter()
            .flat_map(|series| series.points.iter().map(|&point| row(series, point)))
            .collect(),
    }
}

/// What each curve is at the smallest table and at the largest.
fn ends(series: &[Series]) -> String {
    let words = |series: &Series| {
        let (first, last) = series.points.first().zip(series.points.last())?;
        Some(format!("{} {} to {}", series.name, plain(1, first.1), plain(1, last.1)))
    };
    series.iter().filter_map(words).collect::<Vec<_>>().join("; ")
}

#[must_use]
pub fn relative_to_best(samples: &Samples, mode: Mode, file: &str, printed: &Printed) -> Option<Figure> {
    let ply = depth(samples, mode)?;
    let sizes = samples.sizes(mode, ply);
    let nodes = |scheme, size| samples.nodes(mode, ply, Contender::table(scheme), Some(size));
    let schemes = samples.schemes();
    let best = |size| {
        let all = schemes.iter().filter_map(|&scheme| nodes(scheme, size));
        all.min_by_key(|nodes| nodes.iter().sum::<u64>())
    };
    let more = |scheme, size| {
        let ratio = bootstrap().ratio(nodes(scheme, size)?, best(size)?);
        Some((log2(size), ratio.map(|ratio| (ratio - 1.0) * 100.0).interval()))
    };
    let panel = |&scheme: &SchemeName| {
        let all: Vec<_> = sizes.iter().filter_map(|&size| more(scheme, size)).collect();
        Series {
            name: scheme.to_string(),
            look: look(Contender::table(scheme)),
            points: all.iter().map(|(x, more)| (*x, more.value)).collect(),
            band: all.iter().map(|(x, more)| (*x, more.low, more.high)).collect(),
        }
    };
    let series: Vec<_> = schemes.iter().map(panel).filter(|series| !series.points.is_empty()).collect();
    let drawn_rows = rows(&series);
    let theirs = printed.series(&sizes, |table, _| table.to_string());
    let drawn: Vec<_> = series.iter().chain(&theirs).cloned().collect();
    let y = values_axis("% more nodes than the best scheme of the same size".to_owned(), &drawn);
    let alt = format!(
        "Per cent more nodes than the best scheme, from the smallest table to the largest: {}.{}",
        ends(&series),
        printed.alt(&printed.series(&sizes, |table, more| format!("{table} {more:.1}")))
    );
    Some(Figure {
        file: file.to_owned(),
        caption: format!(
            "How many more nodes each scheme visits than the best of its size, with the 95 % interval over {} positions, at {}; {ply}-ply \
             searches, {}. The other schemes are grey. {}{}",
            samples.positions().len(),
            counted(sizes.len(), "size"),
            manner(mode),
            caution(samples),
            printed.caption(&theirs)
        ),
        svg: Panels {
            alt: alt.clone(),
            x: sizes_axis(&sizes, false),
            y,
            series,
            beside: None,
            printed: theirs,
        }
        .svg(),
        alt,
        rows: Some(drawn_rows),
    })
}

#[derive(Clone, Debug)]
pub struct NodesBySize<'a> {
    pub mode: Mode,
    pub file: &'a str,
    pub title: &'a str,
    pub tables: Vec<Contender>,
    pub name: fn(Contender) -> String,
    pub bounds: &'a [(Contender, &'a str)],
    pub printed: &'a Printed,
}

impl NodesBySize<'_> {
    #[must_use]
    pub fn figure(&self, samples: &Samples) -> Option<Figure> {
        let ply = depth(samples, self.mode)?;
        let sizes = samples.sizes_of(self.mode, ply, |contender| self.tables.contains(&contender));
        let series = self.series(samples, ply, &sizes);
        let positions = samples.positions().len();
        let theirs =
            self.printed.series(&sizes, |table, millions| format!("{} {millions:.1}", (self.name)(table)));
        let drawn: Vec<_> = series.iter().chain(&theirs).cloned().collect();
        let y =
            values_axis(format!("million nodes, sum over {positions} positions"), &with_room_below(&drawn));
        let alt = format!(
            "Million nodes, from the smallest table to the largest: {}.{}",
            ends(&series),
            self.printed.alt(&theirs)
        );
        let key = theirs.first().map(|first| Series { name: self.printed.name.clone(), ..first.clone() });
        let caption = self.caption(samples, ply, &theirs);
        let (x, key) = (sizes_axis(&sizes, false), key.into_iter().collect());
        Some(LinePlot { alt, x, y, series, key, printed: theirs }.figure(self.file, caption, None))
    }

    fn series(&self, samples: &Samples, ply: Depth, sizes: &[usize]) -> Vec<Series> {
        let nodes = |contender, size| samples.nodes(self.mode, ply, contender, size).map(millions);
        let of =
            |&table: &Contender| curve(table, (self.name)(table), sizes, |size| nodes(table, Some(size)));
        let curves = self.tables.iter().map(of).filter(|series| !series.points.is_empty());
        let bounds = self.bounds.iter().filter_map(|&(contender, name)| {
            let bound = bound(name, sizes, nodes(contender, None)?);
            let look =
                if contender == Contender::None { SeriesStyle::OtherBound } else { SeriesStyle::Bound };
            Some(Series { look, ..bound })
        });
        curves.chain(bounds).collect()
    }

    fn caption(&self, samples: &Samples, ply: Depth, theirs: &[Series]) -> String {
        let none = samples.none(ply).map_or_else(String::new, |none| {
            format!(" Without a table the searches visit {:.1} million nodes.", millions(none))
        });
        format!(
            "{}, {ply}-ply searches, {}.{none}{} These are sums over these positions; what others would show, the intervals of the \
             claims say.{}",
            self.title,
            manner(self.mode),
            if self.mode == Mode::Clear { "" } else { OUTLIVES },
            self.printed.caption(theirs)
        )
    }
}

fn millions(nodes: &[u64]) -> f64 {
    sum(nodes) / 1e6
}

#[cfg(test)]
mod tests {
    use super::{Contender, Mode, NodesBySize, Printed, Samples, SchemeName, SeriesStyle, curve, log2, rows};

    #[test]
    fn the_bounds_of_a_picture_look_unlike_each_other() {
        let mut samples = Samples::default();
        for contender in [Contender::None, Contender::Unbounded] {
            samples.insert((Mode::Clear, 7, contender, None), vec![100; 12]);
        }
        let drawn = NodesBySize {
            mode: Mode::Clear,
            file: "a.svg",
            title: "",
            tables: Vec::new(),
            name: |table| table.to_string(),
            bounds: &[(Contender::None, "no table"), (Contender::Unbounded, "no collisions")],
            printed: &Printed::default(),
        };
        let looks: Vec<_> = drawn.series(&samples, 7, &[8, 16]).iter().map(|series| series.look).collect();
        assert_eq!(looks, [SeriesStyle::OtherBound, SeriesStyle::Bound]);
    }

    #[test]
    fn the_rows_of_a_curve_are_its_points_in_bytes_with_the_intervals_that_there_are() {
        let new = Contender::table(SchemeName::New);
        let mut new = curve(new, new.to_string(), &[1024, 5000], |size| Some(size as f64));
        new.band = vec![(log2(5000), 1.0, 2.0)];
        let rows = rows(&[new]).rows;
        let numbers = |i: usize| rows[i].iter().map(|cell| cell.number).collect::<Vec<_>>();
        assert_eq!(numbers(0), [None, Some(16384.0), Some(1024.0), None, None]);
        assert_eq!(numbers(1), [None, Some(80000.0), Some(5000.0), Some(1.0), Some(2.0)]);
    }
}
