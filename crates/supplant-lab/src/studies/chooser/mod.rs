//! A page on which an engine author enters a table and a search, and reads what was measured at the
//! same load. A loss is the nodes beyond those with an unbounded table, so a search is left out in
//! which a hit changes how deeply it looks: its nodes do not order tables (`docs/pruning.md`).

use serde::Serialize;

use super::Study;
use crate::experiment::searches::{Contender, Mode, Results, Same, Samples};
use crate::experiment::stats::bootstrap;
use crate::report::html;
use crate::report::searches::curves::depth;
use crate::report::searches::facts::is_uneven;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;

#[derive(Clone, Debug, Serialize)]
pub(super) struct Evidence {
    name: String,
    report: String,
    search: String,
    positions: usize,
    ply: Depth,
    stores_per_node: f64,
    points: Vec<Point>,
}

#[derive(Clone, Debug, Serialize)]
struct Point {
    scheme: &'static str,
    /// Stores per slot, the mean over the positions.
    load: f64,
    loss: [f64; 3],
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Layout {
    name: &'static str,
    bytes: f64,
    bits: u32,
    bucket: Option<usize>,
}

#[derive(Serialize)]
struct Data<'a> {
    evidence: &'a [&'a Evidence],
    layouts: Vec<Layout>,
    schemes: Vec<(&'static str, usize, usize, bool)>,
}

pub(super) fn evidence(
    study: &dyn Study,
    name: &str,
    report: &str,
    results: &Results,
    samples: &Samples,
) -> Option<Evidence> {
    let nodes_order_tables = results.family.search.parse().is_ok_and(|on| !is_uneven(on));
    let is_usual = results.family.threads == 1
        && results.missing == 0
        && samples.same() == Same::Scheme
        && nodes_order_tables;
    let ply = depth(samples, Mode::Clear).filter(|_| is_usual)?;
    let unbounded = samples.nodes(Mode::Clear, ply, Contender::Unbounded, None)?;
    let positions = samples.positions().len();
    let mut points = Vec::new();
    for size in samples.sizes(Mode::Clear, ply) {
        for scheme in samples.schemes() {
            let contender = Contender::table(scheme);
            let nodes = samples.nodes(Mode::Clear, ply, contender, Some(size));
            let load = samples.load(Mode::Clear, ply, contender, size);
            let Some((nodes, load)) = nodes.zip(load) else { continue };
            let loss = bootstrap().ratio(nodes, unbounded).map(|ratio| ratio - 1.0).interval();
            points.push(Point { scheme: scheme.info().name, load, loss: [loss.value, loss.low, loss.high] });
        }
    }
    let total: u64 = unbounded.iter().sum();
    let stores = samples.stores(Mode::Clear, ply, Contender::Unbounded, None)?;
    let several = points.windows(2).any(|two: &[Point]| two[0].scheme != two[1].scheme);
    several.then(|| Evidence {
        name: format!("{name}: {}", study.facts().about),
        report: format!("{report}.html"),
        search: results.family.search.clone(),
        positions,
        ply,
        stores_per_node: stores as f64 / total as f64,
        points,
    })
}

pub(super) const TITLE: &str = "Which scheme for my engine?";

pub(super) fn page(evidence: &[&Evidence]) -> String {
    let layouts = LayoutName::ALL.iter().map(|layout| {
        let info = layout.info();
        Layout {
            name: info.name,
            bytes: info.entry_bytes(),
            bits: info.verified_bits,
            bucket: info.bucket_slots,
        }
    });
    let schemes = SchemeName::ALL.iter().map(|scheme| {
        let info = scheme.info();
        (info.name, info.slots_range.0, info.slots_range.1, info.uses_size)
    });
    let data = Data { evidence, layouts: layouts.collect(), schemes: schemes.collect() };
    let style = format!("{}{}", html::STYLE, include_str!("chooser.css"));
    let body = format!("{}{}", include_str!("chooser.html"), html::data("data", &data));
    html::page(TITLE, &style, &body, include_str!("chooser.js"))
}
