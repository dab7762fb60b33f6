//! Plain negamax without window, table, move ordering or pruning: the reference for tests.

use super::score::{DRAW, INFINITE, lost_at, static_value};
use crate::game::{Game, Outcome, Ranked, Value};
use supplant::entry::Depth;

/// The value of the position: every line is played to `depth` plies, then until it is quiet,
/// without draws by path.
///
/// # Cost
/// Exponential in `depth` and in the length of capture sequences.
pub fn negamax<G: Game>(game: &mut G, depth: Depth) -> Value {
    node(game, depth, 0)
}

fn node<G: Game>(game: &mut G, depth: Depth, ply: usize) -> Value {
    if depth == 0 {
        return quiet(game, ply);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    greatest(game, &moves, |game| node(game, depth - 1, ply + 1)).unwrap_or_else(|| without_moves(game, ply))
}

fn quiet<G: Game>(game: &mut G, ply: usize) -> Value {
    let mut moves = Vec::new();
    if game.in_check() {
        game.moves(&mut moves);
        return greatest(game, &moves, |game| quiet(game, ply + 1))
            .unwrap_or_else(|| without_moves(game, ply));
    }
    if !game.has_moves() {
        return without_moves(game, ply);
    }
    game.noisy_moves(&mut moves);
    let stand = static_value(game);
    greatest(game, &moves, |game| quiet(game, ply + 1)).map_or(stand, |value| value.max(stand))
}

fn greatest<G: Game>(
    game: &mut G,
    moves: &[Ranked<G::Move>],
    value: impl Fn(&mut G) -> Value,
) -> Option<Value> {
    let mut best = None;
    for ranked in moves {
        game.play(ranked.mv);
        best = best.max(Some(-value(game)));
        game.undo();
    }
    debug_assert!(best.is_none_or(|value| value.abs() < INFINITE));
    best
}

fn without_moves<G: Game>(game: &G, ply: usize) -> Value {
    match game.without_moves() {
        Outcome::Lost => lost_at(ply),
        Outcome::Draw => DRAW,
    }
}
