//! What a file has drawn.

use anyhow::{Context as _, Result, bail};

use super::document::{Figure as Written, Words};
use super::places::{along, place};
use crate::lab::searches::contrast::{Along, Contrast, Place};
use crate::lab::searches::{Samples, Searches};
use crate::lab::stats::Estimate;
use crate::report::document::Figure;
use crate::report::plot::{Axis, Lines, Look, Series};
use crate::report::searches::curves::{look_of, plies_axis, rows_by, sizes_axis, values_axis};

/// What is drawn upwards.
#[derive(Clone, Debug)]
enum Quantity {
    /// Million nodes, summed over the positions.
    Nodes,
    /// Per cent of the savings between no table and one without collisions.
    Share,
    /// Entries with an illegal move, in a million hits.
    Illegal,
    /// A contrast, as a ratio.
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

    /// How many values its sides have on an axis.
    fn count(&self, along: Along) -> [usize; 2] {
        match self {
            Self::Ratio(contrast) => [contrast.of.count(along), contrast.to.count(along)],
            _ => [0, 0],
        }
    }

    /// Whether it can be drawn along these axes.
    fn check_along(&self, drawn_along: [Along; 2]) -> Result<()> {
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

/// What a figure is silent on is all of the grid where it is drawn along, and else what there is one of.
fn complete(
    at: &mut Place,
    along: Along,
    is_drawn_along: bool,
    quantity: &Quantity,
    grid: &Searches,
) -> Result<()> {
    if at.count(along) > 1 && !is_drawn_along {
        bail!("at: name one {}, or draw along it", along.name());
    }
    if at.count(along) > 0 || quantity.count(along) != [0, 0] {
        return Ok(());
    }
    let all = place(&[(along.name().to_owned(), Words::Word("all".to_owned()))].into(), grid)?;
    match all.count(along) {
        _ if is_drawn_along => *at = at.over(&all),
        1 => *at = at.over(&all),
        _ if along == Along::Ply => at.plies = vec![grid.plies.1],
        _ => bail!("at: name one {}; the grid has several", along.name()),
    }
    Ok(())
}

/// A figure that names its cells.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    written: &'static Written,
    quantity: Quantity,
    x: Along,
    series: Along,
    at: Place,
    /// Whether no ply is named: then the deepest is taken that was measured.
    is_ply_open: bool,
    /// Where there are several layouts, sizes are told in bytes.
    in_bytes: bool,
}

impl Drawn {
    pub(super) fn of(written: &'static Written, grid: &Searches) -> Result<Self> {
        Self::read(written, grid).with_context(|| format!("figure `{}`", written.name))
    }

    fn read(written: &'static Written, grid: &Searches) -> Result<Self> {
        let (x, series) = (along(&written.x).context("x")?, along(&written.series).context("series")?);
        if !matches!(x, Along::Size | Along::Ply) {
            bail!("x: `{}` has no order to draw it by; there are size and ply", written.x);
        }
        if x == series {
            bail!("x and series are both {}; choose two axes", x.name());
        }
        let quantity = Quantity::of(written, grid)?;
        quantity.check_along([x, series])?;
        let mut at = place(&written.at, grid).context("at")?;
        let is_ply_open = at.count(Along::Ply) == 0 && x != Along::Ply && series != Along::Ply;
        for along in Along::ALL {
            complete(&mut at, along, [x, series].contains(&along), &quantity, grid)?;
        }
        let in_bytes = grid.layouts.len() > 1;
        let drawn = Self { written, quantity, x, series, at, is_ply_open, in_bytes };
        let check = |place: &Place| match &drawn.quantity {
            Quantity::Ratio(contrast) => Contrast { at: place.clone(), ..(**contrast).clone() }.check(grid),
            _ => place.spot().and_then(|spot| spot.is_in(grid)),
        };
        match drawn.at.each(&Along::ALL).iter().try_for_each(check) {
            Ok(()) => Ok(drawn),
            Err(why) => bail!(why),
        }
    }

    /// It, if anything of it was measured.
    pub(super) fn drawn(&self, samples: &Samples) -> Option<Figure> {
        if !self.is_ply_open {
            return self.drawn_here(samples);
        }
        let plies = (1..=self.at.plies[0]).rev();
        let at = |ply| Place { plies: vec![ply], ..self.at.clone() };
        plies.map(|ply| Self { at: at(ply), ..self.clone() }).find_map(|drawn| drawn.drawn_here(samples))
    }

    fn drawn_here(&self, samples: &Samples) -> Option<Figure> {
        let places = self.at.each(&[self.series]);
        let series = places.iter().enumerate().map(|(i, place)| self.series(i, place, samples));
        let mut series: Vec<_> = series.filter(|series| !series.points.is_empty()).collect();
        if series.is_empty() {
            return None;
        }
        let rows = match self.x {
            Along::Size => rows_by(&series, [self.series.name(), "slots"], |x| x.exp2().round()),
            _ => rows_by(&series, [self.series.name(), "ply"], |x| x),
        };
        series.extend(self.as_many());
        let Written { name, caption, .. } = self.written;
        let x = match self.x {
            Along::Size => sizes_axis(&self.at.sizes, self.in_bytes),
            _ => plies_axis(&self.at.plies),
        };
        let positions = samples.positions().len();
        let y: Axis = values_axis(self.title(positions), &series);
        let alt = format!("{caption}, by {} and {}.", self.x.name(), self.series.name());
        let (printed, printed_by) = (Vec::new(), String::new());
        Some(Figure {
            file: format!("{name}.svg"),
            caption: format!("{caption}; {}, {positions} positions.", self.fixed()),
            svg: Lines { alt: alt.clone(), x, y, series, printed, printed_by }.svg(),
            alt,
            rows: Some(rows),
        })
    }

    /// Of ratios: where both sides are the same.
    fn as_many(&self) -> Option<Series> {
        let Quantity::Ratio(contrast) = &self.quantity else { return None };
        let along = self.at.each(&[self.x]);
        let points = along.iter().map(|at| (self.place(at), 1.0)).collect();
        Some(Series { name: contrast.to.words(), look: Look::Bound, points, band: Vec::new() })
    }

    /// Where a place lies on the axis.
    fn place(&self, at: &Place) -> f64 {
        match self.x {
            Along::Size => (at.sizes[0] as f64).log2(),
            _ => f64::from(at.plies[0]),
        }
    }

    fn title(&self, positions: usize) -> String {
        match &self.quantity {
            Quantity::Nodes => format!("million nodes, sum over {positions} positions"),
            Quantity::Share => "% of the achievable savings".to_owned(),
            Quantity::Illegal => "illegal moves in a million hits".to_owned(),
            Quantity::Ratio(contrast) => {
                format!("nodes with {} relative to {}", contrast.of.words(), contrast.to.words())
            }
        }
    }

    /// What is the same in all of the picture, in words.
    fn fixed(&self) -> String {
        let fixed = Along::ALL.into_iter().filter(|&along| along != self.x && along != self.series);
        let words = fixed.flat_map(|along| self.at.words_along(along));
        words.collect::<Vec<_>>().join(", ")
    }

    fn series(&self, i: usize, place: &Place, samples: &Samples) -> Series {
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

    /// What the choice of positions leaves open of a ratio.
    fn interval(&self, at: &Place, samples: &Samples) -> Option<Estimate> {
        let Quantity::Ratio(contrast) = &self.quantity else { return None };
        let here = Contrast { at: at.clone(), ..(**contrast).clone() };
        let measured = here.measured(samples)?.into_iter().next()?;
        Some(measured.number.map(|less_one| less_one + 1.0).interval())
    }

    fn value(&self, at: &Place, samples: &Samples) -> Option<f64> {
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
