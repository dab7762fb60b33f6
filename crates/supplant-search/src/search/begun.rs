//! A search for tests that has begun, but has searched nothing.

use super::ancestors::Ancestors;
use super::clock::Looks;
use super::draws::Proof;
use super::stand::Stands;
use super::{Control, Counters, Enhancements, Limits, NoTable, Search, Searcher, Stop, Variation};
use crate::game::Game;

pub(super) fn in_search<G: Game, R>(
    game: G,
    on: Enhancements,
    with: impl FnOnce(&mut Search<'_, G>) -> R,
) -> R {
    let control = Control::start(Limits::depth(1), 1, Stop::default());
    let (mut searcher, looks) = (Searcher::default(), Looks::start(None));
    searcher.known.forget(&on);
    with(&mut Search {
        root: game.played(),
        game,
        table: &NoTable,
        hints: false,
        listens: false,
        on,
        control: &control,
        worker: 0,
        variation: Variation::default(),
        together: control.together(),
        pooled: None,
        deferred: Vec::new(),
        known: &mut searcher.known,
        lines: &mut searcher.lines,
        stands: Vec::new(),
        stands_by_ply: Stands::new(),
        tried: Vec::new(),
        excluded: None,
        ancestors: Ancestors::of_lines(0),
        partial: None,
        passed_at: None,
        verifies: false,
        iteration: 1,
        counters: Counters::default(),
        size: 1,
        deepest: 0,
        drawn_by_path: 0,
        proof: Proof::NONE,
        until_look: control.until_look(&looks, 0),
        looks,
        turn: None,
        stopped: false,
    })
}
