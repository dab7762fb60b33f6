//! The savings that each scheme loses, by load: tables of all sizes and searches to all depths
//! together.

use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::kendall;
use crate::report::document::{ABSENT, Block, DataTable, TableCell};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

/// Loads where one row of the table ends and the next begins: half decades.
const ENDS: [f64; 5] = [0.1, 0.3, 1.0, 3.0, 10.0];

/// A table of one size in searches to one depth, under all schemes.
#[derive(Clone, Debug)]
struct Cell {
    /// The mean over the schemes: each scheme stores a little more or less.
    load: f64,
    /// The share of the achievable savings that each scheme loses.
    lost: Vec<f64>,
}

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    let schemes = samples.schemes();
    let cells = cells(samples, &schemes);
    if cells.is_empty() {
        return Vec::new();
    }
    vec![
        Block::Heading("By load".to_owned()),
        Block::Words(
            "Load is the number of stores per slot in one search, on average over positions and schemes. A row has the tables of \
             all sizes, in searches to all depths, whose load lies in its range. Kendall’s τ says how far the load alone orders \
             the losses of a scheme: 1 is the same order, 0 none in common."
                .to_owned(),
        ),
        Block::Table(by_load(&schemes, &cells)),
    ]
}

/// Tables that were measured under all schemes.
fn cells(samples: &Samples, schemes: &[SchemeName]) -> Vec<Cell> {
    let cleared = samples.plies(Mode::Clear).into_iter();
    let tables =
        cleared.flat_map(|ply| samples.sizes(Mode::Clear, ply).into_iter().map(move |size| (ply, size)));
    let cell = |(ply, size): (Depth, usize)| {
        let of = |&scheme: &SchemeName| {
            let table = Contender::table(scheme);
            let saved = samples.cost(Mode::Clear, ply, table, Some(size))?.share?;
            Some((samples.load(Mode::Clear, ply, table, size)?, 1.0 - saved))
        };
        let (loads, lost): (Vec<_>, Vec<_>) =
            schemes.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().unzip();
        Some(Cell { load: loads.iter().sum::<f64>() / loads.len() as f64, lost })
    };
    tables.filter_map(cell).collect()
}

fn by_load(schemes: &[SchemeName], cells: &[Cell]) -> DataTable {
    let starts = std::iter::once(0.0).chain(ENDS);
    let ends = ENDS.into_iter().chain([f64::INFINITY]);
    let mut rows: Vec<Vec<TableCell>> =
        starts.zip(ends).map(|range| row(range, schemes.len(), cells)).collect();
    let order = |scheme: usize| {
        let pairs: Vec<_> = cells.iter().map(|cell| (cell.load, cell.lost[scheme])).collect();
        kendall(&pairs).map_or_else(|| ABSENT.into(), |tau| format!("{tau:.2}").replace('-', "−").into())
    };
    let all = TableCell::whole(cells.len());
    rows.push(["Kendall’s τ".into(), all].into_iter().chain((0..schemes.len()).map(order)).collect());
    DataTable {
        caption: "Share of the achievable savings that is lost, in per cent: mean of the tables in the range; cleared between \
                  searches"
            .to_owned(),
        header: ["load", "tables"]
            .map(str::to_owned)
            .into_iter()
            .chain(schemes.iter().map(ToString::to_string))
            .collect(),
        words: 1,
        rows,
    }
}

fn row((start, end): (f64, f64), schemes: usize, cells: &[Cell]) -> Vec<TableCell> {
    let name = match (start, end) {
        (0.0, end) => format!("below {end}"),
        (start, f64::INFINITY) => format!("{start} and more"),
        (start, end) => format!("{start} to {end}"),
    };
    let here: Vec<_> = cells.iter().filter(|cell| (start..end).contains(&cell.load)).collect();
    let mean = |scheme: usize| {
        if here.is_empty() {
            return ABSENT.into();
        }
        let mean = here.iter().map(|cell| cell.lost[scheme]).sum::<f64>() / here.len() as f64;
        TableCell::number(format!("{:.1}", mean * 100.0).replace('-', "−"), mean)
    };
    let count = TableCell::whole(here.len());
    [name.into(), count].into_iter().chain((0..schemes).map(mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Cell, TableCell, by_load};
    use supplant::scheme::SchemeName;

    fn rows(cells: &[(f64, f64)]) -> Vec<String> {
        let cells: Vec<_> = cells.iter().map(|&(load, lost)| Cell { load, lost: vec![lost] }).collect();
        let table = by_load(&[SchemeName::New], &cells);
        let text = |row: Vec<TableCell>| row.into_iter().map(|cell| cell.text).collect::<Vec<_>>().join(": ");
        table.rows.into_iter().map(text).collect()
    }

    #[test]
    fn a_row_has_the_mean_of_the_tables_in_its_range() {
        assert_eq!(
            rows(&[(0.05, 0.0), (0.3, 0.01), (0.9, 0.03), (12.0, 0.4)]),
            [
                "below 0.1: 1: 0.0",
                "0.1 to 0.3: 0: –",
                "0.3 to 1: 2: 2.0",
                "1 to 3: 0: –",
                "3 to 10: 0: –",
                "10 and more: 1: 40.0",
                "Kendall’s τ: 4: 1.00",
            ]
        );
    }

    #[test]
    fn losses_that_fall_with_the_load_have_a_negative_order() {
        let last = |cells| rows(cells).pop().unwrap();
        assert_eq!(last(&[(0.5, 0.3), (2.0, 0.2), (5.0, 0.1)]), "Kendall’s τ: 3: −1.00");
        assert_eq!(last(&[(0.5, 0.3)]), "Kendall’s τ: 1: –", "one table has no order");
    }
}
