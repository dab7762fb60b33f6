//! The paper's three figures, with its axes, and what it had no room for.

use super::published;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::report::document::Figure;
use crate::report::plot::{Axis, Lines, Look, Series};
use crate::report::searches::{curves, shares};
use crate::scheme::SchemeName;

/// The figures that what was measured is enough for.
pub(super) fn all(samples: &Samples) -> Vec<Figure> {
    let title = |number| format!("Figure {number}. Effect of the table size");
    let figures = [
        curves::relative_to_best(samples, Mode::Clear, "relative.svg"),
        curves::nodes_by_size(samples, Mode::Clear, "figure-1.svg", &title(1)),
        curves::nodes_by_size(samples, Mode::Stamp, "figure-2.svg", &title(2)),
        ratio_by_ply(samples),
        shares::share_by_size(samples, false),
        shares::share_by_size(samples, true),
        shares::heat_map(samples),
    ];
    figures.into_iter().flatten().collect()
}

/// Figure 3.
fn ratio_by_ply(samples: &Samples) -> Option<Figure> {
    let example = Contender::table(SchemeName::TwoBig1);
    let sizes = |mode| samples.plies(mode).into_iter().flat_map(move |ply| samples.sizes(mode, ply));
    // The paper's table if it was measured, else the nearest to it.
    let mode = if sizes(Mode::Stamp).next().is_some() { Mode::Stamp } else { Mode::Clear };
    let size = sizes(mode).filter(|&size| size <= published::SLOTS).max()?;
    let ratio = |ply| samples.ratio_to_none(mode, ply, example, Some(size));
    let ratios: Vec<_> = samples.plies(mode).into_iter().filter_map(|ply| Some((ply, ratio(ply)?))).collect();
    let (first, last) = (ratios.first()?.0, ratios.last()?.0);
    let ours = Series {
        name: "measured".to_owned(),
        look: Look::Numbered(0),
        points: ratios.iter().map(|(ply, ratio)| (f64::from(*ply), ratio.value)).collect(),
        band: ratios.iter().map(|(ply, ratio)| (f64::from(*ply), ratio.low, ratio.high)).collect(),
    };
    let in_print = |ply| Some((f64::from(ply), published::ratio(example, mode, ply)?));
    let theirs = Series {
        name: "published".to_owned(),
        look: Look::Numbered(5),
        points: (first..=last).filter(|_| super::has_their_positions(samples)).filter_map(in_print).collect(),
        band: Vec::new(),
    };
    let none = Series {
        name: "no table".to_owned(),
        look: Look::Bound,
        points: vec![(f64::from(first), 1.0), (f64::from(last), 1.0)],
        band: Vec::new(),
    };
    let mut series = vec![ours, theirs, none];
    series.retain(|series| !series.points.is_empty());
    let zero = Series { points: vec![(0.0, 0.0)], ..series[0].clone() };
    let scaled: Vec<_> = series.iter().cloned().chain([zero]).collect();
    let words: Vec<_> = ratios.iter().map(|(ply, ratio)| format!("{ply} ply {:.2}", ratio.value)).collect();
    let alt = format!("Nodes relative to the search without a table: {}.", words.join("; "));
    let x = Axis {
        title: "ply".to_owned(),
        ticks: (first..=last).map(|ply| (f64::from(ply), ply.to_string())).collect(),
    };
    let y = curves::values_axis("nodes relative to no table".to_owned(), &scaled);
    let stamped = if mode == Mode::Stamp { "with time stamping" } else { "without time stamping" };
    Some(Figure {
        file: "figure-3.svg".to_owned(),
        caption: format!(
            "Figure 3. The effect of a table of {} positions ({stamped}, scheme TWOBIG1). The search without a table \
             is 1. The band is the 95 % interval over positions; the published points are of {} positions.",
            sizes::name(size),
            sizes::name(published::SLOTS)
        ),
        svg: Lines { alt: alt.clone(), x, y, series }.svg(),
        alt,
    })
}
