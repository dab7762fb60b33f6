//! The effects of each switch, and of each two together: contrasts of the searches with and without
//! them.

use super::design::{DesignRun, Effect};
use super::{MODE, Plies, SLOTS, TABLE, plies};
use crate::experiment::searches::{RootResult, Samples};
use crate::experiment::stats::{Confidence, Estimate, mean};
use supplant::entry::Depth;
use supplant_search::search::Enhancements;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    Nodes,
    OtherMove,
    OtherValue,
    Found,
}

impl Response {
    #[must_use]
    pub fn of(self, samples: &Samples, search: Enhancements) -> Option<Vec<f64>> {
        let Plies { last, reference, .. } = plies(samples)?;
        if self == Self::Nodes {
            return Some(nodes(samples, search, last)?.iter().map(|&nodes| (nodes as f64).ln()).collect());
        }
        let reference = if self == Self::Found { reference } else { last };
        let reference = outcomes(samples, super::base(), reference)?;
        let found = outcomes(samples, search, last)?;
        let is = |(found, reference): (RootResult, RootResult)| match self {
            Self::Nodes => 0.0,
            Self::OtherMove => f64::from(found.best_move != reference.best_move),
            Self::OtherValue => f64::from(found.value != reference.value),
            Self::Found => f64::from(found.best_move == reference.best_move),
        };
        Some(found.into_iter().zip(reference).map(is).collect())
    }

    #[must_use]
    pub fn contrast(self, samples: &Samples, effects: &[(Effect, f64)]) -> Option<Confidence> {
        Some(mean(&self.measured(samples)?.contrast(effects)))
    }

    #[must_use]
    pub fn effects(self, samples: &Samples) -> Option<Vec<(Effect, Confidence)>> {
        let measured = self.measured(samples)?;
        Some(Effect::all().map(|effect| (effect, mean(&measured.contrast(&[(effect, 1.0)])))).collect())
    }

    #[must_use]
    pub fn by_position(self, samples: &Samples, effect: Effect) -> Option<Vec<f64>> {
        Some(self.measured(samples)?.contrast(&[(effect, 1.0)]))
    }

    fn measured(self, samples: &Samples) -> Option<Measured> {
        let all = DesignRun::all().map(|run| Some((run, self.of(samples, run.search())?)));
        Some(Measured(all.collect::<Option<_>>()?))
    }
}

struct Measured(Vec<(DesignRun, Vec<f64>)>);

impl Measured {
    fn contrast(&self, effects: &[(Effect, f64)]) -> Vec<f64> {
        let half = self.0.len() as f64 / 2.0;
        let mut sums = vec![0.0; self.0.first().map_or(0, |(_, values)| values.len())];
        for (run, values) in &self.0 {
            let weight = effects.iter().map(|&(effect, times)| times * effect.sign(*run)).sum::<f64>() / half;
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        }
        sums
    }
}

/// The interval of one effect, so wide that all effects together cover the truth at 95 %
/// (Bonferroni).
#[must_use]
pub fn simultaneous(one: &Confidence) -> Estimate {
    one.interval_of(1.0 - 0.05 / Effect::all().count() as f64)
}

#[must_use]
pub fn factor_of(log: f64) -> f64 {
    log.exp() - 1.0
}

#[must_use]
pub fn nodes(samples: &Samples, search: Enhancements, ply: Depth) -> Option<Vec<u64>> {
    Some(samples.doing(search).nodes(MODE, ply, TABLE, Some(SLOTS))?.to_vec())
}

#[must_use]
pub fn outcomes(samples: &Samples, search: Enhancements, ply: Depth) -> Option<Vec<RootResult>> {
    Some(samples.doing(search).outcomes(MODE, ply, TABLE, Some(SLOTS))?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::super::design::{DesignRun, Effect, factor};
    use super::super::{MODE, SLOTS, TABLE, base};
    use super::{Response, factor_of, simultaneous};
    use crate::experiment::searches::Samples;
    use crate::experiment::stats::mean;

    fn samples(factors: &[(Effect, f64)]) -> Samples {
        let mut samples = Samples::default().of_first(base());
        for run in DesignRun::all() {
            let by: f64 = factors.iter().map(|&(effect, by)| by.powf(effect.sign(run) / 2.0)).product();
            samples = samples.doing(run.search());
            let plies = if run.search() == base() { &[3, 5, 7][..] } else { &[3, 5] };
            for &ply in plies {
                let nodes = [1e6, 3e6, 5e6].map(|nodes: f64| (nodes * by) as u64);
                samples.insert((MODE, ply, TABLE, Some(SLOTS)), nodes.to_vec());
            }
        }
        samples.doing(base())
    }

    #[test]
    fn what_multiplies_the_nodes_is_found_again_and_nothing_else() {
        let null = Effect::Of(factor("null2"));
        let pair = Effect::between(factor("lmr"), factor("hist"));
        let effects = Response::Nodes.effects(&samples(&[(null, 0.8), (pair, 1.25)])).expect("all of it");
        for (effect, found) in effects {
            let wanted = if effect == null {
                -0.2
            } else if effect == pair {
                0.25
            } else {
                0.0
            };
            let found = factor_of(found.value());
            assert!((found - wanted).abs() < 1e-4, "{}: {found}", effect.words());
        }
        let alone = Response::Nodes.contrast(&samples(&[(pair, 1.25)]), &[(pair, -1.0)]);
        assert!((factor_of(alone.expect("it is measured").value()) + 0.2).abs() < 1e-4);
        assert!(Response::Nodes.effects(&Samples::default()).is_none());
    }

    #[test]
    fn the_mean_of_numbers_of_either_sign_has_an_interval_around_it() {
        let values: Vec<f64> = (0..20).map(|i| f64::from(i) / 10.0 - 1.5).collect();
        let found = mean(&values);
        assert!((found.value() - -0.55).abs() < 1e-8, "{}", found.value());
        let (one, all) = (found.interval(), simultaneous(&found));
        assert!(one.low > -0.95 && one.low < -0.75 && one.high > -0.35 && one.high < -0.15, "{one:?}");
        assert!(all.low < one.low && one.high < all.high, "{all:?}");
        assert_eq!(all, found.interval_of(1.0 - 0.05 / 66.0), "of the 66 effects that captions name");
        assert!((factor_of(0.5_f64.ln()) + 0.5).abs() < 1e-12);
    }
}
