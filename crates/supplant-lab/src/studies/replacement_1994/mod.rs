//! Runs the study of Breuker, Uiterwijk and van den Herik on replacement schemes for transposition
//! tables (ICCA Journal 17(4), 1994) again.

mod claims;
pub mod comparison;
mod deeper;
mod figures;
mod load;
pub mod published;
mod tables;
mod takeaway;

use super::{Extent, Study, StudyFacts, Topic};
use crate::experiment::claims::Claim;
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{At, Contender, Further, Mode, Results, Same, Samples, Searches};
use crate::report::document::{Block, Figure};
use crate::report::grouped;
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::HitUse;

#[derive(Clone, Copy, Debug)]
pub struct Replacement1994;

pub const SCHEMES: [SchemeName; 7] = [
    SchemeName::TwoBig1,
    SchemeName::TwoDeep,
    SchemeName::Big1,
    SchemeName::BigAll,
    SchemeName::Deep,
    SchemeName::New,
    SchemeName::Old,
];

const FURTHER: Depth = 8;

fn stamping(samples: &Samples) -> String {
    let stamped = samples.cells().filter(|at| at.mode == Mode::Stamp);
    let (mut changed, mut all) = (0, 0);
    for At { ply, contender, size, .. } in stamped {
        let nodes = |mode| samples.nodes(mode, ply, contender, size);
        if let Some((stamp, clear)) = nodes(Mode::Stamp).zip(nodes(Mode::Clear)) {
            changed += stamp.iter().zip(clear).filter(|(stamp, clear)| stamp != clear).count();
            all += stamp.len();
        }
    }
    if changed * 2 >= all {
        return String::new();
    }
    format!(
        " Stamping changed {} of {} searches, each to one depth: positions of many games have hardly an entry in common, and what is claimed of \
         stamping is decided by next to nothing.",
        grouped(changed as u64),
        grouped(all as u64)
    )
}

impl Study for Replacement1994 {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "1994",
            topic: Topic::Schemes,
            about: "Replacement schemes by table size and depth (Breuker, Uiterwijk and van den Herik, 1994)",
            title: "Replacement schemes for transposition tables: 1994, run again",
            source: "What the paper concludes, point by point.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let quick = Searches {
            study: self.name().to_owned(),
            positions: PositionSet::kasparov_short(),
            schemes: SCHEMES.to_vec(),
            slots: vec![8 << 10, 64 << 10, 512 << 10],
            plies: (3, 7),
            modes: vec![Mode::Clear],
            ..Searches::blank()
        };
        match extent {
            Extent::Quick => quick,
            Extent::Full => Searches {
                slots: (3..=10).map(|k| 1 << (k + 10)).collect(),
                further: Some(Further { ply: FURTHER, slots: (2..=5).map(|k| 1 << (2 * k + 10)).collect() }),
                modes: vec![Mode::Clear, Mode::Stamp],
                ..quick
            },
        }
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let theirs = "Breuker, Uiterwijk and van den Herik (ICCA Journal 17(4), 1994) let seven replacement schemes search eighteen \
                      positions of one game with tables of eight sizes, and counted nodes.";
        let search = &results.family.search;
        if has_their_positions(samples) {
            format!(
                "{theirs} This report sets the same positions, searched with `{search}`, beside what they published.{}",
                rule_in_words(samples)
            )
        } else {
            format!(
                "{theirs} This report is on {} positions of another set, `{}`, searched with `{search}`: it asks whether their \
                 claims hold there, and sets none of their figures beside ours.{}{}",
                samples.positions().len(),
                samples.set(),
                rule_in_words(samples),
                stamping(samples)
            )
        }
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        claims::all(samples)
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        figures::all(samples)
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        let published =
            has_their_positions(samples).then(|| tables::section(&comparison::all(samples), samples));
        [published.unwrap_or_default(), deeper::section(samples), load::section(samples)].concat()
    }

    fn takeaway(&self, samples: &Samples, claims: &[Claim]) -> String {
        takeaway::words(samples, claims).unwrap_or_default()
    }

    fn verify_text(&self, samples: &Samples) -> String {
        if has_their_positions(samples) { tables::text(&comparison::all(samples)) } else { String::new() }
    }

    fn published(&self, samples: &Samples, at: At) -> Option<u64> {
        if !has_their_positions(samples) {
            return None;
        }
        let in_print = at.contender == Contender::None || at.size == Some(published::SLOTS);
        in_print.then(|| published::kilonodes(at.contender, at.mode, at.ply)).flatten()
    }

    fn can_judge(&self, experiment: &Searches) -> Result<(), String> {
        if !experiment.threads.iter().all(|&threads| self.is_about(threads, experiment.lockstep)) {
            return Err("the claims are about other workers; leave out --threads and --lockstep".to_owned());
        }
        if !experiment.layouts.contains(&Contender::LAYOUT) {
            return Err(format!(
                "the claims are about tables of {0}; add {0} to --layouts",
                Contender::LAYOUT
            ));
        }
        if !experiment.hits.contains(&HitUse::Both) {
            return Err("the claims are about hits that may do all; add both to --hits".to_owned());
        }
        Ok(())
    }
}

fn rule_in_words(samples: &Samples) -> String {
    match samples.same() {
        Same::Scheme => String::new(),
        same => format!(
            " In this run the rule for a result whose position already has an entry is not our usual one, the newer replaces the older, but `{same}`."
        ),
    }
}

fn has_their_positions(samples: &Samples) -> bool {
    samples.are_of(&PositionSet::kasparov_short())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Extent, Replacement1994, Study as _};
    use crate::experiment::Experiment as _;

    #[test]
    fn the_full_grid_has_the_observations_of_the_paper() {
        let units = Replacement1994.experiment(Extent::Full).units();
        let observations = units.iter().filter(|unit| unit.cell.contender.scheme().is_some());
        let observations = observations.map(|unit| {
            let plies = usize::from(unit.cell.plies.1 - unit.cell.plies.0) + 1;
            plies * if unit.cell.position.is_some() { 1 } else { 18 }
        });
        assert_eq!(observations.sum::<usize>(), 11_088);
        let ids: HashSet<_> = units.iter().map(|unit| &unit.id).collect();
        assert_eq!(ids.len(), units.len());
    }

    #[test]
    fn ids_are_as_they_always_were() {
        let units = Replacement1994.experiment(Extent::Quick).units();
        assert_eq!(units[0].id, "1994/alibaba/clear/none/3-7/t1/breuker1994.15");
        assert_eq!(units[2].id, "1994/alibaba/clear/TWOBIG1/8192/3-7/t1/breuker1994.15");
    }
}
