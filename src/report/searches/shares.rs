//! What share of the achievable savings each scheme realises, by size: 0 % is the search without a table, 100 % one in
//! which nothing collides.

use super::curves::{bound, curves, depth, sizes_axis, values_axis};
use super::manner;
use crate::entry::Depth;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::sizes;
use crate::lab::stats::sum;
use crate::report::document::Figure;
use crate::report::plot::{HeatMap, Lines};
use crate::scheme::SchemeName;

/// What is achievable at this depth: nodes without a table, and with one without collisions.
fn bounds(samples: &Samples, mode: Mode, ply: Depth) -> Option<(f64, f64)> {
    let bounds = (sum(samples.none(ply)?), sum(samples.nodes(mode, ply, Contender::Unbounded, None)?));
    (bounds.0 > bounds.1).then_some(bounds)
}

/// The mode for pictures of one mode.
fn one_mode(samples: &Samples) -> Mode {
    if samples.plies(Mode::Clear).is_empty() { Mode::Stamp } else { Mode::Clear }
}

/// The share by size, in positions or in bytes.
#[must_use]
pub fn share_by_size(samples: &Samples, in_bytes: bool) -> Option<Figure> {
    let mode = one_mode(samples);
    let ply = depth(samples, mode)?;
    let (none, limit) = bounds(samples, mode, ply)?;
    let sizes = samples.sizes(mode, ply);
    let share = |nodes: &[u64]| (none - sum(nodes)) / (none - limit) * 100.0;
    let mut series = curves(samples, mode, ply, &sizes, share);
    series.push(bound("no collisions", &sizes, 100.0));
    let y = values_axis("% of the achievable savings".to_owned(), &series);
    let by = if in_bytes { "memory" } else { "table size" };
    let note = if in_bytes {
        format!(
            " A slot has {} bytes under every scheme, so equal positions are equal bytes.",
            sizes::SLOT_BYTES
        )
    } else {
        String::new()
    };
    let alt = format!("Share of the achievable savings by {by} and scheme; the numbers are in the heat map.");
    Some(Figure {
        file: if in_bytes { "share-by-bytes.svg" } else { "share.svg" }.to_owned(),
        caption: format!(
            "Share of the achievable savings by {by}: 0 % is the search without a table, 100 % one in which nothing \
             collides; {ply}-ply searches, {}.{note}",
            manner(mode)
        ),
        svg: Lines { alt: alt.clone(), x: sizes_axis(&sizes, in_bytes), y, series }.svg(),
        alt,
    })
}

/// The share as a table in colours.
#[must_use]
pub fn heat_map(samples: &Samples) -> Option<Figure> {
    let mode = one_mode(samples);
    let ply = depth(samples, mode)?;
    let (none, limit) = bounds(samples, mode, ply)?;
    let sizes = samples.sizes(mode, ply);
    let row = |scheme: SchemeName| {
        let nodes = |size| samples.nodes(mode, ply, Contender::table(scheme), Some(size));
        let share = |&size: &usize| nodes(size).map(|nodes| (none - sum(nodes)) / (none - limit));
        (scheme.to_string(), sizes.iter().map(share).collect())
    };
    let rows: Vec<(String, Vec<Option<f64>>)> = samples.schemes().into_iter().map(row).collect();
    let alt = "Share of the achievable savings, a row for each scheme and a column for each size.".to_owned();
    Some(Figure {
        file: "heat-map.svg".to_owned(),
        caption: format!(
            "Share of the achievable savings in per cent, by scheme and table size; {ply}-ply searches, {}.",
            manner(mode)
        ),
        svg: HeatMap {
            alt: alt.clone(),
            title: "positions the table has room for".to_owned(),
            columns: sizes.iter().map(|&size| sizes::name(size)).collect(),
            rows,
        }
        .svg(),
        alt,
    })
}
