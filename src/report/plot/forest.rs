//! Claims at a glance: for each an interval, the range that the claim puts it in, and a mark that says what came of it.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Mark};
use super::{Look, finish, ticks};
use crate::report::document::Tone;

/// One interval.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// What it is of, in a few words.
    pub(crate) name: String,
    /// More, in smaller letters: the number.
    pub(crate) more: String,
    /// What came of it.
    pub(crate) tone: Tone,
    /// The number with its interval: low, value, high.
    pub(crate) interval: (f64, f64, f64),
    /// Where it was to be; an end may be infinite.
    pub(crate) range: (f64, f64),
}

/// The picture.
#[derive(Clone, Debug)]
pub(crate) struct Forest {
    /// What it shows, for who cannot see it.
    pub(crate) alt: String,
    /// What the numbers are.
    pub(crate) title: String,
    /// How far the axis goes to either side; what lies beyond ends in an arrow.
    pub(crate) reach: f64,
    /// From top to bottom.
    pub(crate) rows: Vec<Row>,
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 330.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 96.0;
const LINE: f64 = 38.0;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;
/// The key's marks, with what they say.
const KEY: [(Tone, &str); 3] =
    [(Tone::Good, "holds"), (Tone::Bad, "does not hold"), (Tone::Open, "undecided")];

/// A mark and a colour for each: one of the two may not be seen.
const fn mark(tone: Tone) -> Mark {
    match tone {
        Tone::Good => Mark::Circle,
        Tone::Bad => Mark::Cross,
        Tone::Open | Tone::Absent => Mark::Ring,
    }
}

impl Forest {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let size = (WIDTH as u32, (TOP + LINE * self.rows.len() as f64 + 12.0) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            self.draw_axis(&canvas, f64::from(size.1) - 8.0);
            for (i, row) in self.rows.iter().enumerate() {
                self.draw_row(&canvas, row, TOP + LINE * (i as f64 + 0.5));
            }
        }
        finish(&drawn, size, &self.alt)
    }

    /// Where a value lies; beyond the axis, at its end.
    fn x(&self, value: f64) -> f64 {
        let share = f64::midpoint(value / self.reach, 1.0).clamp(0.0, 1.0);
        LEFT + share * (RIGHT - LEFT)
    }

    fn draw_axis(&self, canvas: &Canvas<'_>, bottom: f64) {
        canvas.text(&self.title, (LEFT, 8.0), LETTERS, (HPos::Left, VPos::Top));
        for (i, (tone, word)) in KEY.into_iter().enumerate() {
            let x = LEFT + 6.0 + 120.0 * i as f64;
            canvas.mark(mark(tone), (x, 42.0), Look::Tone(tone));
            canvas.text(word, (x + 12.0, 42.0), SMALL, (HPos::Left, VPos::Center));
        }
        canvas.text("shaded: where the claim is", (12.0, 42.0), SMALL, (HPos::Left, VPos::Center));
        for tick in ticks(-self.reach, self.reach, 8).into_iter().filter(|tick| tick.abs() <= self.reach) {
            let x = self.x(tick);
            let at_zero = tick.abs() < self.reach / 1e6;
            canvas.line(&[(x, TOP - 6.0), (x, bottom)], Look::Bound, 1.0, if at_zero { 0.8 } else { 0.15 });
            let label = format!("{tick:.0}").replace('-', "−");
            canvas.text(&label, (x, TOP - 12.0), SMALL, (HPos::Center, VPos::Bottom));
        }
    }

    fn draw_row(&self, canvas: &Canvas<'_>, row: &Row, y: f64) {
        canvas.text(&row.name, (12.0, y - 8.0), LETTERS, (HPos::Left, VPos::Center));
        canvas.text(&row.more, (12.0, y + 9.0), SMALL, (HPos::Left, VPos::Center));
        let (low, high) = (self.x(row.range.0), self.x(row.range.1));
        let (top, bottom) = (y - LINE * 0.38, y + LINE * 0.38);
        canvas.area(&[(low, top), (high, top), (high, bottom), (low, bottom)], Look::Bound);
        let (least, value, most) = row.interval;
        let look = Look::Tone(row.tone);
        canvas.line(&[(self.x(least), y), (self.x(most), y)], look, 3.0, 1.0);
        for (end, side) in [(least, -1.0), (most, 1.0)] {
            let x = self.x(end);
            if end.abs() > self.reach {
                canvas.line(&[(x - 6.0 * side, y - 5.0), (x, y), (x - 6.0 * side, y + 5.0)], look, 2.0, 1.0);
            } else {
                canvas.line(&[(x, y - 5.0), (x, y + 5.0)], look, 2.0, 1.0);
            }
        }
        if value.abs() <= self.reach {
            canvas.mark(mark(row.tone), (self.x(value), y), look);
        }
    }
}
