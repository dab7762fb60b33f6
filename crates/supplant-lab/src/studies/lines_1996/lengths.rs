//! Tables that compare lines of one to five plies.

use super::{LENGTHS, Lines1996, MODE, SAME_BYTES, SLOTS, TWICE, claims, in_words, table};
use crate::experiment::claims::change;
use crate::experiment::searches::Samples;
use crate::experiment::sizes;
use crate::experiment::stats::{Estimate, bootstrap};
use crate::report::document::{Block, DataTable, TableCell};
use supplant_search::search::HitUse;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    pub hit: HitUse,
    pub slots: usize,
    pub nodes: u64,
    pub change: Option<Estimate>,
    pub of_use: Option<Estimate>,
}

#[must_use]
pub fn all(study: &Lines1996, samples: &Samples) -> Vec<Length> {
    let nodes = |hit, slots| samples.nodes(MODE, study.game.ply, table(hit), Some(slots));
    let Some(plain) = nodes(HitUse::Both, SLOTS) else { return Vec::new() };
    let one = |(hit, slots): (HitUse, usize)| {
        let own = nodes(hit, slots)?;
        let is_plain = (hit, slots) == (HitUse::Both, SLOTS);
        let change = || bootstrap().ratio(own, plain).map(|ratio| ratio - 1.0).interval();
        Some(Length {
            hit,
            slots,
            nodes: own.iter().sum(),
            change: (!is_plain).then(change),
            of_use: claims::of_use(study, samples, hit, slots).map(|share| share.interval()),
        })
    };
    let beside = [SAME_BYTES, TWICE].map(|slots| (HitUse::Both, slots));
    LENGTHS.map(|hit| (hit, SLOTS)).into_iter().chain(beside).filter_map(one).collect()
}

fn side_by_side(study: &Lines1996, samples: &Samples) -> Option<DataTable> {
    let all = all(study, samples);
    let of_use = |share: Estimate| TableCell::number(format!("{:.3} %", share.value * 100.0), share.value);
    let row = |one: &Length| {
        let change =
            |of: fn(Estimate) -> f64| TableCell::or_absent(one.change.map(of).map(TableCell::percent));
        vec![
            in_words(one.hit).into(),
            sizes::name(one.slots).into(),
            sizes::bytes((one.slots * table(one.hit).slot_bytes()) as u64).into(),
            TableCell::count(one.nodes),
            change(|change| change.value),
            change(|change| change.low),
            change(|change| change.high),
            TableCell::or_absent(one.of_use.map(of_use)),
        ]
    };
    let header = ["line", "entries", "memory", "nodes", "to 1 ply", "from", "to", "of use"];
    (!all.is_empty()).then(|| DataTable {
        caption: format!(
            "Lines in entries under TWOBIG1, {}-ply searches: nodes, how many more or fewer than with {} entries of one move with the 95 % \
             interval over positions, and the share of nodes at which the table holds nothing and an ancestor's line has a move",
            study.game.ply,
            sizes::name(SLOTS)
        ),
        header: DataTable::header(&header),
        words: 3,
        rows: all.iter().map(row).collect(),
    })
}

pub(super) fn section(study: &Lines1996, samples: &Samples) -> Vec<Block> {
    Block::section("Lines of one to five plies", side_by_side(study, samples))
}

pub(super) fn words(study: &Lines1996, samples: &Samples) -> Option<String> {
    let all = all(study, samples);
    let told = |hit, slots| {
        let of = all.iter().find(|one| (one.hit, one.slots) == (hit, slots))?;
        Some(change(of.change?))
    };
    Some(format!(
        "Nodes relative to {} entries of one move ({} ply, {} positions): with five-ply lines in as many entries {}, with half as many entries \
         again instead, in the same bytes, {}, with twice as many {}.",
        sizes::name(SLOTS),
        study.game.ply,
        samples.positions().len(),
        told(HitUse::Line5, SLOTS)?,
        told(HitUse::Both, SAME_BYTES)?,
        told(HitUse::Both, TWICE)?
    ))
}
