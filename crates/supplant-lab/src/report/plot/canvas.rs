//! Draws lines, areas, marks and words with `plotters`, in pixels.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle};

use super::{GROUND, SCALE, SeriesStyle, text};

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

    pub(super) fn of(look: SeriesStyle) -> Option<Self> {
        match look {
            SeriesStyle::Numbered(i) | SeriesStyle::Dashed(i) | SeriesStyle::Source(i) => {
                Some(Self::ALL[(i + i / Self::ALL.len()) % Self::ALL.len()])
            }
            SeriesStyle::Bound | SeriesStyle::OtherBound | SeriesStyle::Tone(_) => None,
        }
    }
}

pub(super) struct Canvas<'a>(DrawingArea<SVGBackend<'a>, Shift>);

impl<'a> Canvas<'a> {
    pub(super) fn new(drawn: &'a mut String, (width, height): (u32, u32)) -> Self {
        let backend = SVGBackend::with_string(drawn, (width * SCALE, height * SCALE));
        let canvas = Self(backend.into_drawing_area());
        canvas.rectangle((0.0, 0.0), (f64::from(width), f64::from(height)), GROUND);
        canvas
    }

    pub(super) fn line(&self, points: &[(f64, f64)], look: SeriesStyle, width: f64, opacity: f64) {
        let width = (width * f64::from(SCALE)).round().max(1.0) as u32;
        self.draw(&PathElement::new(units(points), look.colour().mix(opacity).stroke_width(width)));
    }

    pub(super) fn dashes(&self, points: &[(f64, f64)], look: SeriesStyle, width: f64, opacity: f64) {
        const PERIOD: f64 = 11.0;
        const DASH: f64 = 6.0;
        for pair in points.windows(2) {
            let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
            let length = dx.hypot(dy);
            let at = |way: f64| {
                let share = (way / length).min(1.0);
                (x + dx * share, y + dy * share)
            };
            let dashes = (length / PERIOD).ceil() as usize;
            let starts = (0..dashes).map(|k| k as f64 * PERIOD);
            starts.for_each(|way| self.line(&[at(way), at(way + DASH)], look, width, opacity));
        }
    }

    pub(super) fn dot(&self, at: (f64, f64), radius: f64, look: SeriesStyle) {
        let units = (radius * f64::from(SCALE)).round() as i32;
        self.draw(&Circle::new(unit(at), units, look.colour().mix(0.8).filled()));
    }

    pub(super) fn ring(&self, at: (f64, f64), radius: f64) {
        let units = (radius * f64::from(SCALE)).round() as i32;
        self.draw(&Circle::new(unit(at), units, SeriesStyle::Bound.colour().stroke_width(SCALE * 3 / 2)));
    }

    pub(super) fn cut(&self, (x, bottom): (f64, f64)) {
        let corners = [(0.0, 0.0), (0.0, -6.0), (-5.0, -9.0), (5.0, -14.0), (0.0, -17.0), (0.0, -24.0)];
        let corners = corners.map(|(dx, dy)| (x + dx, bottom + dy));
        self.line(&corners, SeriesStyle::Bound, 1.0, 0.7);
    }

    pub(super) fn area(&self, corners: &[(f64, f64)], look: SeriesStyle) {
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

    pub(super) fn text_on(&self, ground: RGBColor, words: &str, at: (f64, f64), pixels: f64) {
        // Contrast with black equals contrast with white at a relative luminance of 0.18.
        let RGBColor(r, g, b) = ground;
        let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
        let light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.18;
        let ink = if light { RGBColor(0, 0, 0) } else { RGBColor(255, 255, 255) };
        let style = text(pixels).color(&ink).pos(Pos::new(HPos::Center, VPos::Center));
        self.draw(&Text::new(words.to_owned(), unit(at), style));
    }

    pub(super) fn mark(&self, mark: Mark, (x, y): (f64, f64), look: SeriesStyle) {
        let colour = look.colour();
        let is_hollow = matches!(look, SeriesStyle::Source(_));
        let edge = colour.mix(look.opacity()).stroke_width(SCALE * 3 / 2);
        let shape = |corners: &[(f64, f64)]| {
            let mut corners: Vec<_> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            let inside = if is_hollow { GROUND } else { colour };
            self.draw(&Polygon::new(units(&corners), inside.filled()));
            if is_hollow {
                corners.push(corners[0]);
                self.draw(&PathElement::new(units(&corners), edge));
            }
        };
        let circle = |style: ShapeStyle| self.draw(&Circle::new(unit((x, y)), 4 * SCALE, style));
        match mark {
            Mark::Circle | Mark::Ring if is_hollow => {
                circle(GROUND.filled());
                circle(edge);
            }
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
                let width = if is_hollow { 1.5 } else { 2.5 };
                self.line(&[(x - 4.0, y - 4.0), (x + 4.0, y + 4.0)], look, width, look.opacity());
                self.line(&[(x - 4.0, y + 4.0), (x + 4.0, y - 4.0)], look, width, look.opacity());
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
