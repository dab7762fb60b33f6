//! What the denser layout saves, and what it lets through, by memory.

use super::DENSE;
use crate::lab::searches::{Contender, Mode, Samples};
use crate::report::document::Figure;
use crate::report::plot::Lines;
use crate::report::searches::curves::{bound, curve, depth, rows, sizes_axis, values_axis};
use crate::report::searches::spread;

pub(super) fn all(samples: &Samples) -> Vec<Figure> {
    let spread = spread::between_layouts(samples, Mode::Clear, |scheme| {
        [Contender::Scheme(scheme, DENSE), Contender::table(scheme)]
    });
    [ratio(samples), spread, illegal(samples)].into_iter().flatten().collect()
}

fn ratio(samples: &Samples) -> Option<Figure> {
    let plain = |scheme, size| {
        let ply = depth(samples, Mode::Clear)?;
        samples.sum(Mode::Clear, ply, Contender::table(scheme), Some(size))
    };
    figure(
        samples,
        "ratio.svg",
        "nodes relative to xor16",
        &format!("Nodes in {DENSE} relative to {} in the same memory; 1 is as many", Contender::LAYOUT),
        Some(1.0),
        |scheme, size, ply| {
            let dense = samples.sum(Mode::Clear, ply, Contender::Scheme(scheme, DENSE), Some(size))?;
            Some(dense as f64 / plain(scheme, size)? as f64)
        },
    )
}

fn illegal(samples: &Samples) -> Option<Figure> {
    figure(
        samples,
        "illegal.svg",
        "illegal moves in a million hits",
        &format!("Entries found in {DENSE} whose move is illegal: a lower bound on those of other positions"),
        None,
        |scheme, size, ply| {
            let hits = samples.hits(Mode::Clear, ply, Contender::Scheme(scheme, DENSE), Some(size))?;
            hits.illegal_per_million()
        },
    )
}

/// A curve for each scheme of some value by memory.
fn figure(
    samples: &Samples,
    file: &str,
    title: &str,
    caption: &str,
    line: Option<f64>,
    value: impl Fn(crate::scheme::SchemeName, usize, crate::entry::Depth) -> Option<f64>,
) -> Option<Figure> {
    let ply = depth(samples, Mode::Clear)?;
    let sizes = samples.sizes(Mode::Clear, ply);
    let curves =
        samples.schemes().into_iter().map(|scheme| curve(scheme, &sizes, |size| value(scheme, size, ply)));
    let mut series: Vec<_> = curves.filter(|series| !series.points.is_empty()).collect();
    if series.is_empty() {
        return None;
    }
    let drawn = rows(&series);
    series.extend(line.map(|value| bound(&Contender::LAYOUT.to_string(), &sizes, value)));
    let y = values_axis(title.to_owned(), &series);
    let alt = format!("{caption}, by memory and scheme; the numbers are in the tables.");
    Some(Figure {
        file: file.to_owned(),
        caption: format!(
            "{caption}; {ply}-ply searches of {} positions, table cleared between them.",
            samples.positions().len()
        ),
        svg: Lines {
            alt: alt.clone(),
            x: sizes_axis(&sizes, true),
            y,
            series,
            printed: Vec::new(),
            printed_by: String::new(),
        }
        .svg(),
        alt,
        rows: Some(drawn),
    })
}
