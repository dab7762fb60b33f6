//! Figures that a study's file describes.

mod curves;
mod spread;

use anyhow::{Context as _, Result, bail};

use self::curves::CurvesFigure;
use self::spread::SpreadFigure;
use super::document::{FigureText as Written, Words};
use super::places::place;
use crate::experiment::searches::contrast::{Along, CellSelector};
use crate::experiment::searches::{Samples, Searches};
use crate::report::document::Figure;

#[derive(Clone, Debug)]
pub(super) enum Drawn {
    Curves(CurvesFigure),
    Spread(Box<SpreadFigure>),
}

impl Drawn {
    pub(super) fn of(written: &'static Written, grid: &Searches) -> Result<Self> {
        let read = match written.x.as_str() {
            "position" => SpreadFigure::read(written, grid).map(|spread| Self::Spread(Box::new(spread))),
            _ => CurvesFigure::read(written, grid).map(Self::Curves),
        };
        read.with_context(|| format!("figure `{}`", written.name))
    }

    pub(super) fn drawn(&self, samples: &Samples) -> Vec<Figure> {
        match self {
            Self::Curves(curves) => curves.drawn(samples),
            Self::Spread(spread) => spread.drawn(samples).into_iter().collect(),
        }
    }
}

/// Fills an axis that the figure does not name; axes on which the sides differ stay empty.
fn complete(
    at: &mut CellSelector,
    along: Along,
    is_drawn_along: bool,
    differs: bool,
    grid: &Searches,
) -> Result<()> {
    if at.count(along) > 1 && !is_drawn_along {
        bail!("at: name one {}, or draw along it", along.name());
    }
    if at.count(along) > 0 || differs {
        return Ok(());
    }
    let all = place(&[(along.name().to_owned(), Words::Word("all".to_owned()))].into(), grid)?;
    match all.count(along) {
        _ if is_drawn_along => *at = at.over(&all),
        // The introduction names the only search.
        1 if along == Along::Search => {}
        1 => *at = at.over(&all),
        _ if along == Along::Ply => at.plies = vec![grid.plies.1],
        _ => bail!("at: name one {}; the grid has several", along.name()),
    }
    Ok(())
}

fn deepest<T>(at: &CellSelector, found: impl Fn(CellSelector) -> Option<T>) -> Option<T> {
    let plies = (1..=at.plies[0]).rev();
    plies.map(|ply| CellSelector { plies: vec![ply], ..at.clone() }).find_map(found)
}
