//! Tables and figures of how often results depend on the table, and what a cure costs.

use super::MODE;
use super::cures::{Cure, RootChange, price, share, value_changes};
use crate::experiment::claims::change;
use crate::experiment::searches::Samples;
use crate::experiment::stats::Estimate;
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::HeatMap;
use supplant::entry::Depth;

fn plies(samples: &Samples) -> Vec<Depth> {
    samples.plies(MODE).into_iter().collect()
}

fn quantile(sorted: &[u32], share: f64) -> TableCell {
    let last = sorted.len().saturating_sub(1) as f64;
    let change = sorted.get((share * last).round() as usize);
    TableCell::or_absent(change.map(|&change| TableCell::whole(change as usize)))
}

fn table(samples: &Samples) -> Option<DataTable> {
    let plies = plies(samples);
    let deepest = *plies.last()?;
    let row = |cure: Cure| {
        let of = |what| share(samples, cure, what, &plies).map(|share| share.interval());
        let changes = value_changes(samples, cure, &plies);
        let (values, moves) = (of(RootChange::Value)?, of(RootChange::Move)?);
        let price =
            price(samples, cure, deepest).filter(|_| cure != Cure::None).map(|price| price.interval());
        let more = |of: fn(Estimate) -> f64| TableCell::or_absent(price.map(of).map(TableCell::percent));
        Some(vec![
            TableCell::from(cure.label()),
            TableCell::share(values.value),
            TableCell::share(values.low),
            TableCell::share(values.high),
            quantile(&changes, 0.5),
            quantile(&changes, 0.9),
            TableCell::share(moves.value),
            more(|price| price.value),
            more(|price| price.low),
            more(|price| price.high),
        ])
    };
    let rows: Vec<_> = Cure::ALL.into_iter().filter_map(row).collect();
    let header =
        ["search", "other values", "from", "to", "median", "90 %", "other moves", "nodes", "from", "to"];
    (!rows.is_empty()).then(|| DataTable {
        caption: format!(
            "How often the value of the root, and its move, are not those of the same search without a table, with the 95 % interval over positions, that of Clopper and Pearson where no position differs; the median of those differences, in \
             centipawns, and what 90 % of them do not exceed; and nodes beyond those of the search as it is, {deepest} plies, all tables together"
        ),
        header: DataTable::header(&header),
        words: 1,
        rows,
    })
}

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    Block::section("Causes and cures", table(samples))
}

pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    let plies = plies(samples);
    let at = |cure: Cure, ply: Depth| Some(share(samples, cure, RootChange::Value, &[ply])?.value());
    let row = |cure: Cure| (cure.label(), plies.iter().map(|&ply| at(cure, ply)).collect::<Vec<_>>());
    let rows: Vec<_> =
        Cure::ALL.map(row).into_iter().filter(|(_, all)| all.iter().any(Option::is_some)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let alt = "Searches whose value is not that of the same search without a table, in per cent, by depth"
        .to_owned();
    let columns: Vec<_> = plies.iter().map(|ply| format!("{ply} plies")).collect();
    let caption = format!("{alt}: three schemes in two sizes, and a table without end.");
    let map = HeatMap { alt, title: "other values than without a table, %".to_owned(), columns, rows };
    let numbers = map.numbers("search", TableCell::share);
    vec![map.figure("instability.svg", caption, Some(numbers))]
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let plies = plies(samples);
    let (first, deepest) = (*plies.first()?, *plies.last()?);
    let told = |cure: Cure| {
        let Estimate { value, low, high } = share(samples, cure, RootChange::Value, &plies)?.interval();
        let [value, low, high] = [value, low, high].map(|share| TableCell::share(share).text);
        Some(format!("{} {value} ({low} to {high})", cure.label()))
    };
    let all = Cure::ALL.into_iter().map(told).collect::<Option<Vec<_>>>()?;
    Some(format!(
        "Share of searches whose value differs from that without a table: {} ({} positions, {first} to {deepest} plies). Equal depth and storing nothing that \
         a draw has tainted change the nodes by {}.",
        all.join(", "),
        samples.positions().len(),
        change(price(samples, Cure::EqualAndClean, deepest)?.interval())
    ))
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn a_quantile_is_one_of_the_changes_and_absent_without_any() {
        let all: Vec<u32> = (1..=11).collect();
        assert_eq!([0.5, 0.9].map(|share| quantile(&all, share).number), [Some(6.0), Some(10.0)]);
        assert_eq!(quantile(&[], 0.5).number, None);
    }
}
