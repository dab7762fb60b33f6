//! Every scheme under every rule, beside the newer result.

use std::collections::BTreeSet;

use crate::experiment::claims::hundredfold;
use crate::experiment::searches::{Contender, Mode, Same, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{bootstrap, sum};
use crate::report::document::{Block, DataTable, TableCell};
use supplant::entry::Depth;

const MODE: Mode = Mode::Clear;

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    let Some(ply) = samples.deepest(MODE) else { return Vec::new() };
    let tables = samples.tables();
    let rules: BTreeSet<Same> = tables.iter().map(|table| table.same()).collect();
    let rules: Vec<Same> = rules.into_iter().filter(|&same| same != Same::Newest).collect();
    if !tables.iter().any(|table| table.same() == Same::Newest) {
        return Vec::new();
    }
    let sizes = samples.sizes_of(MODE, ply, |table| table.same() == Same::Newest);
    let mut blocks = vec![Block::Heading("Every scheme under every rule".to_owned())];
    blocks.extend(sizes.into_iter().map(|size| Block::Table(beside_newest(samples, ply, size, &rules))));
    blocks
}

/// The least and the greatest change over the schemes and sizes, beside the newer result.
fn range(samples: &Samples, same: Same) -> Option<String> {
    let ply = samples.deepest(MODE)?;
    let sizes = samples.sizes_of(MODE, ply, |table| table.same() == Same::Newest);
    let changes = samples.schemes().into_iter().map(Contender::table).flat_map(|table| {
        let nodes = |table: Contender, size| samples.nodes(MODE, ply, table, Some(size)).map(sum);
        let change = move |&size: &usize| {
            Some(nodes(table.under(same), size)? / nodes(table.under(Same::Newest), size)? - 1.0)
        };
        sizes.iter().filter_map(change).collect::<Vec<_>>()
    });
    let (least, most) = changes.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), change| {
        (least.min(change), most.max(change))
    });
    (least <= most).then(|| format!("{} to {} %", hundredfold(least), hundredfold(most)))
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let [margin, equals, competes] =
        [Same::UnlessDeeperBy(4), Same::UnlessDeeperBy(0), Same::Competes].map(|same| range(samples, same));
    Some(format!(
        "Changes of the nodes, over schemes and sizes, beside tables in which the newer result always stays: {} if an entry stays that is deeper by 4 plies, \
         {} if every entry stays that is as deep or deeper, {} if both compete like entries of different positions ({} positions).",
        margin?,
        equals?,
        competes?,
        samples.positions().len()
    ))
}

fn beside_newest(samples: &Samples, ply: Depth, size: usize, rules: &[Same]) -> DataTable {
    let nodes = |table: Contender| samples.nodes(MODE, ply, table, Some(size));
    let cell = |table: Contender| {
        let (of, to) = nodes(table).zip(nodes(table.under(Same::Newest)))?;
        Some(TableCell::change(bootstrap().ratio(of, to).map(|ratio| ratio - 1.0).interval()))
    };
    let rows = samples.schemes().into_iter().map(Contender::table).map(|table| {
        let cells = rules.iter().map(|&same| TableCell::or_absent(cell(table.under(same))));
        std::iter::once(TableCell::from(table.to_string())).chain(cells).collect()
    });
    DataTable {
        caption: format!(
            "Nodes more than if the newer result always stays, in per cent: tables of {} slots, {ply} plies, with 95 % intervals over positions",
            sizes::name(size)
        ),
        header: std::iter::once("scheme".to_owned()).chain(rules.iter().map(|&same| head(same))).collect(),
        words: 1,
        rows: rows.collect(),
    }
}

fn head(same: Same) -> String {
    if same == Same::Scheme { "its own rule".to_owned() } else { same.to_string() }
}

#[cfg(test)]
mod tests {
    use super::{MODE, section, takeaway};
    use crate::experiment::searches::{Contender, Same, Samples};
    use crate::report::document::Block;
    use supplant::scheme::SchemeName;

    #[test]
    fn a_rule_is_set_beside_the_newer_result_of_its_scheme() {
        let table = Contender::table(SchemeName::Deep);
        let mut samples = Samples::default();
        for (same, nodes) in [(Same::Scheme, 1000), (Same::Newest, 1000), (Same::Deeper, 970)] {
            samples.insert((MODE, 7, table.under(same), Some(8 << 10)), vec![nodes; 12]);
        }
        let blocks = section(&samples);
        let [_, Block::Table(told)] = blocks.as_slice() else { panic!("a heading and a table: {blocks:?}") };
        assert_eq!(told.header, ["scheme", "its own rule", "deeper"]);
        let row: Vec<_> = told.rows[0].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(takeaway(&samples), None, "a rule is missing");
        for (same, nodes) in
            [(Same::UnlessDeeperBy(4), 999), (Same::UnlessDeeperBy(0), 1010), (Same::Competes, 1050)]
        {
            samples.insert((MODE, 7, table.under(same), Some(8 << 10)), vec![nodes; 12]);
        }
        let told = takeaway(&samples).expect("each rule is there");
        assert!(told.contains("−0.1 to −0.1 % if an entry stays that is deeper by 4 plies"), "{told}");
        assert!(told.contains("+5.0 to +5.0 % if both compete"), "{told}");
        assert_eq!(row, ["DEEP", "0.0 (0.0 to 0.0)", "−3.0 (−3.0 to −3.0)"]);
    }
}
