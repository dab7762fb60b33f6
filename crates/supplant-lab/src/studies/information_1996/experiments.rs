//! Tables that compare the six experiments.

use super::{HITS, Information1996, MODE, claims, in_words, published, table};
use crate::experiment::searches::{Contender, Samples};
use crate::experiment::sizes;
use crate::experiment::stats::Estimate;
use crate::report::document::{Block, DataTable, TableCell};
use supplant_search::search::HitUse;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaperExperiment {
    pub number: usize,
    pub hit: HitUse,
    pub nodes: u64,
    pub change: Estimate,
    pub printed: Option<f64>,
    pub cut: Option<Estimate>,
}

#[must_use]
pub fn all(study: &Information1996, samples: &Samples) -> Option<(usize, Vec<PaperExperiment>)> {
    let is_ours = |contender: Contender| HITS.iter().any(|&hit| contender == table(hit));
    let size = samples.sizes_of(MODE, study.game.ply, is_ours).pop()?;
    let is_in_print = size == published::SLOTS && study.game.has_positions_of(samples);
    let one = |number, hit, contender, size: Option<usize>| {
        let cuts = size.filter(|_| !matches!(hit, HitUse::Nothing | HitUse::Move));
        Some(PaperExperiment {
            number,
            hit,
            nodes: samples.sum(MODE, study.game.ply, contender, size)?,
            change: less_one(samples.ratio_to_none(MODE, study.game.ply, contender, size)?),
            printed: study.printed.change(hit).filter(|_| is_in_print),
            cut: cuts.and_then(|size| Some(claims::cut(study, samples, hit, size)?.interval())),
        })
    };
    let none = one(1, HitUse::Nothing, Contender::None, None);
    let others = HITS.iter().enumerate().filter_map(|(i, &hit)| one(i + 2, hit, table(hit), Some(size)));
    Some((size, none.into_iter().chain(others).collect()))
}

fn less_one(Estimate { value, low, high }: Estimate) -> Estimate {
    Estimate { value: value - 1.0, low: low - 1.0, high: high - 1.0 }
}

fn side_by_side(study: &Information1996, samples: &Samples) -> Option<DataTable> {
    let (size, all) = all(study, samples)?;
    let row = |one: &PaperExperiment| {
        let Estimate { value, low, high } = one.change;
        vec![
            one.number.to_string().into(),
            in_words(one.hit).into(),
            TableCell::count(one.nodes),
            TableCell::percent(value),
            TableCell::percent(low),
            TableCell::percent(high),
            TableCell::or_absent(one.printed.map(TableCell::percent)),
            TableCell::or_absent(one.cut.map(|cut| TableCell::share(cut.value))),
        ]
    };
    let header =
        ["experiment", "a hit gives", "nodes", "to no table", "from", "to", "the paper", "hits that cut"];
    Some(DataTable {
        caption: format!(
            "The six experiments with {} positions under TWOBIG1, {}-ply searches: nodes, how many more or fewer than without a table with \
             the 95 % interval over positions, the same in the paper, and the share of hits that end the search of a position",
            sizes::name(size),
            study.game.ply
        ),
        header: DataTable::header(&header),
        words: 2,
        rows: all.iter().map(row).collect(),
    })
}

pub(super) fn section(study: &Information1996, samples: &Samples) -> Vec<Block> {
    Block::section("The six experiments", side_by_side(study, samples))
}
