//! Relates what a search finds to its nodes: the fewest nodes that find as much as full width does,
//! and the worth of each switch.

use super::design::{DesignRun, Effect};
use super::effects::{Response, nodes, outcomes};
use super::{Plies, plies};
use crate::experiment::searches::Samples;
use crate::experiment::stats::{Confidence, as_counts, bootstrap, mean_of};
use crate::experiment::words::search_name;
use supplant::entry::Depth;
use supplant_search::search::Enhancements;

#[derive(Clone, Debug)]
pub struct Reached {
    pub search: Enhancements,
    pub ply: Depth,
    pub nodes: u64,
    pub found: usize,
}

impl Reached {
    #[must_use]
    pub fn of(samples: &Samples, search: Enhancements, ply: Depth) -> Option<Self> {
        let reference = outcomes(samples, super::base(), plies(samples)?.reference)?;
        let own = outcomes(samples, search, ply)?;
        let found =
            own.iter().zip(&reference).filter(|(own, reference)| own.best_move == reference.best_move);
        Some(Self { search, ply, found: found.count(), nodes: nodes(samples, search, ply)?.iter().sum() })
    }

    #[must_use]
    pub fn name(&self) -> String {
        search_name(self.search)
    }
}

#[must_use]
pub fn wanted(samples: &Samples) -> Option<Reached> {
    Reached::of(samples, super::base(), plies(samples)?.last)
}

struct Deeper {
    found: [Vec<u64>; 2],
    effort: Vec<f64>,
}

impl Deeper {
    fn of(samples: &Samples) -> Option<Self> {
        let Plies { last, reference, .. } = plies(samples)?;
        let reference = outcomes(samples, super::base(), reference)?;
        let found = |ply| {
            let own = outcomes(samples, super::base(), ply)?;
            let is_found = own.iter().zip(&reference).map(|(own, wanted)| own.best_move == wanted.best_move);
            Some(is_found.map(u64::from).collect::<Vec<_>>())
        };
        let [before, after] = [last - 1, last].map(|ply| nodes(samples, super::base(), ply));
        let effort = after?
            .iter()
            .zip(&before?)
            .map(|(&after, &before)| (after as f64 / before as f64).ln())
            .collect();
        Some(Self { found: [found(last - 1)?, found(last)?], effort })
    }
}

/// The share of positions gained for each factor of e in nodes.
#[must_use]
pub fn rate(samples: &Samples) -> Option<f64> {
    let Deeper { found: [before, after], effort } = Deeper::of(samples)?;
    let gained = after.iter().sum::<u64>() as f64 - before.iter().sum::<u64>() as f64;
    let rate = gained / effort.iter().sum::<f64>();
    (rate > 0.0).then_some(rate)
}

/// The share of positions gained beyond what its nodes would gain in full width.
#[must_use]
pub fn worth(samples: &Samples, effect: Effect) -> Option<Confidence> {
    rate(samples)?;
    let Deeper { found: [before, after], effort } = Deeper::of(samples)?;
    let all = samples.positions().len();
    let [found, nodes] =
        [Response::Found, Response::Nodes].map(|response| response.by_position(samples, effect));
    let [found, nodes, effort] = [found?, nodes?, effort].map(|values| as_counts(&values));
    let columns = [&found[..], &nodes, &effort, &before, &after];
    Some(bootstrap().estimate(&columns, |sums| {
        let rate = (sums[4] - sums[3]) / all as f64 / mean_of(sums[2], all);
        mean_of(sums[0], all) - rate * mean_of(sums[1], all)
    }))
}

#[must_use]
pub fn ranked(samples: &Samples) -> Option<Vec<Reached>> {
    let Plies { before, last, .. } = plies(samples)?;
    let wanted = wanted(samples)?.found;
    let cheapest = |search| {
        let all = (before..=last).filter_map(|ply| Reached::of(samples, search, ply));
        all.filter(|reached| reached.found >= wanted).min_by_key(|reached| reached.nodes)
    };
    let searches = DesignRun::all().map(DesignRun::search).chain(super::beside());
    let mut all: Vec<_> = searches.filter_map(cheapest).collect();
    all.sort_by_key(|reached| reached.nodes);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::super::design::{DesignRun, Effect, factor};
    use super::super::{MODE, SLOTS, TABLE, base};
    use super::{ranked, rate, worth};
    use crate::experiment::searches::{RootResult, Samples};

    fn outcomes(found: usize) -> Vec<RootResult> {
        let best_move = |i| if i < found { "e4" } else { "d4" }.to_owned();
        (0..8).map(|i| RootResult { value: 0, best_move: best_move(i) }).collect()
    }

    fn halved_by_null_move() -> Samples {
        let null = Effect::Of(factor("null2"));
        let mut samples = Samples::default().of_first(base());
        for run in DesignRun::all() {
            let (is_base, halved) = (run.search() == base(), null.sign(run) > 0.0);
            samples = samples.doing(run.search());
            let plies = [(3, 1, 2), (4, 100, 3), (5, 200, 4), (7, 900, 8)];
            for (ply, nodes, found) in plies.into_iter().filter(|(ply, ..)| is_base || *ply < 7) {
                let at = (MODE, ply, TABLE, Some(SLOTS));
                samples.insert(at, vec![1_000 * nodes / if halved { 2 } else { 1 }; 8]);
                samples.insert_outcomes(at, outcomes(found));
            }
        }
        samples.doing(base())
    }

    #[test]
    fn a_switch_that_halves_the_nodes_and_finds_as_much_is_worth_what_twice_the_nodes_find() {
        let samples = halved_by_null_move();
        assert!((rate(&samples).expect("it finds more") * 2f64.ln() - 0.125).abs() < 1e-9);
        let worth = |effect| worth(&samples, effect).expect("it is measured").value();
        let null = worth(Effect::Of(factor("null2")));
        assert!((null - 0.125).abs() < 1e-6, "{null}");
        assert!(worth(Effect::Of(factor("hist"))).abs() < 1e-6);
    }

    #[test]
    fn that_the_rate_is_not_known_makes_the_interval_wider() {
        let samples = halved_by_null_move();
        let of = |effect| worth(&samples, effect).expect("it is measured").interval();
        let null = of(Effect::Of(factor("null2")));
        assert!(null.low < 0.1 && null.high > 0.15, "{null:?}");
        let nothing = of(Effect::Of(factor("hist")));
        assert!(nothing.low.abs() < 1e-6 && nothing.high.abs() < 1e-6, "{nothing:?}");
    }

    #[test]
    fn a_search_that_finds_one_position_less_than_wanted_is_not_ranked() {
        let ranked = ranked(&halved_by_null_move()).expect("it is measured");
        let reached = |at: usize| (ranked[at].ply, ranked[at].found, ranked[at].nodes);
        assert_eq!(
            [0, 63, 64, 127].map(reached),
            [800_000, 800_000, 1_600_000, 1_600_000].map(|nodes| (5, 4, nodes))
        );
        assert_eq!(ranked.len(), 128);
        assert!(ranked.iter().take(64).all(|one| one.search.null_move == 2));
    }

    #[test]
    fn who_finds_enough_before_the_last_ply_is_ranked_by_that() {
        let first = DesignRun::all().nth(1).expect("there are more").search();
        let second = DesignRun::all().nth(2).expect("there are more").search();
        let mut samples = halved_by_null_move().doing(first);
        samples.insert_outcomes((MODE, 3, TABLE, Some(SLOTS)), outcomes(4));
        samples = samples.doing(second);
        samples.insert_outcomes((MODE, 4, TABLE, Some(SLOTS)), outcomes(5));
        let ranked = ranked(&samples.doing(base())).expect("it is measured");
        let reached: Vec<_> =
            ranked.iter().take(3).map(|one| (one.search, one.ply, one.found, one.nodes)).collect();
        assert_eq!(reached[..2], [(first, 3, 4, 8_000), (second, 4, 5, 800_000)]);
        assert_eq!((reached[2].1, reached[2].3), (5, 800_000));
    }
}
