//! The paper's three figures, with its axes, and further figures.

use super::published;
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::sizes;
use crate::report::document::Figure;
use crate::report::plot::{LinePlot, PlotAxis, Series, SeriesStyle};
use crate::report::searches::curves::NodesBySize;
use crate::report::searches::printed::Printed;
use crate::report::searches::{curves, shares, spread};
use supplant::scheme::SchemeName;

pub(super) fn all(samples: &Samples) -> Vec<Figure> {
    let both = [nodes_by_size(samples, Mode::Clear, 1), nodes_by_size(samples, Mode::Stamp, 2)];
    let figures = [
        curves::relative_to_best(samples, Mode::Clear, "relative.svg", &their_distances(samples)),
        spread::to_the_best(samples, Mode::Clear),
        Figure::stacked("figure-1-2.svg", both.into_iter().flatten().collect()),
        ratio_by_ply(samples),
        shares::heat_map(samples),
    ];
    figures.into_iter().flatten().collect()
}

fn nodes_by_size(samples: &Samples, mode: Mode, number: u8) -> Option<Figure> {
    let drawn = NodesBySize {
        mode,
        file: &format!("figure-{number}.svg"),
        title: &format!("Figure {number}. Effect of the table size"),
        tables: samples.schemes().into_iter().map(Contender::table).collect(),
        name: |table| table.to_string(),
        bounds: &[(Contender::Unbounded, "no collisions")],
        printed: &their_nodes(samples, mode),
    };
    drawn.figure(samples)
}

fn in_print(samples: &Samples, mode: Mode) -> Vec<(SchemeName, u64)> {
    let Some(ply) = curves::depth(samples, mode).filter(|_| super::has_their_positions(samples)) else {
        return Vec::new();
    };
    let here = published::TABLES.iter().filter(|printed| printed.mode == mode && printed.ply == ply);
    here.filter_map(|printed| Some((printed.contender.scheme()?, printed.kilonodes))).collect()
}

fn their_nodes(samples: &Samples, mode: Mode) -> Printed {
    let points = in_print(samples, mode);
    let none = curves::depth(samples, mode).and_then(|ply| published::kilonodes(Contender::None, mode, ply));
    let none = none.map_or_else(String::new, |none| {
        format!(", and without a table {:.1} million: another program", none as f64 / 1e3)
    });
    Printed {
        name: "the paper\u{2019}s".to_owned(),
        points: points
            .iter()
            .map(|&(scheme, nodes)| (Contender::table(scheme), published::SLOTS, nodes as f64 / 1e3))
            .collect(),
        words: format!(
            "Hollow and grey is what the paper prints of this figure: {} positions (Table {}{none}). Its curves over the other sizes come \
             without numbers, and are not read off.",
            sizes::name(published::SLOTS),
            if mode == Mode::Clear { 2 } else { 3 }
        ),
    }
}

fn their_distances(samples: &Samples) -> Printed {
    let nodes = in_print(samples, Mode::Clear);
    let Some(&(best, least)) = nodes.iter().min_by_key(|(_, nodes)| nodes) else { return Printed::default() };
    let more = |nodes: u64| (nodes as f64 / least as f64 - 1.0) * 100.0;
    let point =
        |&(scheme, nodes): &(SchemeName, u64)| (Contender::table(scheme), published::SLOTS, more(nodes));
    let mut points: Vec<_> = nodes.iter().map(point).collect();
    let (small, distance) = published::NEW_AT_8K;
    points.push((Contender::table(SchemeName::New), small, distance * 100.0));
    Printed {
        name: "the paper\u{2019}s".to_owned(),
        points,
        words: format!(
            "Hollow and grey is what the paper prints: at {} positions Table 2, where {best} is best; at {} that NEW lies no less than \
             {:.0} % from the best, drawn as a share of the best. Its other points are curves without numbers.",
            sizes::name(published::SLOTS),
            sizes::name(small),
            distance * 100.0
        ),
    }
}

fn ratio_by_ply(samples: &Samples) -> Option<Figure> {
    let example = Contender::table(SchemeName::TwoBig1);
    let sizes = |mode| samples.plies(mode).into_iter().flat_map(move |ply| samples.sizes(mode, ply));
    let mode = if sizes(Mode::Stamp).next().is_some() { Mode::Stamp } else { Mode::Clear };
    let size = sizes(mode).filter(|&size| size <= published::SLOTS).max()?;
    let ratio = |ply| samples.ratio_to_none(mode, ply, example, Some(size));
    let ratios: Vec<_> = samples.plies(mode).into_iter().filter_map(|ply| Some((ply, ratio(ply)?))).collect();
    let (first, last) = (ratios.first()?.0, ratios.last()?.0);
    let ours = Series {
        name: "measured".to_owned(),
        look: SeriesStyle::Numbered(0),
        points: ratios.iter().map(|(ply, ratio)| (f64::from(*ply), ratio.value)).collect(),
        band: ratios.iter().map(|(ply, ratio)| (f64::from(*ply), ratio.low, ratio.high)).collect(),
    };
    let in_print = |ply| Some((f64::from(ply), published::ratio(example, mode, ply)?));
    let printed = (first..=last).filter(|_| super::has_their_positions(samples)).filter_map(in_print);
    let theirs = Series::line("published", SeriesStyle::Source(0), printed.collect());
    let ends = vec![(f64::from(first), 1.0), (f64::from(last), 1.0)];
    let none = Series::line("no table", SeriesStyle::Bound, ends);
    let in_print = if theirs.points.is_empty() {
        String::new()
    } else {
        format!(
            "; hollow, grey and dashed is what the paper prints, of {} positions",
            sizes::name(published::SLOTS)
        )
    };
    let mut series = vec![ours, theirs, none];
    series.retain(|series| !series.points.is_empty());
    let zero = Series { points: vec![(0.0, 0.0)], ..series[0].clone() };
    let scaled: Vec<_> = series.iter().cloned().chain([zero]).collect();
    let words: Vec<_> = ratios.iter().map(|(ply, ratio)| format!("{ply} ply {:.2}", ratio.value)).collect();
    let alt = format!("Nodes relative to the search without a table: {}.", words.join("; "));
    let x = PlotAxis {
        title: "ply".to_owned(),
        ticks: (first..=last).map(|ply| (f64::from(ply), ply.to_string())).collect(),
    };
    let y = curves::values_axis("nodes relative to no table".to_owned(), &scaled);
    let stamped = if mode == Mode::Stamp { "with time stamping" } else { "without time stamping" };
    let caption = format!(
        "Figure 3. The effect of a table of {} positions ({stamped}, scheme TWOBIG1). The search without a table \
         is 1. The band is the 95 % interval over positions{in_print}.",
        sizes::name(size)
    );
    Some(LinePlot { alt, x, y, series, ..LinePlot::default() }.figure("figure-3.svg", caption, None))
}
