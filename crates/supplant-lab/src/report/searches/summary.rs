//! The summary file: every cell of the grid, summed over its positions.

use serde::Serialize;

use crate::experiment::provenance::RunOrigin;
use crate::experiment::searches::axes::verified::in_words;
use crate::experiment::searches::{At, Contender, Mode, Same, Samples};
use crate::experiment::words::search_name;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;

#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    /// The bits of a key that the table verifies; `None` if this never differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<String>,
    /// The rule for the same position, unless it is the schemes' own or stands in their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<String>,
    version: String,
    commit: String,
    set: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lockstep: Option<u64>,
    mode: Mode,
    ply: Depth,
    #[serde(rename = "scheme")]
    contender: Contender,
    layout: Option<&'static str>,
    slots: Option<usize>,
    bytes: Option<usize>,
    positions: usize,
    nodes: u64,
    ratio_to_none: Option<f64>,
    ratio_low: Option<f64>,
    ratio_high: Option<f64>,
    share_of_savings: Option<f64>,
    published_kilonodes: Option<u64>,
    /// These nodes divided by those printed for the search without a table.
    published_ratio: Option<f64>,
}

#[must_use]
pub fn rows(
    samples: &Samples,
    origin: &RunOrigin,
    first: &str,
    published: impl Fn(At) -> Option<u64>,
) -> Vec<SummaryRow> {
    let (searches, verified) = (samples.searches(), samples.verified());
    let are_several = samples.cells().any(|at| at.threads > 1);
    let mut all = Vec::new();
    for &search in &searches {
        let name = search.map_or_else(|| first.to_owned(), search_name);
        for &bits in &verified {
            let samples = samples.of_search(search).of_verified(bits);
            let is_told = |at: &At| at.contender.scheme().is_some() || Some(&bits) == verified.first();
            all.extend(samples.cells().filter(is_told).map(|at| SummaryRow {
                search: (searches.len() > 1).then(|| name.clone()),
                verified: (verified.len() > 1).then(|| in_words(bits)),
                threads: are_several.then_some(at.threads),
                ..row(&samples, at, origin.clone(), &published)
            }));
        }
    }
    all
}

fn row(samples: &Samples, at: At, origin: RunOrigin, published: &impl Fn(At) -> Option<u64>) -> SummaryRow {
    let At { mode, ply, contender, size, lockstep, .. } = at;
    let cost = samples.cost(mode, ply, contender, size).expect("the cell is one of the samples'");
    let ratio = samples.ratio_to_none(mode, ply, contender, size);
    let (printed, none) = (published(at), published(At::none(ply)));
    SummaryRow {
        search: None,
        verified: None,
        same: (samples.same() != Same::Scheme).then(|| samples.same().to_string()),
        threads: None,
        lockstep,
        version: origin.version,
        commit: origin.commit,
        set: origin.positions,
        mode,
        ply,
        contender,
        layout: contender.layout().map(LayoutName::name),
        slots: at.slots(),
        bytes: at.bytes(),
        positions: samples.positions().len(),
        nodes: cost.nodes,
        ratio_to_none: ratio.map(|ratio| ratio.value),
        ratio_low: ratio.map(|ratio| ratio.low),
        ratio_high: ratio.map(|ratio| ratio.high),
        share_of_savings: cost.share,
        published_kilonodes: printed,
        published_ratio: printed.zip(none).map(|(printed, none)| printed as f64 / none as f64),
    }
}
