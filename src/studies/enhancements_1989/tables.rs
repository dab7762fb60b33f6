//! The sets side by side, in numbers and in pictures.

use super::MODE;
use super::subsets::{Enhancement, Subset};
use crate::entry::Depth;
use crate::lab::claims::hundredfold;
use crate::lab::searches::Samples;
use crate::lab::stats::Estimate;
use crate::report::document::{ABSENT, Block, Cell, Figure, Table};
use crate::report::grouped;
use crate::report::plot::HeatMap;

/// The sets that were measured to a depth, the fewest nodes first.
fn ranked(samples: &Samples, ply: Depth) -> Vec<(Subset, u64)> {
    let nodes = |set: Subset| Some((set, set.nodes(samples, ply)?.iter().sum()));
    let mut all: Vec<_> = Subset::all().filter_map(nodes).collect();
    all.sort_by_key(|&(set, nodes)| (nodes, set));
    all
}

/// The deepest ply.
fn deepest(samples: &Samples) -> Option<Depth> {
    samples.plies(MODE).last().copied()
}

/// A set beside none, in per cent with its interval.
fn saved(set: Subset, samples: &Samples, ply: Depth) -> Option<Estimate> {
    Some(set.beside(Subset::NONE, samples, ply)?.interval())
}

fn table(samples: &Samples) -> Option<Table> {
    let ply = deepest(samples)?;
    let percent = |value: f64| Cell::number(format!("{} %", hundredfold(value)), value);
    let row = |(set, nodes): (Subset, u64)| {
        let change = saved(set, samples, ply).filter(|_| !set.is_empty());
        let parts = change.map_or_else(
            || [(); 3].map(|()| Cell::from(ABSENT)),
            |Estimate { value, low, high }| [value, low, high].map(percent),
        );
        let mut cells = vec![Cell::from(set.words()), Cell::number(grouped(nodes), nodes as f64)];
        cells.extend(parts);
        cells
    };
    let ranked = ranked(samples, ply);
    (!ranked.is_empty()).then(|| Table {
        caption: format!(
            "The sets measured, {ply}-ply searches, the fewest nodes first: nodes of all positions, and how many more or fewer than with none of the six, with the \
             95 % interval over positions"
        ),
        header: ["set", "nodes", "to none", "from", "to"].map(str::to_owned).to_vec(),
        words: 1,
        rows: ranked.into_iter().map(row).collect(),
    })
}

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    table(samples)
        .map_or_else(Vec::new, |table| vec![Block::Heading("Set by set".to_owned()), Block::Table(table)])
}

/// The best and the single ones, for the terminal.
pub(super) fn text(samples: &Samples) -> String {
    table(samples).map_or_else(String::new, Table::in_text)
}

/// What single enhancements save by depth, and two at a time at the deepest.
pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    [by_depth(samples), pairs(samples)].into_iter().flatten().collect()
}

fn by_depth(samples: &Samples) -> Option<Figure> {
    let plies: Vec<_> = samples.plies(MODE).into_iter().collect();
    let row = |one: Enhancement| {
        let set = Subset::of(&[one]);
        let change = |&ply: &Depth| set.beside(Subset::NONE, samples, ply).map(|ratio| ratio.value());
        (one.word().to_owned(), plies.iter().map(change).collect::<Vec<_>>())
    };
    let rows: Vec<_> =
        Enhancement::ALL.map(row).into_iter().filter(|(_, all)| all.iter().any(Option::is_some)).collect();
    if rows.is_empty() {
        return None;
    }
    let columns = plies.iter().map(|ply| format!("{ply} plies")).collect();
    heat(
        "single.svg",
        "Nodes of each enhancement alone beyond those of none, in per cent, by depth",
        "each alone: % more nodes than with none",
        (columns, rows),
    )
}

fn pairs(samples: &Samples) -> Option<Figure> {
    let ply = deepest(samples)?;
    let beside = |one: Enhancement, other: Enhancement| {
        let set = Subset::of(&[one, other]);
        set.beside(Subset::NONE, samples, ply).map(|ratio| ratio.value())
    };
    let row = |one: Enhancement| {
        let values = Enhancement::ALL.map(|other| beside(one, other));
        (one.word().to_owned(), values.to_vec())
    };
    let rows = Enhancement::ALL.map(row).to_vec();
    if rows.iter().flat_map(|(_, all)| all).filter(|value| value.is_some()).count()
        <= 2 * Enhancement::ALL.len()
    {
        return None;
    }
    heat(
        "pairs.svg",
        "Nodes of two enhancements together beyond those of none, in per cent; on the diagonal each alone",
        &format!("two together, {ply} plies: % more nodes than none"),
        (Enhancement::ALL.map(|one| one.word().to_owned()).to_vec(), rows),
    )
}

/// Columns, and rows with their names.
type Values = (Vec<String>, Vec<(String, Vec<Option<f64>>)>);

fn heat(file: &str, alt: &str, title: &str, (columns, rows): Values) -> Option<Figure> {
    let numbers = Table {
        caption: alt.to_owned(),
        header: std::iter::once("enhancement".to_owned()).chain(columns.iter().cloned()).collect(),
        words: 1,
        rows: rows
            .iter()
            .map(|(name, values)| {
                let number = |value: &Option<f64>| {
                    value.map_or_else(|| Cell::from(ABSENT), |value| Cell::number(hundredfold(value), value))
                };
                std::iter::once(Cell::from(name.as_str())).chain(values.iter().map(number)).collect()
            })
            .collect(),
    };
    let map = HeatMap { alt: alt.to_owned(), title: title.to_owned(), columns, rows };
    Some(Figure {
        file: file.to_owned(),
        caption: format!("{alt}. Sums over these positions; the table below has intervals."),
        alt: alt.to_owned(),
        svg: map.svg(),
        rows: Some(numbers),
    })
}

/// What to take from it, in a sentence.
pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let ply = deepest(samples)?;
    let ranked = ranked(samples, ply);
    let (best, _) = ranked.first()?;
    let told = |set: Subset| {
        let Estimate { value, low, high } = saved(set, samples, ply)?;
        Some(format!(
            "{} {} % ({} to {})",
            set.words(),
            hundredfold(value),
            hundredfold(low),
            hundredfold(high)
        ))
    };
    let singles: Vec<_> = Enhancement::ALL.into_iter().filter_map(|one| told(Subset::of(&[one]))).collect();
    Some(format!(
        "Nodes relative to an alpha-beta with none of six enhancements ({ply} ply, {} positions): {}; of all sets measured the fewest has {}.",
        samples.positions().len(),
        singles.join(", "),
        told(*best)?
    ))
}
