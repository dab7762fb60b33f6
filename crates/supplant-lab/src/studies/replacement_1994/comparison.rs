//! Compares each published figure with ours, as ratios to the search without a table to the same
//! ply.

use std::collections::BTreeMap;

use serde::Serialize;

use super::published::{self, Published};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::{self, Estimate};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

#[derive(Clone, Debug, Serialize)]
pub struct PaperComparison {
    pub table: u8,
    pub contender: Contender,
    pub mode: Mode,
    pub ply: Depth,
    pub published_kilonodes: u64,
    pub published_ratio: f64,
    pub nodes: Option<u64>,
    pub ratio: Option<Estimate>,
}

#[must_use]
pub fn all(samples: &Samples) -> Vec<PaperComparison> {
    published::TABLES.iter().map(|figure| compare(samples, figure)).collect()
}

fn compare(samples: &Samples, figure: &Published) -> PaperComparison {
    let &Published { table, contender, mode, ply, kilonodes } = figure;
    let size = (contender != Contender::None).then_some(published::SLOTS);
    let nodes = samples.nodes(mode, ply, contender, size);
    PaperComparison {
        table,
        contender,
        mode,
        ply,
        published_kilonodes: kilonodes,
        published_ratio: published::ratio(contender, mode, ply).expect("Table 1 has every ply"),
        nodes: nodes.map(|nodes| nodes.iter().sum()),
        ratio: samples.ratio_to_none(mode, ply, contender, size),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Distance {
    pub ply: Depth,
    pub figures: usize,
    pub median: f64,
    pub outside: usize,
}

#[must_use]
pub fn distances(compared: &[PaperComparison]) -> Vec<Distance> {
    let mut by_ply = BTreeMap::<Depth, Vec<(f64, Estimate)>>::new();
    for figure in compared.iter().filter(|figure| figure.contender != Contender::None) {
        if let Some(ratio) = figure.ratio {
            by_ply.entry(figure.ply).or_default().push((figure.published_ratio, ratio));
        }
    }
    let distance = |(ply, figures): (Depth, Vec<(f64, Estimate)>)| {
        let apart: Vec<_> = figures.iter().map(|(theirs, ours)| (ours.value / theirs - 1.0).abs()).collect();
        let is_outside = |(theirs, ours): &&(f64, Estimate)| *theirs < ours.low || *theirs > ours.high;
        let outside = figures.iter().filter(is_outside).count();
        Distance { ply, figures: figures.len(), median: stats::median(&apart), outside }
    };
    by_ply.into_iter().map(distance).collect()
}

/// A number of the paper's and ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beside {
    pub contender: Contender,
    pub mode: Mode,
    pub ply: Depth,
    pub theirs: f64,
    pub ours: Option<f64>,
}

/// Each scheme beside DEEP in the same mode at the same ply: nodes relative to DEEP's, less 1.
#[must_use]
pub fn beside_deep(compared: &[PaperComparison]) -> Vec<Beside> {
    let deep = Contender::table(SchemeName::Deep);
    let others = compared.iter().filter(|cell| ![Contender::None, deep].contains(&cell.contender));
    let beside = |cell: &PaperComparison| {
        let is_its = |other: &&PaperComparison| {
            (other.contender, other.mode, other.ply) == (deep, cell.mode, cell.ply)
        };
        let deep = compared.iter().find(is_its)?;
        let more = |nodes: u64, deep: u64| nodes as f64 / deep as f64 - 1.0;
        Some(Beside {
            contender: cell.contender,
            mode: cell.mode,
            ply: cell.ply,
            theirs: more(cell.published_kilonodes, deep.published_kilonodes),
            ours: cell.nodes.zip(deep.nodes).map(|(nodes, deep)| more(nodes, deep)),
        })
    };
    others.filter_map(beside).collect()
}

/// The mean distance between their numbers and ours over the cells that `is_meant` admits, and their
/// number.
#[must_use]
pub fn mean_distance(cells: &[Beside], is_meant: impl Fn(&Beside) -> bool) -> Option<(f64, usize)> {
    let apart = cells.iter().filter(|cell| is_meant(cell));
    let apart: Vec<_> = apart.filter_map(|cell| Some((cell.ours? - cell.theirs).abs())).collect();
    (!apart.is_empty()).then(|| (apart.iter().sum::<f64>() / apart.len() as f64, apart.len()))
}

#[cfg(test)]
mod tests {
    use super::{Distance, PaperComparison, beside_deep, distances, mean_distance};
    use crate::experiment::searches::{Contender, Mode};
    use crate::experiment::stats::Estimate;
    use supplant::scheme::SchemeName;

    #[test]
    fn the_distance_between_schemes_is_that_of_their_nodes_beside_deep() {
        let cell = |scheme, published_kilonodes, nodes| PaperComparison {
            table: 2,
            contender: Contender::table(scheme),
            mode: Mode::Clear,
            ply: 4,
            published_kilonodes,
            published_ratio: 1.0,
            nodes,
            ratio: None,
        };
        let deep = cell(SchemeName::Deep, 100, Some(1000));
        let [old, big] = [cell(SchemeName::Old, 104, Some(1010)), cell(SchemeName::Big1, 101, Some(1020))];
        let cells = beside_deep(&[deep.clone(), old, big, cell(SchemeName::New, 100, None)]);
        let in_thousandths = cells
            .iter()
            .map(|cell| [Some(cell.theirs), cell.ours].map(|more| more.map(|more| (more * 1e3).round())));
        assert_eq!(
            in_thousandths.collect::<Vec<_>>(),
            [[Some(40.0), Some(10.0)], [Some(10.0), Some(20.0)], [Some(0.0), None]]
        );
        let (distance, count) = mean_distance(&cells, |cell| cell.ply == 4).expect("two cells");
        assert_eq!(((distance * 1e3).round(), count), (20.0, 2));
        assert_eq!(mean_distance(&cells, |cell| cell.ply == 5), None);
    }

    #[test]
    fn the_distance_is_told_for_each_depth_with_what_lies_outside() {
        let figure = |ply, published_ratio, low, value, high| PaperComparison {
            table: 2,
            contender: Contender::table(SchemeName::New),
            mode: Mode::Clear,
            ply,
            published_kilonodes: 1,
            published_ratio,
            nodes: Some(1),
            ratio: Some(Estimate { low, value, high }),
        };
        let all =
            [figure(3, 1.0, 0.9, 1.1, 1.2), figure(4, 0.5, 0.6, 0.75, 0.8), figure(4, 0.5, 0.4, 0.5, 0.6)];
        let none = PaperComparison { contender: Contender::None, ..figure(4, 9.0, 1.0, 1.0, 1.0) };
        let found: Vec<_> = distances(&[&all[..], &[none]].concat())
            .into_iter()
            .map(|Distance { ply, figures, median, outside }| {
                (ply, figures, (median * 1e6).round() / 1e6, outside)
            })
            .collect();
        assert_eq!(found, [(3, 1, 0.1, 0), (4, 2, 0.25, 1)]);
    }
}
