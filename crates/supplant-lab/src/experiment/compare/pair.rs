//! A cell in both results, position by position and repeat by repeat.

use std::collections::BTreeMap;

use crate::experiment::searches::cell::{CellRows, Repeats};
use crate::experiment::searches::{At, SearchRow};

#[derive(Clone, Debug)]
pub(super) struct BuildPair<'a> {
    pub(super) at: At,
    names: Vec<&'a str>,
    pub(super) base: Runs,
    pub(super) new: Runs,
    pub(super) changed: bool,
}

/// Nodes of some positions, one number for each repeat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs(Vec<Vec<u64>>);

impl<'a> BuildPair<'a> {
    pub(super) fn of<'b>(at: At, base: &'b CellRows<'a>, new: &'b CellRows<'b>) -> Option<Self> {
        // Every search visits its root: a row without nodes is not a search and has no ratio.
        let both = base.iter().filter_map(|(&name, base)| Some((name, base, new.get(name)?)));
        let searched = |rows: &[&SearchRow]| !rows.is_empty() && rows.iter().all(|row| row.nodes > 0);
        // Each repeat has other keys, so only the repeats of both sides count.
        let common = |rows: &Repeats<'b>, others: &Repeats<'b>| -> Vec<&'b SearchRow> {
            let counts = |repeat| !at.is_repeatable() || others.contains_key(repeat);
            rows.iter().filter(|(repeat, _)| counts(repeat)).map(|(_, &row)| row).collect()
        };
        let both = both.map(|(name, base, new)| (name, common(base, new), common(new, base)));
        let both: Vec<_> = both.filter(|(_, base, new)| searched(base) && searched(new)).collect();
        let changed = both.iter().any(|(_, base, new)| base != new);
        let nodes = |rows: &[&SearchRow]| rows.iter().map(|row| row.nodes).collect();
        let base = both.iter().map(|(_, base, _)| nodes(base)).collect();
        let new = both.iter().map(|(_, _, new)| nodes(new)).collect();
        let names: Vec<_> = both.into_iter().map(|(name, ..)| name).collect();
        (!names.is_empty()).then_some(Self { at, names, base: Runs(base), new: Runs(new), changed })
    }

    pub(super) fn made(at: At, names: &[&'a str], base: Vec<Vec<u64>>, new: Vec<Vec<u64>>) -> Self {
        Self { at, names: names.to_vec(), changed: base != new, base: Runs(base), new: Runs(new) }
    }
}

impl Runs {
    pub(super) fn positions(&self) -> usize {
        self.0.len()
    }

    pub(super) fn repeats(&self) -> usize {
        self.0.iter().map(Vec::len).min().unwrap_or(0)
    }

    pub(super) fn means(&self) -> Vec<u64> {
        let mean = |nodes: &Vec<u64>| {
            let count = nodes.len() as u64;
            (nodes.iter().sum::<u64>() + count / 2) / count
        };
        self.0.iter().map(mean).collect()
    }

    pub(super) fn nodes(&self) -> u64 {
        self.means().iter().sum()
    }

    pub(super) fn totals(&self) -> Vec<u64> {
        (0..self.repeats()).map(|repeat| self.0.iter().map(|nodes| nodes[repeat]).sum()).collect()
    }

    pub(super) fn halves(&self) -> Option<(Self, Self)> {
        let every_other = |first: usize| {
            Self(self.0.iter().map(|nodes| nodes.iter().skip(first).step_by(2).copied().collect()).collect())
        };
        (self.repeats() > 1).then(|| (every_other(0), every_other(1)))
    }
}

pub(super) fn sums(pairs: &[&BuildPair<'_>]) -> Option<Runs> {
    let mut seen = BTreeMap::<&str, usize>::new();
    pairs.iter().flat_map(|pair| &pair.names).for_each(|name| *seen.entry(name).or_default() += 1);
    seen.retain(|_, cells| *cells == pairs.len());
    let repeats = pairs.iter().map(|pair| pair.base.repeats()).min().unwrap_or(0);
    let mut sums: BTreeMap<_, _> = seen.keys().map(|&name| (name, vec![0; repeats])).collect();
    for pair in pairs {
        for (name, nodes) in pair.names.iter().zip(&pair.base.0) {
            let Some(sum) = sums.get_mut(name) else { continue };
            sum.iter_mut().zip(nodes).for_each(|(sum, nodes)| *sum += nodes);
        }
    }
    (!sums.is_empty()).then(|| Runs(sums.into_values().collect()))
}

#[cfg(test)]
mod tests {
    use super::{At, BuildPair, CellRows, Repeats, Runs, SearchRow, sums};
    use crate::experiment::searches::Contender;

    const AT: At = At { contender: Contender::Unbounded, ..At::none(5) };

    fn row(nodes: u64, hits: u64) -> SearchRow {
        SearchRow { ply: AT.ply, nodes, leaf: nodes, probes: nodes, hits, ..SearchRow::default() }
    }

    fn once(row: &SearchRow) -> Repeats<'_> {
        [(1, row)].into()
    }

    fn runs(nodes: &[&[u64]]) -> Vec<Vec<u64>> {
        nodes.iter().map(|nodes| nodes.to_vec()).collect()
    }

    #[test]
    fn means_are_rounded_to_the_nearest() {
        let runs = Runs(runs(&[&[1, 2, 2], &[1, 1, 2], &[3, 4]]));
        assert_eq!((runs.means(), runs.nodes()), (vec![2, 1, 4], 7));
    }

    #[test]
    fn a_position_counts_in_which_both_searched() {
        let (searched, none) = (row(7, 1), row(0, 0));
        let base: CellRows<'_> =
            [("a", once(&searched)), ("b", once(&none)), ("c", once(&searched)), ("d", once(&searched))]
                .into();
        let new: CellRows<'_> =
            [("a", once(&searched)), ("b", once(&searched)), ("c", [(1, &searched), (2, &none)].into())]
                .into();
        let names =
            |threads, base, new| BuildPair::of(At { threads, ..AT }, base, new).map(|pair| pair.names);
        assert_eq!((names(2, &base, &new), names(2, &new, &base)), (Some(vec!["a"]), Some(vec!["a"])));
        let apart: CellRows<'_> = [("b", once(&searched))].into();
        assert_eq!(names(2, &base, &apart), None);
        assert_eq!(names(1, &base, &new), Some(vec!["a", "c"]), "of one worker the repeats of both");
    }

    #[test]
    fn repeats_are_paired_by_their_number() {
        let [first, second, third] = [row(5, 0), row(6, 0), row(7, 0)];
        let pair = |base: Repeats<'_>, new: Repeats<'_>| {
            let pair = BuildPair::of(AT, &[("a", base)].into(), &[("a", new)].into());
            pair.map(|pair| (pair.changed, pair.base.0))
        };
        let all = || [(1, &first), (2, &second), (3, &third)].into();
        assert_eq!(pair([(2, &second)].into(), all()), Some((false, vec![vec![6]])));
        assert_eq!(pair(all(), [(1, &first), (3, &third)].into()), Some((false, vec![vec![5, 7]])));
        assert_eq!(pair([(1, &first)].into(), [(2, &second)].into()), None, "none is of both");
    }

    #[test]
    fn what_differs_in_another_count_than_nodes_has_changed() {
        let (row, other) = (row(7, 1), row(7, 2));
        let changed = |row, other| {
            BuildPair::of(AT, &[("a", once(row))].into(), &[("a", once(other))].into())
                .map(|pair| pair.changed)
        };
        assert_eq!((changed(&row, &other), changed(&row, &row)), (Some(true), Some(false)));
    }

    #[test]
    fn sums_are_over_positions_and_repeats_that_all_cells_have() {
        let one = BuildPair::made(AT, &["a", "b"], runs(&[&[1, 2, 3], &[10, 20, 30]]), Vec::new());
        let other = BuildPair::made(AT, &["b", "c"], runs(&[&[100, 200], &[1000, 2000]]), Vec::new());
        assert_eq!(sums(&[&one, &other]), Some(Runs(runs(&[&[110, 220]]))));
        assert_eq!(sums(&[]), None);
        assert_eq!(Runs(runs(&[&[1, 2, 3], &[10, 20]])).totals(), [11, 22], "of the fewest repeats");
    }
}
