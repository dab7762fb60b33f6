//! The share of the achievable savings that each scheme realises, by size. 0 % is the search
//! without a table, 100 % the search without collisions.

use super::curves::{caution, depth};
use super::manner;
use crate::experiment::searches::contrast::Spot;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Estimate, bootstrap, sum};
use crate::report::document::Figure;
use crate::report::plot::HeatMap;
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

fn bounds(samples: &Samples, mode: Mode, ply: Depth) -> Option<(f64, f64)> {
    let bounds = (sum(samples.none(ply)?), sum(samples.nodes(mode, ply, Contender::Unbounded, None)?));
    (bounds.0 > bounds.1).then_some(bounds)
}

fn one_mode(samples: &Samples) -> Mode {
    Mode::ALL.into_iter().find(|&mode| !samples.plies(mode).is_empty()).unwrap_or(Mode::Clear)
}

#[must_use]
pub fn of(samples: &Samples, spot: Spot) -> Option<Estimate> {
    let Spot { mode, ply, .. } = spot;
    let samples = &*spot.shown_by(samples);
    bounds(samples, mode, ply)?;
    let limit = samples.nodes(mode, ply, Contender::Unbounded, None)?;
    let columns = [samples.none(ply)?, spot.nodes(samples)?, limit];
    let saved = |sums: &[f64]| {
        let [none, nodes, limit] = [sums[0], sums[1], sums[2]];
        // A draw in which nothing can be saved counts as 0.
        if none <= limit { 0.0 } else { (none - nodes) / (none - limit) }
    };
    let share = bootstrap().estimate(&columns, saved).interval();
    [share.low, share.high].iter().all(|end| end.is_finite()).then_some(share)
}

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
    let caption = format!(
        "Share of the achievable savings in per cent, by scheme and table size: 0 is the search without a table, 100 one in which nothing \
         collides; {ply}-ply searches, {}. A slot has {} bytes under every scheme, so equal positions are equal bytes. {}",
        manner(mode),
        sizes::SLOT_BYTES,
        caution(samples)
    );
    let map = HeatMap {
        alt: "Share of the achievable savings, a row for each scheme and a column for each size.".to_owned(),
        title: "positions the table has room for".to_owned(),
        columns: sizes.iter().map(|&size| sizes::name(size)).collect(),
        rows,
    };
    Some(map.figure("heat-map.svg", caption, None))
}

#[cfg(test)]
mod tests {
    use super::{Contender, Mode, Samples, SchemeName, Spot, of};

    #[test]
    fn a_share_of_nothing_to_save_is_none() {
        let new = Contender::table(SchemeName::New);
        let share = |unbounded: u64| {
            let mut samples = Samples::default();
            samples.insert((Mode::Clear, 3, Contender::None, None), vec![100; 12]);
            samples.insert((Mode::Clear, 3, Contender::Unbounded, None), vec![unbounded; 12]);
            samples.insert((Mode::Clear, 3, new, Some(8)), vec![110; 12]);
            of(&samples, Spot { mode: Mode::Clear, ply: 3, contender: new, size: Some(8), search: None })
        };
        assert_eq!([share(100), share(105)], [None, None]);
        assert!((share(80).unwrap().value + 0.5).abs() < 1e-9, "a table may cost more than none");
    }
}
