//! Curves over two axes, with bands for intervals, marks at the points and a legend. Single points
//! of another source have their own names.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Mark};
use super::{LETTER, SeriesStyle, WIDTH, finish, own_colours};
use crate::report::document::{DataTable, Figure};

#[derive(Clone, Debug, Default)]
pub(crate) struct PlotAxis {
    pub(crate) title: String,
    pub(crate) ticks: Vec<(f64, String)>,
}

impl PlotAxis {
    pub(super) fn place(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0].0, self.ticks[self.ticks.len() - 1].0);
        if high > low { (value - low) / (high - low) } else { 0.5 }
    }

    fn cut(&self) -> Option<&str> {
        let (least, label) = &self.ticks[0];
        (*least > 0.0).then_some(label)
    }

    pub(super) fn titled(&self) -> String {
        let cut = self.cut().map_or_else(String::new, |label| format!("; the axis begins at {label}"));
        format!("{}{cut}", self.title)
    }

    pub(super) fn mark_cut(&self, canvas: &Canvas<'_>, foot: (f64, f64)) {
        if self.cut().is_some() {
            canvas.cut(foot);
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) look: SeriesStyle,
    pub(crate) points: Vec<(f64, f64)>,
    /// x, low, high.
    pub(crate) band: Vec<(f64, f64, f64)>,
}

impl Series {
    /// Without a band.
    pub(crate) fn line(name: impl Into<String>, look: SeriesStyle, points: Vec<(f64, f64)>) -> Self {
        Self { name: name.into(), look, points, band: Vec::new() }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LinePlot {
    pub(crate) alt: String,
    pub(crate) x: PlotAxis,
    pub(crate) y: PlotAxis,
    pub(crate) series: Vec<Series>,
    pub(crate) printed: Vec<Series>,
    pub(crate) key: Vec<Series>,
}

const LEFT: f64 = 72.0;
const RIGHT: f64 = WIDTH - 28.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 360.0;
const LEGEND: f64 = BOTTOM + 76.0;
const LEGEND_LINE: f64 = 26.0;
const LEGEND_WORDS: f64 = 36.0;
const LETTERS: f64 = 15.0;
const NAME: f64 = 12.0;
const NAME_LINE: f64 = 14.0;

impl LinePlot {
    pub(crate) fn figure(self, file: &str, caption: String, rows: Option<DataTable>) -> Figure {
        Figure { file: file.to_owned(), caption, svg: self.svg(), alt: self.alt, rows }
    }

    pub(crate) fn svg(&self) -> String {
        self.with_own_colours().drawn()
    }

    fn with_own_colours(&self) -> Self {
        let numbers = self.series.iter().filter_map(|series| match series.look {
            SeriesStyle::Numbered(i) => Some(i),
            _ => None,
        });
        let colours = own_colours(numbers);
        let mut plot = self.clone();
        let all = plot.series.iter_mut().chain(&mut plot.printed).chain(&mut plot.key);
        for Series { look, .. } in all {
            if let SeriesStyle::Numbered(i) | SeriesStyle::Source(i) = look {
                *i = colours.get(i).copied().unwrap_or(*i);
            }
        }
        plot
    }

    fn drawn(&self) -> String {
        let entries = self.series.len() + self.key.len();
        let lines = entries.div_ceil(self.legend_columns());
        let size = (WIDTH as u32, (LEGEND + lines as f64 * LEGEND_LINE) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            self.draw_axes(&canvas);
            self.series.iter().for_each(|series| self.draw_band(&canvas, series));
            let is_bound =
                |series: &&Series| matches!(series.look, SeriesStyle::Bound | SeriesStyle::OtherBound);
            let (bounds, curves): (Vec<_>, Vec<_>) = self.series.iter().rev().partition(is_bound);
            curves.into_iter().chain(bounds).for_each(|series| self.draw_curve(&canvas, series));
            self.draw_printed(&canvas);
            self.draw_legend(&canvas);
        }
        finish(&drawn, size, &self.alt)
    }

    fn legend(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().chain(&self.key)
    }

    fn legend_columns(&self) -> usize {
        let longest = self.legend().map(|series| series.name.chars().count()).max().unwrap_or_default();
        let column = LEGEND_WORDS + (longest + 1) as f64 * LETTERS * LETTER;
        (((WIDTH - LEFT) / column) as usize).max(1)
    }

    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (LEFT + self.x.place(x) * (RIGHT - LEFT), BOTTOM - self.y.place(y).clamp(0.0, 1.0) * (BOTTOM - TOP))
    }

    fn draw_axes(&self, canvas: &Canvas<'_>) {
        for (value, label) in &self.y.ticks {
            let (_, y) = self.at((self.x.ticks[0].0, *value));
            canvas.line(&[(LEFT, y), (RIGHT, y)], SeriesStyle::Bound, 0.5, 0.25);
            canvas.text(label, (LEFT - 10.0, y), LETTERS, (HPos::Right, VPos::Center));
        }
        let mut free = f64::INFINITY;
        for (value, label) in self.x.ticks.iter().rev() {
            let (x, _) = self.at((*value, 0.0));
            canvas.line(&[(x, BOTTOM), (x, BOTTOM + 6.0)], SeriesStyle::Bound, 1.0, 0.7);
            let half = label.chars().count() as f64 * LETTERS * LETTER / 2.0;
            if x + half <= free {
                canvas.text(label, (x, BOTTOM + 12.0), LETTERS, (HPos::Center, VPos::Top));
                free = x - half;
            }
        }
        canvas.line(&[(LEFT, BOTTOM), (RIGHT, BOTTOM)], SeriesStyle::Bound, 1.0, 0.7);
        self.y.mark_cut(canvas, (LEFT, BOTTOM));
        canvas.text(&self.y.titled(), (10.0, 12.0), LETTERS, (HPos::Left, VPos::Top));
        let middle = f64::midpoint(LEFT, RIGHT);
        canvas.text(&self.x.title, (middle, BOTTOM + 38.0), LETTERS, (HPos::Center, VPos::Top));
    }

    fn draw_band(&self, canvas: &Canvas<'_>, series: &Series) {
        let low = series.band.iter().map(|&(x, low, _)| self.at((x, low)));
        let high = series.band.iter().rev().map(|&(x, _, high)| self.at((x, high)));
        canvas.area(&low.chain(high).collect::<Vec<_>>(), series.look);
    }

    fn draw_curve(&self, canvas: &Canvas<'_>, series: &Series) {
        let points: Vec<_> = series.points.iter().map(|&point| self.at(point)).collect();
        match series.look {
            SeriesStyle::Source(_) => canvas.dashes(&points, series.look, 1.5, series.look.opacity()),
            SeriesStyle::Dashed(_) => canvas.dashes(&points, series.look, 2.0, 1.0),
            SeriesStyle::OtherBound => canvas.dashes(&points, series.look, 1.5, 1.0),
            look => canvas.line(&points, look, if look == SeriesStyle::Bound { 1.5 } else { 2.0 }, 1.0),
        }
        if let Some(mark) = Mark::of(series.look) {
            points.iter().for_each(|&point| canvas.mark(mark, point, series.look));
        }
    }

    fn draw_printed(&self, canvas: &Canvas<'_>) {
        let mut points: Vec<_> =
            self.printed.iter().filter_map(|series| Some((series, *series.points.first()?))).collect();
        points.sort_by(|(_, a), (_, b)| b.1.total_cmp(&a.1));
        let heights: Vec<_> = points.iter().map(|&(_, point)| self.at(point).1).collect();
        let room = (TOP + NAME_LINE, BOTTOM - NAME_LINE);
        let marks: Vec<_> = points.iter().map(|&(_, point)| self.at(point)).collect();
        for ((series, point), y) in points.into_iter().zip(spread(&heights, NAME_LINE, room)) {
            let at = self.at(point);
            let is_first = at.0 <= LEFT + 120.0;
            let may_turn = self.key.len() > 1 && at.0 < RIGHT - 120.0;
            let is_right =
                is_first || may_turn && is_freer_at_the_right(series.name.len(), (at.0, y), &marks);
            let (side, to) = if is_right { (1.0, HPos::Left) } else { (-1.0, HPos::Right) };
            canvas.line(&[(at.0 + side * 5.0, at.1), (at.0 + side * 24.0, y)], SeriesStyle::Bound, 0.5, 0.5);
            canvas.mark(Mark::of(series.look).unwrap_or(Mark::Circle), at, series.look);
            canvas.text(&series.name, (at.0 + side * 27.0, y), NAME, (to, VPos::Center));
        }
    }

    fn draw_legend(&self, canvas: &Canvas<'_>) {
        let columns = self.legend_columns();
        let column = (WIDTH - LEFT) / columns as f64;
        for (i, series) in self.legend().enumerate() {
            let x = LEFT + column * (i % columns) as f64;
            let y = LEGEND + LEGEND_LINE * (i / columns) as f64;
            match series.look {
                SeriesStyle::Source(_) if series.points.len() < 2 => {}
                SeriesStyle::Numbered(_) if i >= self.series.len() => {}
                SeriesStyle::Dashed(_) | SeriesStyle::OtherBound => {
                    canvas.dashes(&[(x, y), (x + 28.0, y)], series.look, 2.0, 1.0);
                }
                SeriesStyle::Source(_) => {
                    canvas.dashes(&[(x, y), (x + 28.0, y)], series.look, 1.5, series.look.opacity());
                }
                look => canvas.line(&[(x, y), (x + 28.0, y)], look, 2.0, 1.0),
            }
            if let Some(mark) = Mark::of(series.look) {
                canvas.mark(mark, (x + 14.0, y), series.look);
            }
            canvas.text(&series.name, (x + LEGEND_WORDS, y), LETTERS, (HPos::Left, VPos::Center));
        }
    }
}

fn is_freer_at_the_right(letters: usize, (x, y): (f64, f64), marks: &[(f64, f64)]) -> bool {
    const GAP: f64 = 27.0;
    const MARK: f64 = 6.0;
    let end = GAP + letters as f64 * NAME * LETTER;
    let covered = |side: f64| {
        let is_under = |&&(mark_x, mark_y): &&(f64, f64)| {
            let away = (mark_x - x) * side;
            (GAP - MARK..=end + MARK).contains(&away) && (mark_y - y).abs() < NAME_LINE / 2.0 + MARK
        };
        marks.iter().filter(is_under).count()
    };
    covered(1.0) < covered(-1.0)
}

fn spread(wanted: &[f64], gap: f64, room: (f64, f64)) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::with_capacity(wanted.len());
    for &height in wanted {
        heights.push(heights.last().map_or(height, |above| height.max(above + gap)));
    }
    let moved = heights.iter().zip(wanted).map(|(height, wanted)| height - wanted).sum::<f64>();
    let last = heights.last().copied().unwrap_or(room.1);
    let first = heights.first().copied().unwrap_or(room.0);
    let up = (moved / heights.len().max(1) as f64).max(last - room.1).min(first - room.0);
    heights.into_iter().map(|height| height - up).collect()
}

#[cfg(test)]
mod tests {
    use super::{LinePlot, PlotAxis, Series, SeriesStyle, is_freer_at_the_right, spread};

    #[test]
    fn two_bounds_are_told_apart_and_lie_on_top_of_the_curves() {
        let axis = || PlotAxis {
            title: String::new(),
            ticks: [0.0, 10.0].map(|tick| (tick, String::new())).to_vec(),
        };
        let drawn = |look: SeriesStyle| {
            let series = |look, value| Series {
                name: String::new(),
                look,
                points: vec![(0.0, value), (10.0, value)],
                band: Vec::new(),
            };
            let series = vec![series(SeriesStyle::Numbered(0), 3.0), series(look, 5.0)];
            LinePlot { x: axis(), y: axis(), series, ..LinePlot::default() }.svg()
        };
        let lines = |svg: &str| svg.matches("<polyline").count();
        let (one, other) = (drawn(SeriesStyle::Bound), drawn(SeriesStyle::OtherBound));
        assert!(lines(&other) > lines(&one) + 20, "{other}");
        // Heights in canvas units, two for each pixel.
        let [curve, bound] =
            [3.0, 5.0].map(|value| 2.0 * (super::BOTTOM - value / 10.0 * (super::BOTTOM - super::TOP)));
        let last = |height: f64| {
            one.rfind(&format!(",{height:.0}\"")).or_else(|| one.rfind(&format!(",{height:.0} ")))
        };
        assert!(last(bound) > last(curve) && last(curve).is_some(), "{one}");
    }

    #[test]
    fn labels_of_a_plot_keep_apart_and_near_their_lines() {
        assert_eq!(spread(&[10.0, 50.0], 13.0, (0.0, 100.0)), [10.0, 50.0], "who has room stays");
        assert_eq!(spread(&[50.0, 50.0, 50.0], 10.0, (0.0, 100.0)), [40.0, 50.0, 60.0]);
        assert_eq!(spread(&[98.0, 99.0], 10.0, (0.0, 100.0)), [90.0, 100.0], "and none leaves the picture");
        assert!(spread(&[], 10.0, (0.0, 1.0)).is_empty());
    }

    #[test]
    fn a_name_turns_to_the_side_where_it_covers_no_mark() {
        let at = (300.0, 100.0);
        assert!(!is_freer_at_the_right(9, at, &[at]), "at the left, if both are free");
        assert!(is_freer_at_the_right(9, at, &[at, (250.0, 102.0)]));
        assert!(!is_freer_at_the_right(9, at, &[at, (250.0, 102.0), (350.0, 98.0)]), "or neither is");
        assert!(
            !is_freer_at_the_right(9, at, &[at, (250.0, 120.0)]),
            "a mark of another height is not under it"
        );
    }

    #[test]
    fn an_axis_that_does_not_begin_at_zero_says_so() {
        let axis = |least: f64| PlotAxis {
            title: "t".to_owned(),
            ticks: vec![(least, "x".to_owned()), (9.0, "9".to_owned())],
        };
        assert_eq!(axis(2.0).titled(), "t; the axis begins at x");
        assert_eq!((axis(0.0).titled(), axis(-1.0).titled()), ("t".to_owned(), "t".to_owned()));
    }
}
