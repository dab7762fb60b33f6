//! Curves over two axes, with bands for intervals, marks at the points and a legend below.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Mark};
use super::{Look, finish};

/// Values along one side.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// What the values are, with their unit.
    pub(crate) title: String,
    /// Where it is labelled, and with what. The first and the last are its ends.
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Where a value lies, from 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0].0, self.ticks[self.ticks.len() - 1].0);
        if high > low { (value - low) / (high - low) } else { 0.5 }
    }
}

/// One curve.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// The name in the legend.
    pub(crate) name: String,
    /// How it looks.
    pub(crate) look: Look,
    /// Its points, from left to right.
    pub(crate) points: Vec<(f64, f64)>,
    /// An interval at each of some points: x, low, high.
    pub(crate) band: Vec<(f64, f64, f64)>,
}

/// A picture of curves.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// What it shows, for who cannot see it.
    pub(crate) alt: String,
    /// From left to right.
    pub(crate) x: Axis,
    /// From bottom to top.
    pub(crate) y: Axis,
    /// The curves.
    pub(crate) series: Vec<Series>,
}

const WIDTH: i32 = 720;
const LEFT: i32 = 76;
const RIGHT: i32 = WIDTH - 32;
const TOP: i32 = 40;
const BOTTOM: i32 = 400;
const LEGEND: i32 = BOTTOM + 76;
const LEGEND_COLUMNS: i32 = 4;
const LEGEND_LINE: i32 = 26;
const LETTERS: f64 = 15.0;

impl Lines {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let lines = (self.series.len() as i32 + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
        let size = (WIDTH as u32, (LEGEND + lines * LEGEND_LINE) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            self.draw_axes(&canvas);
            self.series.iter().for_each(|series| self.draw_band(&canvas, series));
            // The first of the legend lies on top.
            self.series.iter().rev().for_each(|series| self.draw_curve(&canvas, series));
            self.draw_legend(&canvas);
        }
        finish(&drawn, size, &self.alt)
    }

    /// The point in pixels.
    fn at(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (width, height) = (f64::from(RIGHT - LEFT), f64::from(BOTTOM - TOP));
        (
            f64::from(LEFT) + self.x.place(x) * width,
            f64::from(BOTTOM) - self.y.place(y).clamp(0.0, 1.0) * height,
        )
    }

    fn draw_axes(&self, canvas: &Canvas<'_>) {
        let (left, right, bottom) = (f64::from(LEFT), f64::from(RIGHT), f64::from(BOTTOM));
        for (value, label) in &self.y.ticks {
            let (_, y) = self.at((self.x.ticks[0].0, *value));
            canvas.line(&[(left, y), (right, y)], Look::Bound, 0.5, 0.25);
            canvas.text(label, (left - 10.0, y), LETTERS, (HPos::Right, VPos::Center));
        }
        for (value, label) in &self.x.ticks {
            let (x, _) = self.at((*value, 0.0));
            canvas.line(&[(x, bottom), (x, bottom + 6.0)], Look::Bound, 1.0, 0.7);
            canvas.text(label, (x, bottom + 12.0), LETTERS, (HPos::Center, VPos::Top));
        }
        canvas.line(&[(left, bottom), (right, bottom)], Look::Bound, 1.0, 0.7);
        let (least, label) = &self.y.ticks[0];
        let cut = if *least > 0.0 { format!("; the axis begins at {label}") } else { String::new() };
        canvas.text(&format!("{}{cut}", self.y.title), (10.0, 12.0), LETTERS, (HPos::Left, VPos::Top));
        let middle = f64::midpoint(left, right);
        canvas.text(&self.x.title, (middle, bottom + 38.0), LETTERS, (HPos::Center, VPos::Top));
    }

    fn draw_band(&self, canvas: &Canvas<'_>, series: &Series) {
        let low = series.band.iter().map(|&(x, low, _)| self.at((x, low)));
        let high = series.band.iter().rev().map(|&(x, _, high)| self.at((x, high)));
        canvas.area(&low.chain(high).collect::<Vec<_>>(), series.look);
    }

    fn draw_curve(&self, canvas: &Canvas<'_>, series: &Series) {
        let points: Vec<_> = series.points.iter().map(|&point| self.at(point)).collect();
        canvas.line(&points, series.look, if series.look == Look::Bound { 1.5 } else { 2.0 }, 1.0);
        if let Some(mark) = Mark::of(series.look) {
            points.iter().for_each(|&point| canvas.mark(mark, point, series.look));
        }
    }

    fn draw_legend(&self, canvas: &Canvas<'_>) {
        let column = (RIGHT - LEFT) / LEGEND_COLUMNS;
        for (i, series) in (0..).zip(&self.series) {
            let x = f64::from(LEFT + column * (i % LEGEND_COLUMNS));
            let y = f64::from(LEGEND + LEGEND_LINE * (i / LEGEND_COLUMNS));
            canvas.line(&[(x, y), (x + 28.0, y)], series.look, 2.0, 1.0);
            if let Some(mark) = Mark::of(series.look) {
                canvas.mark(mark, (x + 14.0, y), series.look);
            }
            canvas.text(&series.name, (x + 36.0, y), LETTERS, (HPos::Left, VPos::Center));
        }
    }
}
