//! Tables and figures that compare the widths.

use super::PLY;
use super::rates::Width;
use crate::experiment::clashing::Hashing;
use crate::experiment::searches::Samples;
use crate::experiment::stats::{Confidence, Estimate};
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::{LinePlot, PlotAxis, Series, SeriesStyle};
use crate::report::{counted, grouped};

fn per_million(rate: f64) -> String {
    let million = rate * 1e6;
    match million {
        0.0 => "0".to_owned(),
        1.0.. => grouped(million.round() as u64),
        _ => format!("{million:.4}"),
    }
}

fn percent(share: Option<Confidence>) -> TableCell {
    let cell =
        |share: Confidence| TableCell::number(format!("{:.0} %", share.value() * 100.0), share.value());
    TableCell::or_absent(share.map(cell))
}

fn table(samples: &Samples) -> Option<DataTable> {
    let row = |width: &Width| {
        let positions = width.counts.nodes.len();
        let nodes: u64 = width.counts.nodes.iter().sum();
        let rate = width.counts.all() as f64 / nodes as f64;
        let of = |counts: Option<&Vec<u64>>| {
            TableCell::or_absent(counts.map(|counts| {
                let sum: u64 = counts.iter().sum();
                TableCell::number(format!("{sum} of {positions}"), sum as f64)
            }))
        };
        let formula = width.expected_by_formula();
        let expected = width.to_expected().value();
        vec![
            TableCell::number(width.cut.to_string(), f64::from(width.cut.bits)),
            TableCell::count(width.counts.all()),
            TableCell::number(per_million(rate), rate * 1e6),
            TableCell::or_absent((width.counts.all() > 0).then(|| TableCell::decimals(2, expected))),
            TableCell::decimals(4, formula),
            percent(width.carried()),
            percent(width.survive()),
            of(width.other_value.as_ref()),
            of(width.other_move.as_ref()),
        ]
    };
    let all: Vec<_> = Hashing::ALL.iter().flat_map(|&keys| Width::all(samples, keys)).collect();
    let header = [
        "bits verified",
        "false hits",
        "in a million nodes",
        "to 2^−m a look-up",
        "by the formula",
        "carried by moves",
        "no illegal move seen",
        "other values",
        "other moves",
    ];
    (!all.is_empty()).then(|| DataTable {
        caption: format!(
            "False hits by the bits verified beyond those that choose the entry, {PLY}-ply searches: how many, in proportion to what is expected of a full table, \
             and as many as the lecture's formula expects of all these searches; what share of the pairs of positions had a difference of keys that another pair had before; of how many no illegal move was seen, for it was legal, or there was none, or the score cut off beyond the leaves, where no move is looked at; and positions whose value or move is not that \
             found with whole keys"
        ),
        header: DataTable::header(&header),
        words: 0,
        rows: all.iter().map(row).collect(),
    })
}

pub(super) fn section(samples: &Samples) -> Vec<Block> {
    Block::section("By the bits verified", table(samples))
}

pub(super) fn figures(samples: &Samples) -> Vec<Figure> {
    let counted: Vec<_> =
        Width::all(samples, Hashing::Zobrist).into_iter().filter(|width| width.counts.all() > 0).collect();
    let (Some(first), Some(last)) = (counted.first(), counted.last()) else { return Vec::new() };
    if counted.len() < 2 {
        return Vec::new();
    }
    let measured: Vec<_> =
        counted.iter().map(|width| (f64::from(width.cut.bits), width.counts.rate().interval())).collect();
    let bits = |width: &Width| f64::from(width.cut.bits);
    let least =
        (-bits(last)).min(measured.iter().map(|(_, rate)| rate.value.log2()).fold(0.0, f64::min)).floor();
    let ticks = |from: f64, to: f64, step: usize| {
        (from as i32..=to as i32).step_by(step).map(f64::from).collect::<Vec<_>>()
    };
    let alt = "False hits a node over the bits verified, measured and expected".to_owned();
    let lines = LinePlot {
        alt: alt.clone(),
        x: PlotAxis {
            title: "bits verified".to_owned(),
            ticks: ticks(bits(first), bits(last), 4)
                .into_iter()
                .map(|bits| (bits, bits.to_string()))
                .collect(),
        },
        y: PlotAxis {
            title: "false hits a node, powers of two".to_owned(),
            ticks: ticks(least, 0.0, 4).into_iter().map(|power| (power, format!("2^{power}"))).collect(),
        },
        series: vec![
            Series::line(
                "2^−m",
                SeriesStyle::Bound,
                vec![(bits(first), -bits(first)), (bits(last), -bits(last))],
            ),
            Series {
                name: "measured".to_owned(),
                look: SeriesStyle::Numbered(0),
                points: measured.iter().map(|(bits, rate)| (*bits, rate.value.log2())).collect(),
                band: measured
                    .iter()
                    .filter(|(_, rate)| rate.low > 0.0)
                    .map(|(bits, rate)| (*bits, rate.low.log2(), rate.high.log2()))
                    .collect(),
            },
        ],
        ..LinePlot::default()
    };
    let caption = format!(
        "{alt}, with the 95 % interval over positions. Expected of a full table is once in 2^m look-ups, m being the bits verified; widths at which none was \
         counted are left out."
    );
    vec![lines.figure("clash.svg", caption, Some(rates(&measured)))]
}

fn rates(measured: &[(f64, Estimate)]) -> DataTable {
    let number = |value: f64| TableCell::number(format!("{value:.3e}"), value);
    let rows = measured.iter().map(|(bits, rate)| {
        vec![
            TableCell::number(bits.to_string(), *bits),
            number(rate.value),
            number(rate.low),
            number(rate.high),
        ]
    });
    DataTable {
        caption: "False hits a node".to_owned(),
        header: DataTable::header(&["bits", "rate", "low", "high"]),
        words: 0,
        rows: rows.collect(),
    }
}

pub(super) fn takeaway(samples: &Samples) -> Option<String> {
    let all = Width::all(samples, Hashing::Zobrist);
    let told = |width: &Width| {
        let nodes: u64 = width.counts.nodes.iter().sum();
        let moves: u64 = width.other_move.iter().flatten().sum();
        format!(
            "{} with {} bits ({})",
            per_million(width.counts.all() as f64 / nodes as f64),
            width.cut.bits,
            counted(moves as usize, "other move")
        )
    };
    let counted = all.iter().position(|width| width.counts.all() == 0).unwrap_or(all.len());
    let mut told: Vec<_> = all[..counted].iter().map(told).collect();
    if let Some(none) =
        all.get(counted).filter(|_| all[counted..].iter().all(|width| width.counts.all() == 0))
    {
        told.push(format!("none with {} bits or more", none.cut.bits));
    }
    (!told.is_empty()).then(|| {
        format!(
            "False hits in a million nodes, by the key bits that an entry keeps: {} ({} positions, {PLY} plies).",
            told.join(", "),
            samples.positions().len()
        )
    })
}
