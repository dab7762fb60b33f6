//! The savings that each scheme loses, by load: tables of all sizes and searches to all depths
//! together.

use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::kendall;
use crate::report::document::{ABSENT, Block, DataTable, TableCell};
use supplant::scheme::SchemeName;

/// Loads where one row of the table ends and the next begins: half decades.
const ENDS: [f64; 5] = [0.1, 0.3, 1.0, 3.0, 10.0];

/// A table of one size in searches to one depth.
#[derive(Clone, Copy, Debug)]
struct Cell {
    load: f64,
    /// The share of the achievable savings that is lost.
    lost: f64,
}

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    let schemes: Vec<_> =
        samples.schemes().into_iter().map(|scheme| (scheme, cells(samples, scheme))).collect();
    if schemes.iter().all(|(_, cells)| cells.is_empty()) {
        return Vec::new();
    }
    vec![
        Block::Heading("By load".to_owned()),
        Block::Words(
            "Load is the number of stores per slot in one search, on average over the positions. A row has the tables of all \
             sizes, in searches to all depths, whose load lies in its range. Kendall’s τ says how far the load alone orders \
             the losses of a scheme: 1 is the same order, 0 none in common."
                .to_owned(),
        ),
        Block::Table(by_load(&schemes)),
    ]
}

fn cells(samples: &Samples, scheme: SchemeName) -> Vec<Cell> {
    let table = Contender::table(scheme);
    let here = samples.cells().filter(|at| at.mode == Mode::Clear && at.contender == table);
    here.filter_map(|at| {
        let load = samples.load(at.mode, at.ply, table, at.size?)?;
        let lost = 1.0 - samples.cost(at.mode, at.ply, table, at.size)?.share?;
        Some(Cell { load, lost })
    })
    .collect()
}

fn by_load(schemes: &[(SchemeName, Vec<Cell>)]) -> DataTable {
    let starts = std::iter::once(0.0).chain(ENDS);
    let ends = ENDS.into_iter().chain([f64::INFINITY]);
    let mut rows: Vec<Vec<TableCell>> = starts.zip(ends).map(|range| row(range, schemes)).collect();
    let order = |(_, cells): &(SchemeName, Vec<Cell>)| {
        let pairs: Vec<_> = cells.iter().map(|cell| (cell.load, cell.lost)).collect();
        kendall(&pairs).map_or_else(|| ABSENT.into(), |tau| format!("{tau:.2}").replace('-', "−").into())
    };
    rows.push(std::iter::once("Kendall’s τ".into()).chain(schemes.iter().map(order)).collect());
    DataTable {
        caption: "Share of the achievable savings that is lost, in per cent: mean of the tables in the range; cleared between \
                  searches"
            .to_owned(),
        header: std::iter::once("load".to_owned())
            .chain(schemes.iter().map(|(scheme, _)| scheme.to_string()))
            .collect(),
        words: 1,
        rows,
    }
}

fn row((start, end): (f64, f64), schemes: &[(SchemeName, Vec<Cell>)]) -> Vec<TableCell> {
    let name = match (start, end) {
        (0.0, end) => format!("below {end}"),
        (start, f64::INFINITY) => format!("{start} and more"),
        (start, end) => format!("{start} to {end}"),
    };
    let mean = |(_, cells): &(SchemeName, Vec<Cell>)| {
        let lost: Vec<_> =
            cells.iter().filter(|cell| (start..end).contains(&cell.load)).map(|cell| cell.lost).collect();
        if lost.is_empty() {
            return ABSENT.into();
        }
        let mean = lost.iter().sum::<f64>() / lost.len() as f64;
        TableCell::number(format!("{:.1}", mean * 100.0).replace('-', "−"), mean)
    };
    std::iter::once(name.into()).chain(schemes.iter().map(mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Cell, by_load};
    use supplant::scheme::SchemeName;

    fn rows(cells: &[(f64, f64)]) -> Vec<String> {
        let cells = cells.iter().map(|&(load, lost)| Cell { load, lost }).collect();
        let table = by_load(&[(SchemeName::New, cells)]);
        table.rows.into_iter().map(|row| format!("{}: {}", row[0].text, row[1].text)).collect()
    }

    #[test]
    fn a_row_has_the_mean_of_the_tables_in_its_range() {
        assert_eq!(
            rows(&[(0.05, 0.0), (0.3, 0.01), (0.9, 0.03), (12.0, 0.4)]),
            [
                "below 0.1: 0.0",
                "0.1 to 0.3: –",
                "0.3 to 1: 2.0",
                "1 to 3: –",
                "3 to 10: –",
                "10 and more: 40.0",
                "Kendall’s τ: 1.00",
            ]
        );
    }

    #[test]
    fn losses_that_fall_with_the_load_have_a_negative_order() {
        let last = |cells| rows(cells).pop().unwrap();
        assert_eq!(last(&[(0.5, 0.3), (2.0, 0.2), (5.0, 0.1)]), "Kendall’s τ: −1.00");
        assert_eq!(last(&[(0.5, 0.3)]), "Kendall’s τ: –", "one table has no order");
    }
}
