//! Measures which enhancements of alpha-beta are worth having, alone and together. It repeats
//! Schaeffer, *The history heuristic and alpha-beta search enhancements in practice* (1989), as
//! Hsu's lecture reports it.

mod claims;
pub mod subsets;
mod tables;

use self::subsets::{Enhancement, Subset};
use super::{Extent, Study, StudyFacts, Topic};
use crate::experiment::claims::Claim;
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Contender, Mode, Results, Samples, Searches};
use crate::experiment::words::search_name;
use crate::report::document::{Block, Figure};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

const TABLE: Contender = Contender::table(SchemeName::TwoBig1);
const SLOTS: usize = 256 << 10;
const MODE: Mode = Mode::Clear;

#[derive(Clone, Copy, Debug)]
pub struct Enhancements1989 {
    facts: StudyFacts,
    base: Subset,
    sets: fn() -> Vec<Subset>,
    promising: fn() -> Vec<Subset>,
    plies: (Depth, Depth),
    quick: Depth,
}

const SOURCE: &str = "What Hsu's lecture reports of the experiment (`Experiments: Results`), point by point; how near `constant`, `small` and `little` are was chosen \
     before the run.";

pub static ALL: Enhancements1989 = Enhancements1989 {
    facts: StudyFacts {
        name: "1989",
        topic: Topic::Search,
        about: "Every set of six enhancements of alpha-beta (Schaeffer, 1989, as Hsu tells it)",
        title: "Enhancements of alpha-beta: every set of six, 1989 run again",
        source: SOURCE,
    },
    base: Subset::NONE,
    sets: || Subset::all().collect(),
    promising,
    plies: (2, 5),
    quick: 5,
};

pub static DEEPER: Enhancements1989 = Enhancements1989 {
    facts: StudyFacts {
        name: "1989deeper",
        topic: Topic::Search,
        about: "Single enhancements, history with the table and all six, a ply deeper",
        title: "Enhancements of alpha-beta: the promising sets of 1989, deeper",
        source: SOURCE,
    },
    base: Subset::NONE,
    sets: promising,
    promising,
    plies: (4, 6),
    quick: 5,
};

/// The plies are those where the source says that history fades.
pub static DEEPEST: Enhancements1989 = Enhancements1989 {
    facts: StudyFacts {
        name: "1989deepest",
        topic: Topic::Search,
        about: "Gains of the other enhancements beside knowledge, to 8 plies",
        title: "Enhancements of alpha-beta: what 1989's others add to knowledge, to 8 plies",
        source: SOURCE,
    },
    base: Subset::NONE.with(Enhancement::Knowledge),
    sets: informed,
    promising: informed,
    plies: (5, 8),
    quick: 6,
};

fn promising() -> Vec<Subset> {
    use Enhancement::{History, Knowledge, Table};
    let singles = Enhancement::ALL.map(|one| Subset::of(&[one]));
    let joint =
        [&[Table, History][..], &[Knowledge, History], &[Table, Knowledge, History], &Enhancement::ALL];
    let joint = joint.map(Subset::of);
    std::iter::once(Subset::default()).chain(singles).chain(joint).collect()
}

fn informed() -> Vec<Subset> {
    let knowledge = Subset::NONE.with(Enhancement::Knowledge);
    let each = Enhancement::ALL.map(|one| knowledge.with(one));
    each.into_iter().chain([Subset::of(&Enhancement::ALL)]).collect()
}

impl Study for Enhancements1989 {
    fn facts(&self) -> StudyFacts {
        self.facts
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let (sets, last) = match extent {
            Extent::Quick => ((self.promising)(), self.quick),
            Extent::Full => ((self.sets)(), self.plies.1),
        };
        let mut beside: Vec<_> = sets.into_iter().map(Subset::search).collect();
        beside.sort_unstable();
        beside.dedup();
        let base = self.base.search();
        beside.retain(|&search| search != base);
        Searches {
            study: self.facts.name.to_owned(),
            positions: PositionSet::kasparov_short(),
            schemes: vec![SchemeName::TwoBig1],
            slots: vec![SLOTS],
            plies: (self.plies.0, last),
            modes: vec![MODE],
            search: (search_name(base), base),
            beside,
            ..Searches::blank()
        }
    }

    fn introduction(&self, _: &Results, samples: &Samples) -> String {
        format!(
            "Schaeffer (IEEE Transactions on Pattern Analysis and Machine Intelligence 11(11), 1989; here as Hsu's lecture on search enhancements tells it) added six enhancements to an \
             alpha-beta that deepens, in all 64 combinations: a table, knowledge of the game, aspiration, refutation tables, killers and the history heuristic. This report is on {} of \
             them, and {} positions of `{}`.\n\
             - Every set has empty windows and quiescence. All sets find the same values.\n\
             - Knowledge is captures first, by victim and attacker.\n\
             - The table has {SLOTS} entries under TWOBIG1. Its scores are used at equal depth only.\n\
             - A move gains by the plies that it was best at, not by 2 to their power.\n\
             - The source counted time as well; this report counts only nodes.",
            Subset::all().filter(|set| set.nodes(samples, self.plies.0).is_some()).count(),
            samples.positions().len(),
            samples.set()
        )
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        claims::all(self, samples)
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        tables::figures(self.base, samples)
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        tables::section(self.base, samples)
    }

    fn takeaway(&self, samples: &Samples, _: &[Claim]) -> String {
        tables::takeaway(self.base, samples).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, DEEPER, DEEPEST};
    use crate::experiment::Experiment as _;
    use crate::experiment::searches::Searches;
    use crate::studies::{Extent, Study};
    use supplant_search::search::Stop;

    #[test]
    fn every_set_finds_the_same_value() {
        let study = Searches { plies: (3, 3), ..ALL.experiment(Extent::Full) };
        let units = study.units();
        let of_one = |unit: &&crate::experiment::Unit<_>| unit.id.ends_with("breuker1994.15");
        let values = units.iter().filter(of_one).map(|unit| {
            let rows = study.run(&unit.cell, &Stop::default()).expect("there is memory");
            rows.expect("nothing stops it")[0].value
        });
        let values: Vec<_> = values.collect();
        assert_eq!(values.len(), 32 * 3, "no table, a table, one without end");
        assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    }

    #[test]
    fn the_promising_are_few_and_the_first_search_is_not_named_twice() {
        let deeper = DEEPER.experiment(Extent::Full);
        assert_eq!((deeper.beside.len(), ALL.experiment(Extent::Full).beside.len()), (7, 31));
        assert!(!deeper.beside.contains(&deeper.search.1));
        let informed = DEEPEST.experiment(Extent::Full);
        assert_eq!((informed.search.0.as_str(), informed.beside.len()), ("plain+cap", 5));
        assert!(
            informed.beside.iter().all(|search| search.captures)
                && !informed.beside.contains(&informed.search.1)
        );
    }
}
