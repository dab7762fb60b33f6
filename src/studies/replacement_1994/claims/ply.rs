//! Claims on the depth of the search: Figure 3.

use crate::entry::Depth;
use crate::lab::claims::{Claim, Question, Range, Unit, percent};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::lab::stats::Bootstrap;
use crate::scheme::SchemeName;
use crate::studies::replacement_1994::published;

/// The paper's example.
const EXAMPLE: Contender = Contender::table(SchemeName::TwoBig1);

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    vec![useless_at_3(samples), useful_above_3(samples)]
}

/// Nodes by position, with the table of Figure 3 and without one.
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
        unit: Unit::Percent,
        paper: format!("Tables 1 and 3: {}", percent(printed(3))),
    };
    let measured = sides(samples, 3)
        .map(|(table, none)| Bootstrap::default().ratio(table, none).map(|ratio| ratio - 1.0));
    question.decide(Range::POSITIVE, measured, String::new())
}

fn useful_above_3(samples: &Samples) -> Claim {
    let question = Question {
        name: "useful-above-3",
        section: "7, last paragraph; Figure 3",
        sentence: "In searches of more than 3 ply a table is a clear advantage.",
        statistic:
            "Nodes with a table relative to those without, less 1, at the least favourable ply above 3 that \
            was measured; TWOBIG1, 1024K positions, entries stamped. The claim: below 0."
                .to_owned(),
        unit: Unit::Percent,
        paper: format!("Tables 1 and 3, 4 ply: {}; 8 ply: {}", percent(printed(4)), percent(printed(8))),
    };
    let plies: Vec<_> = samples.plies(Mode::Stamp).into_iter().filter(|&ply| ply > 3).collect();
    let sides: Vec<_> = plies.iter().filter_map(|&ply| Some((ply, sides(samples, ply)?))).collect();
    let columns: Vec<&[u64]> = sides.iter().flat_map(|(_, (table, none))| [*table, *none]).collect();
    let measured = (!columns.is_empty()).then(|| {
        Bootstrap::default().estimate(&columns, |sums| {
            sums.chunks(2).map(|sides| sides[0] / sides[1]).fold(f64::NEG_INFINITY, f64::max) - 1.0
        })
    });
    let sum = |nodes: &[u64]| nodes.iter().sum::<u64>() as f64;
    let by_ply = sides
        .iter()
        .map(|(ply, (table, none))| format!("{ply} ply: {}", percent(sum(table) / sum(none) - 1.0)));
    question.decide(Range::NEGATIVE, measured, by_ply.collect::<Vec<_>>().join("; "))
}
