//! The paper's conclusions on its six experiments (section 3), as claims.

use super::{Information1996, MODE, in_words, published, table};
use crate::experiment::claims::{Claim, ClaimUnit, Question, Range, Reading, percent};
use crate::experiment::searches::contrast::{Along, CellSelector, Contrast};
use crate::experiment::searches::{Contender, Hits, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::{Confidence, bootstrap};
use supplant_search::search::HitUse;

/// The ends of the paper's figures, at which claims on all sizes are decided.
pub(super) const SPAN: [usize; 2] = [8 << 10, published::SLOTS];

/// Readings of `about`, in points: chosen, not measured, because the paper does not say how near.
const ABOUT: [(&str, f64); 2] = [("within 10 points", 0.10), ("within 5 points", 0.05)];

pub(super) fn all(study: &Information1996, samples: &Samples) -> Vec<Claim> {
    vec![
        score_beats_move(study, samples),
        half_of_hits_cut(study, samples),
        bounds_do_it(study, samples),
        true_values_do_not(study, samples),
        saved(study, samples, HitUse::Move),
        saved(study, samples, HitUse::Both),
    ]
}

fn contrast(study: &Information1996, of: HitUse, to: Contender, sizes: &[usize]) -> Contrast {
    let place = |contender| CellSelector { contenders: vec![contender], ..CellSelector::default() };
    let at = CellSelector {
        sizes: sizes.to_vec(),
        plies: vec![study.game.ply],
        modes: vec![MODE],
        ..CellSelector::default()
    };
    Contrast { of: place(table(of)), to: place(to), at, ..Contrast::default() }
}

fn score_beats_move(study: &Information1996, samples: &Samples) -> Claim {
    let largest = contrast(study, HitUse::Score, table(HitUse::Move), &[published::SLOTS]);
    let each = contrast(study, HitUse::Score, table(HitUse::Move), &SPAN);
    let each = Contrast { each: vec![Along::Size], ..each };
    let question = Question {
        name: "score-beats-move",
        section: "3, after Figure 1; 6",
        sentence: "Where a hit gives the score alone, a table saves more than where it names the move alone.",
        statistic: format!(
            "{}. The claim: below 0, at the largest size of the paper, or at the smallest, too.",
            each.words()
        ),
        unit: ClaimUnit::Percent,
        paper: "below 0 (curves)".to_owned(),
    };
    let reading = |name, contrast: &Contrast| contrast.reading(name, Range::NEGATIVE, samples);
    question.decide_each(vec![reading("at the largest size", &largest), reading("at each size", &each)])
}

pub(super) fn cut(
    study: &Information1996,
    samples: &Samples,
    hit: HitUse,
    size: usize,
) -> Option<Confidence> {
    let found = samples.hits_by_position(MODE, study.game.ply, table(hit), Some(size))?;
    let column = |count: fn(&Hits) -> u64| found.iter().map(count).collect::<Vec<_>>();
    let (cutoffs, hits) = (column(|found| found.cutoffs), column(|found| found.hits));
    (hits.iter().sum::<u64>() > 0).then(|| bootstrap().ratio(&cutoffs, &hits).of_a_whole())
}

fn half_of_hits_cut(study: &Information1996, samples: &Samples) -> Claim {
    let question = Question {
        name: "half-of-hits-cut",
        section: "3, after Figure 1",
        sentence: "In about half of the cases in which a position is found, its score ends the search of it.",
        statistic: format!(
            "Hits that end the search of a position, as a share of all hits, those too shallow to give a score included; {} positions, {} \
             ply. The claim: between 40 and 60 %. Whether hits name the move, too, the paper does not say.",
            sizes::name(published::SLOTS),
            study.game.ply
        ),
        unit: ClaimUnit::Share,
        paper: format!("about {:.0} %, said of the middle game", published::CUT * 100.0),
    };
    let about = Range::between(published::CUT - 0.1, published::CUT + 0.1);
    let reading = |hit| Reading::of_one(in_words(hit), about, cut(study, samples, hit, published::SLOTS));
    question.decide_each(vec![reading(HitUse::Score), reading(HitUse::Both)])
}

fn share_of_bounds(study: &Information1996, samples: &Samples) -> Option<Confidence> {
    let nodes = |contender, size| samples.nodes(MODE, study.game.ply, contender, size);
    let at_largest = |hit| nodes(table(hit), Some(published::SLOTS));
    let columns = [nodes(Contender::None, None)?, at_largest(HitUse::Bound)?, at_largest(HitUse::Score)?];
    let share =
        |sums: &[f64]| if sums[0] == sums[2] { 0.0 } else { (sums[0] - sums[1]) / (sums[0] - sums[2]) };
    Some(bootstrap().estimate(&columns, share))
}

fn bounds_do_it(study: &Information1996, samples: &Samples) -> Claim {
    let question = Question {
        name: "bounds-do-it",
        section: "3, after Figure 1; 6",
        sentence: "What scores save is saved by bounds.",
        statistic: format!(
            "Nodes without a table less those where a hit gives bounds alone, as a share of nodes without a table less those where it gives \
             every score; {} positions, {} ply. The claim, above 95 %, or above 99 %: the paper says `fully`, and of curves.",
            sizes::name(published::SLOTS),
            study.game.ply
        ),
        unit: ClaimUnit::Share,
        paper: "fully (curves)".to_owned(),
    };
    let share = share_of_bounds(study, samples);
    let readings = vec![
        Reading::of_one("above 95 %", Range::above(0.95), share.clone()),
        Reading::of_one("above 99 %", Range::above(0.99), share),
    ];
    question.decide_each(readings)
}

fn true_values_do_not(study: &Information1996, samples: &Samples) -> Claim {
    let measured = contrast(study, HitUse::Exact, Contender::None, &[published::SLOTS]);
    let question = Question {
        name: "true-values-do-not",
        section: "3, after Figure 1; 6",
        sentence: "True values alone save hardly anything.",
        statistic: format!(
            "{}. The claim: above −5 %, or above −1 %; they may also cost, the paper says, and not how much.",
            measured.words()
        ),
        unit: ClaimUnit::Percent,
        paper: "about 0, or above (curves)".to_owned(),
    };
    let reading = |name, least| measured.reading(name, Range::above(least), samples);
    question.decide_each(vec![reading("less than 5 %", -0.05), reading("less than 1 %", -0.01)])
}

fn saved(study: &Information1996, samples: &Samples, hit: HitUse) -> Claim {
    let measured = contrast(study, hit, Contender::None, &[published::SLOTS]);
    let in_print = study.printed.change(hit).expect("the text has a number");
    let (name, sentence) = match hit {
        HitUse::Move => ("saved-by-move", "What a table saves whose hits name the move alone is as printed."),
        _ => ("saved-by-both", "What a table saves whose hits give score and move is as printed."),
    };
    let question = Question {
        name,
        section: "3, after Figure 2",
        sentence,
        statistic: format!(
            "{}. The claim: no further than 10 points from {}, or than 5.",
            measured.words(),
            percent(in_print)
        ),
        unit: ClaimUnit::Percent,
        paper: format!("about {}", percent(in_print)),
    };
    let reading =
        |(name, near)| measured.reading(name, Range::between(in_print - near, in_print + near), samples);
    question.decide_each(ABOUT.map(reading).into())
}
