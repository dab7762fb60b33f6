//! Pictures: what is to be drawn as plain data in, SVG text out. What draws them is known in this folder alone.
//!
//! | file | draws |
//! |---|---|
//! | `lines.rs` | curves with bands over two axes |
//! | `heat.rs` | a table of numbers as colours |
//! | `canvas.rs` | both of them, with `plotters` |
//!
//! A picture stands on its own: it has its own ground, follows the reader's choice of light or dark, names what it shows to
//! who cannot see it, and is the same bytes for the same data.

mod canvas;
mod heat;
mod lines;

pub(crate) use heat::HeatMap;
pub(crate) use lines::{Axis, Lines, Series};

use plotters::style::{IntoFont, RGBColor, TextStyle};

/// Canvas units per pixel: coordinates are whole numbers, and curves of whole pixels look bent.
const SCALE: u32 = 2;

/// Text and axes. Both colours are placeholders that [`finish`] makes follow light and dark.
const INK: RGBColor = RGBColor(1, 2, 3);
/// The ground under all.
const GROUND: RGBColor = RGBColor(254, 253, 252);

/// How a series looks: told apart by colour and by mark, because one of the two may not be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The `i`th colour and mark.
    Numbered(usize),
    /// A thin line in the colour of the text: a bound, not a contender.
    Bound,
}

/// Seven colours of middle lightness: each at least 3 : 1 on the light and on the dark ground.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x2f, 0x7f, 0xd6),
    RGBColor(0x14, 0x93, 0xa3),
    RGBColor(0x9a, 0x63, 0xd6),
    RGBColor(0xdd, 0x4a, 0x4a),
    RGBColor(0x2e, 0x9a, 0x4c),
    RGBColor(0xd9, 0x72, 0x0b),
    RGBColor(0xa9, 0x76, 0x4a),
];

impl Look {
    fn colour(self) -> RGBColor {
        match self {
            Self::Numbered(i) => COLOURS[i % COLOURS.len()],
            Self::Bound => INK,
        }
    }
}

const FONT: &str = "system-ui, sans-serif";

/// Text of so many pixels.
fn text(pixels: f64) -> TextStyle<'static> {
    // The backend divides by 1.24.
    TextStyle::from((FONT, pixels * 1.24 * f64::from(SCALE)).into_font()).color(&INK)
}

/// Makes the drawn canvas a picture: size in pixels, a name for screen readers, colours that follow light and dark.
fn finish(drawn: &str, (width, height): (u32, u32), alt: &str) -> String {
    let (_, body) = drawn.split_once(">\n").expect("the backend opens with its root element");
    let body = body.replace("#010203", "currentColor");
    let body = body.replace("fill=\"#FEFDFC\"", "class=\"ground\"").replace("#FEFDFC", "currentColor");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" class=\"plot\">\n<title>{}</title>\n\
         <style>.plot{{color:#1f2428}}.plot .ground{{fill:#fff}}\
         @media(prefers-color-scheme:dark){{.plot{{color:#dfe3e6}}.plot .ground{{fill:#15181c}}}}</style>\n{body}",
        width * SCALE,
        height * SCALE,
        super::html::escape(alt),
    )
}

/// Round numbers that cover a range, about `count` of them: 1, 2 or 5 times a power of ten apart.
pub(crate) fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let (low, high) = if high > low { (low, high) } else { (low - 0.5, low + 0.5) };
    let rough = (high - low) / count as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
    (first..=last).map(|k| k as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        assert_eq!(ticks(25.4, 44.2, 6), [25.0, 30.0, 35.0, 40.0, 45.0]);
        assert_eq!(ticks(0.0, 1.0, 5).len(), 6);
        let single = ticks(3.0, 3.0, 5);
        assert!(single.len() > 1 && single[0] < 3.0 && single[single.len() - 1] > 3.0, "{single:?}");
    }
}
