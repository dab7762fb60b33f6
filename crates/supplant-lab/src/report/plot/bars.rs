//! Bars from the left, each under its name and its words.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::Canvas;
use super::{SeriesStyle, WIDTH, finish, ticks};
use crate::report::plain;

#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) words: String,
    pub(crate) look: SeriesStyle,
}

#[derive(Clone, Debug)]
pub(crate) struct Bars {
    pub(crate) alt: String,
    pub(crate) title: String,
    pub(crate) bars: Vec<Bar>,
    pub(crate) key: Vec<(String, SeriesStyle)>,
}

const LEFT: f64 = 12.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 58.0;
const LINE: f64 = WORDS + 18.0;
const WORDS: f64 = 16.0;
const THICK: f64 = 12.0;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;
const KEY: f64 = 24.0;

impl Bars {
    pub(crate) fn svg(&self) -> String {
        let foot = TOP + LINE * self.bars.len() as f64 + 12.0;
        let size = (WIDTH as u32, (foot + KEY * self.key.len() as f64) as u32);
        let most = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let axis = ticks(0.0, most, 6);
        let end = axis[axis.len() - 1];
        let x = |value: f64| LEFT + (value / end).clamp(0.0, 1.0) * (RIGHT - LEFT);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            canvas.text(&self.title, (12.0, 8.0), LETTERS, (HPos::Left, VPos::Top));
            for &tick in &axis {
                canvas.line(&[(x(tick), TOP - 8.0), (x(tick), TOP - 2.0)], SeriesStyle::Bound, 1.0, 0.5);
                canvas.text(&plain(0, tick), (x(tick), TOP - 10.0), SMALL, (HPos::Center, VPos::Bottom));
            }
            for (i, bar) in self.bars.iter().enumerate() {
                let top = TOP + LINE * i as f64;
                let (words, middle) = (top + WORDS / 2.0, top + WORDS + THICK / 2.0);
                canvas.text(&bar.name, (LEFT, words), SMALL, (HPos::Left, VPos::Center));
                canvas.text(&bar.words, (RIGHT, words), SMALL, (HPos::Right, VPos::Center));
                canvas.line(&[(LEFT, middle), (x(bar.value), middle)], bar.look, THICK, 1.0);
            }
            for (i, (name, look)) in self.key.iter().enumerate() {
                let middle = foot + KEY * i as f64;
                canvas.line(&[(LEFT, middle), (LEFT + 20.0, middle)], *look, THICK, 1.0);
                canvas.text(name, (LEFT + 28.0, middle), SMALL, (HPos::Left, VPos::Center));
            }
        }
        finish(&drawn, size, &self.alt)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, Bars};
    use crate::report::plot::SeriesStyle;

    #[test]
    fn every_bar_has_its_name_and_its_words() {
        let bar = |name: &str, value| Bar {
            name: name.to_owned(),
            value,
            words: format!("{value} it is"),
            look: SeriesStyle::Numbered(0),
        };
        let key = vec![("a kind".to_owned(), SeriesStyle::Numbered(0))];
        let bars = vec![bar("first", 20.0), bar("second", 0.0)];
        let svg = Bars { alt: "bars".to_owned(), title: "length".to_owned(), bars, key }.svg();
        for words in ["a kind", "first", "second", "20 it is", "0 it is", "<title>bars</title>"] {
            assert!(svg.contains(words), "{words}: {svg}");
        }
    }
}
