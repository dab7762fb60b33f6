//! Figures that draw curves over an axis.

use anyhow::{Context as _, Result, bail};

use super::super::document::FigureText as Written;
use super::super::places::{along, place};
use super::{complete, deepest};
use crate::experiment::searches::contrast::{Along, CellSelector, Contrast};
use crate::experiment::searches::{Samples, Searches};
use crate::experiment::stats::Estimate;
use crate::experiment::words::counted;
use crate::report::document::Figure;
use crate::report::plot::{LinePlot, Panels, Series, SeriesStyle};
use crate::report::searches::curves::{look_of, plies_axis, rows_by, sizes_axis, values_axis};
use crate::report::searches::shares;

const MOST_BANDS: usize = 3;

#[derive(Clone, Debug)]
enum Quantity {
    Nodes,
    Share,
    Illegal,
    Ratio(Box<Contrast>),
}

impl Quantity {
    fn of(written: &Written, grid: &Searches) -> Result<Self> {
        let any = written.of.is_some() || written.to.is_some();
        let sides = written.of.as_ref().zip(written.to.as_ref());
        Ok(match (written.y.as_str(), sides) {
            ("nodes" | "share" | "illegal", _) if any => bail!("`of` and `to` are for y = \"ratio\" alone"),
            ("nodes", _) => Self::Nodes,
            ("share", _) => Self::Share,
            ("illegal", _) => Self::Illegal,
            ("ratio", Some((of, to))) => Self::Ratio(Box::new(Contrast {
                of: place(of, grid).context("of")?,
                to: place(to, grid).context("to")?,
                ..Contrast::default()
            })),
            ("ratio", None) => bail!("y = \"ratio\" needs `of` and `to`"),
            (other, _) => bail!("y: `{other}` cannot be drawn; there are nodes, share, illegal, ratio"),
        })
    }

    fn count(&self, along: Along) -> [usize; 2] {
        match self {
            Self::Ratio(contrast) => [contrast.of.count(along), contrast.to.count(along)],
            _ => [0, 0],
        }
    }

    fn check_along(&self, drawn_along: &[Along]) -> Result<()> {
        for along in Along::ALL {
            let [of, to] = self.count(along);
            if drawn_along.contains(&along) && of + to > 0 {
                bail!("`of` and `to` differ by {}; draw along another axis", along.name());
            }
            if of.max(to) > 1 {
                bail!("`of` or `to` has several values of {}; name one", along.name());
            }
        }
        Ok(())
    }
}

#[derive(Clone, Debug)]
pub(in crate::studies::declared) struct CurvesFigure {
    written: &'static Written,
    quantity: Quantity,
    x: Along,
    series: Along,
    facets: Option<Along>,
    at: CellSelector,
    is_ply_open: bool,
    in_bytes: bool,
}

impl CurvesFigure {
    pub(super) fn read(written: &'static Written, grid: &Searches) -> Result<Self> {
        let (x, series) = (along(&written.x).context("x")?, along(&written.series).context("series")?);
        if !matches!(x, Along::Size | Along::Ply) {
            bail!("x: `{}` has no order to draw it by; there are size, ply and position", written.x);
        }
        if x == series {
            bail!("x and series are both {}; choose two axes", x.name());
        }
        let facets = written.facets.as_deref().map(along).transpose().context("facets")?;
        if facets == Some(x) {
            bail!("x and facets are both {}; choose two axes", x.name());
        }
        let drawn_along: Vec<_> = [x, series].into_iter().chain(facets).collect();
        let quantity = Quantity::of(written, grid)?;
        quantity.check_along(&drawn_along)?;
        let mut at = place(&written.at, grid).context("at")?;
        let is_ply_open = at.count(Along::Ply) == 0 && !drawn_along.contains(&Along::Ply);
        for along in Along::ALL {
            let differs = quantity.count(along) != [0, 0];
            complete(&mut at, along, drawn_along.contains(&along), differs, grid)?;
        }
        let in_bytes = grid.layouts.len() > 1;
        let drawn = Self { written, quantity, x, series, facets, at, is_ply_open, in_bytes };
        let check = |place: &CellSelector| match &drawn.quantity {
            Quantity::Ratio(contrast) => Contrast { at: place.clone(), ..(**contrast).clone() }.check(grid),
            _ => place.spot().and_then(|spot| spot.is_in(grid)),
        };
        match drawn.at.each(&Along::ALL).iter().try_for_each(check) {
            Ok(()) => Ok(drawn),
            Err(why) => bail!(why),
        }
    }

    pub(super) fn drawn(&self, samples: &Samples) -> Vec<Figure> {
        if !self.is_ply_open {
            return self.drawn_here(samples);
        }
        deepest(&self.at, |at| {
            let drawn = Self { at, ..self.clone() }.drawn_here(samples);
            (!drawn.is_empty()).then_some(drawn)
        })
        .unwrap_or_default()
    }

    fn drawn_here(&self, samples: &Samples) -> Vec<Figure> {
        let facets = self.facets.filter(|&facets| facets != self.series);
        let Some(facets) = facets else {
            return self
                .picture(&self.written.name, samples, self.curves(samples), &[])
                .into_iter()
                .collect();
        };
        let pictures = self.at.each(&[facets]).into_iter().map(|at| Self { at, ..self.clone() });
        let pictures: Vec<_> = pictures.map(|picture| (picture.curves(samples), picture)).collect();
        let others: Vec<_> = pictures.iter().flat_map(|(curves, _)| curves).cloned().collect();
        let picture = |(curves, one): (Vec<Series>, Self)| {
            let value = one.at.words_along(facets).concat().replace(' ', "-");
            one.picture(&format!("{}.{value}", self.written.name), samples, curves, &others)
        };
        let all = pictures.into_iter().filter_map(picture).collect();
        Figure::stacked(&format!("{}.svg", self.written.name), all).into_iter().collect()
    }

    fn curves(&self, samples: &Samples) -> Vec<Series> {
        let places = self.at.each(&[self.series]);
        let series = places.iter().enumerate().map(|(i, place)| self.series(i, place, samples));
        series.filter(|series| !series.points.is_empty()).collect()
    }

    fn picture(
        &self,
        name: &str,
        samples: &Samples,
        mut series: Vec<Series>,
        all: &[Series],
    ) -> Option<Figure> {
        if series.is_empty() {
            return None;
        }
        let rows = match self.x {
            Along::Size => rows_by(&series, [self.series.name(), "slots"], |x| x.exp2().round()),
            _ => rows_by(&series, [self.series.name(), "ply"], |x| x),
        };
        let x = match self.x {
            Along::Size => sizes_axis(&self.at.sizes, self.in_bytes),
            _ => plies_axis(&self.at.plies),
        };
        let positions = counted(samples.positions().len(), samples.unit());
        let caption = &self.written.caption;
        let alt = format!("{caption}, by {} and {}.", self.x.name(), self.series.name());
        let as_many = self.as_many();
        let scaled: Vec<_> = series.iter().chain(all).chain(&as_many).cloned().collect();
        let y = values_axis(self.title(&positions), &scaled);
        let bands = series.iter().filter(|series| !series.band.is_empty()).count();
        let svg = if self.facets == Some(self.series) || bands > MOST_BANDS {
            Panels { alt: alt.clone(), x, y, series, beside: as_many, printed: Vec::new() }.svg()
        } else {
            series.extend(as_many);
            LinePlot { alt: alt.clone(), x, y, series, ..LinePlot::default() }.svg()
        };
        Some(Figure {
            file: format!("{name}.svg"),
            caption: format!("{caption}; {}, {positions}.", self.fixed()),
            svg,
            alt,
            rows: Some(rows),
        })
    }

    fn as_many(&self) -> Option<Series> {
        let Quantity::Ratio(contrast) = &self.quantity else { return None };
        let along = self.at.each(&[self.x]);
        let points = along.iter().map(|at| (self.place(at), 1.0)).collect();
        Some(Series::line(contrast.to.words(), SeriesStyle::Bound, points))
    }

    fn place(&self, at: &CellSelector) -> f64 {
        match self.x {
            Along::Size => (at.sizes[0] as f64).log2(),
            _ => f64::from(at.plies[0]),
        }
    }

    fn title(&self, positions: &str) -> String {
        match &self.quantity {
            Quantity::Nodes => format!("million nodes, sum over {positions}"),
            Quantity::Share => "% of the achievable savings".to_owned(),
            Quantity::Illegal => "illegal moves in a million hits".to_owned(),
            Quantity::Ratio(contrast) => {
                format!("nodes with {} relative to {}", contrast.of.words(), contrast.to.words())
            }
        }
    }

    fn fixed(&self) -> String {
        let fixed = Along::ALL.into_iter().filter(|&along| along != self.x && along != self.series);
        let words = fixed.flat_map(|along| self.at.words_along(along));
        words.collect::<Vec<_>>().join(", ")
    }

    fn series(&self, i: usize, place: &CellSelector, samples: &Samples) -> Series {
        let along = place.each(&[self.x]);
        let points = along.iter().filter_map(|at| Some((self.place(at), self.value(at, samples)?)));
        let look = place.contenders.first().filter(|_| self.series == Along::Scheme);
        let band = along.iter().filter_map(|at| {
            let interval = self.interval(at, samples)?;
            Some((self.place(at), interval.low, interval.high))
        });
        Series {
            name: place.words_along(self.series).concat(),
            look: look_of(look.and_then(|contender| contender.scheme()), i),
            points: points.collect(),
            band: band.collect(),
        }
    }

    fn interval(&self, at: &CellSelector, samples: &Samples) -> Option<Estimate> {
        match &self.quantity {
            Quantity::Ratio(contrast) => {
                let here = Contrast { at: at.clone(), ..(**contrast).clone() };
                let measured = here.measured(samples)?.into_iter().next()?;
                Some(measured.measured.map(|less_one| less_one + 1.0).interval())
            }
            Quantity::Share => {
                let Estimate { value, low, high } = shares::of(samples, at.spot().ok()?)?;
                Some(Estimate { value: value * 100.0, low: low * 100.0, high: high * 100.0 })
            }
            Quantity::Nodes | Quantity::Illegal => None,
        }
    }

    fn value(&self, at: &CellSelector, samples: &Samples) -> Option<f64> {
        if let Quantity::Ratio(contrast) = &self.quantity {
            return contrast.value_at(samples, at);
        }
        let spot = at.spot().ok()?;
        match self.quantity {
            Quantity::Nodes => Some(spot.nodes(samples)?.iter().sum::<u64>() as f64 / 1e6),
            Quantity::Share => spot.cost(samples)?.share.map(|share| share * 100.0),
            _ => spot.hits(samples)?.illegal_per_million(),
        }
    }
}
