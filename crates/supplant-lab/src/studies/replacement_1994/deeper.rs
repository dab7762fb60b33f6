//! What the claims about schemes become a ply deeper, where that was searched.

use super::FURTHER;
use super::claims::PLY;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::bootstrap;
use crate::report::document::{Block, DataTable, TableCell};
use supplant::entry::Depth;
use supplant::scheme::SchemeName::{self, Big1, BigAll, Deep, New, TwoBig1, TwoDeep};

/// The first beside the second: the two best, two levels beside one, size beside depth, both countings,
/// depth beside newest, and the worst beside the best.
const PAIRS: [(SchemeName, SchemeName); 6] =
    [(TwoDeep, TwoBig1), (TwoDeep, Deep), (Big1, Deep), (BigAll, Big1), (Deep, New), (New, TwoBig1)];

const COLUMNS: [(Mode, Depth); 4] =
    [(Mode::Clear, PLY), (Mode::Clear, FURTHER), (Mode::Stamp, PLY), (Mode::Stamp, FURTHER)];

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    let sizes = samples.sizes(Mode::Clear, FURTHER);
    let rows: Vec<_> = PAIRS
        .iter()
        .flat_map(|&pair| sizes.iter().map(move |&size| (pair, size)))
        .filter_map(|(pair, size)| row(samples, pair, size))
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let table = DataTable {
        caption: "Nodes of the first scheme beyond those of the second, in per cent, with the 95 % interval"
            .to_owned(),
        header: ["schemes", "positions"].map(str::to_owned).into_iter().chain(COLUMNS.map(column)).collect(),
        words: 1,
        rows,
    };
    let words = format!(
        "The claims are about {PLY} plies. The table sets {FURTHER} plies beside them, at the sizes that were searched so deep. No claim was \
         registered about {FURTHER} plies, so it has no verdicts."
    );
    vec![Block::Heading("A ply deeper".to_owned()), Block::Words(words), Block::Table(table)]
}

fn column((mode, ply): (Mode, Depth)) -> String {
    format!("{}, {ply} ply", if mode == Mode::Clear { "cleared" } else { "stamped" })
}

fn row(samples: &Samples, (one, other): (SchemeName, SchemeName), size: usize) -> Option<Vec<TableCell>> {
    let change = |&(mode, ply): &(Mode, Depth)| {
        let nodes = |scheme| samples.nodes(mode, ply, Contender::table(scheme), Some(size));
        let (one, other) = nodes(one).zip(nodes(other))?;
        Some(TableCell::change(bootstrap().ratio(one, other).map(|ratio| ratio - 1.0).interval()))
    };
    let changes: Vec<_> = COLUMNS.iter().map(change).collect();
    changes.iter().any(Option::is_some).then(|| {
        let named =
            [format!("{one} beside {other}").into(), TableCell::number(sizes::name(size), size as f64)];
        named.into_iter().chain(changes.into_iter().map(TableCell::or_absent)).collect()
    })
}
