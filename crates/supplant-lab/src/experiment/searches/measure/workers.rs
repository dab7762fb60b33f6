//! The workers of a cell: threads, or lockstep on this thread.

use anyhow::{Context as _, Result};

use crate::experiment::searches::SearchCell;
use supplant_search::game::Game;
use supplant_search::search::{Iteration, SearchTable};
use supplant_search::smp::lockstep::{Event, Lockstep};
use supplant_search::smp::{Answer, Order, Pool};

pub(super) enum Workers<G: Game> {
    Threads(Pool<G>),
    InTurns(Lockstep<G>),
}

impl<G: Game> Workers<G> {
    pub(super) fn of(cell: &SearchCell) -> Self {
        match cell.lockstep {
            None => Self::Threads(Pool::new(cell.threads)),
            Some(quantum) => Self::InTurns(Lockstep::new(cell.threads, quantum)),
        }
    }

    pub(super) fn search(
        &mut self,
        table: &dyn SearchTable,
        game: &G,
        order: &Order,
        mut on_iteration: impl FnMut(&Iteration<G::Move>),
    ) -> Result<Answer<G::Move>> {
        match self {
            Self::Threads(pool) => Ok(pool.search(table, game, order, on_iteration)),
            Self::InTurns(lockstep) => {
                let on_event = |event: Event<'_, G::Move>| {
                    if let Event::Iteration(found) = event {
                        on_iteration(found);
                    }
                };
                lockstep.search(table, game, order, on_event).context("give fewer --jobs or --threads")
            }
        }
    }
}
