//! Runs the searches of one cell and makes their rows.

mod workers;

use std::collections::BTreeSet;
use supplant::table::{Options, Table};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use self::workers::Workers;
use super::{Contender, Mode, SearchCell, Searches};
use crate::experiment::clashing::{Clashing, Cut, FalseHits, Hashing, Unspread};
use crate::experiment::fnv::fnv1a;
use crate::experiment::games::{AnyGame, GameVisitor, Playable};
use crate::experiment::limit::{
    Complemented, Foresight, Recorded, SavingsLimit, TableAccess, most_saved, replayed, reuses, sized_as,
};
use crate::experiment::positions::played_game;
use crate::experiment::tagged::Witnessed;
use crate::experiment::unbounded::Unbounded;
use supplant::entry::Depth;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::{HitSize, SchemeName};
use supplant::table::Size;
use supplant_search::search::{
    Counters, Enhancements, HitUse, Iteration, Limits, NoTable, SearchTable, Stop, StudyTable,
};
use supplant_search::smp::Order;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(Default))]
pub struct SearchRow {
    pub position: String,
    pub ply: Depth,
    #[serde(default, skip_serializing_if = "is_nought")]
    pub deeper: Depth,
    /// Counts positions visited in all iterations up to this ply, as in the paper of 1994.
    pub nodes: u64,
    pub interior: u64,
    pub leaf: u64,
    pub quiescence: u64,
    pub probes: u64,
    pub hits: u64,
    pub cutoffs: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal_moves: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inherited: Option<u64>,
    /// Includes the root; known only at the last ply of a cell with one worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub false_hits: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub false_pairs: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clashes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<u64>,
    pub stores: u64,
    /// The unit is the game's: centipawns in chess.
    pub value: i32,
    pub best_move: String,
}

impl SearchRow {
    fn new<G: Playable>(
        position: &str,
        game: &G,
        found: &Iteration<G::Move>,
        counters: Counters,
        on: &Enhancements,
    ) -> Self {
        Self {
            position: position.to_owned(),
            ply: found.depth - G::DEEPER,
            deeper: G::DEEPER,
            nodes: counters.nodes(),
            interior: counters.interior,
            leaf: counters.leaf,
            quiescence: counters.quiescence,
            probes: counters.probes,
            hits: counters.hits,
            cutoffs: counters.cutoffs,
            illegal_moves: on.table_move.then_some(counters.illegal_moves),
            inherited: (on.table_line > 1).then_some(counters.inherited),
            false_hits: None,
            false_pairs: None,
            clashes: None,
            lost: None,
            stores: counters.stores,
            value: found.value,
            best_move: found.line.first().map_or_else(String::new, |&mv| game.notation(mv)),
        }
    }

    pub(super) fn check(&self, cell: &SearchCell) -> Result<(), String> {
        let Self { position, ply, nodes, interior, leaf, quiescence, probes, hits, cutoffs, .. } = self;
        let (first, last) = cell.plies;
        let of = |what: String| Err(format!("{position} to {ply} plies: {what}"));
        if !(first..=last).contains(ply) || cell.position.as_ref().is_some_and(|only| only != position) {
            return of(format!(
                "its cell is {} to {first}–{last} plies",
                cell.position.as_deref().unwrap_or("all")
            ));
        }
        if *nodes > MOST_NODES {
            return of(format!("{nodes} nodes are more than any search visits"));
        }
        let lost = self.lost.unwrap_or(0);
        let parts = [interior, leaf, quiescence, &lost];
        if parts.into_iter().try_fold(0u64, |sum, part| sum.checked_add(*part)) != Some(*nodes) {
            return of(format!(
                "{nodes} nodes are not {interior} interior + {leaf} leaf + {quiescence} quiescence + {lost} lost"
            ));
        }
        let is_of_a_record = matches!(cell.contender, Contender::Limit(limit) if limit.is_of_a_record());
        if self.lost.is_some() != is_of_a_record {
            return of(match self.lost {
                Some(lost) => {
                    format!("{lost} nodes lost, in a cell of {}, which is not a record", cell.contender)
                }
                None => format!("no nodes lost are told, in a cell of {}, which is a record", cell.contender),
            });
        }
        if cutoffs > hits || hits > probes {
            return of(format!("{cutoffs} cutoffs of {hits} hits of {probes} probes"));
        }
        // Old versions counted no false hits in layouts with a tag.
        let may_be_missing = cell.verified.is_none() || *ply < last;
        let may_be_there = cell.verified.is_some() || cell.has_tags();
        let is_as_it_should = if self.false_hits.is_some() { may_be_there } else { may_be_missing };
        // Each iteration also probes the root, uncounted by `hits`.
        if !is_as_it_should || self.false_hits > Some(hits.saturating_add(u64::from(*ply))) {
            let verified = match cell.verified {
                Some(cut) => format!("{cut} bits verified"),
                None if cell.has_tags() => "a tag verified".to_owned(),
                None => "whole keys verified".to_owned(),
            };
            return of(format!("{} false hits of {hits} hits, {verified}", told(self.false_hits)));
        }
        if self.clashes > self.false_pairs || self.false_pairs > self.false_hits {
            let [clashes, pairs, hits] = [self.clashes, self.false_pairs, self.false_hits].map(told);
            return of(format!("{clashes} clashes of {pairs} pairs in {hits} false hits"));
        }
        Ok(())
    }
}

/// A thousand million a second for three days; sums over a study stay within 64 bits. Chosen, not
/// measured.
const MOST_NODES: u64 = 1 << 48;

fn told(count: Option<u64>) -> String {
    count.map_or_else(|| "no count of".to_owned(), |count| count.to_string())
}

pub(super) fn check_all(
    positions: &[(String, AnyGame)],
    cell: &SearchCell,
    rows: &[SearchRow],
) -> Result<(), String> {
    let (first, last) = cell.plies;
    let plies = if cell.threads == 1 { first..=last } else { last..=last };
    let is_of_cell = |id: &&String| cell.position.as_ref().is_none_or(|only| only == *id);
    let mut wanted = BTreeSet::new();
    for id in positions.iter().map(|(id, _)| id).filter(is_of_cell) {
        wanted.extend(plies.clone().map(|ply| (id.as_str(), ply)));
    }
    for SearchRow { position, ply, .. } in rows {
        if !wanted.remove(&(position.as_str(), *ply)) {
            return Err(format!("{position} to {ply} plies: it stands twice, or is none of its cell"));
        }
    }
    match wanted.first() {
        None => Ok(()),
        Some((position, ply)) => Err(format!("{position} to {ply} plies: it is missing")),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
pub(in crate::experiment) fn is_nought(deeper: &Depth) -> bool {
    *deeper == 0
}

/// Each game that was played starts with an empty table.
pub(super) fn run(study: &Searches, cell: &SearchCell, stop: &Stop) -> Result<Option<Vec<SearchRow>>> {
    let is_wanted = |(id, _): &&(String, AnyGame)| cell.position.as_ref().is_none_or(|only| only == id);
    let all: Vec<_> = study.positions.positions.iter().filter(is_wanted).collect();
    let mut rows = Vec::new();
    for positions in all.chunk_by(|(one, _), (next, _)| played_game(one) == played_game(next)) {
        let Some(found) = run_one_after_another(Measurement { study, positions, cell, stop })? else {
            return Ok(None);
        };
        rows.extend(found);
    }
    Ok(Some(rows))
}

fn run_one_after_another(measurement: Measurement<'_>) -> Result<Option<Vec<SearchRow>>> {
    let cell = measurement.cell;
    Ok(match cell.contender {
        Contender::None => measurement.on(&Met::plain(&NoTable))?,
        Contender::Unbounded => measurement.on(&Met::plain(&Unbounded::default()))?,
        Contender::Limit(limit) => measurement.limit(limit)?,
        Contender::Scheme(scheme, layout, ..) => {
            let table = measurement.table(scheme, layout)?;
            let met = Met { next_generation: &|| table.new_generation(), ..Met::plain(&*table) };
            match cell.verified {
                None if measurement.study.verified.iter().any(Option::is_some) => {
                    measurement.on(&Met { table: &Unspread(&*table), ..met })?
                }
                None => match measurement.witnessed(&*table, scheme, layout) {
                    Some(witnessed) => measurement.on(&Met {
                        table: &witnessed,
                        found: Some(&|| witnessed.found()),
                        ..met
                    })?,
                    None => measurement.on(&met)?,
                },
                Some(Cut { bits, .. }) => {
                    let cut = Clashing::over(&*table, scheme, bits);
                    measurement.on(&Met { table: &cut, found: Some(&|| cut.found()), ..met })?
                }
            }
        }
    })
}

struct Met<'a> {
    table: &'a dyn SearchTable,
    next_generation: &'a dyn Fn(),
    found: Option<&'a dyn Fn() -> FalseHits>,
}

impl<'a> Met<'a> {
    fn plain(table: &'a dyn SearchTable) -> Self {
        Self { table, next_generation: &|| (), found: None }
    }
}

#[derive(Clone, Copy)]
struct Measurement<'a> {
    study: &'a Searches,
    positions: &'a [&'a (String, AnyGame)],
    cell: &'a SearchCell,
    stop: &'a Stop,
}

impl Measurement<'_> {
    fn table(self, scheme: SchemeName, layout: LayoutName) -> Result<Box<dyn StudyTable>> {
        let slots = Size::Slots(self.cell.slots.expect("a scheme has a table, and a table a size"));
        let needs_lines = self.cell.contender.hit().needs_lines() || self.cell.verified.is_some();
        let table = if needs_lines {
            <dyn StudyTable>::build_lined(scheme, Table::builder().size(slots))
        } else if self.cell.contender.hit() == HitUse::TwoBounds {
            <dyn StudyTable>::build_bounds(scheme, Table::builder().size(slots))
        } else {
            <dyn StudyTable>::build(scheme, layout, Table::builder().size(slots))
        };
        let mut table = table.context(
            "no table for the unit; give fewer --jobs or smaller --sizes: what is finished is kept",
        )?;
        table.touch(self.cell.threads);
        let time_stamping = self.cell.mode == Mode::Stamp;
        table.set_options(Options { time_stamping, same_position: self.cell.contender.same().rule() });
        Ok(table)
    }

    fn witnessed<'t>(
        self,
        table: &'t dyn StudyTable,
        scheme: SchemeName,
        layout: LayoutName,
    ) -> Option<Witnessed<'t>> {
        let is_one = self.cell.position.is_some() && self.cell.threads == 1;
        is_one.then(|| Witnessed::over(table, scheme, layout)).flatten()
    }

    fn limit(self, limit: SavingsLimit) -> Result<Option<Vec<SearchRow>>> {
        if let SavingsLimit::Complemented(supplied, scheme) = limit {
            let table = self.table(scheme, Contender::LAYOUT)?;
            return self.on(&Met::plain(&Complemented::new(&*table, supplied)));
        }
        let Some((rows, accesses)) = self.recorded(HitSize::One)? else { return Ok(None) };
        let slots = self.cell.slots.expect("a limit has a size");
        let replayed = |scheme: SchemeName, is_admitted| {
            let table = self.table(scheme, Contender::LAYOUT)?;
            if scheme.info().hit_size == HitSize::One {
                return Ok(Some(replayed(&accesses, &*table, is_admitted)));
            }
            let Some((_, others)) = self.recorded(scheme.info().hit_size)? else { return Ok(None) };
            Ok::<_, anyhow::Error>(Some(replayed(&sized_as(&accesses, &others), &*table, is_admitted)))
        };
        let saved = match limit {
            SavingsLimit::Foresight(of) => {
                return self.on(&Met::plain(&Foresight::told(of, &accesses, slots)));
            }
            SavingsLimit::Complemented(..) => unreachable!("it needs no record"),
            SavingsLimit::Optimum(width) => Some(most_saved(&reuses(&accesses), slots, width.into())),
            SavingsLimit::Replay(scheme) => replayed(scheme, false)?,
            SavingsLimit::Admitted(scheme) => replayed(scheme, true)?,
        };
        let Some(saved) = saved else { return Ok(None) };
        let all =
            accesses.iter().map(|access| if let TableAccess::Used(_, saved) = access { *saved } else { 0 });
        let lost = all.sum::<u64>() - saved;
        Ok(Some(
            rows.into_iter()
                .map(|row| SearchRow { nodes: row.nodes + lost, lost: Some(lost), ..row })
                .collect(),
        ))
    }

    fn recorded(self, sizes: HitSize) -> Result<Option<(Vec<SearchRow>, Vec<TableAccess>)>> {
        let recorded = Recorded::under(sizes);
        let rows = self.on(&Met::plain(&recorded))?;
        Ok(rows.map(|rows| (rows, recorded.accesses())))
    }

    /// In lockstep, contender and mode are left out, so that all meet the same draw of helpers.
    fn seed(self, position: &str) -> u64 {
        let SearchCell { contender, mode, plies, threads, repeat, .. } = self.cell;
        let again = if *repeat == 1 { String::new() } else { format!("/{repeat}") };
        let compared = self.cell.lockstep.map_or_else(|| format!("{contender}/{mode}/"), |_| String::new());
        fnv1a(format!("{compared}{plies:?}/{threads}/{position}{again}").bytes())
    }

    fn keyed<G: Playable>(self, game: G) -> G {
        let draw = self.cell.repeat as u64 - 1;
        match self.cell.verified.map(|cut| cut.keys) {
            None | Some(Hashing::Zobrist) => game.under(draw),
            Some(Hashing::Distant) => game.under_distant().expect("the grid was checked").under(draw),
            Some(Hashing::Multiplied) => game.under(draw + 1),
        }
    }

    fn on(self, met: &Met<'_>) -> Result<Option<Vec<SearchRow>>> {
        let mut rows = Vec::new();
        for of_game in self.positions.chunk_by(|(_, one), (_, next)| one.name() == next.name()) {
            let (_, first) = of_game.first().expect("no chunk is empty");
            let found = first.visit(OneAfterAnother { measurement: self, met, positions: of_game })?;
            let Some(found) = found else { return Ok(None) };
            rows.extend(found);
        }
        Ok(Some(rows))
    }

    fn search<G: Playable>(
        self,
        workers: &mut Workers<G>,
        met: &Met<'_>,
        id: &str,
        game: &G,
        rows: &mut Vec<SearchRow>,
    ) -> Result<Option<()>> {
        let (first, last) = (self.cell.plies.0 + G::DEEPER, self.cell.plies.1 + G::DEEPER);
        let order = Order {
            enhancements: self
                .cell
                .search
                .unwrap_or(self.study.search.1)
                .limited_to(self.cell.contender.hit()),
            stop: self.stop.clone(),
            seed: self.seed(id),
            ..Order::alibaba(Limits::depth(last))
        };
        let (alone, on) = (self.cell.threads == 1, &order.enhancements);
        let game = self.keyed(game.clone());
        let answer = workers.search(met.table, &game, &order, |found| {
            if alone && found.depth >= first {
                let row = SearchRow::new(id, &game, found, found.counters, on);
                // The worker may go on during this call, so the count is right only at the last
                // ply.
                let wrong = met.found.filter(|_| found.depth == last).map(|so_far| so_far());
                rows.push(SearchRow {
                    false_hits: wrong.map(|wrong| wrong.false_hits),
                    false_pairs: wrong.map(|wrong| wrong.false_pairs),
                    clashes: wrong.map(|wrong| wrong.clashes),
                    ..row
                });
            }
        })?;
        if let Some(found) = answer.best.as_ref().filter(|_| !alone) {
            rows.push(SearchRow::new(id, &game, found, answer.counters(), on));
        }
        Ok((answer.best.is_none_or(|best| best.depth == last) && !self.stop.is_set()).then_some(()))
    }
}

struct OneAfterAnother<'a> {
    measurement: Measurement<'a>,
    met: &'a Met<'a>,
    positions: &'a [&'a (String, AnyGame)],
}

impl GameVisitor for OneAfterAnother<'_> {
    type Out = Result<Option<Vec<SearchRow>>>;

    fn visit<G: Playable>(self, _: &G) -> Self::Out {
        let mut workers = Workers::of(self.measurement.cell);
        let mut rows = Vec::new();
        for (id, game) in self.positions {
            (self.met.next_generation)();
            let game = G::of(game).expect("they are of one game");
            if self.measurement.search(&mut workers, self.met, id, game, &mut rows)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(rows))
    }
}

#[cfg(test)]
mod tests;
