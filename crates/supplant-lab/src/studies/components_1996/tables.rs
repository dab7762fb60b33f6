//! Tables and figures of the components, alone and together.

use super::components::{
    Component, Set, beside_others, change, change_at, change_in_time, nodes, other_moves, ply, sizes,
};
use crate::experiment::claims;
use crate::experiment::searches::Samples;
use crate::experiment::sizes::name;
use crate::experiment::stats::Estimate;
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::{HeatMap, SeriesStyle};
use crate::report::searches::spread::{self, SpreadPair};

fn or_absent(value: Option<f64>) -> TableCell {
    TableCell::or_absent(value.map(TableCell::percent))
}

fn alone(samples: &Samples) -> Option<DataTable> {
    let (ply, sizes) = (ply(samples)?, sizes(samples));
    let row = |set: Set| {
        let at = |&size: &usize| or_absent(change_at(samples, set, size));
        let Estimate { value, low, high } = change(samples, set)?.interval();
        let time = or_absent(change_in_time(samples, set));
        let moves = TableCell::or_absent(other_moves(samples, set).map(TableCell::share));
        Some(
            std::iter::once(set.words().into())
                .chain(sizes.iter().map(at))
                .chain([value, low, high].map(TableCell::percent))
                .chain([time, moves])
                .collect(),
        )
    };
    let rows: Vec<Vec<TableCell>> = Set::told().filter_map(row).collect();
    let columns = ["mean", "from", "to", "time", "other moves"].map(str::to_owned);
    (!rows.is_empty()).then(|| DataTable {
        caption: format!(
            "Each component alone, and all five, {ply}-ply searches: nodes beyond those with none of them by entries of the table, the geometric mean \
             with its 95 % interval over positions, and the same mean of the time, where no search took three times as long for a node as another: without an interval, of a machine that did other things as well; and how often another move is found than with none"
        ),
        header: std::iter::once("component".to_owned()).chain(sizes.iter().map(|&size| name(size))).chain(columns).collect(),
        words: 1,
        rows,
    })
}

fn in_company(samples: &Samples) -> Option<DataTable> {
    let ply = ply(samples)?;
    let row = |component: Component| {
        let (change, time) = beside_others(samples, component)?;
        Some(vec![component.word().into(), TableCell::percent(change), or_absent(time)])
    };
    let rows: Vec<Vec<TableCell>> = Component::ALL.into_iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| DataTable {
        caption: format!(
            "Each component in the mean over the sixteen sets of the others and all sizes, {ply}-ply searches: nodes and time beyond those of the \
             same set without it; no time where something else was running"
        ),
        header: DataTable::header(&["component", "nodes", "time"]),
        words: 1,
        rows,
    })
}

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    [
        Block::section("Alone and together", alone(samples)),
        Block::section("In every company", in_company(samples)),
    ]
    .concat()
}

pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    [by_size(samples), position_by_position(samples)].into_iter().flatten().collect()
}

fn by_size(samples: &Samples) -> Option<Figure> {
    let (ply, sizes) = (ply(samples)?, sizes(samples));
    let at = |set: Set, size: usize| change_at(samples, set, size);
    let row =
        |set: Set| (set.words().to_owned(), sizes.iter().map(|&size| at(set, size)).collect::<Vec<_>>());
    let rows: Vec<_> = Set::told().map(row).filter(|(_, all)| all.iter().any(Option::is_some)).collect();
    if rows.is_empty() {
        return None;
    }
    let alt = format!(
        "Nodes beyond those with none of the five components, in per cent, by entries of the table; {ply}-ply searches"
    );
    let columns: Vec<_> = sizes.iter().map(|&size| name(size)).collect();
    let title = "nodes beyond those with none, %".to_owned();
    let caption = format!("{alt}.");
    let map = HeatMap { alt, title, columns, rows };
    let numbers = map.numbers("component", TableCell::percent);
    Some(map.figure("components.svg", caption, Some(numbers)))
}

fn position_by_position(samples: &Samples) -> Option<Figure> {
    let (ply, sizes) = (ply(samples)?, sizes(samples));
    let size = *sizes.get(sizes.len() / 2)?;
    let none = nodes(samples, (Set::NONE, size))?;
    let sets: Vec<_> = Set::told().filter_map(|set| Some((set, nodes(samples, (set, size))?))).collect();
    let pair = |(i, (set, nodes)): (usize, &'_ (Set, Vec<u64>))| (i, set.words().to_owned(), nodes.clone());
    let owned: Vec<_> = sets.iter().enumerate().map(pair).collect();
    let pairs: Vec<_> = owned
        .iter()
        .map(|(i, name, nodes)| SpreadPair {
            name: name.clone(),
            look: SeriesStyle::Numbered(*i),
            one: nodes,
            other: &none,
        })
        .collect();
    let caption = format!(
        "Nodes relative to those with none of the five components; {} positions, {ply}-ply searches, table kept.",
        name(size)
    );
    spread::figure(samples, &pairs, "spread.svg", "% more nodes than with none", &caption)
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let (ply, sizes) = (ply(samples)?, sizes(samples));
    let told =
        |set: Set| Some(format!("{} {}", set.words(), claims::change(change(samples, set)?.interval())));
    let all = Set::told().map(told).collect::<Option<Vec<_>>>()?;
    Some(format!(
        "Nodes with more in an entry relative to none of it, in the mean over tables of {} positions that are kept ({ply} ply, {} positions): {}.",
        sizes.iter().map(|&size| name(size)).collect::<Vec<_>>().join(", "),
        samples.positions().len(),
        all.join("; ")
    ))
}
