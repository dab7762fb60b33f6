//! Iterative deepening (Scott, 1969; 1994, section 4.1).

use super::root::RootMoves;
use super::{Iteration, Search};
use crate::game::Game;
use supplant::entry::Depth;

impl<G: Game> Search<'_, G> {
    pub(super) fn deepen(
        &mut self,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Option<Iteration<G::Move>> {
        let variation = self.variation;
        let mut moves = RootMoves::list(self, variation.order_seed);
        if moves.is_empty() {
            return None;
        }
        let last = self.control.limits().depth;
        let first = if self.on.deepening { 1 } else { last };
        let mut best: Option<Iteration<G::Move>> = None;
        for depth in first..=last {
            if depth != last && (variation.skips(depth) || self.is_crowded(depth)) {
                continue;
            }
            if best.is_some() && self.control.is_past_soft() {
                break;
            }
            if let Some(crowd) = &self.together.crowd {
                crowd.begin(depth);
            }
            if self.worker == 0 {
                self.table.new_iteration();
            }
            let Some(value) = self.aspirate(&mut moves, depth, best.as_ref().map(|found| found.value)) else {
                break;
            };
            let found = Iteration {
                worker: self.worker,
                depth,
                value,
                line: self.lines.line(0).to_vec(),
                counters: self.counters,
                elapsed: self.control.elapsed(),
            };
            self.partial = None;
            on_iteration(&found);
            best = Some(found);
        }
        if !self.stopped {
            self.control.end();
        }
        best
    }

    fn is_crowded(&self, depth: Depth) -> bool {
        self.worker > 0 && self.together.crowd.as_ref().is_some_and(|crowd| crowd.has_half(depth))
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::game::domineering::{Domineering, Player};
    use crate::search::{Control, Enhancements, Limits, SearchTable, Searcher, Stop, Task, Variation};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use supplant::entry::SizedEntry;
    use supplant::key::Key;

    #[derive(Default)]
    struct Told {
        iterations: AtomicU32,
    }

    impl SearchTable for Told {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            None
        }

        fn store(&self, _: Key, _: SizedEntry) {}

        fn new_iteration(&self) {
            self.iterations.fetch_add(1, Relaxed);
        }
    }

    fn told(worker: usize, deepening: bool) -> u32 {
        let (table, limits) = (Told::default(), Limits::depth(4));
        let control = Control::start(limits, worker + 1, Stop::default());
        let enhancements = Enhancements { deepening, ..Enhancements::NONE };
        let variation = Variation::default();
        let task = Task { enhancements, control: &control, worker, variation, turn: None };
        let game = Domineering::new(4, 4, Player::Vertical);
        let found = Searcher::default().search(&game, &table, &task, |_| ());
        assert_eq!(found.best.map(|best| best.depth), Some(4));
        table.iterations.into_inner()
    }

    #[test]
    fn the_first_worker_alone_tells_the_table_of_each_iteration() {
        assert_eq!([told(0, true), told(0, false), told(1, true)], [4, 1, 0]);
    }
}
