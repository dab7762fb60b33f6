//! A claim on a position that is stored again, from Table 2.

use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading, percent};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::experiment::stats::bootstrap;
use crate::studies::replacement_1994::published;
use supplant::entry::Depth;
use supplant::scheme::SchemeName;

const PLY: Depth = 4;

const PREDICTED: [(&str, SchemeName, Range); 3] = [
    ("OLD", SchemeName::Old, Range::between(0.025, 0.045)),
    ("BIG1", SchemeName::Big1, Range::between(0.005, 0.015)),
    ("TWODEEP", SchemeName::TwoDeep, Range::between(-0.005, 0.0)),
];

pub(super) fn claims(samples: &Samples) -> Vec<Claim> {
    let printed = PREDICTED.map(|(name, scheme, _)| {
        let printed = |scheme| published::kilonodes(Contender::table(scheme), Mode::Clear, PLY);
        let [scheme, deep] =
            [scheme, SchemeName::Deep].map(|scheme| printed(scheme).expect("Table 2 has 4 plies") as f64);
        format!("{name} {}", percent(scheme / deep - 1.0))
    });
    let question = Question {
        name: "same-position",
        section: "Table 2, 4 ply",
        sentence: "Where nothing collides, schemes differ by what they do with a position that is stored again.",
        statistic: "Nodes relative to DEEP, less 1; 1024K positions, 4 ply, table cleared. Our prediction from the printed numbers: OLD +2.5 to \
            +4.5 %, BIG1 +0.5 to +1.5 %, TWODEEP −0.5 to 0 %."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!("Table 2: {}", printed.join(", ")),
    };
    let nodes = |scheme| samples.nodes(Mode::Clear, PLY, Contender::table(scheme), Some(published::SLOTS));
    let readings = PREDICTED.map(|(name, scheme, range)| {
        let sides = nodes(scheme).zip(nodes(SchemeName::Deep));
        let part = |(scheme, deep)| ClaimPart {
            name: format!("{name} to DEEP"),
            measured: bootstrap().ratio(scheme, deep).map(|ratio| ratio - 1.0),
        };
        Reading { name, range, parts: sides.map(|sides| vec![part(sides)]) }
    });
    vec![question.decide_each(readings.to_vec())]
}
