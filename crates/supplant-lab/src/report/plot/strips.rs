//! Strips of dots: a row has a dot for every position, sized by its weight, and below the interval
//! over all of them.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Mark};
use super::{SeriesStyle, WIDTH, finish, ticks};
use crate::report::plain;

#[derive(Clone, Debug)]
pub(crate) struct Dot {
    pub(crate) value: f64,
    pub(crate) weight: f64,
    pub(crate) is_marked: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Strip {
    pub(crate) name: String,
    pub(crate) more: Vec<String>,
    pub(crate) look: SeriesStyle,
    pub(crate) dots: Vec<Dot>,
    /// Over all positions: low, value, high.
    pub(crate) interval: (f64, f64, f64),
}

#[derive(Clone, Debug)]
pub(crate) struct Strips {
    pub(crate) alt: String,
    pub(crate) title: String,
    pub(crate) rows: Vec<Strip>,
}

const LEFT: f64 = 24.0;
const RIGHT: f64 = WIDTH - 24.0;
const EDGE: f64 = 12.0;
const TOP: f64 = 66.0;
const LINE: f64 = WORDS + 76.0;
const WORDS: f64 = 34.0;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;
/// A line of more letters would leave the picture.
const MOST_LETTERS: usize = 74;
const RADIUS: f64 = 18.0;
/// The axis ends here, because no change is less than −100 %.
const LEAST: f64 = -100.0;
/// Ticks nearer than this part of the axis would cover each other's numbers.
const APART: f64 = 0.08;

struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<f64>,
    step: f64,
}

impl Axis {
    fn over(low: f64, high: f64) -> Self {
        let mut all = ticks(low, high, 7);
        let (first, high, step) = (all[0], all[all.len() - 1], all[1] - all[0]);
        let low = if first < LEAST && low >= LEAST { LEAST } else { first };
        all.retain(|&tick| tick >= low);
        if all[0] - low > APART * (high - low) {
            all.insert(0, low);
        }
        Self { low, high, ticks: all, step }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * (RIGHT - LEFT)
    }
}

impl Strips {
    pub(crate) fn svg(&self) -> String {
        let size = (WIDTH as u32, (TOP + LINE * self.rows.len() as f64 + 12.0) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            let axis = self.axis();
            self.draw_axis(&canvas, &axis);
            for (i, row) in self.rows.iter().enumerate() {
                draw_row(&canvas, &axis, row, TOP + LINE * i as f64);
            }
        }
        finish(&drawn, size, &self.alt)
    }

    fn axis(&self) -> Axis {
        let dots = self.rows.iter().flat_map(|row| row.dots.iter().map(|dot| dot.value));
        let ends = self.rows.iter().flat_map(|row| [row.interval.0, row.interval.2]);
        let all: Vec<_> = dots.chain(ends).chain([0.0]).filter(|value| value.is_finite()).collect();
        let (low, high) =
            all.iter().fold((0.0, 0.0), |(low, high): (f64, f64), &value| (low.min(value), high.max(value)));
        Axis::over(low, high)
    }

    fn draw_axis(&self, canvas: &Canvas<'_>, axis: &Axis) {
        canvas.text(&self.title, (EDGE, 8.0), LETTERS, (HPos::Left, VPos::Top));
        let decimals = usize::from(axis.step < 1.0);
        for &tick in &axis.ticks {
            let at = (axis.x(tick), TOP - 14.0);
            canvas.text(&plain(decimals, tick), at, SMALL, (HPos::Center, VPos::Bottom));
        }
        draw_rules(canvas, axis, (TOP - 10.0, TOP - 4.0));
    }
}

fn draw_rules(canvas: &Canvas<'_>, axis: &Axis, (top, bottom): (f64, f64)) {
    for &tick in &axis.ticks {
        let opacity = if tick.abs() < axis.step / 1e6 { 0.8 } else { 0.15 };
        let x = axis.x(tick);
        canvas.line(&[(x, top), (x, bottom)], SeriesStyle::Bound, 1.0, opacity);
    }
}

fn radius(dot: &Dot) -> f64 {
    (RADIUS * dot.weight.max(0.0).sqrt()).max(2.0)
}

fn draw_row(canvas: &Canvas<'_>, axis: &Axis, row: &Strip, top: f64) {
    canvas.text(&row.name, (EDGE, top + 8.0), LETTERS, (HPos::Left, VPos::Center));
    let mut more = row.more.as_slice();
    if let [before @ .., last] = more
        && more.join("; ").chars().count() > MOST_LETTERS
    {
        more = before;
        canvas.text(last, (WIDTH - EDGE, top + 8.0), SMALL, (HPos::Right, VPos::Center));
    }
    canvas.text(&more.join("; "), (EDGE, top + 25.0), SMALL, (HPos::Left, VPos::Center));
    draw_rules(canvas, axis, (top + WORDS, top + LINE - 8.0));
    let places: Vec<_> = row.dots.iter().map(|dot| (axis.x(dot.value), radius(dot))).collect();
    let middle = top + WORDS + 26.0;
    for (dot, y) in row.dots.iter().zip(apart(&places)) {
        let at = (axis.x(dot.value), middle + y);
        canvas.dot(at, radius(dot), row.look);
        if dot.is_marked {
            canvas.ring(at, radius(dot) + 1.5);
        }
    }
    let (low, value, high) = row.interval;
    let y = top + LINE - 14.0;
    canvas.line(&[(axis.x(low), y), (axis.x(high), y)], row.look, 3.0, 1.0);
    for end in [low, high] {
        canvas.line(&[(axis.x(end), y - 5.0), (axis.x(end), y + 5.0)], row.look, 2.0, 1.0);
    }
    canvas.mark(Mark::Diamond, (axis.x(value), y), row.look);
}

fn apart(dots: &[(f64, f64)]) -> Vec<f64> {
    const STEPS: [f64; 7] = [0.0, -6.0, 6.0, -12.0, 12.0, -16.0, 16.0];
    let mut placed: Vec<(f64, f64, f64)> = Vec::with_capacity(dots.len());
    for &(x, radius) in dots {
        let is_free =
            |y: f64| placed.iter().all(|&(px, py, pr)| (px - x).hypot(py - y) > (pr + radius) * 0.8);
        let y = STEPS.into_iter().find(|&y| is_free(y)).unwrap_or(0.0);
        placed.push((x, y, radius));
    }
    placed.into_iter().map(|(_, y, _)| y).collect()
}

#[cfg(test)]
mod tests {
    use super::{Axis, LEAST, LEFT, apart};

    #[test]
    fn an_axis_of_changes_ends_at_100_per_cent_fewer() {
        let near = Axis::over(-90.0, 150.0);
        assert_eq!((near.low, near.ticks[0]), (LEAST, LEAST));
        let wide = Axis::over(-40.0, 27_000.0);
        assert_eq!((wide.low, wide.ticks[0]), (LEAST, 0.0), "no number fits between the end and 0");
        assert!((wide.x(LEAST) - LEFT).abs() < 1e-9);
        assert_eq!(Axis::over(-3.0, 4.0).low, -3.0);
    }

    #[test]
    fn dots_at_one_place_are_seen_each() {
        assert_eq!(apart(&[(0.0, 2.0), (0.0, 2.0), (50.0, 2.0)]), [0.0, -6.0, 0.0]);
        assert!(apart(&[(0.0, 2.0); 40]).iter().all(|y| y.abs() <= 16.0), "and none leaves its row");
    }
}
