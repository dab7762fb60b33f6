//! A table of shares as coloured cells with numbers, under a key of the colours.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::Canvas;
use super::{LETTER, WIDTH, finish};
use crate::report::document::{DataTable, Figure, TableCell};
use crate::report::plain;

#[derive(Clone, Debug)]
pub(crate) struct HeatMap {
    pub(crate) alt: String,
    pub(crate) title: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<Option<f64>>)>,
}

const LEFT: f64 = 96.0;
const TOP: f64 = 100.0;
const LINE: f64 = 40.0;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;

impl HeatMap {
    /// The numbers of the map in a table: `rows` says what a row is, and `cell` writes a number.
    pub(crate) fn numbers(&self, rows: &str, cell: fn(f64) -> TableCell) -> DataTable {
        let row = |(name, values): &(String, Vec<Option<f64>>)| {
            let cells = values.iter().map(|value| TableCell::or_absent(value.map(cell)));
            std::iter::once(TableCell::from(name.as_str())).chain(cells).collect()
        };
        DataTable {
            caption: self.alt.clone(),
            header: std::iter::once(rows.to_owned()).chain(self.columns.iter().cloned()).collect(),
            words: 1,
            rows: self.rows.iter().map(row).collect(),
        }
    }

    pub(crate) fn figure(self, file: &str, caption: String, rows: Option<DataTable>) -> Figure {
        Figure { file: file.to_owned(), caption, svg: self.svg(), alt: self.alt, rows }
    }

    fn svg(&self) -> String {
        let size = (WIDTH as u32, (TOP + LINE * self.rows.len() as f64 + 12.0) as u32);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            self.draw(&canvas);
        }
        finish(&drawn, size, &self.alt)
    }

    fn draw(&self, canvas: &Canvas<'_>) {
        let letters = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let names = LEFT.max(letters as f64 * LETTERS * LETTER + 20.0);
        let width = (WIDTH - names - 12.0) / self.columns.len() as f64;
        let middle = |column: usize| names + width * (column as f64 + 0.5);
        let fits = |words: &str| words.chars().count() as f64 * LETTERS * LETTER <= width;
        canvas.text(&self.title, (12.0, 8.0), LETTERS, (HPos::Left, VPos::Top));
        let is_crowded = !self.columns.iter().all(|name| fits(name));
        for (i, name) in self.columns.iter().enumerate() {
            let y = TOP - if is_crowded && i.is_multiple_of(2) { 30.0 } else { 14.0 };
            canvas.text(name, (middle(i), y), SMALL, (HPos::Center, VPos::Center));
        }
        let values = || self.rows.iter().flat_map(|(_, values)| values).flatten().copied();
        let (least, most) =
            (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        draw_key(canvas, least, most);
        let decimals = usize::from(values().all(|value| fits(&percent(1, value))));
        for (i, (name, values)) in self.rows.iter().enumerate() {
            let top = TOP + LINE * i as f64;
            canvas.text(name, (names - 12.0, top + LINE / 2.0), LETTERS, (HPos::Right, VPos::Center));
            for (column, value) in values.iter().enumerate() {
                let Some(value) = *value else { continue };
                let colour = colour(value, least, most);
                let left = names + width * column as f64;
                canvas.rectangle((left + 1.0, top + 1.0), (left + width - 1.0, top + LINE - 1.0), colour);
                canvas.text_on(
                    colour,
                    &percent(decimals, value),
                    (middle(column), top + LINE / 2.0),
                    LETTERS,
                );
            }
        }
    }
}

fn percent(decimals: usize, share: f64) -> String {
    plain(decimals, share * 100.0)
}

fn draw_key(canvas: &Canvas<'_>, least: f64, most: f64) {
    const STEPS: u32 = 32;
    const LENGTH: f64 = 192.0;
    let left = 64.0;
    if least.is_finite() && most > least {
        let step = LENGTH / f64::from(STEPS);
        for i in 0..STEPS {
            let x = left + step * f64::from(i);
            let value = least + (most - least) * (f64::from(i) + 0.5) / f64::from(STEPS);
            canvas.rectangle((x, 35.0), (x + step, 49.0), colour(value, least, most));
        }
        canvas.text(&percent(1, least), (left - 8.0, 42.0), 13.0, (HPos::Right, VPos::Center));
        canvas.text(
            &format!("{} %", percent(1, most)),
            (left + LENGTH + 8.0, 42.0),
            13.0,
            (HPos::Left, VPos::Center),
        );
    }
}

fn colour(value: f64, least: f64, most: f64) -> RGBColor {
    if least < 0.0 && most > 0.0 {
        return signed(value / most.max(-least));
    }
    shade((value - least) / (most - least).max(f64::MIN_POSITIVE))
}

fn signed(share: f64) -> RGBColor {
    const NOTHING: (f64, f64, f64) = (246.0, 246.0, 242.0);
    let end = if share < 0.0 { (150.0, 76.0, 10.0) } else { (22.0, 50.0, 110.0) };
    let between = |from: f64, to: f64| (from + (to - from) * share.abs().min(1.0)).round() as u8;
    RGBColor(between(NOTHING.0, end.0), between(NOTHING.1, end.1), between(NOTHING.2, end.2))
}

/// Lightness falls, so that the colours can be read without their hue.
fn shade(share: f64) -> RGBColor {
    const STOPS: [(f64, f64, f64); 4] =
        [(250.0, 240.0, 200.0), (150.0, 208.0, 176.0), (48.0, 136.0, 172.0), (22.0, 50.0, 110.0)];
    let at = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let (low, high) = (STOPS[at.floor() as usize], STOPS[at.ceil() as usize]);
    let between = |low: f64, high: f64| (low + (high - low) * at.fract()).round() as u8;
    RGBColor(between(low.0, high.0), between(low.1, high.1), between(low.2, high.2))
}

#[cfg(test)]
mod tests {
    use super::{RGBColor, colour};

    fn lightness(RGBColor(red, green, blue): RGBColor) -> u32 {
        [red, green, blue].map(u32::from).iter().sum()
    }

    #[test]
    fn of_either_sign_nothing_is_lightest_and_signs_are_told_apart() {
        let of = |value| colour(value, -0.1, 0.2);
        assert!(lightness(of(0.0)) > lightness(of(0.05)) && lightness(of(0.05)) > lightness(of(0.2)));
        assert!(lightness(of(0.0)) > lightness(of(-0.05)) && lightness(of(-0.05)) > lightness(of(-0.1)));
        assert!(of(0.1).2 > of(0.1).0 && of(-0.1).0 > of(-0.1).2, "blue, and brown");
    }

    #[test]
    fn of_one_sign_the_least_is_lightest() {
        let of = |value| lightness(colour(value, 0.1, 0.4));
        assert!(of(0.1) > of(0.2) && of(0.2) > of(0.4));
    }
}
