//! Sums over the positions, and each scheme's savings.

use super::{Contender, Mode, Samples};
use crate::experiment::stats::{Estimate, bootstrap};
use supplant::entry::Depth;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub nodes: u64,
    /// Savings are (none − scheme) / (none − unbounded).
    pub share: Option<f64>,
}

impl Samples {
    #[must_use]
    pub fn sum(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<u64> {
        self.nodes(mode, ply, contender, size).map(|nodes| nodes.iter().sum())
    }

    #[must_use]
    pub fn cost(&self, mode: Mode, ply: Depth, contender: Contender, size: Option<usize>) -> Option<Cost> {
        let nodes = self.sum(mode, ply, contender, size)?;
        let bounds = self
            .sum(mode, ply, Contender::None, None)
            .zip(self.sum(mode, ply, Contender::Unbounded, None))
            .filter(|(none, unbounded)| none > unbounded);
        let share =
            bounds.map(|(none, unbounded)| (none as f64 - nodes as f64) / (none as f64 - unbounded as f64));
        Some(Cost { nodes, share })
    }

    #[must_use]
    pub fn ratio_to_none(
        &self,
        mode: Mode,
        ply: Depth,
        contender: Contender,
        size: Option<usize>,
    ) -> Option<Estimate> {
        let (nodes, none) = (self.nodes(mode, ply, contender, size)?, self.none(ply)?);
        let kept = self.kept(self.at(mode, ply, contender, size))?;
        Some(*kept.get_or_init(|| bootstrap().ratio(nodes, none).interval()))
    }

    #[must_use]
    pub fn best(&self, mode: Mode, ply: Depth, size: usize) -> Vec<Contender> {
        let here = self.cells().filter(|at| at.mode == mode && at.ply == ply && at.size == Some(size));
        let sums: Vec<_> =
            here.filter_map(|at| Some((at.contender, self.sum(mode, ply, at.contender, at.size)?))).collect();
        let least = sums.iter().map(|&(_, nodes)| nodes).min();
        sums.into_iter().filter(|&(_, nodes)| Some(nodes) == least).map(|(contender, _)| contender).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Contender, Mode, Samples};
    use supplant::scheme::SchemeName;

    fn samples(sums: &[(Contender, u64)]) -> Samples {
        let mut samples = Samples::default();
        for &(contender, nodes) in sums {
            let size = contender.scheme().map(|_| 8);
            samples.insert((Mode::Clear, 7, contender, size), vec![nodes / 2, nodes - nodes / 2]);
        }
        samples
    }

    const NEW: Contender = Contender::table(SchemeName::New);
    const OLD: Contender = Contender::table(SchemeName::Old);

    #[test]
    fn the_share_is_of_what_lies_between_no_table_and_one_without_collisions() {
        let samples =
            samples(&[(Contender::None, 1000), (Contender::Unbounded, 600), (NEW, 700), (OLD, 1100)]);
        let share = |contender| samples.cost(Mode::Clear, 7, contender, Some(8)).unwrap().share.unwrap();
        assert!((share(NEW) - 0.75).abs() < 1e-12);
        assert!((share(OLD) + 0.25).abs() < 1e-12, "a table can cost more than none");
        assert_eq!(samples.best(Mode::Clear, 7, 8), [NEW]);
    }

    #[test]
    fn a_table_has_no_share_of_savings_where_there_is_nothing_to_save() {
        for unbounded in [1000, 1001] {
            let samples = samples(&[(Contender::None, 1000), (Contender::Unbounded, unbounded), (NEW, 1002)]);
            assert_eq!(samples.cost(Mode::Clear, 7, NEW, Some(8)).unwrap().share, None, "{unbounded}");
        }
    }

    #[test]
    fn an_interval_is_computed_once_and_is_that_of_its_own_cell() {
        let mut samples = samples(&[(Contender::None, 1000), (NEW, 700), (OLD, 900)]);
        let ratio =
            |samples: &Samples, contender| samples.ratio_to_none(Mode::Clear, 7, contender, Some(8)).unwrap();
        let kept = |samples: &Samples, contender| {
            samples.kept(samples.at(Mode::Clear, 7, contender, Some(8))).unwrap().get().copied()
        };
        assert_eq!((kept(&samples, NEW), kept(&samples, OLD)), (None, None));
        let new = ratio(&samples, NEW);
        assert!((new.value - 0.7).abs() < 1e-12 && kept(&samples, NEW) == Some(new));
        assert_eq!(kept(&samples, OLD), None, "another cell has an interval of its own");
        samples.insert((Mode::Clear, 7, NEW, Some(8)), vec![400, 400]);
        assert!((ratio(&samples, NEW).value - 0.8).abs() < 1e-12, "other nodes, another interval");
    }

    #[test]
    fn equals_are_both_best_and_a_missing_bound_leaves_no_share() {
        let samples = samples(&[(NEW, 700), (OLD, 700), (Contender::None, 1000)]);
        assert_eq!(samples.best(Mode::Clear, 7, 8), [NEW, OLD]);
        assert_eq!(samples.cost(Mode::Clear, 7, NEW, Some(8)).unwrap().share, None);
        assert_eq!(samples.cost(Mode::Clear, 6, NEW, Some(8)), None);
    }
}
