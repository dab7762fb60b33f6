//! The section on laws of scalability.

use super::ScalingReport;
use super::document::band;
use crate::experiment::claims::percent;
use crate::experiment::scaling::curves::CurvePoint;
use crate::experiment::scaling::fit::{Fit, LawKind};
use crate::experiment::stats::Estimate;
use crate::report::document::{ABSENT, Block, DataTable, TableCell};

pub(super) fn section(measured: &ScalingReport) -> Vec<Block> {
    let rows = measured.curves.iter().flat_map(|(of, points)| {
        let at_once = points.iter().filter(|point| measured.are_at_once(of, point.workers));
        rows(&measured.name(of), &at_once.collect::<Vec<_>>())
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let header = [
        "curve",
        "law",
        "σ",
        "10⁶ κ",
        "furthest from a measured point",
        "at the most workers",
        "at four times as many",
    ];
    vec![
        Block::Heading("Laws of scalability".to_owned()),
        Block::Words(WORDS.to_owned()),
        Block::Table(DataTable {
            caption: "N ∕ (1 + σ(N − 1) + κN(N − 1)), with the middle 95 % of fits to positions drawn anew"
                .to_owned(),
            header: DataTable::header(&header),
            words: 2,
            rows,
        }),
    ]
}

const WORDS: &str = "Two laws through each curve: Amdahl's, by which a share σ of the work cannot be divided, and the Universal Scalability Law, by which each worker \
    also has to do with each other, κ. Threads without a processor each are left out. The bands are of positions drawn anew, and of few positions too narrow; they say how uncertain a law is if it is the law of the curve, and \
    not whether it is. That is said by how far it is from the measured point that it misses most. What a law says of four times as many workers stands there only if it passes within \
    the interval of every measured point, of which there are more than numbers fitted to them; else it is not known to be the law of this curve, and – stands there. It is a guess with \
    a band, and no measurement.";

fn rows(name: &str, points: &[&CurvePoint]) -> Vec<Vec<TableCell>> {
    let curve: Vec<_> = points.iter().map(|point| (point.workers, &point.logs[..])).collect();
    let measured: Vec<_> = points.iter().map(|point| (point.workers, point.speedup)).collect();
    let fits = LawKind::ALL.into_iter().filter_map(|kind| Some((kind, Fit::of(kind, &curve)?)));
    fits.filter_map(|(kind, fit)| row(name, kind, &fit, &measured)).collect()
}

fn row(name: &str, kind: LawKind, fit: &Fit, measured: &[(usize, Estimate)]) -> Option<Vec<TableCell>> {
    let most = measured.last()?.0 as f64;
    let (workers, off) = fit.furthest(measured)?;
    let speedup = |workers: f64| band(fit.estimate(|law, _| law.speedup(workers)), 2);
    Some(vec![
        TableCell::from(name),
        TableCell::from(match kind {
            LawKind::Amdahl => "Amdahl",
            LawKind::Universal => "Universal",
        }),
        band(fit.estimate(|law, _| law.sigma), 4),
        band(fit.estimate(|law, _| 1e6 * law.kappa), 1),
        TableCell::number(format!("{} at {workers}", percent(off)), off.abs()),
        speedup(most),
        if fit.passes(measured) { speedup(4.0 * most) } else { TableCell::from(ABSENT) },
    ])
}

#[cfg(test)]
mod tests {
    use super::{ABSENT, CurvePoint, rows};
    use crate::experiment::stats::Estimate;

    fn point((workers, value): (usize, f64)) -> CurvePoint {
        CurvePoint {
            workers,
            speedup: Estimate { value, low: 0.9 * value, high: 1.1 * value },
            median: value,
            logs: vec![value.ln(); 2],
            overhead: 1.0,
            breadth: None,
            of_others: None,
            again: None,
            timed: None,
        }
    }

    fn told(speedups: &[(usize, f64)]) -> Vec<[String; 2]> {
        let points: Vec<_> = speedups.iter().copied().map(point).collect();
        let rows = rows("curve", &points.iter().collect::<Vec<_>>());
        rows.into_iter().map(|row| [4, 6].map(|column| row[column].text.clone())).collect()
    }

    #[test]
    fn a_law_says_nothing_of_more_workers_where_it_misses_a_measured_point() {
        // docs/studies/scaling: eight plies.
        let refuted = told(&[(2, 1.907), (16, 11.275), (64, 32.249), (256, 81.241)]);
        assert_eq!(refuted, [["+23.9 % at 16", ABSENT], ["+23.9 % at 16", ABSENT]]);
    }

    #[test]
    fn each_law_says_what_it_says_where_it_meets_all_points_of_which_there_are_enough() {
        let amdahl = |workers: usize| (workers, workers as f64 / (1.0 + 0.02 * (workers as f64 - 1.0)));
        let three = told(&[2, 8, 32].map(amdahl));
        assert!(three.iter().all(|[_, far]| far == "36.16 (36.16–36.16)"), "{three:?}");
        let two = told(&[2, 8].map(amdahl));
        assert!(
            two[0][1].starts_with("19.75 (") && two[1][1] == ABSENT,
            "two numbers meet any two points: {two:?}"
        );
        assert!(told(&[amdahl(2)]).is_empty());
    }
}
