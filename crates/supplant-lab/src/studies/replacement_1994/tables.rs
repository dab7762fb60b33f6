//! Tables of the published figures and ours.

use super::comparison::{Beside, Distance, PaperComparison, beside_deep, distances, mean_distance};
use super::published;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::experiment::claims::hundredfold_to;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Estimate, bootstrap, kendall, sum};
use crate::report::document::{ABSENT, Block, DataTable, TableCell};
use crate::report::searches::manner;
use crate::report::{align_numbers, grouped, table};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

fn ratio(value: Option<f64>) -> TableCell {
    TableCell::or_absent(value.map(|value| TableCell::decimals(3, value)))
}

pub(super) fn section(compared: &[PaperComparison], samples: &Samples) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading("The published tables".to_owned()),
        Block::Words(
            "Absolute numbers of nodes depend on the evaluation, the quiescence search and what is counted, so the \
             comparison is of ratios to the search without a table of the same program to the same ply."
                .to_owned(),
        ),
    ];
    let distances = in_words(&distances(compared));
    if !distances.is_empty() {
        blocks.push(Block::Words(distances));
    }
    blocks.push(Block::Table(no_table(compared)));
    let to_the_leaves = to_the_leaves(compared, samples);
    blocks.extend(countings(compared, samples, &to_the_leaves));
    let orders = orders_in_words(compared);
    if !orders.is_empty() {
        blocks.push(Block::Words(orders));
    }
    blocks.extend(side_by_side(compared, "nodes relative to no table").map(Block::Table));
    blocks.push(Block::Folded(figure_by_figure(compared)));
    let tables = side_by_side(&to_the_leaves, "interior nodes and leaves alone, relative to no table");
    blocks.extend(tables.into_iter().filter(|table| !table.rows.is_empty()).map(Block::Folded));
    blocks.push(Block::Heading("A position that is stored again".to_owned()));
    let cells = beside_deep(compared);
    blocks.push(Block::Words(AGAIN.to_owned()));
    blocks.extend([Mode::Clear, Mode::Stamp].map(|mode| Block::Table(again(&cells, mode))));
    if cells.iter().any(|cell| cell.ours.is_some()) {
        blocks.push(Block::Table(nearness(&cells)));
    }
    blocks
}

const AGAIN: &str = "At 3 to 5 plies hardly any two positions meet in 1024K positions: in print NEW and DEEP, which treat \
other positions differently, visit equal numbers of nodes. Yet OLD, BIG1 and the two-level schemes differ from them. They may differ in \
what they do when the same position is stored again, which the paper does not say.";

/// How far our numbers are from the paper's, and over how many cells.
fn nearness(cells: &[Beside]) -> DataTable {
    let old = Contender::table(SchemeName::Old);
    let distance = |is_meant: &dyn Fn(&Beside) -> bool| {
        let measured = mean_distance(cells, is_meant);
        TableCell::or_absent(measured.map(|(distance, count)| {
            TableCell::number(format!("{:.2} ({count})", distance * 100.0), distance)
        }))
    };
    let row = |plies: RangeInclusive<Depth>| {
        let is_here = |cell: &Beside| plies.contains(&cell.ply);
        let is_cleared = |cell: &Beside| is_here(cell) && cell.mode == Mode::Clear;
        vec![
            format!("{} to {}", plies.start(), plies.end()).into(),
            distance(&is_here),
            distance(&|cell| is_here(cell) && cell.contender != old),
            distance(&is_cleared),
            distance(&|cell| is_cleared(cell) && cell.contender != old),
        ]
    };
    DataTable {
        caption: "Mean distance between the paper's differences from DEEP and ours, in percentage points, and the number of cells"
            .to_owned(),
        header: DataTable::header(&[
            "plies",
            "all that was searched",
            "all, without OLD",
            "cleared",
            "cleared, without OLD",
        ]),
        words: 1,
        rows: [3..=5, 6..=8, 3..=8].into_iter().map(row).collect(),
    }
}

fn again(cells: &[Beside], mode: Mode) -> DataTable {
    by_scheme_and_ply(mode, "nodes more than DEEP's in per cent", cells, |more| hundredfold_to(2, more))
}

fn in_words(distances: &[Distance]) -> String {
    match distances {
        [] => String::new(),
        _ => format!(
            "Median distance of our ratio from the published one, as a share of it, and how many published ones lie outside our interval: {}.",
            by_ply(distances)
        ),
    }
}

fn by_ply(distances: &[Distance]) -> String {
    let of = |Distance { ply, figures, median, outside }: &Distance| {
        format!("{:.1} % at {ply} ply ({outside} of {figures} outside)", median * 100.0)
    };
    distances.iter().map(of).collect::<Vec<_>>().join(", ")
}

pub(super) fn text(compared: &[PaperComparison]) -> String {
    let distance = in_words(&distances(compared));
    let distance = if distance.is_empty() { distance } else { format!("\n{distance}") };
    format!(
        "Nodes relative to the search without a table, 1024K positions: published, and ours with its 95 % interval.\n\n\
         {}\n{distance}\n",
        ratios(compared)
    )
}

fn kilonodes(thousands: f64) -> TableCell {
    TableCell::number(grouped(thousands.round() as u64), thousands)
}

fn growth(now: Option<f64>, before: Option<f64>) -> TableCell {
    let growth = now.zip(before).map(|(now, before)| now / before);
    TableCell::or_absent(growth.map(|growth| TableCell::decimals(2, growth)))
}

fn no_table(compared: &[PaperComparison]) -> DataTable {
    let figures: Vec<_> = compared.iter().filter(|compared| compared.table == 1).collect();
    let row = |i: usize| {
        let now = figures[i];
        let before = i.checked_sub(1).map(|i| figures[i]);
        let theirs = now.published_kilonodes;
        let ours = now.nodes.map(|nodes| nodes as f64 / 1e3);
        let ours_before = before.and_then(|before| before.nodes).map(|nodes| nodes as f64 / 1e3);
        vec![
            TableCell::whole(now.ply.into()),
            kilonodes(theirs as f64),
            TableCell::or_absent(ours.map(kilonodes)),
            ratio(ours.map(|ours| ours / theirs as f64)),
            growth(Some(theirs as f64), before.map(|before| before.published_kilonodes as f64)),
            growth(ours, ours_before),
        ]
    };
    DataTable {
        caption: "Table 1, without a table: thousands of nodes, and the growth from the ply before"
            .to_owned(),
        header: DataTable::header(&[
            "ply",
            "theirs",
            "ours",
            "ours / theirs",
            "growth, theirs",
            "growth, ours",
        ]),
        words: 0,
        rows: (0..figures.len()).map(row).collect(),
    }
}

/// Our nodes without a table, apart by where they are, and what leaving out quiescence does.
fn countings(
    compared: &[PaperComparison],
    samples: &Samples,
    to_the_leaves: &[PaperComparison],
) -> Vec<Block> {
    // Thousands of interior nodes, of leaves, and of nodes beyond the leaves.
    let of = |ply: Depth| {
        let interior = sum(samples.interior(Mode::Clear, ply, Contender::None, None)?);
        let to_leaves = sum(samples.full_width(Mode::Clear, ply, Contender::None, None)?);
        let all = sum(samples.none(ply)?);
        Some((ply, [interior, to_leaves - interior, all - to_leaves].map(|nodes| nodes / 1e3)))
    };
    let plies: BTreeSet<_> = compared.iter().map(|figure| figure.ply).collect();
    let counted: Vec<_> = plies.into_iter().filter_map(of).collect();
    if counted.is_empty() {
        return Vec::new();
    }
    let row = |i: usize| {
        let ((ply, now), before) = (counted[i], i.checked_sub(1).map(|i| counted[i].1));
        let part =
            |part: usize| [kilonodes(now[part]), growth(Some(now[part]), before.map(|before| before[part]))];
        std::iter::once(TableCell::whole(ply.into())).chain((0..3).flat_map(part)).collect()
    };
    let table = DataTable {
        caption: "Our nodes without a table: thousands of interior nodes, of leaves, and of nodes beyond the leaves, and the growth of each"
            .to_owned(),
        header: DataTable::header(&["ply", "interior", "growth", "leaves", "growth", "beyond", "growth"]),
        words: 0,
        rows: (0..counted.len()).map(row).collect(),
    };
    let words = format!(
        "The paper counts interior nodes and leaves, and does not mention quiescence; our numbers include it. Without quiescence the \
         median distance of our ratio from the published one is {}.",
        by_ply(&distances(to_the_leaves))
    );
    vec![Block::Table(table), Block::Words(words)]
}

fn to_the_leaves(compared: &[PaperComparison], samples: &Samples) -> Vec<PaperComparison> {
    let counted = |figure: &PaperComparison| {
        let size = (figure.contender != Contender::None).then_some(published::SLOTS);
        let nodes = samples.full_width(figure.mode, figure.ply, figure.contender, size)?;
        let none = samples.full_width(Mode::Clear, figure.ply, Contender::None, None)?;
        let ratio = Some(bootstrap().ratio(nodes, none).interval());
        Some(PaperComparison { nodes: Some(nodes.iter().sum()), ratio, ..figure.clone() })
    };
    compared.iter().filter_map(counted).collect()
}

/// How alike the schemes are ordered by their nodes, theirs and ours, where pressure on the table is
/// greatest.
fn orders_in_words(compared: &[PaperComparison]) -> String {
    let of = |ply: Depth, mode: Mode| {
        let here = |figure: &&PaperComparison| {
            figure.contender != Contender::None && (figure.ply, figure.mode) == (ply, mode)
        };
        let ranked = compared.iter().filter(here);
        let pairs: Vec<_> = ranked
            .map(|cell| Some((cell.published_kilonodes as f64, cell.nodes? as f64)))
            .collect::<Option<_>>()?;
        kendall(&pairs).map(|tau| format!("{tau:.2} at {ply} ply ({})", manner(mode)).replace('-', "−"))
    };
    let all = [7, 8].into_iter().flat_map(|ply| [Mode::Clear, Mode::Stamp].map(|mode| of(ply, mode)));
    let told: Vec<_> = all.flatten().collect();
    if told.is_empty() {
        return String::new();
    }
    format!(
        "The order of the schemes by nodes, theirs and ours, 1024K positions: Kendall’s τ is {}. (1: the same order; 0: none in common.)",
        told.join(", ")
    )
}

/// Tables 2 and 3.
fn side_by_side(compared: &[PaperComparison], what: &str) -> [DataTable; 2] {
    let of_schemes = compared.iter().filter(|figure| figure.contender != Contender::None);
    let cells = of_schemes.map(|figure| Beside {
        contender: figure.contender,
        mode: figure.mode,
        ply: figure.ply,
        theirs: figure.published_ratio,
        ours: figure.ratio.map(|ratio| ratio.value),
    });
    let cells: Vec<_> = cells.collect();
    [Mode::Clear, Mode::Stamp]
        .map(|mode| by_scheme_and_ply(mode, what, &cells, |ratio| format!("{ratio:.3}")))
}

/// The paper's table of this mode.
fn number(mode: Mode) -> u8 {
    if mode == Mode::Clear { 2 } else { 3 }
}

fn by_scheme_and_ply(mode: Mode, what: &str, cells: &[Beside], written: impl Fn(f64) -> String) -> DataTable {
    let here: Vec<_> = cells.iter().filter(|cell| cell.mode == mode).collect();
    let mut contenders: Vec<Contender> = here.iter().map(|cell| cell.contender).collect();
    contenders.dedup();
    let plies: BTreeSet<Depth> = here.iter().map(|cell| cell.ply).collect();
    let cell = |contender, ply| {
        let cell = here.iter().find(|cell| (cell.contender, cell.ply) == (contender, ply))?;
        let ours = cell.ours.map_or_else(|| ABSENT.to_owned(), &written);
        let text = format!("{} · {ours}", written(cell.theirs));
        Some(TableCell::number(text, cell.ours.unwrap_or(cell.theirs)))
    };
    let row = |&contender: &Contender| {
        let cells = plies.iter().map(|&ply| cell(contender, ply).unwrap_or_default());
        std::iter::once(TableCell::from(contender.to_string())).chain(cells).collect()
    };
    DataTable {
        caption: format!(
            "Table {}, {} positions, {}: {what}, theirs · ours",
            number(mode),
            sizes::name(published::SLOTS),
            manner(mode)
        ),
        header: std::iter::once("scheme".to_owned())
            .chain(plies.iter().map(|ply| format!("{ply} ply")))
            .collect(),
        words: 1,
        rows: contenders.iter().map(row).collect(),
    }
}

fn figure_by_figure(compared: &[PaperComparison]) -> DataTable {
    let row = |figure: &PaperComparison| {
        let ours = figure.ratio;
        let difference = ours.map(|ours| ours.value / figure.published_ratio - 1.0);
        vec![
            figure.contender.to_string().into(),
            figure.mode.to_string().into(),
            TableCell::whole(figure.ply.into()),
            ratio(Some(figure.published_ratio)),
            ratio(ours.map(|ours| ours.value)),
            ratio(ours.map(|ours| ours.low)),
            ratio(ours.map(|ours| ours.high)),
            TableCell::or_absent(difference.map(TableCell::percent)),
        ]
    };
    let header = ["scheme", "mode", "ply", "theirs", "ours", "from", "to", "difference"];
    DataTable {
        caption: "Every figure of Tables 2 and 3, with the 95 % interval of ours over positions".to_owned(),
        header: DataTable::header(&header),
        words: 2,
        rows: compared.iter().filter(|figure| figure.table != 1).map(row).collect(),
    }
}

fn ratios(compared: &[PaperComparison]) -> String {
    let mut lines = table(&["scheme", "mode", "ply", "theirs", "ours", "from", "to"]);
    let of_tables = compared.iter().filter(|figure| figure.table != 1);
    for figure in of_tables.filter(|figure| figure.ratio.is_some()) {
        let ours = figure.ratio.map(|Estimate { value, low, high }| [value, low, high]);
        let ours = ours.expect("those without were left out").map(|ratio| format!("{ratio:.3}"));
        let cell =
            [figure.contender.to_string(), figure.mode.to_string(), figure.ply.to_string()].into_iter();
        lines.add_row(cell.chain([format!("{:.3}", figure.published_ratio)]).chain(ours));
    }
    if lines.row_count() == 0 {
        return "(1024K positions were not measured)".to_owned();
    }
    align_numbers(&mut lines, 2);
    lines.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::{Beside, Contender, Mode, nearness};
    use supplant::entry::Depth;
    use supplant::scheme::SchemeName;

    #[test]
    fn distances_are_means_by_depth_with_and_without_old_and_of_cleared_tables() {
        let cell = |scheme, mode, ply: Depth, ours| Beside {
            contender: Contender::table(scheme),
            mode,
            ply,
            theirs: 0.01,
            ours: Some(ours),
        };
        let table = nearness(&[
            cell(SchemeName::Old, Mode::Clear, 4, 0.05),
            cell(SchemeName::New, Mode::Clear, 5, 0.00),
            cell(SchemeName::New, Mode::Stamp, 5, 0.03),
            cell(SchemeName::New, Mode::Stamp, 6, 0.11),
        ]);
        let rows = table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>());
        let expected = [
            ["3 to 5", "2.33 (3)", "1.50 (2)", "2.50 (2)", "1.00 (1)"],
            ["6 to 8", "10.00 (1)", "10.00 (1)", "–", "–"],
            ["3 to 8", "4.25 (4)", "4.33 (3)", "2.50 (2)", "1.00 (1)"],
        ];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }
}
