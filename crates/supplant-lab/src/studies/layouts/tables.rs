//! Tables of layouts in the same bytes, and their chances of a false hit.

use std::collections::BTreeSet;

use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::bootstrap;
use crate::report::document::{Block, DataTable, TableCell};
use crate::report::grouped;
use crate::report::searches::curves::depth;
use crate::report::searches::manner;
use supplant::entry::Depth;
use supplant::entry::bucket::{LayoutInfo, LayoutName};
use supplant::scheme::SchemeName;

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    let others: Vec<_> =
        LayoutName::ALL.iter().copied().filter(|&layout| layout != Contender::LAYOUT).collect();
    let tables = others.iter().flat_map(|&other| {
        Mode::ALL.into_iter().filter_map(move |mode| {
            let ply = depth(samples, mode)?;
            Some(at_equal_bytes(samples, mode, ply, other)).filter(|table| !table.rows.is_empty())
        })
    });
    let tables: Vec<_> = tables.map(Block::Table).collect();
    if tables.is_empty() {
        return Vec::new();
    }
    let measured = |layout: &LayoutName| samples.tables().iter().any(|table| table.layout() == Some(*layout));
    let measured = std::iter::once(Contender::LAYOUT).chain(others.into_iter().filter(measured));
    let mut blocks = vec![
        Block::Heading("Layouts at equal bytes".to_owned()),
        Block::Words(words(measured, &samples.tables())),
    ];
    blocks.extend(tables);
    blocks
}

fn words(layouts: impl Iterator<Item = LayoutName>, tables: &[Contender]) -> String {
    let buckets = tables.iter().filter_map(|table| table.scheme()).map(|scheme| scheme.info().slots);
    let buckets: BTreeSet<_> = buckets.collect();
    let of = |layout: LayoutName| {
        let about = layout.info();
        format!(
            "`{layout}` ({} bytes a slot) verifies {} bits of the key: {}.",
            about.entry_bytes(),
            about.verified_bits,
            chances(about, &buckets)
        )
    };
    format!(
        "In the same memory a layout of smaller slots holds more entries, and verifies less of the key. A probe takes the \
         entry of another position for the one asked for with a probability of n in 2ᵇ: b bits verified, n filled slots in \
         the bucket, or in the table if the whole key is verified, and with it what chooses the bucket. {} Such an entry \
         gives a wrong score, or a move of another position. A move that is illegal gives it away and is refused; the table \
         counts the entries found with such a move, in a million hits, of which one finds two under THOMPSON at times. That is \
         a lower bound on the entries of other positions: one may name a legal move, or none. A wrong score may also end a \
         search too early: of the nodes that a layout saves, those are no gain.",
        layouts.map(of).collect::<Vec<_>>().join(" ")
    )
}

fn chances(layout: LayoutInfo, buckets: &BTreeSet<usize>) -> String {
    if layout.verifies_whole_key() {
        return format!("{} for each filled slot of the table", one_in(layout.false_hit(1)));
    }
    let chance = |&slots: &usize| {
        let full = if slots == 1 { "one slot".to_owned() } else { format!("{slots} slots") };
        format!("{} in a bucket of {full}", one_in(layout.false_hit(slots)))
    };
    let own = layout.bucket_slots.map(|slots| BTreeSet::from([slots]));
    own.as_ref().unwrap_or(buckets).iter().map(chance).collect::<Vec<_>>().join(", ")
}

fn one_in(probability: f64) -> String {
    let doublings = -probability.log2().round() as u32;
    if doublings < 30 {
        format!("1 in {}", grouped((1.0 / probability).round() as u64))
    } else {
        format!("1 in 2{}", raised(doublings))
    }
}

fn raised(number: u32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().chars().filter_map(|digit| Some(digits[digit.to_digit(10)? as usize])).collect()
}

fn at_equal_bytes(samples: &Samples, mode: Mode, ply: Depth, other: LayoutName) -> DataTable {
    let sizes = samples.sizes(mode, ply);
    let schemes = samples.schemes();
    let rows = sizes.iter().flat_map(|&size| {
        let row = move |&scheme: &SchemeName| row(samples, mode, ply, scheme, other, size);
        schemes.iter().filter_map(row).collect::<Vec<_>>()
    });
    let paper = Contender::LAYOUT;
    DataTable {
        caption: format!(
            "{paper} and {other} in the same bytes, {ply}-ply searches, {}: nodes, their ratio with its 95 % interval \
             over positions, and illegal table moves in a million hits",
            manner(mode)
        ),
        header: vec![
            "scheme".to_owned(),
            "memory".to_owned(),
            format!("nodes, {paper}"),
            format!("nodes, {other}"),
            format!("{other} / {paper}"),
            "from".to_owned(),
            "to".to_owned(),
            format!("illegal, {paper}"),
            format!("illegal, {other}"),
        ],
        words: 1,
        rows: rows.collect(),
    }
}

fn row(
    samples: &Samples,
    mode: Mode,
    ply: Depth,
    scheme: SchemeName,
    other: LayoutName,
    size: usize,
) -> Option<Vec<TableCell>> {
    let sides = [Contender::table(scheme), Contender::in_layout(scheme, other)];
    let [paper, dense] = sides.map(|side| samples.nodes(mode, ply, side, Some(size)));
    let (paper, dense) = paper.zip(dense)?;
    let nodes = |nodes: &[u64]| TableCell::count(nodes.iter().sum());
    let ratio = |value: f64| TableCell::decimals(3, value);
    let estimate = bootstrap().ratio(dense, paper).interval();
    let memory = size * sizes::SLOT_BYTES;
    let mut cells = vec![
        scheme.to_string().into(),
        TableCell::number(sizes::bytes(memory as u64), memory as f64),
        nodes(paper),
        nodes(dense),
        ratio(estimate.value),
        ratio(estimate.low),
        ratio(estimate.high),
    ];
    cells.extend(sides.map(|side| {
        let found = samples.hits(mode, ply, side, Some(size));
        let refused = found.and_then(|hits| hits.illegal_per_million());
        TableCell::or_absent(refused.map(|rate| TableCell::decimals(1, rate)))
    }));
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::{chances, section};
    use crate::experiment::searches::{Contender, Mode, Samples};
    use crate::report::document::Block;
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;

    fn samples(layouts: &[LayoutName]) -> Samples {
        let mut samples = Samples::default();
        for (i, &layout) in layouts.iter().enumerate() {
            let nodes = vec![1000 - 100 * i as u64; 3];
            samples.insert(
                (Mode::Clear, 7, Contender::in_layout(SchemeName::TwoBig1, layout), Some(8 << 10)),
                nodes,
            );
        }
        samples
    }

    #[test]
    fn the_layouts_section_appears_if_two_layouts_were_measured() {
        assert!(section(&samples(&[LayoutName::Xor16])).is_empty());
        assert!(section(&samples(&[])).is_empty());
        let blocks = section(&samples(&[LayoutName::Xor16, LayoutName::Single8]));
        let Some(Block::Table(table)) = blocks.last() else { panic!("{blocks:?}") };
        let texts: Vec<_> = table.rows[0].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["TWOBIG1", "128 KiB", "3,000", "2,700", "0.900", "0.900", "0.900", "–", "–"]);
        assert!(
            matches!(&blocks[1], Block::Words(words) if words.contains("1 in 32,768 in a bucket of 2 slots"))
        );
    }

    #[test]
    fn probabilities_are_told_in_probes() {
        let [tag, key] = [LayoutName::Single8, LayoutName::Xor16].map(LayoutName::info);
        assert_eq!(
            chances(tag, &[1, 4].into()),
            "1 in 65,536 in a bucket of one slot, 1 in 16,384 in a bucket of 4 slots"
        );
        assert_eq!(
            chances(LayoutName::Cluster10.info(), &[1, 4].into()),
            "1 in 21,845 in a bucket of 3 slots"
        );
        assert_eq!(chances(key, &[1, 4].into()), "1 in 2⁶⁴ for each filled slot of the table");
    }
}
