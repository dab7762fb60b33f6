//! Pictures: plain data in, SVG text out. Only this folder knows what draws them.
//!
//! The same data give the same bytes.

mod bars;
mod canvas;
mod forest;
mod heat;
mod lines;
mod panels;
mod strips;

pub(crate) use bars::{Bar, Bars};
pub(crate) use forest::{DecidingPart, Forest, ForestRow};
pub(crate) use heat::HeatMap;
pub(crate) use lines::{LinePlot, PlotAxis, Series};
pub(crate) use panels::Panels;
pub(crate) use strips::{Dot, Strip, Strips};

use std::collections::BTreeMap;
use std::fmt::Write as _;

use plotters::style::{IntoFont, RGBColor, TextStyle};

use super::document::Tone;

/// Canvas units per pixel. Coordinates are whole numbers, and curves of whole pixels look bent.
const SCALE: u32 = 2;

/// The width of every picture. On a phone, letters of 15 pixels are then shown at 11.
const WIDTH: f64 = 520.0;

/// The greatest average width of a letter, in parts of its height; measured in browsers and rounded
/// up.
const LETTER: f64 = 0.6;

/// Text and axes. This colour and the next are placeholders that [`finish`] makes follow light and
/// dark.
const INK: RGBColor = RGBColor(1, 2, 3);
const GROUND: RGBColor = RGBColor(254, 253, 252);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeriesStyle {
    Numbered(usize),
    Dashed(usize),
    Source(usize),
    Bound,
    OtherBound,
    Tone(Tone),
}

/// Seven colours of middle lightness, each at least 3 : 1 on the light and on the dark ground. A
/// search chose them to differ most for readers who lack one kind of cones.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x5a, 0x96, 0xeb),
    RGBColor(0xdc, 0x7d, 0x00),
    RGBColor(0x09, 0x79, 0x59),
    RGBColor(0x99, 0x0f, 0xff),
    RGBColor(0x94, 0x89, 0x9b),
    RGBColor(0xb3, 0x00, 0xb1),
    RGBColor(0xd9, 0x00, 0x12),
];

const fn of_tone(tone: Tone) -> RGBColor {
    match tone {
        Tone::Good => RGBColor(0x1a, 0x8a, 0x42),
        Tone::Bad => RGBColor(0xd6, 0x3a, 0x30),
        Tone::Open => RGBColor(0xa8, 0x78, 0x10),
        Tone::Absent => RGBColor(0x80, 0x80, 0x80),
    }
}

impl SeriesStyle {
    pub(crate) const fn of_curve(i: usize) -> Self {
        if i < COLOURS.len() { Self::Numbered(i) } else { Self::Dashed(i) }
    }

    fn colour(self) -> RGBColor {
        match self {
            Self::Numbered(i) | Self::Dashed(i) => COLOURS[i % COLOURS.len()],
            Self::Bound | Self::OtherBound | Self::Source(_) => INK,
            Self::Tone(tone) => of_tone(tone),
        }
    }

    const fn opacity(self) -> f64 {
        if matches!(self, Self::Source(_)) { 0.65 } else { 1.0 }
    }
}

fn own_colours(numbers: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    let mut taken = BTreeMap::new();
    let mut free: Vec<usize> = (0..COLOURS.len()).collect();
    let mut others = Vec::new();
    for number in numbers {
        match free.iter().position(|&colour| colour == number % COLOURS.len()) {
            _ if taken.contains_key(&number) || others.contains(&number) => {}
            Some(at) => {
                free.remove(at);
                taken.insert(number, number);
            }
            None => others.push(number),
        }
    }
    taken.extend(others.into_iter().zip(free));
    taken
}

const FONT: &str = "system-ui, sans-serif";

fn text(pixels: f64) -> TextStyle<'static> {
    // The backend divides by 1.24.
    TextStyle::from((FONT, pixels * 1.24 * f64::from(SCALE)).into_font()).color(&INK)
}

pub(crate) fn is_ours(svg: &str) -> bool {
    svg.lines().next().is_some_and(|root| root.starts_with("<svg ") && root.ends_with(OWN))
}

const OWN: &str = "role=\"img\" class=\"plot\">";

fn finish(drawn: &str, size: (u32, u32), alt: &str) -> String {
    let (_, body) = drawn.split_once(">\n").expect("the backend opens with its root element");
    let body = body.replace("#010203", "currentColor");
    let body = body.replace("fill=\"#FEFDFC\"", "class=\"ground\"").replace("#FEFDFC", "currentColor");
    framed(&body, size, alt)
}

fn framed(body: &str, (width, height): (u32, u32), alt: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" {OWN}\n<title>{}</title>\n\
         <style>.plot{{color:#1f2428}}.plot .ground{{fill:#fff}}\
         @media(prefers-color-scheme:dark){{.plot{{color:#dfe3e6}}.plot .ground{{fill:#15181c}}}}{STYLED}{body}",
        width * SCALE,
        height * SCALE,
        super::html::escape(alt),
    )
}

const STYLED: &str = "</style>\n";

/// One picture of several, from top to bottom.
pub(crate) fn stacked(pictures: &[&str], alt: &str) -> String {
    let (mut body, mut below) = (String::new(), 0);
    for picture in pictures {
        let (frame, inner) = picture.split_once(STYLED).expect("it is framed");
        let height = frame.split_once("height=\"").and_then(|(_, rest)| rest.split_once('"'));
        let inner = inner.trim_end().trim_end_matches("</svg>");
        let _ = write!(body, "<g transform=\"translate(0 {})\">\n{inner}</g>\n", below * SCALE);
        below += height.and_then(|(height, _)| height.parse::<u32>().ok()).expect("a frame has a height");
    }
    framed(&(body + "</svg>\n"), (WIDTH as u32, below), alt)
}

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
    use plotters::style::RGBColor;

    use super::{COLOURS, SeriesStyle, of_tone, own_colours, ticks};
    use crate::report::document::Tone;

    type Linear = [f64; 3];

    fn linear(RGBColor(r, g, b): RGBColor) -> Linear {
        [r, g, b].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: &[Linear; 3], [r, g, b]: Linear) -> Linear {
        matrix.map(|[x, y, z]| x * r + y * g + z * b)
    }

    /// A colour as seen with all kinds of cones, and without those for long, middle and short waves
    /// (Machado, Oliveira and Fernandes, 2009). It is in OKLab (Ottosson, 2020), where equal
    /// distances look equally far.
    fn seen(colour: RGBColor) -> [Linear; 4] {
        const EYES: [[Linear; 3]; 4] = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ];
        const CONES: [Linear; 3] = [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ];
        const LAB: [Linear; 3] = [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ];
        EYES.map(|eye| {
            let light = times(&eye, linear(colour)).map(|part| part.max(0.0));
            times(&LAB, times(&CONES, light).map(f64::cbrt))
        })
    }

    fn apart(a: RGBColor, b: RGBColor) -> f64 {
        let far = |(a, b): (Linear, Linear)| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
        seen(a).into_iter().zip(seen(b)).map(far).fold(f64::INFINITY, f64::min)
    }

    fn nearest(colours: &[RGBColor]) -> f64 {
        let pairs = (0..colours.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| apart(colours[i], colours[j])).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn colours_stay_apart_for_who_lacks_a_kind_of_cones() {
        assert!(nearest(&COLOURS) > 0.1, "{}", nearest(&COLOURS));
        let alike = [RGBColor(0xdd, 0x4a, 0x4a), RGBColor(0x2e, 0x9a, 0x4c), RGBColor(0xa9, 0x76, 0x4a)];
        assert!(nearest(&alike) < 0.05, "red, green and brown are found out");
    }

    #[test]
    fn colours_are_seen_on_both_grounds() {
        let luminance = |colour| {
            linear(colour).iter().zip([0.2126, 0.7152, 0.0722]).map(|(part, share)| part * share).sum::<f64>()
        };
        let tones = [Tone::Good, Tone::Bad, Tone::Open, Tone::Absent].map(of_tone);
        for &colour in COLOURS.iter().chain(&tones) {
            let dark = luminance(RGBColor(0x15, 0x18, 0x1c));
            let contrasts = [1.05 / (luminance(colour) + 0.05), (luminance(colour) + 0.05) / (dark + 0.05)];
            assert!(contrasts.iter().all(|&contrast| contrast >= 3.0), "{colour:?}: {contrasts:?}");
        }
    }

    #[test]
    fn a_curve_whose_colour_another_one_has_is_dashed() {
        assert_eq!(
            (SeriesStyle::of_curve(6), SeriesStyle::of_curve(7)),
            (SeriesStyle::Numbered(6), SeriesStyle::Dashed(7))
        );
        assert_eq!(SeriesStyle::of_curve(7).colour(), SeriesStyle::of_curve(0).colour());
    }

    #[test]
    fn two_curves_have_one_colour_only_if_there_are_more_than_colours() {
        let of = |numbers: &[usize]| {
            let colours = own_colours(numbers.iter().copied());
            numbers.iter().map(|number| colours.get(number).copied().unwrap_or(*number)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[0, 3, 6]), [0, 3, 6], "free colours stay");
        assert_eq!(of(&[0, 7, 1]), [0, 2, 1], "NEW and SIEGE had one");
        assert_eq!(of(&[7, 0]), [7, 1], "the first keeps its own");
        let seven = of(&[0, 7, 14, 21, 3, 10, 17]);
        let colours: std::collections::BTreeSet<_> = seven.iter().map(|i| i % 7).collect();
        assert_eq!(colours.len(), 7, "{seven:?}");
        assert_eq!(of(&[0, 1, 2, 3, 4, 5, 6, 7]), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn ticks_are_round_and_cover_the_range() {
        assert_eq!(ticks(25.4, 44.2, 6), [25.0, 30.0, 35.0, 40.0, 45.0]);
        assert_eq!(ticks(0.0, 1.0, 5).len(), 6);
        let single = ticks(3.0, 3.0, 5);
        assert!(single.len() > 1 && single[0] < 3.0 && single[single.len() - 1] > 3.0, "{single:?}");
    }
}
