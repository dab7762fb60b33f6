//! The JSON of a search: an object for each iteration, and one for the outcome.

use serde::Serialize;

use supplant::entry::{Bound, Depth};
use supplant_lab::experiment::pages::Obtained;
use supplant_search::game::chess::notation::Position;
use supplant_search::game::chess::{Chess, Move};
use supplant_search::game::{Game, Outcome};
use supplant_search::search::score::plies_to_end;
use supplant_search::search::{Counters, Iteration};
use supplant_search::smp::Answer;

#[derive(Serialize)]
pub(super) struct JsonIteration<'a> {
    kind: &'static str,
    position: &'a str,
    depth: Depth,
    value_cp: i32,
    mate_in_plies: Option<i32>,
    seconds: f64,
    worker: usize,
    nodes: u64,
    probes: u64,
    hits: u64,
    occupancy_permille: u16,
    line: Vec<String>,
    line_san: Vec<String>,
    table: &'a Obtained,
}

impl<'a> JsonIteration<'a> {
    pub(super) fn of(
        found: &Iteration<Move>,
        position: &'a Position,
        occupancy_permille: u16,
        table: &'a Obtained,
    ) -> Self {
        let Counters { probes, hits, .. } = found.counters;
        let Position { id: position, game, .. } = position;
        Self {
            kind: "iteration",
            position,
            depth: found.depth,
            value_cp: found.value,
            mate_in_plies: plies_to_end(found.value),
            seconds: found.elapsed.as_secs_f64(),
            worker: found.worker,
            nodes: found.counters.nodes(),
            probes,
            hits,
            occupancy_permille,
            line: line_in_words(game, &found.line, Chess::uci),
            line_san: line_in_words(game, &found.line, Chess::notation),
            table,
        }
    }
}

pub(super) fn line_in_words(game: &Chess, line: &[Move], word: fn(&Chess, Move) -> String) -> Vec<String> {
    let mut game = game.clone();
    let mut words = Vec::new();
    for &mv in line {
        words.push(word(&game, mv));
        game.play(mv);
    }
    words
}

#[derive(Serialize)]
pub(super) struct JsonOutcome<'a> {
    kind: &'static str,
    position: &'a str,
    fen: String,
    best: Option<String>,
    best_san: Option<String>,
    no_move: Option<NoMove>,
    value_cp: Option<i32>,
    mate_in_plies: Option<i32>,
    bound: Option<&'static str>,
    depth: Option<Depth>,
    is_completed: bool,
    nodes: u64,
    workers: usize,
    seconds: f64,
    solved: Option<bool>,
    evaluation: String,
    lockstep: Option<JsonLockstep>,
}

#[derive(Serialize)]
pub(super) struct JsonSolved {
    kind: &'static str,
    solved: usize,
    of: usize,
}

impl JsonSolved {
    pub(super) fn new(solved: usize, of: usize) -> Self {
        Self { kind: "solved", solved, of }
    }
}

#[derive(Serialize)]
struct JsonLockstep {
    quantum: u64,
    seed: u64,
    virtual_time: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum NoMove {
    Mate,
    Stalemate,
    Stopped,
}

impl NoMove {
    pub(super) fn of(game: &Chess) -> Self {
        match (game.has_moves(), game.without_moves()) {
            (true, _) => Self::Stopped,
            (false, Outcome::Lost) => Self::Mate,
            (false, Outcome::Draw) => Self::Stalemate,
        }
    }
}

impl<'a> JsonOutcome<'a> {
    pub(super) fn of(
        answer: &Answer<Move>,
        position: &'a Position,
        turns: Option<(u64, u64)>,
        solved: Option<bool>,
    ) -> Self {
        let Position { id: position, game, .. } = position;
        let best = answer.to_play();
        let partial = answer.partial.as_ref().map(|partial| (partial.depth, partial.value, partial.bound));
        let whole = answer.best.as_ref().map(|best| (best.depth, best.value, Bound::Exact));
        let found = partial.or(whole);
        let value = found.map(|(_, value, _)| value);
        Self {
            kind: "outcome",
            position,
            fen: game.board().to_string(),
            best: best.map(|mv| game.uci(mv)),
            best_san: best.map(|mv| game.notation(mv)),
            no_move: best.is_none().then(|| NoMove::of(game)),
            value_cp: value,
            mate_in_plies: value.and_then(plies_to_end),
            bound: found.map(|(_, _, bound)| if bound == Bound::Exact { "exact" } else { "lower" }),
            depth: found.map(|(depth, ..)| depth),
            is_completed: partial.is_none() && whole.is_some(),
            nodes: answer.counters().nodes(),
            solved,
            evaluation: game.evaluation().to_string(),
            workers: answer.workers.len(),
            seconds: answer.elapsed.as_secs_f64(),
            lockstep: turns.map(|(quantum, seed)| JsonLockstep {
                quantum,
                seed,
                virtual_time: answer.virtual_time(),
            }),
        }
    }
}
