//! What `plotters` is asked for: lines, areas, marks and words, in pixels.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle};

use super::{GROUND, Look, SCALE, text};

/// The shape at a point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Cross,
    Ring,
}

impl Mark {
    const ALL: [Self; 7] =
        [Self::Circle, Self::Square, Self::Diamond, Self::Up, Self::Down, Self::Cross, Self::Ring];

    /// The mark of a look: with the eighth series colours begin again, and marks one further.
    pub(super) fn of(look: Look) -> Option<Self> {
        match look {
            Look::Numbered(i) => Some(Self::ALL[(i + i / Self::ALL.len()) % Self::ALL.len()]),
            Look::Bound | Look::Tone(_) => None,
        }
    }
}

/// An SVG under the pen.
pub(super) struct Canvas<'a>(DrawingArea<SVGBackend<'a>, Shift>);

impl<'a> Canvas<'a> {
    /// An empty canvas with its ground.
    pub(super) fn new(drawn: &'a mut String, (width, height): (u32, u32)) -> Self {
        let backend = SVGBackend::with_string(drawn, (width * SCALE, height * SCALE));
        let canvas = Self(backend.into_drawing_area());
        canvas.rectangle((0.0, 0.0), (f64::from(width), f64::from(height)), GROUND);
        canvas
    }

    pub(super) fn line(&self, points: &[(f64, f64)], look: Look, width: f64, opacity: f64) {
        let width = (width * f64::from(SCALE)).round().max(1.0) as u32;
        self.draw(&PathElement::new(units(points), look.colour().mix(opacity).stroke_width(width)));
    }

    /// A translucent area.
    pub(super) fn area(&self, corners: &[(f64, f64)], look: Look) {
        if corners.len() > 2 {
            self.draw(&Polygon::new(units(corners), look.colour().mix(0.2).filled()));
        }
    }

    pub(super) fn rectangle(&self, from: (f64, f64), to: (f64, f64), colour: RGBColor) {
        self.draw(&Rectangle::new([unit(from), unit(to)], colour.filled()));
    }

    pub(super) fn text(&self, words: &str, at: (f64, f64), pixels: f64, (h, v): (HPos, VPos)) {
        self.draw(&Text::new(words.to_owned(), unit(at), text(pixels).pos(Pos::new(h, v))));
    }

    /// Words in black or white, whichever is seen on `ground`.
    pub(super) fn text_on(&self, ground: RGBColor, words: &str, at: (f64, f64), pixels: f64) {
        // Contrast with black equals contrast with white at a relative luminance of 0.18.
        let RGBColor(r, g, b) = ground;
        let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
        let light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.18;
        let ink = if light { RGBColor(0, 0, 0) } else { RGBColor(255, 255, 255) };
        let style = text(pixels).color(&ink).pos(Pos::new(HPos::Center, VPos::Center));
        self.draw(&Text::new(words.to_owned(), unit(at), style));
    }

    pub(super) fn mark(&self, mark: Mark, (x, y): (f64, f64), look: Look) {
        let colour = look.colour();
        let shape = |corners: &[(f64, f64)]| {
            let corners: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            self.draw(&Polygon::new(units(&corners), colour.filled()));
        };
        let circle = |style: ShapeStyle| self.draw(&Circle::new(unit((x, y)), 4 * SCALE, style));
        match mark {
            Mark::Circle => circle(colour.filled()),
            Mark::Ring => {
                circle(GROUND.filled());
                circle(colour.stroke_width(2 * SCALE));
            }
            Mark::Square => shape(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
            Mark::Diamond => shape(&[(0.0, -5.5), (5.5, 0.0), (0.0, 5.5), (-5.5, 0.0)]),
            Mark::Up => shape(&[(0.0, -5.5), (5.0, 4.0), (-5.0, 4.0)]),
            Mark::Down => shape(&[(0.0, 5.5), (5.0, -4.0), (-5.0, -4.0)]),
            Mark::Cross => {
                self.line(&[(x - 4.0, y - 4.0), (x + 4.0, y + 4.0)], look, 2.5, 1.0);
                self.line(&[(x - 4.0, y + 4.0), (x + 4.0, y - 4.0)], look, 2.5, 1.0);
            }
        }
    }

    fn draw<E>(&self, element: &E)
    where
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
        E: Drawable<SVGBackend<'a>>,
    {
        self.0.draw(element).expect("a string has room for what is drawn");
    }
}

fn unit((x, y): (f64, f64)) -> (i32, i32) {
    let scale = |pixels: f64| (pixels * f64::from(SCALE)).round() as i32;
    (scale(x), scale(y))
}

fn units(points: &[(f64, f64)]) -> Vec<(i32, i32)> {
    points.iter().map(|&point| unit(point)).collect()
}
