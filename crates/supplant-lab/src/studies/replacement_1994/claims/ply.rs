//! Claims on the depth of the search, from Figure 3.

use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::bootstrap;
use crate::studies::replacement_1994::published;
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

const EXAMPLE: Contender = Contender::table(SchemeName::TwoBig1);

const PLIES: [Depth; 4] = [4, 5, 6, 7];

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    vec![useless_at_3(samples), useful_above_3(samples)]
}

fn sides(samples: &Samples, ply: Depth) -> Option<(&[u64], &[u64])> {
    samples.nodes(Mode::Stamp, ply, EXAMPLE, Some(published::SLOTS)).zip(samples.none(ply))
}

fn printed(ply: Depth) -> f64 {
    published::ratio(EXAMPLE, Mode::Stamp, ply).expect("Table 3 has plies 3 to 8") - 1.0
}

fn useless_at_3(samples: &Samples) -> Claim {
    let question = Question {
        name: "useless-at-3",
        section: "7, last paragraph",
        sentence: "In searches of 3 ply a table with stamped entries costs nodes instead of saving them.",
        statistic: "Nodes with a table relative to those without, less 1; TWOBIG1, 1024K positions, entries \
            stamped, 3 ply. The claim: above 0."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!("Tables 1 and 3: {}", percent(printed(3))),
    };
    let measured =
        sides(samples, 3).map(|(table, none)| bootstrap().ratio(table, none).map(|ratio| ratio - 1.0));
    question.decide(Range::POSITIVE, measured)
}

fn useful_above_3(samples: &Samples) -> Claim {
    let question = Question {
        name: "useful-above-3",
        section: "7, last paragraph; Figure 3",
        sentence: "In searches of more than 3 ply a table is a clear advantage.",
        statistic: "Nodes with a table relative to those without, less 1, at 4, 5, 6 and 7 ply; TWOBIG1, 1024K positions, entries stamped. The \
            claim: all of them below 0."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!("Tables 1 and 3, 4 ply: {}; 8 ply: {}", percent(printed(4)), percent(printed(8))),
    };
    let sides: Option<Vec<_>> = PLIES.into_iter().map(|ply| Some((ply, sides(samples, ply)?))).collect();
    let part = |&(ply, (table, none)): &(Depth, (&[u64], &[u64]))| ClaimPart {
        name: format!("{ply} ply"),
        measured: bootstrap().ratio(table, none).map(|ratio| ratio - 1.0),
    };
    let parts: Option<Vec<ClaimPart>> = sides.map(|sides| sides.iter().map(part).collect());
    question.decide_each(vec![Reading { name: "", range: Range::NEGATIVE, parts }])
}
