//! Draws claims: for each an interval, the claimed range, and a mark for the verdict.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Mark};
use super::{LETTER, SeriesStyle, WIDTH, finish, ticks};
use crate::report::document::Tone;
use crate::report::plain;

#[derive(Clone, Debug)]
pub(crate) struct ForestRow {
    pub(crate) name: String,
    pub(crate) number: String,
    pub(crate) interval: Interval,
    pub(crate) deciding: Option<DecidingPart>,
    pub(crate) tone: Tone,
    /// The claimed range; an end may be infinite.
    pub(crate) range: (f64, f64),
}

/// In the order low, value, high.
type Interval = (f64, f64, f64);

#[derive(Clone, Debug)]
pub(crate) struct DecidingPart {
    pub(crate) name: String,
    pub(crate) number: String,
    pub(crate) interval: Interval,
}

#[derive(Clone, Debug)]
pub(crate) struct Forest {
    pub(crate) alt: String,
    pub(crate) title: String,
    pub(crate) reach: f64,
    pub(crate) rows: Vec<ForestRow>,
}

const LEFT: f64 = 12.0;
const RIGHT: f64 = WIDTH - 12.0;
const MARGIN: f64 = 40.0;
const TOP: f64 = 92.0;
const LINE: f64 = 34.0;
const WORDS: f64 = 16.0;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;
const KEY: [(Tone, &str); 3] = [(Tone::Good, "supported"), (Tone::Bad, "refuted"), (Tone::Open, "undecided")];

const fn mark(tone: Tone) -> Mark {
    match tone {
        Tone::Good => Mark::Circle,
        Tone::Bad => Mark::Cross,
        Tone::Open | Tone::Absent => Mark::Ring,
    }
}

impl ForestRow {
    fn height(&self) -> f64 {
        LINE + WORDS * self.lines() as f64
    }

    fn words(&self) -> impl Iterator<Item = (&str, &str, f64)> {
        let deciding = self.deciding.as_ref().map(|part| (part.name.as_str(), part.number.as_str(), SMALL));
        std::iter::once((self.name.as_str(), self.number.as_str(), LETTERS)).chain(deciding)
    }

    fn lines(&self) -> usize {
        self.words().map(|(name, number, letters)| lines(name, number, letters)).sum()
    }

    pub(crate) fn intervals(&self) -> impl Iterator<Item = Interval> {
        std::iter::once(self.interval).chain(self.deciding.as_ref().map(|part| part.interval))
    }
}

fn lines(name: &str, number: &str, letters: f64) -> usize {
    let wide = |words: &str, height: f64| words.chars().count() as f64 * height * LETTER;
    if wide(name, letters) + wide(number, SMALL) <= RIGHT - LEFT { 1 } else { 2 }
}

impl Forest {
    pub(crate) fn svg(&self) -> String {
        let height = self.rows.iter().map(ForestRow::height).sum::<f64>();
        let size = (WIDTH as u32, (TOP + height + 12.0) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            self.draw_axis(&canvas);
            let mut top = TOP;
            for row in &self.rows {
                self.draw_row(&canvas, row, top);
                top += row.height();
            }
        }
        finish(&drawn, size, &self.alt)
    }

    fn x(&self, value: f64) -> f64 {
        let half = f64::midpoint(RIGHT, -LEFT) - MARGIN;
        f64::midpoint(LEFT, RIGHT) + half * value / self.reach
    }

    fn x_in(&self, row: &ForestRow, value: f64) -> f64 {
        if value.abs() <= self.reach {
            return self.x(value);
        }
        let (side, edge) = (value.signum(), f64::midpoint(LEFT, RIGHT) - LEFT);
        if value.is_infinite() {
            return f64::midpoint(LEFT, RIGHT) + side * edge;
        }
        let mut beyond: Vec<_> =
            row.intervals().flat_map(|(low, number, high)| [low, number, high]).collect();
        beyond.extend([row.range.0, row.range.1]);
        beyond.retain(|number| number.is_finite() && number * side > self.reach);
        beyond.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        beyond.dedup();
        let nearer = beyond.iter().filter(|number| number.abs() <= value.abs()).count();
        self.x(side * self.reach) + side * MARGIN * nearer as f64 / (beyond.len() + 1) as f64
    }

    fn draw_axis(&self, canvas: &Canvas<'_>) {
        canvas.text(
            &format!("{}; shaded: where the claim is", self.title),
            (LEFT, 8.0),
            LETTERS,
            (HPos::Left, VPos::Top),
        );
        for (i, (tone, word)) in KEY.into_iter().enumerate() {
            let x = LEFT + 8.0 + 120.0 * i as f64;
            canvas.mark(mark(tone), (x, 42.0), SeriesStyle::Tone(tone));
            canvas.text(word, (x + 12.0, 42.0), SMALL, (HPos::Left, VPos::Center));
        }
        let all = ticks(-self.reach, self.reach, 8);
        let decimals = usize::from(all[1] - all[0] < 0.999);
        for tick in all.into_iter().filter(|tick| tick.abs() <= self.reach) {
            let label = plain(decimals, tick);
            canvas.text(&label, (self.x(tick), TOP - 14.0), SMALL, (HPos::Center, VPos::Bottom));
        }
        self.draw_rules(canvas, TOP - 10.0, TOP - 4.0);
    }

    fn draw_rules(&self, canvas: &Canvas<'_>, top: f64, bottom: f64) {
        for side in [-1.0, 1.0] {
            let x = self.x(side * self.reach);
            canvas.dashes(&[(x, top), (x, bottom)], SeriesStyle::Bound, 1.0, 0.3);
        }
        for tick in ticks(-self.reach, self.reach, 8).into_iter().filter(|tick| tick.abs() <= self.reach) {
            let x = self.x(tick);
            let at_zero = tick.abs() < self.reach / 1e6;
            canvas.line(&[(x, top), (x, bottom)], SeriesStyle::Bound, 1.0, if at_zero { 0.8 } else { 0.15 });
        }
    }

    fn draw_row(&self, canvas: &Canvas<'_>, row: &ForestRow, top: f64) {
        let mut y = top + WORDS / 2.0;
        for (name, number, letters) in row.words() {
            canvas.text(name, (LEFT, y), letters, (HPos::Left, VPos::Center));
            y += WORDS * (lines(name, number, letters) - 1) as f64;
            canvas.text(number, (RIGHT, y), SMALL, (HPos::Right, VPos::Center));
            y += WORDS;
        }
        let words = top + row.height() - LINE;
        self.draw_rules(canvas, words, words + LINE - 8.0);
        let (low, high) = (self.x_in(row, row.range.0), self.x_in(row, row.range.1));
        let (top, bottom) = (words + 3.0, words + LINE - 11.0);
        canvas.area(&[(low, top), (high, top), (high, bottom), (low, bottom)], SeriesStyle::Bound);
        let middle = f64::midpoint(top, bottom);
        let Some(deciding) = &row.deciding else {
            self.draw_effect(canvas, row, middle);
            return;
        };
        self.draw_interval(canvas, row, deciding.interval, (middle + 6.0, 1.5));
        canvas.dot((self.x_in(row, deciding.interval.1), middle + 6.0), 2.5, SeriesStyle::Tone(row.tone));
        self.draw_effect(canvas, row, middle - 4.0);
    }

    fn draw_effect(&self, canvas: &Canvas<'_>, row: &ForestRow, y: f64) {
        self.draw_interval(canvas, row, row.interval, (y, 3.0));
        canvas.mark(mark(row.tone), (self.x_in(row, row.interval.1), y), SeriesStyle::Tone(row.tone));
    }

    fn draw_interval(
        &self,
        canvas: &Canvas<'_>,
        row: &ForestRow,
        interval: Interval,
        (y, width): (f64, f64),
    ) {
        const BEHIND: [f64; 2] = [11.0, 3.0];
        const END: f64 = 4.0;
        let (least, value, most) = interval;
        let look = SeriesStyle::Tone(row.tone);
        canvas.line(&[(self.x_in(row, least), y), (self.x_in(row, most), y)], look, width, 1.0);
        let is_beyond = |value: f64| value.abs() > self.reach;
        let ends = match (is_beyond(least), is_beyond(most)) {
            (true, true) if least.signum() == most.signum() => {
                vec![if least > 0.0 { (most, 1.0) } else { (least, -1.0) }]
            }
            _ => vec![(least, -1.0), (most, 1.0)],
        };
        for (end, side) in ends {
            let x = self.x_in(row, end);
            if is_beyond(end) {
                let x = (x + side * BEHIND[usize::from(end != value)]).clamp(LEFT, RIGHT);
                canvas.line(&[(x - 5.0 * side, y - END), (x, y), (x - 5.0 * side, y + END)], look, 2.0, 1.0);
            } else {
                canvas.line(&[(x, y - END), (x, y + END)], look, 2.0, 1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DecidingPart, Forest, ForestRow};
    use crate::report::document::Tone;

    fn row(interval: (f64, f64, f64), range: (f64, f64)) -> ForestRow {
        ForestRow {
            name: "claim".to_owned(),
            number: String::new(),
            interval,
            deciding: None,
            tone: Tone::Good,
            range,
        }
    }

    fn forest(reach: f64, rows: Vec<ForestRow>) -> Forest {
        Forest { alt: String::new(), title: String::new(), reach, rows }
    }

    fn drawn(interval: (f64, f64, f64)) -> String {
        forest(25.0, vec![row(interval, (23.0, f64::INFINITY))]).svg()
    }

    #[test]
    fn what_lies_beyond_the_axis_has_one_arrow_and_the_mark_of_its_verdict() {
        let count = |svg: &str, what: &str| svg.matches(what).count();
        let (within, beyond) = (drawn((-1.0, 0.0, 1.0)), drawn((26.0, 29.0, 33.0)));
        assert_eq!(count(&beyond, "<circle"), count(&within, "<circle"), "the mark is there");
        assert_eq!(count(&beyond, "<polyline") + 1, count(&within, "<polyline"), "{beyond}");
        let across = drawn((-30.0, 0.0, 30.0));
        assert_eq!(count(&across, "<polyline"), count(&within, "<polyline"), "an arrow to either side");
    }

    #[test]
    fn a_name_too_long_for_its_number_has_a_line_of_its_own_and_no_rule_runs_through_words() {
        let named = |name: &str| ForestRow {
            name: name.to_owned(),
            number: "+5.4 % (+2.1 to +9.9)".to_owned(),
            ..row((2.0, 5.0, 9.0), (0.0, 25.0))
        };
        let (short, long) =
            (named("none-hurts"), named("none-of-them-costs-much (more than each, to the leaves)"));
        let with_part = |part: &str| {
            let (name, number, interval) = (part.to_owned(), short.number.clone(), (-2.0, 1.0, 3.0));
            ForestRow { deciding: Some(DecidingPart { name, number, interval }), ..long.clone() }
        };
        let rows = [&short, &long, &with_part("to knowledge"), &with_part(&long.name)];
        assert_eq!(rows.map(ForestRow::lines), [1, 2, 3, 4]);
        let svg = forest(25.0, vec![short, long]).svg();
        let words = (super::TOP * 2.0, (super::TOP + super::WORDS) * 2.0);
        for line in svg.split("<polyline").skip(1) {
            let points = &line[line.find("points=\"").expect("points") + 8..];
            let points = &points[..points.find('"').expect("they end")];
            let heights = points.split_whitespace().map(|point| point.split_once(',').expect("a pair").1);
            let heights: Vec<f64> = heights.map(|height| height.parse().expect("a number")).collect();
            let ends = heights.iter().fold((f64::MAX, f64::MIN), |(a, b), &y| (a.min(y), b.max(y)));
            assert!(ends.1 <= words.0 || ends.0 >= words.1, "{points}");
        }
    }

    #[test]
    fn numbers_beyond_the_axis_keep_their_order_and_stand_beyond_it() {
        let infinity = f64::INFINITY;
        let cases = [
            ((100.2, 100.9, 101.5), (95.0, 100.0)),
            ((100.2, 100.9, 101.5), (95.0, infinity)),
            ((-76.0, -74.4, -72.0), (-70.0, -60.0)),
            ((-76.0, -74.4, -60.0), (-infinity, -70.0)),
            ((120.0, 130.0, 140.0), (110.0, 150.0)),
            ((-30.0, 2.0, 300.0), (120.0, 130.0)),
        ];
        for (reach, (interval, range)) in
            [25.0, 50.0, 100.0].iter().flat_map(|r| cases.map(|case| (*r, case)))
        {
            let row = row(interval, range);
            let forest = forest(reach, vec![row.clone()]);
            let (low, value, high) = interval;
            let mut numbers = vec![low, value, high, range.0, range.1, -reach, reach];
            numbers.sort_by(f64::total_cmp);
            numbers.dedup();
            let places: Vec<_> = numbers.iter().map(|&number| forest.x_in(&row, number)).collect();
            assert!(places.is_sorted_by(|a, b| a < b), "{reach}: {numbers:?} at {places:?}");
            // The backend counts half pixels.
            let mark = format!("<circle cx=\"{:.0}\"", forest.x_in(&row, value) * 2.0);
            assert!(forest.svg().contains(&mark), "{mark}");
        }
    }
}
