//! Nodes by scheme and size, for the terminal and for reports.

use super::{label, manner};
use crate::experiment::searches::{Contender, Mode, Same, Samples, Searches};
use crate::experiment::sizes;
use crate::report::document::{ABSENT, DataTable, TableCell};
use crate::report::{align_numbers, grouped, plain, table};
use supplant::entry::Depth;

#[must_use]
pub fn nodes_by_scheme_and_size(experiment: &Searches, samples: &Samples, mode: Mode, ply: Depth) -> String {
    let sizes: Vec<_> = experiment.slots.iter().map(|&size| sizes::name(size)).collect();
    let header: Vec<_> = std::iter::once("nodes").chain(sizes.iter().map(String::as_str)).collect();
    let mut table = table(&header);
    let same_at_every_size = |contender: Contender| {
        let nodes = samples.sum(mode, ply, contender, None).map_or_else(|| "-".to_owned(), grouped);
        std::iter::once(label(contender))
            .chain(experiment.slots.iter().map(move |_| format!("{nodes}        ")))
    };
    table.add_row(same_at_every_size(Contender::None));
    for contender in experiment.tables() {
        // Samples do not name the only rule for the same position.
        let has_one_rule = samples.same() != Same::Scheme;
        let named = if has_one_rule { contender.under(Same::Scheme) } else { contender };
        let cells = experiment.slots.iter().map(|&size| cell(samples, mode, ply, named, size));
        table.add_row(std::iter::once(label(contender)).chain(cells));
    }
    table.add_row(same_at_every_size(Contender::Unbounded));
    align_numbers(&mut table, 1);
    table.trim_fmt()
}

fn cell(samples: &Samples, mode: Mode, ply: Depth, contender: Contender, size: usize) -> String {
    let Some(cost) = samples.cost(mode, ply, contender, Some(size)) else { return "-        ".to_owned() };
    let mark = if samples.best(mode, ply, size).contains(&contender) { "*" } else { " " };
    let share = cost.share.map_or_else(|| ABSENT.to_owned(), |share| format!("{}%", plain(1, share * 100.0)));
    format!("{}{mark} {share:>6}", grouped(cost.nodes))
}

#[must_use]
pub fn sums(samples: &Samples, mode: Mode, ply: Depth) -> DataTable {
    let sizes = samples.sizes_of(mode, ply, |_| true);
    let cell =
        |contender, size| TableCell::or_absent(samples.sum(mode, ply, contender, size).map(TableCell::count));
    let row = |contender: Contender| {
        let has_sizes = contender.scheme().is_some();
        let cells = sizes.iter().map(|&size| cell(contender, has_sizes.then_some(size)));
        std::iter::once(label(contender).into()).chain(cells).collect::<Vec<TableCell>>()
    };
    let tables = samples.tables();
    let contenders = std::iter::once(Contender::None).chain(tables).chain([Contender::Unbounded]);
    DataTable {
        caption: format!("Nodes by scheme and table size, {ply}-ply searches, {}", manner(mode)),
        header: std::iter::once("scheme".to_owned())
            .chain(sizes.iter().map(|&size| sizes::name(size)))
            .collect(),
        words: 1,
        rows: contenders.map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Contender, Mode, Samples, cell};
    use supplant::scheme::SchemeName;

    #[test]
    fn a_share_is_written_with_a_minus_and_as_a_dash_where_there_is_none() {
        let new = Contender::table(SchemeName::New);
        let told = |unbounded: u64, nodes: u64| {
            let mut samples = Samples::default();
            samples.insert((Mode::Clear, 3, Contender::None, None), vec![10_000]);
            samples.insert((Mode::Clear, 3, Contender::Unbounded, None), vec![unbounded]);
            samples.insert((Mode::Clear, 3, new, Some(8)), vec![nodes]);
            cell(&samples, Mode::Clear, 3, new, 8)
        };
        assert_eq!(told(10_001, 10_002), "10,002*      –");
        assert_eq!(told(5_000, 10_500), "10,500* −10.0%");
        assert_eq!(told(5_000, 10_001), "10,001*   0.0%", "nothing has no sign");
    }
}
