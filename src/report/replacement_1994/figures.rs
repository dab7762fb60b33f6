//! The paper's three figures, with its axes. What it had no room for: `shares.rs`.

use super::shares;
use crate::entry::Depth;
use crate::lab::replacement_1994::claims::PLY;
use crate::lab::replacement_1994::{Contender, Mode, SCHEMES, Samples, comparison, published};
use crate::lab::sizes;
use crate::report::document::Figure;
use crate::report::plot::{Axis, Lines, Look, Series, ticks};
use crate::scheme::SchemeName;

/// The figures that what was measured is enough for.
#[must_use]
pub fn all(samples: &Samples) -> Vec<Figure> {
    let figures = [
        nodes_by_size(samples, Mode::Clear, 1),
        nodes_by_size(samples, Mode::Stamp, 2),
        ratio_by_ply(samples),
        shares::share_by_size(samples, false),
        shares::share_by_size(samples, true),
        shares::heat_map(samples),
    ];
    figures.into_iter().flatten().collect()
}

/// The depth to show: the paper's, or the deepest there is.
pub(super) fn depth(samples: &Samples, mode: Mode) -> Option<Depth> {
    let with_sizes = |ply: &Depth| !samples.sizes(mode, *ply).is_empty();
    let plies: Vec<_> = samples.plies(mode).into_iter().filter(with_sizes).collect();
    if plies.contains(&PLY) { Some(PLY) } else { plies.last().copied() }
}

/// The look of a scheme: the same in every figure, whichever schemes were measured.
fn look(scheme: SchemeName) -> Look {
    let later = SchemeName::ALL.iter().filter(|scheme| !SCHEMES.contains(scheme));
    let place = SCHEMES.iter().chain(later).position(|&known| known == scheme);
    Look::Numbered(place.expect("the catalogue has every scheme"))
}

fn log2(slots: usize) -> f64 {
    (slots as f64).log2()
}

pub(super) fn sum(nodes: &[u64]) -> f64 {
    nodes.iter().sum::<u64>() as f64
}

pub(super) fn sizes_axis(sizes: &[usize], in_bytes: bool) -> Axis {
    let label = |&size: &usize| if in_bytes { bytes(size * sizes::SLOT_BYTES) } else { sizes::name(size) };
    Axis {
        title: if in_bytes { "memory of the table" } else { "positions the table has room for" }.to_owned(),
        ticks: sizes.iter().map(|size| (log2(*size), label(size))).collect(),
    }
}

pub(super) fn bytes(bytes: usize) -> String {
    match bytes {
        bytes if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        bytes if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        bytes => format!("{bytes} B"),
    }
}

pub(super) fn values_axis(title: String, series: &[Series]) -> Axis {
    let points = series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let bands = series.iter().flat_map(|series| series.band.iter().flat_map(|&(_, low, high)| [low, high]));
    let values: Vec<f64> = points.chain(bands).collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ticks = ticks(low, high, 6);
    // As many decimals as the step between them has.
    let decimals = (0..6).find(|&d| (ticks[1] - ticks[0]) * 10f64.powi(d) > 0.999).unwrap_or(6) as usize;
    Axis { title, ticks: ticks.into_iter().map(|value| (value, format!("{value:.decimals$}"))).collect() }
}

/// The series and a point a little below all of them, so that the lowest does not lie on the axis.
fn with_room_below(series: &[Series]) -> Vec<Series> {
    let values = || series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let below = bound("", &[1], low - (high - low) / 20.0);
    series.iter().cloned().chain([below]).collect()
}

/// A curve for each scheme of some value by size.
pub(super) fn curves(
    samples: &Samples,
    mode: Mode,
    ply: Depth,
    sizes: &[usize],
    value: impl Fn(&[u64]) -> f64,
) -> Vec<Series> {
    let curve = |scheme| {
        let nodes = |size| samples.nodes(mode, ply, Contender::paper(scheme), Some(size));
        let points = sizes.iter().filter_map(|&size| Some((log2(size), value(nodes(size)?)))).collect();
        Series { name: scheme.to_string(), look: look(scheme), points, band: Vec::new() }
    };
    let all = samples.schemes().into_iter().map(curve);
    all.filter(|series| !series.points.is_empty()).collect()
}

/// The same value at every size.
pub(super) fn bound(name: &str, sizes: &[usize], value: f64) -> Series {
    let points = sizes.iter().map(|&size| (log2(size), value)).collect();
    Series { name: name.to_owned(), look: Look::Bound, points, band: Vec::new() }
}

/// Figures 1 and 2.
fn nodes_by_size(samples: &Samples, mode: Mode, number: u8) -> Option<Figure> {
    let ply = depth(samples, mode)?;
    let sizes = samples.sizes(mode, ply);
    let millions = |nodes: &[u64]| sum(nodes) / 1e6;
    let mut series = curves(samples, mode, ply, &sizes, millions);
    if let Some(limit) = samples.nodes(mode, ply, Contender::Unbounded, None) {
        series.push(bound("no collisions", &sizes, millions(limit)));
    }
    let how = match mode {
        Mode::Clear => "without time stamping (table cleared between positions)",
        Mode::Stamp => "with time stamping",
    };
    let none = samples.none(ply).map_or_else(String::new, |none| {
        format!(" Without a table the searches visit {:.1} million nodes.", millions(none))
    });
    let range = |series: &Series| {
        let ends = series.points.first().zip(series.points.last())?;
        Some(format!("{} {:.1} to {:.1}", series.name, ends.0.1, ends.1.1))
    };
    let ends: Vec<_> = series.iter().filter_map(range).collect();
    let y = values_axis("million nodes".to_owned(), &with_room_below(&series));
    let alt = format!("Million nodes, from the smallest table to the largest: {}.", ends.join("; "));
    Some(Figure {
        file: format!("figure-{number}.svg"),
        caption: format!("Figure {number}. Effect of the table size {how}, {ply}-ply searches.{none}"),
        svg: Lines { alt: alt.clone(), x: sizes_axis(&sizes, false), y, series }.svg(),
        alt,
    })
}

/// Figure 3.
fn ratio_by_ply(samples: &Samples) -> Option<Figure> {
    let example = Contender::paper(SchemeName::TwoBig1);
    let sizes = |mode| samples.plies(mode).into_iter().flat_map(move |ply| samples.sizes(mode, ply));
    // The paper's table if it was measured, else the nearest to it.
    let mode = if sizes(Mode::Stamp).next().is_some() { Mode::Stamp } else { Mode::Clear };
    let size = sizes(mode).filter(|&size| size <= published::SLOTS).max()?;
    let ratio = |ply| comparison::ratio_to_none(samples, mode, ply, example, Some(size));
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
        points: (first..=last).filter_map(in_print).collect(),
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
    let y = values_axis("nodes relative to no table".to_owned(), &scaled);
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

/// How the table is treated between positions.
pub(super) fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Clear => "table cleared between positions",
        Mode::Stamp => "entries stamped between positions",
    }
}
