//! Tables of the schemes, game by game.

use super::by_game::OfGame;
use super::{MODE, SCHEMES};
use crate::experiment::searches::Contender;
use crate::experiment::sizes;
use crate::experiment::stats::{Estimate, bootstrap, sum};
use crate::report::document::{Block, DataTable, TableCell};
use crate::report::grouped;

pub(super) fn sizes_of(of: &OfGame) -> Vec<usize> {
    of.ply().map_or_else(Vec::new, |ply| of.samples.sizes(MODE, ply))
}

pub(super) fn beyond(of: &OfGame, contender: Contender, size: Option<usize>) -> Option<Estimate> {
    let unbounded = of.nodes(Contender::Unbounded, None)?;
    let ratio = bootstrap().ratio(of.nodes(contender, size)?, unbounded);
    Some(ratio.map(|ratio| ratio - 1.0).interval())
}

fn table(of: &OfGame) -> Option<DataTable> {
    let (depth, sizes) = (of.depth()?, sizes_of(of));
    let unbounded = of.nodes(Contender::Unbounded, None)?;
    let cell = |contender, size| TableCell::or_absent(beyond(of, contender, size).map(TableCell::change));
    let row = |name: String, contender: Contender| {
        let size = |&size: &usize| cell(contender, contender.scheme().map(|_| size));
        std::iter::once(TableCell::from(name)).chain(sizes.iter().map(size)).collect::<Vec<_>>()
    };
    let schemes = SCHEMES.iter().map(|&scheme| row(scheme.to_string(), Contender::table(scheme)));
    let rows = schemes.chain([row("(no table)".to_owned(), Contender::None)]);
    let header = sizes.iter().map(|&size| sizes::name(size));
    Some(DataTable {
        caption: format!(
            "{}: % more nodes than with a table in which nothing collides ({} nodes), with the 95 % interval over positions; {depth}-ply searches, table cleared between positions",
            of.in_words(),
            grouped(sum(unbounded) as u64)
        ),
        header: std::iter::once("scheme".to_owned()).chain(header).collect(),
        words: 1,
        rows: rows.collect(),
    })
}

pub(super) fn section(games: &[OfGame]) -> Vec<Block> {
    let tables: Vec<_> = games.iter().filter_map(table).map(Block::Table).collect();
    if tables.is_empty() {
        return Vec::new();
    }
    std::iter::once(Block::Heading("Game by game".to_owned())).chain(tables).collect()
}
