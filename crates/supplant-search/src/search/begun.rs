//! A search for tests that has begun, but has searched nothing.

use super::{Control, Enhancements, Limits, NoTable, Search, Searcher, Stop, Task, Variation};
use crate::game::Game;

pub(super) fn in_search<G: Game, R>(
    game: G,
    enhancements: Enhancements,
    with: impl FnOnce(&mut Search<'_, G>) -> R,
) -> R {
    let control = Control::start(Limits::depth(1), 1, Stop::default());
    let task =
        Task { enhancements, control: &control, worker: 0, variation: Variation::default(), turn: None };
    let mut searcher = Searcher::default();
    let mut search = Search::begin(&mut searcher, &game, &NoTable, &task);
    (search.iteration, search.size) = (1, 1);
    with(&mut search)
}
