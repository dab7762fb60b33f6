//! The shift: variation that all searches of one run share, for example on a busy machine.
//!
//! It is estimated for each mode, number of workers and ply, because short searches vary most. The
//! estimate is the variance between repeats of the mean, over cells, of the logarithm of the nodes.
//! It is rather too large: it includes the positions' own scatter.

use std::collections::BTreeMap;

use super::pair::{BuildPair, Runs};
use crate::experiment::searches::{At, Mode};
use supplant::entry::Depth;

pub(super) type Kind = (Mode, usize, Depth);

pub(super) fn kind(at: &At) -> Kind {
    (at.mode, at.threads, at.ply)
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shift {
    pub(super) variance: f64,
    /// The degrees of freedom: repeats less one, summed over sides.
    pub(super) freedom: usize,
}

impl Shift {
    pub(super) fn of(sides: &[&[Vec<u64>]]) -> Option<Self> {
        let (mut squares, mut freedom) = (0.0, 0);
        for cells in sides {
            let repeated: Vec<_> = cells.iter().filter(|totals| totals.len() > 1).collect();
            let Some(repeats) = repeated.iter().map(|totals| totals.len()).min() else { continue };
            let mean_log = |repeat: usize| {
                let logs = repeated.iter().map(|totals| (totals[repeat] as f64).ln());
                logs.sum::<f64>() / repeated.len() as f64
            };
            let logs: Vec<f64> = (0..repeats).map(mean_log).collect();
            let mean = logs.iter().sum::<f64>() / repeats as f64;
            squares += logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>();
            freedom += repeats - 1;
        }
        (freedom > 0).then(|| Self { variance: squares / freedom as f64, freedom })
    }

    /// The degrees of freedom are those of one cell, because the dependence between cells is
    /// unknown.
    fn of_each(sides: &[&[Vec<u64>]]) -> Option<Self> {
        let cells = sides.iter().flat_map(|cells| cells.iter()).filter(|totals| totals.len() > 1);
        let each: Vec<_> = cells.filter_map(|totals| Self::of(&[std::slice::from_ref(totals)])).collect();
        let variance = each.iter().map(|shift| shift.variance).sum::<f64>() / each.len() as f64;
        let freedom = Self::of(sides)?.freedom;
        (!each.is_empty()).then_some(Self { variance, freedom })
    }

    /// The standard error of the logarithm of a ratio of means over `below` and `above` repeats.
    pub(super) fn error(self, below: usize, above: usize) -> f64 {
        (self.variance * (1.0 / below as f64 + 1.0 / above as f64)).sqrt()
    }
}

pub(super) fn of_all(pairs: &[BuildPair<'_>]) -> BTreeMap<Kind, Shift> {
    of_sides(pairs, |pairs| [totals(pairs, |pair| &pair.base), totals(pairs, |pair| &pair.new)].to_vec())
}

/// The base alone decides: its noise must not depend on the other result.
pub(super) fn of_base(pairs: &[BuildPair<'_>]) -> BTreeMap<Kind, Shift> {
    of_sides(pairs, |pairs| [totals(pairs, |pair| &pair.base)].to_vec())
}

fn totals(pairs: &[&BuildPair<'_>], side: for<'p> fn(&'p BuildPair<'_>) -> &'p Runs) -> Vec<Vec<u64>> {
    pairs.iter().map(|pair| side(pair).totals()).collect()
}

fn of_sides(
    pairs: &[BuildPair<'_>],
    sides: impl Fn(&[&BuildPair<'_>]) -> Vec<Vec<Vec<u64>>>,
) -> BTreeMap<Kind, Shift> {
    let mut kinds = BTreeMap::<Kind, Vec<&BuildPair<'_>>>::new();
    for pair in pairs.iter().filter(|pair| !pair.at.is_repeatable()) {
        kinds.entry(kind(&pair.at)).or_default().push(pair);
    }
    let shift = |(mode, ..): &Kind, pairs: &[&BuildPair<'_>]| {
        let sides = sides(pairs);
        let sides: Vec<_> = sides.iter().map(Vec::as_slice).collect();
        let together = Shift::of(&sides)?;
        // On a table that is not cleared, the positions of a cell are one run.
        let apart = if *mode == Mode::Clear { None } else { Shift::of_each(&sides) };
        Some(apart.filter(|apart| apart.variance > together.variance).unwrap_or(together))
    };
    kinds.into_iter().filter_map(|(kind, pairs)| Some((kind, shift(&kind, &pairs)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::{At, BuildPair, Mode, Shift, kind, of_all};
    use crate::experiment::searches::Contender;

    #[test]
    fn shifts_of_single_cells_are_seen_cell_by_cell_and_not_in_whole_runs() {
        let cells = [vec![1000, 1020, 1000, 1020], vec![510, 500, 510, 500]];
        let (together, each) = (Shift::of(&[&cells]).unwrap(), Shift::of_each(&[&cells]).unwrap());
        assert!(together.variance < 1e-12 && (each.variance.sqrt() - 0.0114).abs() < 0.0002, "{each:?}");
        assert_eq!((each.freedom, Shift::of_each(&[&[vec![7]]])), (3, None));
    }

    #[test]
    fn a_shift_is_what_repeats_differ_by_as_wholes() {
        let together = Shift::of(&[&[vec![1000, 1020, 1000, 1020], vec![500, 510, 500, 510]]]).unwrap();
        let apart = Shift::of(&[&[vec![1000, 1020, 1000, 1020], vec![510, 500, 510, 500]]]).unwrap();
        assert!((together.variance.sqrt() - 0.0114).abs() < 0.0002, "{together:?}");
        assert!(apart.variance < 1e-12, "{apart:?}");
        assert_eq!((together.freedom, Shift::of(&[&[vec![7]], &[vec![9], vec![8]]])), (3, None));
        assert!((together.error(4, 4) - 0.0114 / 2f64.sqrt()).abs() < 0.0002);
        let both = Shift::of(&[&[vec![10, 11]], &[vec![20, 20, 20]]]).unwrap();
        assert_eq!(both.freedom, 3, "each side knows its own mean");
    }

    #[test]
    fn runs_share_a_shift_within_one_mode_one_number_of_workers_and_one_ply() {
        let at = At { contender: Contender::Unbounded, threads: 2, ..At::none(5) };
        let others = [At { mode: Mode::Stamp, ..at }, At { threads: 4, ..at }, At { ply: 6, ..at }];
        let of = |at, runs: [u64; 2]| BuildPair::made(at, &["a"], vec![runs.to_vec()], vec![runs.to_vec()]);
        let mut pairs = vec![of(at, [1000, 1100])];
        pairs.extend(others.map(|at| of(at, [1000, 1000])));
        let found = of_all(&pairs);
        assert!(found[&kind(&at)].variance > 0.001, "{found:?}");
        assert!(others.iter().all(|at| found[&kind(at)].variance < 1e-12), "{found:?}");
    }
}
