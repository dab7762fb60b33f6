//! Measures how far replacement schemes are from what is possible, in two ways
//! (`experiment/limit`).

mod claims;
mod lost;
mod tables;

use super::{Extent, Parts, Study, StudyFacts, Topic};
use crate::experiment::limit::{ForesightOf, SavingsLimit};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::{Mode, Results, Samples, Searches};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

#[derive(Clone, Copy, Debug)]
pub struct LimitStudy;

const PLY: Depth = 6;
const SIZES: [usize; 5] = [2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10];
const SMALL: [usize; 3] = [2 << 10, 4 << 10, 8 << 10];
const PUBLISHED: SchemeName = SchemeName::TwoBig1;
const OURS: SchemeName = SchemeName::Siege;
const REPLAYED: [SchemeName; 6] = [
    SchemeName::New,
    SchemeName::Deep,
    SchemeName::DepthAge,
    SchemeName::TwoBig1,
    SchemeName::FourBig,
    SchemeName::Siege,
];
const WIDTHS: [u8; 5] = [1, 2, 4, 8, 16];

const SEVERAL: &str = "\n- The record is that of all workers, in the order of their turns. A use saves its worker a search, whoever stored the entry. What is lost is work of all workers together, and not time.\n- \
                       An entry that is not kept counts as searched anew at once, by one worker. The record does not show others that would search it meanwhile.";

fn limits() -> Vec<SavingsLimit> {
    let replayed = REPLAYED
        .into_iter()
        .flat_map(|scheme| [SavingsLimit::Replay(scheme), SavingsLimit::Admitted(scheme)]);
    std::iter::once(SavingsLimit::Foresight(ForesightOf::Scores))
        .chain(replayed)
        .chain(WIDTHS.map(SavingsLimit::Optimum))
        .collect()
}

impl Study for LimitStudy {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "limit",
            topic: Topic::Schemes,
            about: "How far replacement schemes are from what is possible",
            title: "The limit: how far replacement schemes are from what is possible",
            source: "This project's question. The claims were written before any of these positions was recorded; what is known of other positions (the eighteen of 1994) had a part in \
                     their wording. SIEGE is its second version, which was chosen later and without these positions.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        let is_quick = extent == Extent::Quick;
        Searches {
            study: self.name().to_owned(),
            positions: PositionSet::named(if is_quick { "middlegames:60" } else { "middlegames:8" })
                .expect("it is built in"),
            schemes: vec![
                SchemeName::New,
                SchemeName::Deep,
                SchemeName::Big1,
                SchemeName::TwoDeep,
                SchemeName::DepthAge,
                SchemeName::Crafty,
                SchemeName::ExactAge,
                PUBLISHED,
                SchemeName::FourBig,
                SchemeName::WideBig,
                SchemeName::WideDeep,
                OURS,
            ],
            slots: if is_quick { SMALL[..2].to_vec() } else { SIZES.to_vec() },
            plies: (PLY, PLY),
            modes: vec![Mode::Clear],
            limits: limits(),
            ..Searches::blank()
        }
    }

    fn introduction(&self, results: &Results, samples: &Samples) -> String {
        let several = if results.family.lockstep.is_some() { SEVERAL } else { "" };
        format!(
            "How far are replacement schemes from what is possible? {} positions of `{}` are searched with an unbounded table, and each search is recorded: what was stored, and which \
             stored scores ended the search of a position.\n\
             - A table of a given size serves a recorded use if it keeps the entry until then.\n\
             - The most that any policy could serve is computed exactly, bucket by bucket: weighted interval scheduling with one machine for each slot.\n\
             - Schemes run over the same record and lose more than that.\n\
             - An entry that is kept changes what is searched next, which a record does not show. So foresight searches anew, with a table that knows the record and keeps the entries that will save most. It is not a bound, but no \
             scheme can know as much.{several}",
            samples.positions().len(),
            samples.set()
        )
    }

    fn takeaway_of_several(&self, samples: &Samples, threads: usize) -> String {
        tables::takeaway_of_several(samples, threads).unwrap_or_default()
    }

    fn verify_text(&self, _: &Samples) -> String {
        String::new()
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
