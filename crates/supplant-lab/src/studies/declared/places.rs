//! Which cells of the grid a file means.

use anyhow::{Result, anyhow, bail};

use super::document::{Axes, Words};
use crate::experiment::searches::contrast::{Along, CellSelector};
use crate::experiment::searches::{Contender, Searches};
use crate::experiment::words::{contender, depth, each, layout, mode, preset, size};

pub(super) fn place(axes: &Axes, grid: &Searches) -> Result<CellSelector> {
    let mut place = CellSelector::default();
    for (name, words) in axes {
        set(&mut place, along(name)?, &words.all(), grid).map_err(|why| anyhow!("{name}: {why}"))?;
    }
    Ok(place)
}

pub(super) fn along(name: &str) -> Result<Along> {
    let names = Along::ALL.map(Along::name);
    match Along::ALL.into_iter().find(|along| along.name() == name) {
        Some(along) => Ok(along),
        None => bail!("`{name}` is not an axis of cells; there are {}", names.join(", ")),
    }
}

pub(super) fn axes(words: Option<&Words>) -> Result<Vec<Along>> {
    words.map(Words::all).unwrap_or_default().iter().map(|name| along(name)).collect()
}

fn set(place: &mut CellSelector, along: Along, values: &[String], grid: &Searches) -> Result<(), String> {
    let all = values == ["all"];
    match along {
        Along::Scheme if all => {
            let of = |&scheme| grid.hits.iter().map(move |&hit| Contender::table(scheme).with_hits(hit));
            place.contenders = grid.schemes.iter().flat_map(of).collect();
        }
        Along::Scheme => place.contenders = each(values, contender)?,
        Along::Layout if all => place.layouts.clone_from(&grid.layouts),
        Along::Layout => place.layouts = each(values, layout)?,
        Along::Size if all => place.sizes.clone_from(&grid.slots),
        Along::Size => place.sizes = each(values, size)?,
        Along::Mode if all => place.modes.clone_from(&grid.modes),
        Along::Mode => place.modes = each(values, mode)?,
        Along::Ply if all => place.plies = (grid.plies.0..=grid.plies.1).collect(),
        Along::Ply => place.plies = each(values, depth)?,
        Along::Search if all => {
            place.searches = std::iter::once(grid.search.1).chain(grid.beside.iter().copied()).collect();
        }
        Along::Search => {
            place.searches = each(values, preset)?.into_iter().map(|(_, search)| search).collect();
        }
    }
    Ok(())
}
