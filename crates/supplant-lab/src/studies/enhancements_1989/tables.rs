//! Tables and figures that compare the sets.

use super::MODE;
use super::subsets::{Enhancement, Subset};
use crate::experiment::claims::{self, hundredfold};
use crate::experiment::searches::Samples;
use crate::experiment::stats::Estimate;
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::HeatMap;
use supplant::entry::Depth;

pub(super) fn bare(base: Subset) -> String {
    if base.is_empty() { "none of the six".to_owned() } else { format!("{} alone", base.words()) }
}

fn ranked(samples: &Samples, ply: Depth) -> Vec<(Subset, u64)> {
    let nodes = |set: Subset| Some((set, set.nodes(samples, ply)?.iter().sum()));
    let mut all: Vec<_> = Subset::all().filter_map(nodes).collect();
    all.sort_by_key(|&(set, nodes)| (nodes, set));
    all
}

fn saved(set: Subset, base: Subset, samples: &Samples, ply: Depth) -> Option<Estimate> {
    Some(set.beside(base, samples, ply)?.interval())
}

fn table(base: Subset, samples: &Samples) -> Option<DataTable> {
    let ply = samples.deepest(MODE)?;
    let row = |(set, nodes): (Subset, u64)| {
        let change = saved(set, base, samples, ply).filter(|_| set != base);
        let part = |of: fn(Estimate) -> f64| TableCell::or_absent(change.map(of).map(TableCell::percent));
        vec![
            TableCell::from(set.words()),
            TableCell::count(nodes),
            part(|change| change.value),
            part(|change| change.low),
            part(|change| change.high),
        ]
    };
    let ranked = ranked(samples, ply);
    (!ranked.is_empty()).then(|| DataTable {
        caption: format!(
            "The sets measured, {ply}-ply searches, the fewest nodes first: nodes of all positions, and how many more or fewer than with {}, with the \
             95 % interval over positions",
            bare(base)
        ),
        header: DataTable::header(&["set", "nodes", &format!("to {}", base.words()), "from", "to"]),
        words: 1,
        rows: ranked.into_iter().map(row).collect(),
    })
}

pub(super) fn section(base: Subset, samples: &Samples) -> Vec<Block> {
    Block::section("Set by set", table(base, samples))
}

pub(super) fn figures(base: Subset, samples: &Samples) -> Vec<Figure> {
    [by_depth(base, samples), pairs(base, samples)].into_iter().flatten().collect()
}

fn by_depth(base: Subset, samples: &Samples) -> Option<Figure> {
    let plies: Vec<_> = samples.plies(MODE).into_iter().collect();
    let row = |one: Enhancement| {
        let set = base.with(one);
        let change = |&ply: &Depth| set.beside(base, samples, ply).map(|ratio| ratio.value());
        (one.word().to_owned(), plies.iter().map(change).collect::<Vec<_>>())
    };
    let rows: Vec<_> = Enhancement::ALL
        .into_iter()
        .filter(|&one| !base.has(one))
        .map(row)
        .filter(|(_, all)| all.iter().any(Option::is_some))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let columns = plies.iter().map(|ply| format!("{ply} plies")).collect();
    let alt = format!(
        "Nodes of each enhancement{} beyond those of {}, in per cent, by depth",
        if base.is_empty() { " alone".to_owned() } else { format!(" beside {}", base.words()) },
        base.words()
    );
    let title = format!("each alone: % more nodes than with {}", base.words());
    heat("single.svg", HeatMap { alt, title, columns, rows })
}

fn pairs(base: Subset, samples: &Samples) -> Option<Figure> {
    let ply = samples.deepest(MODE)?;
    let more: Vec<_> = Enhancement::ALL.into_iter().filter(|&one| !base.has(one)).collect();
    let beside = |one: Enhancement, other: Enhancement| {
        let set = base.with(one).with(other);
        set.beside(base, samples, ply).map(|ratio| ratio.value())
    };
    let row = |one: Enhancement| {
        (one.word().to_owned(), more.iter().map(|&other| beside(one, other)).collect::<Vec<_>>())
    };
    let rows: Vec<_> = more.iter().map(|&one| row(one)).collect();
    if rows.iter().flat_map(|(_, all)| all).filter(|value| value.is_some()).count() <= 2 * more.len() {
        return None;
    }
    let alt = format!(
        "Nodes of two enhancements together beyond those of {}, in per cent; on the diagonal each alone",
        base.words()
    );
    let title = format!("two together, {ply} plies: % more nodes than {}", base.words());
    let columns = more.iter().map(|one| one.word().to_owned()).collect();
    heat("pairs.svg", HeatMap { alt, title, columns, rows })
}

fn heat(file: &str, map: HeatMap) -> Option<Figure> {
    let number = |change: f64| TableCell::number(hundredfold(change), change);
    let numbers = map.numbers("enhancement", number);
    let caption = format!("{}. Sums over these positions; the table below has intervals.", map.alt);
    Some(map.figure(file, caption, Some(numbers)))
}

pub(super) fn takeaway(base: Subset, samples: &Samples) -> Option<String> {
    let ply = samples.deepest(MODE)?;
    let ranked = ranked(samples, ply);
    let (best, _) = ranked.first()?;
    let told =
        |set: Subset| Some(format!("{} {}", set.words(), claims::change(saved(set, base, samples, ply)?)));
    let more = Enhancement::ALL.into_iter().filter(|&one| !base.has(one));
    let singles: Vec<_> = more.filter_map(|one| told(base.with(one))).collect();
    Some(format!(
        "Each enhancement changes the nodes of an alpha-beta with {} by: {} ({} positions, {ply} plies). Of all sets measured, the one with the fewest nodes is {}.",
        bare(base),
        singles.join(", "),
        samples.positions().len(),
        told(*best)?
    ))
}
