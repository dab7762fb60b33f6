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
    /// Which of several numbers it is, in smaller letters below; empty where there is one.
    pub(crate) part: String,
    /// The number, at the right.
    pub(crate) number: String,
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

/// Narrow, with words above each interval and not beside it: on a phone all of it is seen at once.
const WIDTH: f64 = 520.0;
const LEFT: f64 = 12.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 92.0;
/// For the interval.
const LINE: f64 = 34.0;
/// For a line of words above it.
const WORDS: f64 = 16.0;
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

impl Row {
    fn height(&self) -> f64 {
        let lines = if self.part.is_empty() { 1.0 } else { 2.0 };
        LINE + WORDS * lines
    }
}

impl Forest {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let height = self.rows.iter().map(Row::height).sum::<f64>();
        let size = (WIDTH as u32, (TOP + height + 12.0) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            self.draw_axis(&canvas, f64::from(size.1) - 8.0);
            let mut top = TOP;
            for row in &self.rows {
                self.draw_row(&canvas, row, top);
                top += row.height();
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
        canvas.text(
            &format!("{}; shaded: where the claim is", self.title),
            (LEFT, 8.0),
            LETTERS,
            (HPos::Left, VPos::Top),
        );
        for (i, (tone, word)) in KEY.into_iter().enumerate() {
            let x = LEFT + 8.0 + 120.0 * i as f64;
            canvas.mark(mark(tone), (x, 42.0), Look::Tone(tone));
            canvas.text(word, (x + 12.0, 42.0), SMALL, (HPos::Left, VPos::Center));
        }
        for tick in ticks(-self.reach, self.reach, 8).into_iter().filter(|tick| tick.abs() < self.reach) {
            let x = self.x(tick);
            let at_zero = tick.abs() < self.reach / 1e6;
            canvas.line(&[(x, TOP - 10.0), (x, bottom)], Look::Bound, 1.0, if at_zero { 0.8 } else { 0.15 });
            let label = format!("{tick:.0}").replace('-', "−");
            canvas.text(&label, (x, TOP - 14.0), SMALL, (HPos::Center, VPos::Bottom));
        }
    }

    fn draw_row(&self, canvas: &Canvas<'_>, row: &Row, top: f64) {
        let words = top + row.height() - LINE;
        canvas.text(&row.name, (LEFT, top + WORDS / 2.0), LETTERS, (HPos::Left, VPos::Center));
        canvas.text(&row.number, (RIGHT, top + WORDS / 2.0), SMALL, (HPos::Right, VPos::Center));
        if !row.part.is_empty() {
            canvas.text(&row.part, (LEFT, words - WORDS / 2.0), SMALL, (HPos::Left, VPos::Center));
        }
        let (low, high) = (self.x(row.range.0), self.x(row.range.1));
        let (top, bottom) = (words + 3.0, words + LINE - 11.0);
        canvas.area(&[(low, top), (high, top), (high, bottom), (low, bottom)], Look::Bound);
        self.draw_interval(canvas, row, f64::midpoint(top, bottom));
    }

    fn draw_interval(&self, canvas: &Canvas<'_>, row: &Row, y: f64) {
        let (least, value, most) = row.interval;
        let look = Look::Tone(row.tone);
        canvas.line(&[(self.x(least), y), (self.x(most), y)], look, 3.0, 1.0);
        let is_beyond = |value: f64| value.abs() > self.reach;
        let ends = match (is_beyond(least), is_beyond(most)) {
            // All of it to one side: one arrow.
            (true, true) if least.signum() == most.signum() => vec![(least, least.signum())],
            _ => vec![(least, -1.0), (most, 1.0)],
        };
        for (end, side) in ends {
            let x = self.x(end);
            if is_beyond(end) {
                canvas.line(&[(x - 6.0 * side, y - 5.0), (x, y), (x - 6.0 * side, y + 5.0)], look, 2.0, 1.0);
            } else {
                canvas.line(&[(x, y - 5.0), (x, y + 5.0)], look, 2.0, 1.0);
            }
        }
        // Beyond the axis the mark stands beside the arrow: the verdict is seen all the same.
        let place = if is_beyond(value) { self.x(value) - 18.0 * value.signum() } else { self.x(value) };
        canvas.mark(mark(row.tone), (place, y), look);
    }
}

#[cfg(test)]
mod tests {
    use super::{Forest, Row};
    use crate::report::document::Tone;

    fn drawn(interval: (f64, f64, f64)) -> String {
        let row = Row {
            name: "claim".to_owned(),
            part: String::new(),
            number: String::new(),
            tone: Tone::Good,
            interval,
            range: (23.0, f64::INFINITY),
        };
        Forest { alt: String::new(), title: String::new(), reach: 25.0, rows: vec![row] }.svg()
    }

    #[test]
    fn what_lies_beyond_the_axis_has_one_arrow_and_the_mark_of_its_verdict() {
        let count = |svg: &str, what: &str| svg.matches(what).count();
        let (within, beyond) = (drawn((-1.0, 0.0, 1.0)), drawn((26.0, 29.0, 33.0)));
        assert_eq!(count(&beyond, "<circle"), count(&within, "<circle"), "the mark is there");
        // The interval has two ends within, and one arrow beyond.
        assert_eq!(count(&beyond, "<polyline") + 1, count(&within, "<polyline"), "{beyond}");
        let across = drawn((-30.0, 0.0, 30.0));
        assert_eq!(count(&across, "<polyline"), count(&within, "<polyline"), "an arrow to either side");
    }
}
