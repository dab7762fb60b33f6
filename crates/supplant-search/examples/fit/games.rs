//! Plays games of the engine against itself and prints their quiet positions.

use std::io::Write as _;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use supplant::table::{SizedBucket, TableBuilder};

use supplant::key::SplitMix64;
use supplant::scheme::TwoBig1;
use supplant_search::game::chess::{Chess, eval::Evaluation};
use supplant_search::game::{Game as _, Outcome};
use supplant_search::search::{Enhancements, Limits, search};

const DRAWN: u64 = 8;
/// Plies after which a game is a draw.
const LONGEST: usize = 400;
/// Centipawns beyond which an opening is rejected.
const LOST_OPENING: i32 = 250;
/// Centipawns beyond which a game is decided, if the value stays there for `STAYS` plies.
const DECIDED: i32 = 1000;
const STAYS: usize = 6;

struct Played {
    halves: u8,
    quiet: Vec<String>,
}

pub(crate) fn play(numbers: Range<u64>, nodes: u64, evaluation: Evaluation) {
    let next = AtomicU64::new(numbers.start);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (told, games) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (next, told, end) = (&next, told.clone(), numbers.end);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= end || told.send((number, game(number, nodes, evaluation))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(told);
        print(numbers, games);
    });
}

fn print(mut numbers: Range<u64>, games: std::sync::mpsc::Receiver<(u64, Option<Played>)>) {
    let mut waiting = std::collections::BTreeMap::new();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (number, game) in games {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&numbers.start) {
            numbers.start += 1;
            let Some(Played { halves, quiet }) = game else { continue };
            for fen in quiet {
                if writeln!(out, "{fen};{halves}").is_err() {
                    return;
                }
            }
        }
    }
}

fn game(number: u64, nodes: u64, evaluation: Evaluation) -> Option<Played> {
    let mut game = drawn(number)?.with_evaluation(evaluation);
    let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new()
        .slots(64 << 10)
        .build()
        .expect("a small table fits");
    let (mut quiet, mut ahead, mut since) = (Vec::new(), 0, 0);
    let halves = loop {
        if !game.has_moves() {
            let mated = game.without_moves() == Outcome::Lost;
            break if mated { 2 - halves_of_who_moves(&game) } else { 1 };
        }
        let played = game.played();
        if game.is_stalled() || game.repetitions(played).in_game > 1 || played.0 >= LONGEST {
            break 1;
        }
        table.new_generation();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = search(&game, &table, limits, Enhancements::MODERN).best?;
        if played.0 <= DRAWN as usize + 1 && quiet.is_empty() && best.value.abs() > LOST_OPENING {
            return None;
        }
        let sign = best.value.signum() * i32::from(best.value.abs() > DECIDED);
        let white = if halves_of_who_moves(&game) == 2 { sign } else { -sign };
        since = if white == ahead { since + 1 } else { 0 };
        ahead = white;
        if ahead != 0 && since >= STAYS {
            break if ahead > 0 { 2 } else { 0 };
        }
        let mv = best.line[0];
        if sign == 0 && !game.in_check() && game.is_quiet(mv) {
            quiet.push(game.board().to_string());
        }
        game.play(mv);
    };
    Some(Played { halves, quiet })
}

fn halves_of_who_moves(game: &Chess) -> u8 {
    if game.board().side_to_move() == cozy_chess::Color::White { 2 } else { 0 }
}

fn drawn(number: u64) -> Option<Chess> {
    let (mut random, mut game) = (SplitMix64::new(number), Chess::default());
    for _ in 0..DRAWN + number % 2 {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let drawn = (random.next() as usize).checked_rem(moves.len())?;
        game.play(moves[drawn].mv);
    }
    Some(game)
}
