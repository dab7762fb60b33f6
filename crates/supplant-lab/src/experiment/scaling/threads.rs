//! All threads exist before the clock starts.

use anyhow::{Context as _, Result, bail};

use super::load::Load;
use super::{ScalingCell, WorkerClock};
use crate::experiment::crew::Crew;
use crate::experiment::roll::Roll;
use std::sync::Arc;
use supplant_search::game::Game;
use supplant_search::search::SearchTable;
use supplant_search::smp::{Answer, Order, Pool};

pub(super) fn search<G: Game>(
    cell: &ScalingCell,
    table: &dyn SearchTable,
    game: &G,
    order: &Order,
) -> Result<Answer<G::Move>> {
    let crew = cell.clock.is_pinned().then(|| Arc::new(Crew::here()));
    let load = crew.as_ref().filter(|_| cell.clock == WorkerClock::Loaded);
    let load = load.map(|crew| Load::beside(crew, cell.workers)).transpose()?;
    let answer = pool(cell.workers, crew.clone())?.search(table, game, order, |_| ());
    drop(load);
    if crew.is_some_and(|crew| !crew.is_pinned()) {
        bail!("the system keeps no thread on its processor; leave out --pin");
    }
    Ok(answer)
}

fn pool<G: Game>(workers: usize, crew: Option<Arc<Crew>>) -> Result<Pool<G>> {
    let roll = Arc::new(Roll::of(workers));
    let present = Arc::clone(&roll);
    let pool = Pool::prepared(workers, move |id| {
        if let Some(crew) = &crew {
            crew.take_place(id);
        }
        present.report();
    });
    let pool = pool.context("give fewer --workers")?;
    roll.wait();
    Ok(pool)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::{WorkerClock, search};
    use crate::experiment::crew::Crew;
    use crate::experiment::scaling::{Scaling, ScalingCell};
    use parking_lot::Mutex;

    use supplant::{Key, SizedEntry};
    use supplant_search::game::domineering::{Domineering, Player};
    use supplant_search::search::{Limits, SearchTable};
    use supplant_search::smp::Order;

    #[derive(Default)]
    struct Asked(Mutex<Vec<Vec<usize>>>);

    impl SearchTable for Asked {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            self.0.lock().push(Crew::here().places().to_vec());
            None
        }

        fn store(&self, _: Key, _: SizedEntry) {}
    }

    fn asked(clock: WorkerClock, workers: usize) -> Vec<Vec<usize>> {
        let cell = Scaling::example().units().remove(0).cell;
        let (table, board) = (Asked::default(), Domineering::new(3, 3, Player::Vertical));
        let answer = search(
            &ScalingCell { clock, workers, ..cell },
            &table,
            &board,
            &Order::alibaba(Limits::depth(4)),
        );
        assert_eq!(answer.expect("there are threads").workers.len(), workers);
        let mut all = table.0.lock().clone();
        all.sort();
        all.dedup();
        all
    }

    use crate::experiment::Experiment as _;

    #[test]
    fn pinned_workers_search_on_processors_of_their_own_and_others_where_they_may() {
        let crew = Crew::here();
        for clock in [WorkerClock::Pinned, WorkerClock::Loaded] {
            assert_eq!(asked(clock, 1), [[crew.places()[0]]]);
            let all = asked(clock, crew.processors());
            assert!(all.iter().all(|places| places.len() == 1), "{all:?}");
        }
        let mut free = asked(WorkerClock::Threads, 1);
        free[0].sort_unstable();
        assert_eq!(free[0].len(), crew.processors());
    }
}
