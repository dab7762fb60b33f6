//! Measures one unit: a search of one position.

use std::time::Duration;
use supplant::table::Table;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::watched::{Watched, WatchedCounts};
use super::{Scaling, ScalingCell, WorkerClock, threads};
use crate::experiment::fnv::fnv1a;
use crate::experiment::games::{GameVisitor, Playable};
use crate::experiment::searches::is_nought;
use supplant::entry::Depth;
use supplant::table::Size;
use supplant_search::search::{Limits, SearchTable, Stop, StudyTable};
use supplant_search::smp::lockstep::{Event, Lockstep};
use supplant_search::smp::{Answer, Order};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScalingRow {
    pub position: String,
    pub ply: Depth,
    #[serde(default, skip_serializing_if = "is_nought")]
    pub deeper: Depth,
    /// The unit is nodes of the busiest worker in lockstep, otherwise nanoseconds.
    pub time: u64,
    pub nodes: u64,
    pub probes: u64,
    pub hits: u64,
    pub cutoffs: u64,
    pub stores: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits_of_others: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched_again: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busy_ns: Option<u64>,
    /// The unit is the game's: centipawns in chess.
    pub value: i32,
    pub best_move: String,
}

impl ScalingRow {
    pub(super) fn check(&self, cell: &ScalingCell) -> Result<(), String> {
        let Self { position, ply, time, nodes, probes, hits, cutoffs, .. } = self;
        if *position != cell.position || *ply != cell.depth {
            return Err(format!(
                "{position} to {ply} plies: its cell is {} to {}",
                cell.position, cell.depth
            ));
        }
        if cutoffs > hits || hits > probes || probes > nodes {
            return Err(format!(
                "{position}: {cutoffs} cutoffs of {hits} hits of {probes} probes of {nodes} nodes"
            ));
        }
        let is_virtual = !cell.clock.is_timed();
        let workers = cell.workers as u64;
        let parts = [(self.distinct, probes), (self.searched_again, &self.stores)];
        if parts.iter().any(|(part, whole)| part.is_some_and(|part| part > **whole + workers)) {
            return Err(format!("{position}: more positions or searches than were counted"));
        }
        if *time == 0 || is_virtual && (time > nodes || time.saturating_mul(workers) < *nodes) {
            return Err(format!("{position}: time {time} of {nodes} nodes by {workers} workers"));
        }
        if self.busy_ns.is_some_and(|busy| is_virtual || busy > time.saturating_mul(workers)) {
            return Err(format!(
                "{position}: {workers} workers are busy for longer than the {time} ns there are"
            ));
        }
        Ok(())
    }

    fn new<G: Playable>(
        cell: &ScalingCell,
        game: &G,
        answer: &Answer<G::Move>,
        time: u64,
        facts: Option<WatchedCounts>,
    ) -> Option<Self> {
        let best = answer.best.as_ref().filter(|best| best.depth == cell.depth + G::DEEPER)?;
        let counters = answer.counters();
        Some(Self {
            position: cell.position.clone(),
            ply: cell.depth,
            deeper: G::DEEPER,
            time,
            nodes: counters.nodes(),
            probes: counters.probes,
            hits: counters.hits,
            cutoffs: counters.cutoffs,
            stores: counters.stores,
            distinct: facts.map(|facts| facts.distinct),
            hits_of_others: facts.map(|facts| facts.of_others),
            searched_again: facts.map(|facts| facts.again),
            busy_ns: cell.clock.is_timed().then(|| answer.busy.iter().sum::<Duration>().as_nanos() as u64),
            value: best.value,
            best_move: best.line.first().map_or_else(String::new, |&mv| game.notation(mv)),
        })
    }
}

pub(super) fn run(study: &Scaling, cell: &ScalingCell, stop: &Stop) -> Result<Option<Vec<ScalingRow>>> {
    let known = study.positions.positions.iter().find(|(id, _)| *id == cell.position);
    let (_, game) = known.with_context(|| format!("no position is called {}", cell.position))?;
    let order = Order {
        enhancements: study.search.1,
        limits: Limits::depth(cell.depth + game.deeper()),
        stop: stop.clone(),
        helpers: cell.helpers.parse()?,
        seed: seed(cell),
        guide: None,
    };
    Ok(game.visit(Unit { cell, order })?.map(|row| vec![row]))
}

struct Unit<'a> {
    cell: &'a ScalingCell,
    order: Order,
}

impl GameVisitor for Unit<'_> {
    type Out = Result<Option<ScalingRow>>;

    fn visit<G: Playable>(self, game: &G) -> Self::Out {
        let Self { cell, order } = self;
        let game = game.clone().under(cell.draw as u64 - 1);
        on_table(cell, Measurement { cell, game, order })
    }
}

fn on_table<G: Playable>(cell: &ScalingCell, measurement: Measurement<'_, G>) -> Result<Option<ScalingRow>> {
    let scheme = cell.contender.scheme().context("a table has a scheme")?;
    let layout = cell.contender.layout().context("a table has a layout")?;
    let mut table = <dyn StudyTable>::build(scheme, layout, Table::builder().size(Size::Slots(cell.slots)))
        .context(
        "no table for the unit; give fewer --jobs or smaller --sizes: what is finished is kept",
    )?;
    match cell.clock {
        WorkerClock::Lockstep(quantum) => measurement.in_lockstep(&*table, quantum),
        WorkerClock::Threads | WorkerClock::Pinned | WorkerClock::Loaded => {
            table.touch(cell.workers);
            measurement.on_threads(&*table)
        }
    }
}

/// The seed depends only on what is measured, never on order, job or machine.
fn seed(cell: &ScalingCell) -> u64 {
    fnv1a(format!("{}/{}/{}", cell.position, cell.workers, cell.draw).bytes())
}

struct Measurement<'a, G> {
    cell: &'a ScalingCell,
    game: G,
    order: Order,
}

impl<G: Playable> Measurement<'_, G> {
    fn in_lockstep(self, table: &dyn SearchTable, quantum: u64) -> Result<Option<ScalingRow>> {
        let Self { cell, game, order } = self;
        let watched = Watched::new(table);
        let on_event = |event: Event<'_, G::Move>| {
            if let Event::Turn { worker, .. } = event {
                watched.turn(worker);
            }
        };
        let answer = Lockstep::new(cell.workers, quantum).search(&watched, &game, &order, on_event);
        let answer = answer.context("give fewer --jobs or --workers")?;
        let time = answer.virtual_time();
        let facts = watched.facts();
        Ok(ScalingRow::new(cell, &game, &answer, time, Some(facts)).filter(|_| !order.stop.is_set()))
    }

    fn on_threads(self, table: &dyn SearchTable) -> Result<Option<ScalingRow>> {
        let Self { cell, game, order } = self;
        let answer = threads::search(cell, table, &game, &order)?;
        let time = answer.elapsed.as_nanos() as u64;
        Ok(ScalingRow::new(cell, &game, &answer, time, None).filter(|_| !order.stop.is_set()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Scaling, WorkerClock};
    use super::{ScalingRow, run};
    use crate::experiment::Experiment as _;
    use supplant_search::search::Stop;

    fn row(study: &Scaling, workers: usize, draw: usize) -> ScalingRow {
        let units = study.units();
        let unit = units.iter().find(|unit| unit.cell.workers == workers && unit.cell.draw == draw);
        let cell = &unit.expect("it is in the grid").cell;
        let mut rows =
            run(study, cell, &Stop::default()).expect("there is memory").expect("nothing stops it");
        rows[0].check(cell).expect("it adds up");
        rows.remove(0)
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
    fn a_unit_in_lockstep_is_the_same_every_time_and_a_draw_is_another() {
        let study = Scaling::example();
        assert_eq!(row(&study, 4, 1), row(&study, 4, 1));
        assert_ne!(row(&study, 4, 1), row(&study, 4, 2));
        let alone = row(&study, 1, 1);
        assert_eq!((alone.time, alone.hits_of_others, alone.searched_again), (alone.nodes, Some(0), Some(0)));
        let four = row(&study, 4, 1);
        assert!(four.hits_of_others > Some(0) && four.distinct <= Some(four.probes), "{four:?}");
    }

    #[test]
    fn threads_are_timed_and_a_row_of_another_cell_is_refused() {
        let study = Scaling { clocks: vec![WorkerClock::Threads], ..Scaling::example() };
        let timed = row(&study, 4, 1);
        assert!(timed.time > 0 && timed.distinct.is_none());
        let busy = timed.busy_ns.expect("threads tell it");
        assert!(0 < busy && busy <= 4 * timed.time, "{timed:?}");
        let cell = &study.units()[0].cell;
        for wrong in [
            ScalingRow { ply: 9, ..timed.clone() },
            ScalingRow { cutoffs: timed.hits + 1, ..timed.clone() },
            ScalingRow { probes: timed.nodes + 1, ..timed.clone() },
            ScalingRow { busy_ns: Some(4 * timed.time + 1), ..timed.clone() },
            ScalingRow { time: 0, ..timed },
        ] {
            assert!(wrong.check(cell).is_err(), "{wrong:?}");
        }
        let lockstep = Scaling::example();
        let right = row(&lockstep, 4, 1);
        let cell = &lockstep.units()[0].cell;
        assert!(
            ScalingRow { busy_ns: Some(1), ..right.clone() }.check(cell).is_err(),
            "who takes turns is not timed"
        );
        for time in [right.nodes + 1, right.nodes / 5] {
            assert!(ScalingRow { time, ..right.clone() }.check(cell).is_err());
        }
    }
}
