//! The pictures of a throughput run.

use std::collections::{BTreeMap, BTreeSet};

use super::{ThroughputReport, size};
use crate::experiment::throughput::rows::{SubjectKey, ThroughputSummary};
use crate::experiment::throughput::{OperationMix, Spread, SubjectKind, ThroughputCell};
use crate::report::counted;
use crate::report::document::{DataTable, Figure, TableCell as Place};
use crate::report::plot::{Bar, Bars, HeatMap, LinePlot, PlotAxis, Series, SeriesStyle, ticks};

pub(super) fn figures(measured: &ThroughputReport) -> Vec<Figure> {
    let ends = measured.ends();
    let of_ends = |name: &str, of: &dyn Fn(usize) -> Option<Figure>| {
        Figure::stacked(&format!("throughput-{name}.svg"), ends.iter().filter_map(|&end| of(end)).collect())
    };
    let mixes = measured
        .mixes()
        .into_iter()
        .filter(|mix| matches!(mix, OperationMix::Hit | OperationMix::Ninety | OperationMix::Store));
    let by_size = mixes
        .map(|mix| of_ends(&format!("sizes-{}", slug(mix)), &|threads| over_sizes(measured, mix, threads)));
    let others = [
        of_ends("shares", &|threads| Some(shares(measured, threads))),
        against_savings(measured),
        of_ends("rivals", &|threads| rivals(measured, threads)),
    ];
    by_size.chain(others).flatten().collect()
}

fn slug(mix: OperationMix) -> String {
    mix.name().replace('/', "-")
}

type Groups = BTreeMap<(usize, &'static str), BTreeMap<usize, Vec<f64>>>;

fn groups(measured: &ThroughputReport, cell: ThroughputCell) -> Groups {
    let mut groups = Groups::new();
    let ours = measured.summaries.iter().filter(|((of, at), _)| of.kind == SubjectKind::Table && *at == cell);
    for ((of, _), summary) in ours {
        let sizes = groups.entry((of.slots, of.variant)).or_default();
        sizes.entry(of.bytes).or_default().push(summary.rate.median);
    }
    groups
}

fn over_sizes(measured: &ThroughputReport, mix: OperationMix, threads: usize) -> Option<Figure> {
    let sizes = measured.sizes();
    let cell = measured.cell(mix, threads);
    let groups = groups(measured, cell);
    if sizes.len() < 2 || groups.is_empty() {
        return None;
    }
    let (x, y) = (|bytes: usize| (bytes as f64).log2(), f64::log10);
    let of_limit = sizes.iter().filter_map(|&bytes| Some((bytes, measured.limits.get(&(bytes, cell))?)));
    let of_limit = of_limit.map(|(bytes, limit)| (x(bytes), y(limit.median)));
    let limit = Series::line("limit", SeriesStyle::Bound, of_limit.collect());
    let tables = groups.iter().enumerate().map(|(i, ((slots, variant), sizes))| {
        let spreads = sizes.iter().map(|(&bytes, rates)| (x(bytes), Spread::of(rates)));
        Series {
            name: format!("{slots} × {variant}"),
            look: SeriesStyle::of_curve(i),
            points: spreads.clone().map(|(x, rates)| (x, y(rates.median))).collect(),
            band: spreads.map(|(x, rates)| (x, y(rates.least), y(rates.most))).collect(),
        }
    });
    let series: Vec<_> = std::iter::once(limit).chain(tables).collect();
    let short = format!("{}, {}", mix.name(), counted(threads, "thread"));
    let what = format!("{short}, {} keys", measured.first_keys().name());
    let lines = LinePlot {
        alt: format!("Million operations a second over table bytes: {what}"),
        x: PlotAxis {
            title: "bytes of the table".to_owned(),
            ticks: sizes.iter().map(|&bytes| (x(bytes), size(bytes))).collect(),
        },
        y: PlotAxis {
            title: format!("M operations/s: {short}"),
            ticks: decades(series.iter().flat_map(|one| &one.points).map(|&(_, y)| y)),
        },
        series,
        ..LinePlot::default()
    };
    let caption = format!(
        "{what}: million operations a second over bytes of the table, a line for each bucket (slots × layout). Lines are medians over the \
         schemes with that bucket, bands reach from the slowest to the fastest. The limit reads random lines of an array of this size."
    );
    Some(lines.figure(&format!("throughput-sizes-{}-{threads}.svg", slug(mix)), caption, None))
}

fn decades(logarithms: impl Iterator<Item = f64> + Clone) -> Vec<(f64, String)> {
    let least = logarithms.clone().fold(f64::INFINITY, f64::min);
    let most = logarithms.fold(f64::NEG_INFINITY, f64::max);
    let steps = (-3..=6).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)));
    let all: Vec<f64> = steps.collect();
    let first = all.iter().rposition(|step| step.log10() <= least).unwrap_or(0);
    let last = all.iter().position(|step| step.log10() >= most).unwrap_or(all.len() - 1).max(first + 1);
    all[first..=last].iter().map(|step| (step.log10(), step.to_string())).collect()
}

fn shares(measured: &ThroughputReport, threads: usize) -> Figure {
    let bytes = measured.largest();
    let mixes = measured.mixes();
    let value = |of: &SubjectKey, mix| {
        measured.summaries.get(&(*of, measured.cell(mix, threads))).map(|one| one.ratio.median)
    };
    let subjects = measured.subjects().into_iter().filter(|of| of.bytes == bytes);
    // Without versions, which would leave no room for the cells.
    let name = |of: &SubjectKey| match of.kind {
        SubjectKind::Table => of.short_name(),
        _ => of.subject.to_owned(),
    };
    let row = |of: SubjectKey| (name(&of), mixes.iter().map(|&mix| value(&of, mix)).collect());
    let what = format!("{}, {}", size(bytes), counted(threads, "thread"));
    let map = HeatMap {
        alt: format!("Share of the limit by subject and mix, in per cent: {what}"),
        title: "% of the limit".to_owned(),
        columns: mixes.iter().map(|mix| mix.name().to_owned()).collect(),
        rows: subjects.map(row).collect(),
    };
    let caption = format!(
        "{what}: the share of the limit that each reaches, in per cent, with {} keys, prefetched where the interface lets a caller.",
        measured.first_keys().name()
    );
    map.figure(&format!("throughput-shares-{threads}.svg"), caption, None)
}

fn about(values: impl Iterator<Item = f64> + Clone, title: String, decimals: usize) -> PlotAxis {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.fold(f64::NEG_INFINITY, f64::max);
    let ticks = ticks(least, most, 6).into_iter().map(|tick| (tick, format!("{tick:.decimals$}"))).collect();
    PlotAxis { title, ticks }
}

pub(super) const SAVINGS: &str = "throughput-savings.svg";

pub(super) fn to_save(measured: &ThroughputReport) -> Vec<&'static str> {
    let names: Vec<_> = measured.judged(OperationMix::Ninety).into_iter().map(|(of, _)| of.subject).collect();
    if names.len() < 2 { Vec::new() } else { names }
}

fn against_savings(measured: &ThroughputReport) -> Option<Figure> {
    let savings = measured.savings.as_ref()?;
    let threads = *measured.ends().first()?;
    let points: Vec<_> = measured
        .judged(OperationMix::Ninety)
        .into_iter()
        .filter_map(|(of, summary)| Some((of, summary.ns, savings.in_proportion(of.subject)? * 100.0)))
        .collect();
    let slots: Vec<_> = points.iter().map(|(of, ..)| of.slots).collect::<BTreeSet<_>>().into_iter().collect();
    let look = |of: &SubjectKey| {
        SeriesStyle::Numbered(slots.iter().position(|&slots| slots == of.slots).unwrap_or(0))
    };
    if points.len() < 2 {
        return None;
    }
    let lines = LinePlot {
        alt:
            "Nodes of a search in proportion to NEW over nanoseconds of an operation, a point for each scheme"
                .to_owned(),
        x: about(
            points.iter().map(|&(_, ns, _)| ns),
            format!("ns an operation, 90/10, {}", counted(threads, "thread")),
            0,
        ),
        y: about(points.iter().map(|&(.., share)| share), "nodes, % of NEW's".to_owned(), 0),
        series: Vec::new(),
        printed: points
            .iter()
            .map(|&(of, ns, share)| Series::line(of.subject, look(of), vec![(ns, share)]))
            .collect(),
        key: (0..)
            .zip(&slots)
            .map(|(i, &slots)| Series::line(counted(slots, "slot"), SeriesStyle::Numbered(i), Vec::new()))
            .collect(),
    };
    let rows = numbers(&points);
    let caption = format!(
        "What a scheme saves against what it costs: nodes of searching the eighteen positions of 1994 to {} plies in a table of {} slots, in \
         per cent of those with NEW, over nanoseconds of an operation at 90/10 in {}. Lower and further left is better; marks differ by slots of a bucket.",
        savings.depth,
        savings.slots,
        size(measured.largest())
    );
    Some(lines.figure(SAVINGS, caption, Some(rows)))
}

/// Subject, nanoseconds, and percentage of nodes.
type Points<'a> = [(&'a SubjectKey, f64, f64)];

fn numbers(points: &Points<'_>) -> DataTable {
    DataTable {
        caption: "Savings and cost".to_owned(),
        header: ["subject", "ns", "nodes_to_new"].map(str::to_owned).to_vec(),
        words: 1,
        rows: points
            .iter()
            .map(|&(of, ns, share)| {
                let numbers = [ns, share / 100.0].map(|number| Place::number(number.to_string(), number));
                std::iter::once(Place::from(of.subject)).chain(numbers).collect()
            })
            .collect(),
    }
}

const KINDS: [(SubjectKind, &str); 5] = [
    (SubjectKind::Table, "our tables"),
    (SubjectKind::Protocol, "protocols"),
    (SubjectKind::Map, "maps"),
    (SubjectKind::Cache, "caches"),
    (SubjectKind::Engine, "engines"),
];

const fn look_of(kind: SubjectKind) -> SeriesStyle {
    SeriesStyle::Numbered((kind as usize).saturating_sub(1))
}

fn rivals(measured: &ThroughputReport, threads: usize) -> Option<Figure> {
    let cell = measured.cell(OperationMix::Ninety, threads);
    let here =
        measured.summaries.iter().filter(|((of, at), _)| of.bytes == measured.largest() && *at == cell);
    let mut all: Vec<(SubjectKey, ThroughputSummary)> =
        here.map(|((of, _), summary)| (*of, *summary)).collect();
    if all.iter().all(|(of, _)| of.kind == SubjectKind::Table) {
        return None;
    }
    all.sort_by(|(_, a), (_, b)| b.rate.median.total_cmp(&a.rate.median));
    let bar = |(of, summary): &(SubjectKey, ThroughputSummary)| {
        let per_entry =
            summary.bytes_per_entry.map_or_else(String::new, |bytes| format!(", {bytes:.0} bytes/entry"));
        Bar {
            name: of.short_name(),
            value: summary.rate.median,
            words: format!("{:.1}{per_entry}", summary.rate.median),
            look: look_of(of.kind),
        }
    };
    let what = format!("90/10, {}, {}", size(measured.largest()), counted(threads, "thread"));
    let alt = format!("Million operations a second of our tables and others: {what}");
    let bars = Bars {
        alt: alt.clone(),
        title: format!("M operations/s: {what}"),
        bars: all.iter().map(bar).collect(),
        key: KINDS
            .iter()
            .filter(|(kind, _)| all.iter().any(|(of, _)| of.kind == *kind))
            .map(|&(kind, name)| (name.to_owned(), look_of(kind)))
            .collect(),
    };
    let caption = format!(
        "{what}: million operations a second, and resident bytes an entry. A colour for each kind of thing."
    );
    Some(Figure {
        file: format!("throughput-rivals-{threads}.svg"),
        caption,
        alt,
        svg: bars.svg(),
        rows: None,
    })
}

#[cfg(test)]
mod tests {
    use super::decades;

    #[test]
    fn ticks_of_a_logarithmic_axis_lie_on_either_side_of_all_values() {
        let ticks = |values: &[f64]| {
            decades(values.iter().map(|value| value.log10()))
                .into_iter()
                .map(|(_, label)| label)
                .collect::<Vec<_>>()
        };
        assert_eq!(ticks(&[23.0, 150.0]), ["20", "50", "100", "200"]);
        assert_eq!(ticks(&[10.0, 10.0]), ["10", "20"]);
    }
}
