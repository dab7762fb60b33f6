//! Bars from the left, each with its name before it and what is to be said of it behind it.

use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::Canvas;
use super::{SeriesStyle, finish, ticks};
use crate::report::plain;

/// One bar.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    /// What it is of: [`MOST_LETTERS`] at most.
    pub(crate) name: String,
    /// How long it is, from 0.
    pub(crate) value: f64,
    /// What stands behind it.
    pub(crate) words: String,
    /// How it looks.
    pub(crate) look: SeriesStyle,
}

/// A picture of bars.
#[derive(Clone, Debug)]
pub(crate) struct Bars {
    /// What it shows, for who cannot see it.
    pub(crate) alt: String,
    /// What their lengths are.
    pub(crate) title: String,
    /// From top to bottom.
    pub(crate) bars: Vec<Bar>,
    /// What each look means: five at most.
    pub(crate) key: Vec<(String, SeriesStyle)>,
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 190.0;
/// Behind the longest bar there is room for its words.
const RIGHT: f64 = WIDTH - 190.0;
const TOP: f64 = 58.0;
const LINE: f64 = 24.0;
/// So many letters of the small size fit before a bar.
pub(crate) const MOST_LETTERS: usize = 26;
const LETTERS: f64 = 14.0;
const SMALL: f64 = 12.0;
/// From one entry of the key to the next.
const KEY: f64 = 140.0;

impl Bars {
    /// The picture.
    pub(crate) fn svg(&self) -> String {
        let foot = TOP + LINE * self.bars.len() as f64 + 12.0;
        let size = (WIDTH as u32, (foot + if self.key.is_empty() { 0.0 } else { LINE }) as u32);
        let most = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let axis = ticks(0.0, most, 6);
        let end = axis[axis.len() - 1];
        let x = |value: f64| LEFT + (value / end).clamp(0.0, 1.0) * (RIGHT - LEFT);
        let mut drawn = String::new();
        {
            let canvas = Canvas::new(&mut drawn, size);
            canvas.text(&self.title, (12.0, 8.0), LETTERS, (HPos::Left, VPos::Top));
            for &tick in &axis {
                canvas.line(&[(x(tick), TOP - 6.0), (x(tick), foot - 8.0)], SeriesStyle::Bound, 1.0, 0.15);
                canvas.text(&plain(0, tick), (x(tick), TOP - 10.0), SMALL, (HPos::Center, VPos::Bottom));
            }
            for (i, bar) in self.bars.iter().enumerate() {
                let middle = TOP + LINE * (i as f64 + 0.5);
                canvas.text(&bar.name, (LEFT - 10.0, middle), SMALL, (HPos::Right, VPos::Center));
                canvas.line(&[(LEFT, middle), (x(bar.value), middle)], bar.look, LINE - 9.0, 1.0);
                canvas.text(&bar.words, (x(bar.value) + 8.0, middle), SMALL, (HPos::Left, VPos::Center));
            }
            for (i, (name, look)) in self.key.iter().enumerate() {
                let (left, middle) = (12.0 + KEY * i as f64, foot + 4.0);
                canvas.line(&[(left, middle), (left + 20.0, middle)], *look, LINE - 12.0, 1.0);
                canvas.text(name, (left + 28.0, middle), SMALL, (HPos::Left, VPos::Center));
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
