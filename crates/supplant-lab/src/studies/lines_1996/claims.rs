//! The paper's conclusions on lines in entries (section 5 and the abstract), as claims.

use super::{Lines1996, MODE, SAME_BYTES, SLOTS, TWICE, table};
use crate::experiment::claims::{Claim, ClaimUnit, Question, Range, percent};
use crate::experiment::searches::Samples;
use crate::experiment::searches::contrast::{CellSelector, Contrast};
use crate::experiment::sizes;
use crate::experiment::stats::{Confidence, bootstrap};
use supplant_search::search::HitUse;

/// The paper says that an ancestor's line is of use less often than this.
const SELDOM: f64 = 0.001;

pub(super) fn all(study: &Lines1996, samples: &Samples) -> Vec<Claim> {
    vec![seldom_of_use(study, samples), five_plies_save(study, samples), better_than_entries(study, samples)]
}

fn five_plies(study: &Lines1996, slots: usize) -> Contrast {
    let place = |hit, slots| CellSelector {
        contenders: vec![table(hit)],
        sizes: vec![slots],
        ..CellSelector::default()
    };
    let at = CellSelector { plies: vec![study.game.ply], modes: vec![MODE], ..CellSelector::default() };
    Contrast { of: place(HitUse::Line5, SLOTS), to: place(HitUse::Both, slots), at, ..Contrast::default() }
}

pub(super) fn of_use(study: &Lines1996, samples: &Samples, hit: HitUse, slots: usize) -> Option<Confidence> {
    let found = samples.hits_by_position(MODE, study.game.ply, table(hit), Some(slots))?;
    let inherited: Vec<_> = found.iter().map(|found| found.inherited).collect::<Option<_>>()?;
    let nodes: Vec<_> = found.iter().map(|found| found.nodes).collect();
    Some(bootstrap().ratio(&inherited, &nodes).of_a_whole())
}

fn seldom_of_use(study: &Lines1996, samples: &Samples) -> Claim {
    let question = Question {
        name: "seldom-of-use",
        section: "5.1, first observation",
        sentence: "Hardly ever is a position absent from the table while the line of an ancestor has a move for it.",
        statistic: format!(
            "Positions that are looked up with depth left and not found, and for which a five-ply line of an ancestor names a legal move, as a \
             share of all nodes; {} positions, {} ply. The claim: below {} %.",
            sizes::name(SLOTS),
            study.game.ply,
            SELDOM * 100.0
        ),
        unit: ClaimUnit::Share,
        paper: format!("less than {} %, said of the middle game", SELDOM * 100.0),
    };
    let share = of_use(study, samples, HitUse::Line5, SLOTS);
    question.decide(Range::below(SELDOM), share)
}

fn five_plies_save(study: &Lines1996, samples: &Samples) -> Claim {
    let measured = five_plies(study, SLOTS);
    let in_print = -study.saved;
    let question = Question {
        name: "five-plies-save",
        section: "5.1 and 5.2; 6",
        sentence: "Entries with five-ply lines save nodes over as many entries with a move: about as many as printed.",
        statistic: format!(
            "{}. The claim: no further than {:.0} points from {}, or than {:.0}; or below 0 at all.",
            measured.words(),
            study.near[0] * 100.0,
            percent(in_print),
            study.near[1] * 100.0
        ),
        unit: ClaimUnit::Percent,
        paper: format!("about {}", percent(in_print)),
    };
    let about =
        |name, near| measured.reading(name, Range::between(in_print - near, in_print + near), samples);
    let readings = vec![
        // The registered claims have this order.
        about("as printed", study.near[0]),
        about("nearly as printed", study.near[1]),
        measured.reading("at all", Range::NEGATIVE, samples),
    ];
    question.decide_each(readings)
}

fn better_than_entries(study: &Lines1996, samples: &Samples) -> Claim {
    let (twice, same_bytes) = (five_plies(study, TWICE), five_plies(study, SAME_BYTES));
    let question = Question {
        name: "better-than-entries",
        section: "abstract; 5.1",
        sentence: "Memory is better spent on lines than on entries.",
        statistic: format!(
            "{}; {}. The claim: below 0. The first is what the paper compares, the second takes as many bytes on both sides: an entry takes 16, \
             one with a line 24.",
            twice.words(),
            same_bytes.words()
        ),
        unit: ClaimUnit::Percent,
        paper: "below 0: 3 % saved by lines, 1 % by twice as many entries, in the middle game".to_owned(),
    };
    let reading = |name, contrast: &Contrast| contrast.reading(name, Range::NEGATIVE, samples);
    question.decide_each(vec![
        reading("than on twice as many entries", &twice),
        reading("at equal bytes", &same_bytes),
    ])
}
