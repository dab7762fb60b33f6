//! Small multiples: a panel for each curve with its band, and all other curves in grey behind it.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Mark};
use super::lines::{PlotAxis, Series};
use super::{SeriesStyle, WIDTH, finish};

#[derive(Clone, Debug)]
pub(crate) struct Panels {
    pub(crate) alt: String,
    pub(crate) x: PlotAxis,
    pub(crate) y: PlotAxis,
    pub(crate) series: Vec<Series>,
    pub(crate) beside: Option<Series>,
    pub(crate) printed: Vec<Series>,
}

const COLUMNS: usize = 2;
const LEFT: f64 = 56.0;
const TOP: f64 = 40.0;
const GAP: f64 = 28.0;
const PANEL: f64 = (WIDTH - LEFT - 16.0 - GAP * (COLUMNS as f64 - 1.0)) / COLUMNS as f64;
const HEIGHT: f64 = 150.0;
const BELOW: f64 = 56.0;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;

impl Panels {
    pub(crate) fn svg(&self) -> String {
        let rows = self.series.len().div_ceil(COLUMNS);
        let size = (WIDTH as u32, (TOP + (HEIGHT + BELOW) * rows as f64 + 12.0) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            canvas.text(&self.y.titled(), (10.0, 6.0), LETTERS, (HPos::Left, VPos::Top));
            (0..self.series.len()).for_each(|i| self.draw_panel(&canvas, i));
            let middle = LEFT + (WIDTH - LEFT) / 2.0;
            canvas.text(
                &self.x.title,
                (middle, f64::from(size.1) - 24.0),
                LETTERS,
                (HPos::Center, VPos::Top),
            );
        }
        finish(&drawn, size, &self.alt)
    }

    fn draw_panel(&self, canvas: &Canvas<'_>, i: usize) {
        let left = LEFT + (PANEL + GAP) * (i % COLUMNS) as f64;
        let top = TOP + 16.0 + (HEIGHT + BELOW) * (i / COLUMNS) as f64;
        let at = |(x, y): (f64, f64)| {
            (left + self.x.place(x) * PANEL, top + HEIGHT - self.y.place(y).clamp(0.0, 1.0) * HEIGHT)
        };
        for (value, label) in &self.y.ticks {
            let (_, y) = at((self.x.ticks[0].0, *value));
            canvas.line(&[(left, y), (left + PANEL, y)], SeriesStyle::Bound, 0.5, 0.2);
            if i.is_multiple_of(COLUMNS) {
                canvas.text(label, (left - 6.0, y), SMALL, (HPos::Right, VPos::Center));
            }
        }
        self.y.mark_cut(canvas, (left, top + HEIGHT));
        let last = self.x.ticks.len() - 1;
        for (k, place) in [(0, HPos::Left), (last / 2, HPos::Center), (last, HPos::Right)] {
            let (value, label) = &self.x.ticks[k];
            let (x, y) = at((*value, self.y.ticks[0].0));
            canvas.line(&[(x, y), (x, y + 4.0)], SeriesStyle::Bound, 1.0, 0.7);
            canvas.text(label, (x, y + 7.0), SMALL, (place, VPos::Top));
        }
        let points = |series: &Series| series.points.iter().map(|&point| at(point)).collect::<Vec<_>>();
        let own = &self.series[i];
        for other in self.series.iter().filter(|other| other.name != own.name) {
            canvas.line(&points(other), SeriesStyle::Bound, 1.0, 0.2);
        }
        if let Some(beside) = &self.beside {
            canvas.line(&points(beside), SeriesStyle::Bound, 1.0, 0.8);
        }
        let low = own.band.iter().map(|&(x, low, _)| at((x, low)));
        let high = own.band.iter().rev().map(|&(x, _, high)| at((x, high)));
        canvas.area(&low.chain(high).collect::<Vec<_>>(), own.look);
        canvas.line(&points(own), own.look, 2.0, 1.0);
        if let Some(mark) = Mark::of(own.look) {
            points(own).into_iter().for_each(|point| canvas.mark(mark, point, own.look));
        }
        for other in self.printed.iter().filter(|other| other.name == own.name) {
            let mark = Mark::of(other.look).unwrap_or(Mark::Circle);
            points(other).into_iter().for_each(|point| canvas.mark(mark, point, other.look));
        }
        canvas.text(&own.name, (left + PANEL, top - 4.0), LETTERS, (HPos::Right, VPos::Bottom));
    }
}
