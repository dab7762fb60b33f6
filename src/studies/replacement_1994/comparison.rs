//! Every published figure beside the one measured here, each as a ratio to the search without a table to the same ply.

use serde::Serialize;

use super::published::{self, Published};
use crate::entry::Depth;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::stats::{self, Estimate};

/// One published figure and ours.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The number of the paper's table.
    pub table: u8,
    /// The scheme, or none.
    pub contender: Contender,
    /// What happened between positions.
    pub mode: Mode,
    /// Plies.
    pub ply: Depth,
    /// Thousands of nodes, as printed.
    pub published_kilonodes: u64,
    /// As a ratio to the published search without a table.
    pub published_ratio: f64,
    /// Nodes measured here, over all positions.
    pub nodes: Option<u64>,
    /// As a ratio to the search without a table measured here.
    pub ratio: Option<Estimate>,
}

/// All published figures, in the order of the paper. What was not measured here is missing.
#[must_use]
pub fn all(samples: &Samples) -> Vec<Compared> {
    published::TABLES.iter().map(|figure| compare(samples, figure)).collect()
}

fn compare(samples: &Samples, figure: &Published) -> Compared {
    let &Published { table, contender, mode, ply, kilonodes } = figure;
    let size = (contender != Contender::None).then_some(published::SLOTS);
    let nodes = samples.nodes(mode, ply, contender, size);
    Compared {
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

/// The median distance of our ratios from the published ones, schemes only, as a fraction of the published.
#[must_use]
pub fn median_distance(compared: &[Compared]) -> Option<f64> {
    let distance = |c: &Compared| Some((c.ratio?.value / c.published_ratio - 1.0).abs());
    let schemes = compared.iter().filter(|compared| compared.contender != Contender::None);
    let distances: Vec<f64> = schemes.filter_map(distance).collect();
    (!distances.is_empty()).then(|| stats::median(&distances))
}
