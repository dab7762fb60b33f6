//! Measures which enhancements pay together: what each of eleven switches does, and what each two
//! do to one another.

mod claims;
pub mod design;
pub mod effects;
pub mod quality;
mod tables;

use self::design::DesignRun;
use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Contender, Further, Mode, Results, Samples, Searches};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant_search::search::Enhancements;

#[derive(Clone, Copy, Debug)]
pub struct Screening;

const MODE: Mode = Mode::Clear;
const TABLE: Contender = Contender::table(SchemeName::TwoBig1);
const SLOTS: usize = 256 << 10;
const PLIES: (Depth, Depth) = (3, 5);
const REFERENCE: Depth = PLIES.1 + 2;

/// None of the switches is on in this search: full width, captures first, with a table.
const BASE: &str = "plain+cap-eq";

const PRESET: &str = "pruning";
const TURNED: [&str; 9] =
    ["-ref", "+asp2", "+hist1", "+histx", "+null3", "+nullv", "+chk", "+recap", "+chk+recap"];

fn base() -> Enhancements {
    BASE.parse().expect("it is a search")
}

fn beside() -> Vec<Enhancements> {
    let turned = TURNED.iter().map(|turn| format!("{PRESET}{turn}"));
    std::iter::once(PRESET.to_owned())
        .chain(turned)
        .map(|name| name.parse().expect("it is a search"))
        .collect()
}

fn plies(samples: &Samples) -> Option<Plies> {
    let beside = samples.searches().into_iter().flatten().next()?;
    let last = samples.doing(beside).deepest(MODE)?;
    let reference = samples.deepest(MODE)?;
    (last > 2 && reference > last).then(|| Plies { before: last - 2, last, reference })
}

#[derive(Clone, Copy, Debug)]
struct Plies {
    before: Depth,
    last: Depth,
    reference: Depth,
}

impl Study for Screening {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "screening",
            topic: Topic::Search,
            about: "Which enhancements pay together: eleven switches in 128 searches (after Hsu)",
            title: "Screening: which enhancements pay together",
            source: "Hsu's lecture (`Dynamically adjusting searching depth`); what is `about 2`, `little` and an interaction worth the name was \
                     chosen before the run. That what is found is told at the last ply, and not two plies before, was changed after a look at 18 positions of another set; every fourth of these had been searched when the \
                     preset `modern` was chosen.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let positions = match extent {
            Extent::Quick => PositionSet::kasparov_short(),
            Extent::Full => PositionSet::named("middlegames").expect("it is built in"),
        };
        let searches = DesignRun::all().map(DesignRun::search).filter(|&search| search != base());
        Searches {
            study: self.name().to_owned(),
            positions,
            schemes: vec![SchemeName::TwoBig1],
            slots: vec![SLOTS],
            plies: PLIES,
            further: Some(Further { ply: REFERENCE, slots: vec![SLOTS] }),
            modes: vec![MODE],
            search: (BASE.to_owned(), base()),
            beside: searches.chain(beside()).collect(),
            lean: true,
            ..Searches::blank()
        }
    }

    fn introduction(&self, _: &Results, samples: &Samples) -> String {
        format!(
            "Hsu's lecture on search enhancements adds null move, late move reductions, extensions and quiescence to what Schaeffer weighed in 1989. Do these enhancements pay \
             together?\n\
             - Eleven switches have 2048 combinations. This report is on 128 of them: a fractional factorial design of resolution V.\n\
             - Each of them searches {} positions of `{}`, with a table of {SLOTS} entries under TWOBIG1.\n\
             - Every effect of one switch, and every interaction of two, comes from all 128 searches: half of them have the switch, half do not. Interactions of three or more are \
             taken as zero.\n\
             - Empty windows, deepening, quiescence and captures first are always on.\n\
             - The search with none of the eleven is full width. The report counts how often another search finds another move or value, and how often its move is that of full \
             width two plies deeper.\n\
             - In the preset `{PRESET}`, one switch at a time is turned, for what the design leaves out.",
            samples.positions().len(),
            samples.set()
        )
    }

    fn parts(&self) -> Parts {
        Parts {
            claims: claims::all,
            figures: tables::figures,
            sections: tables::sections,
            takeaway: tables::takeaway,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::design::{Effect, factor};
    use super::effects::Response;
    use super::quality::{ranked, wanted};
    use super::{BASE, Further, SLOTS, Screening, base, beside, tables};
    use crate::experiment::claims::Verdict;
    use crate::experiment::searches::Samples;
    use crate::studies::{Extent, Study};

    static MEASURED: LazyLock<Samples> = LazyLock::new(measured);

    fn measured() -> Samples {
        let mut study = Screening.experiment(Extent::Quick);
        study.positions.positions = study.positions.positions.iter().step_by(6).cloned().collect();
        study.plies = (1, 3);
        study.further = Some(Further { ply: 4, slots: vec![SLOTS] });
        Samples::measured(&study)
    }

    #[test]
    fn what_is_measured_is_weighed_against_full_width() {
        let samples = &*MEASURED;
        let of = |response: Response, search| response.of(samples, search).expect("it is measured");
        assert!(of(Response::OtherMove, base()).iter().all(|&other| other == 0.0));
        assert!(of(Response::OtherValue, base()).iter().all(|&other| other == 0.0));
        let found: f64 = of(Response::Found, base()).iter().sum();
        let wanted = wanted(samples).expect("it is measured");
        assert_eq!((wanted.found as f64, wanted.name().as_str(), wanted.ply), (found, BASE, 3));
        let effect = |name| [(Effect::Of(factor(name)), 1.0)];
        let costs = |name| Response::Nodes.contrast(samples, &effect(name)).expect("it is measured").value();
        assert!(costs("lmr") < 0.0 && costs("qchk") > 0.0, "{} {}", costs("lmr"), costs("qchk"));
        let ranked = ranked(samples).expect("it is measured");
        assert!(ranked.is_sorted_by_key(|reached| reached.nodes));
        assert!(ranked.iter().all(|reached| reached.found >= wanted.found));
        assert!(ranked.iter().any(|reached| reached.search == base()));
    }

    #[test]
    fn every_claim_is_measured_and_every_table_shown() {
        let samples = &*MEASURED;
        let claims = Screening.claims(samples);
        assert!(claims.iter().all(|claim| claim.verdict != Verdict::NotMeasured));
        assert_eq!((tables::sections(samples).len(), tables::figures(samples).len()), (8, 2));
        assert!(tables::takeaway(samples).is_some());
        let without = Samples::default();
        assert!(tables::sections(&without).is_empty() && tables::figures(&without).is_empty());
        assert_eq!(beside().len(), 10);
    }
}
