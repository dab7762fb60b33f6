//! Writes `crates/supplant-search/src/game/chess/positions/{middlegames,endings}.epd` from
//! self-play.
//!
//! `cargo run --release -p supplant-search --example self_play middlegames > middlegames.epd`, and
//! `endings`. `whole` prints all positions of other games, with White to move, for
//! `docs/studies/scheme-kept`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example shows what it does")]

use std::collections::HashSet;
use std::process::ExitCode;
use supplant::table::{SizedBucket, TableBuilder};

use cozy_chess::{Board, Color, Piece};
use supplant::key::SplitMix64;
use supplant::scheme::TwoBig1;
use supplant::table::SizeError;
use supplant_search::game::Game as _;
use supplant_search::game::chess::Chess;
use supplant_search::search::{Enhancements, Limits, search};

const POSITIONS: usize = 240;
const DRAWN: usize = 10;
const DEPTH: u8 = 5;
const LONGEST: usize = 240;
/// In centipawns: the greatest value of an open position.
const OPEN: i32 = 150;

/// The number of games, the first, which is beyond the sets, and the least plies.
const WHOLE: (usize, u64, usize) = (12, 1001, 60);

struct Phase {
    name: &'static str,
    played: usize,
    /// Knights and bishops count 1, rooks 2, queens 4, both sides together; 24 at the beginning.
    pieces: std::ops::RangeInclusive<u32>,
    men: u32,
}

const PHASES: [Phase; 2] = [
    Phase { name: "middlegames", played: 24, pieces: 14..=24, men: 14 },
    Phase { name: "endings", played: 40, pieces: 1..=8, men: 7 },
];

impl Phase {
    fn is_of(&self, board: &Board, played: usize) -> bool {
        let count = |piece| board.pieces(piece).len();
        let pieces =
            count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
        played >= self.played && self.pieces.contains(&pieces) && board.occupied().len() >= self.men
    }
}

struct SelfPlay {
    game: Chess,
    of_white: Vec<(usize, Board)>,
    open: Vec<(usize, Board)>,
}

impl SelfPlay {
    fn of(number: u64) -> Result<Self, SizeError> {
        let mut random = SplitMix64::new(number);
        let mut game = Chess::default();
        for _ in 0..DRAWN {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let Some(drawn) = (random.next() as usize).checked_rem(moves.len()) else { break };
            game.play(moves[drawn].mv);
        }
        let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(64 << 10).build()?;
        let (mut of_white, mut open) = (Vec::new(), Vec::new());
        for played in DRAWN..LONGEST {
            table.new_generation();
            let found = search(&game, &table, Limits::depth(DEPTH), Enhancements::ALIBABA);
            let Some(best) = found.best else { break };
            if best.value.abs() > if played == DRAWN { OPEN } else { 6 * OPEN } {
                break;
            }
            if best.value.abs() <= OPEN && !game.in_check() {
                open.push((played, game.board().clone()));
            }
            if game.board().side_to_move() == Color::White {
                of_white.push((played, game.board().clone()));
            }
            game.play(best.line[0]);
            if game.is_stalled() || game.repetitions(game.played()).in_game > 1 {
                break;
            }
        }
        Ok(Self { game, of_white, open })
    }

    fn draw(&self, phase: &Phase, random: &mut SplitMix64) -> Option<&(usize, Board)> {
        let fitting: Vec<_> =
            self.open.iter().filter(|(played, board)| phase.is_of(board, *played)).collect();
        fitting.get((random.next() as usize).checked_rem(fitting.len())?).copied()
    }
}

fn four(board: &Board) -> String {
    board.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn whole() -> Result<(), SizeError> {
    let (count, first, shortest) = WHOLE;
    let (mut known, mut games, mut number) = (HashSet::new(), 0, first);
    while games < count {
        let SelfPlay { game, of_white, .. } = SelfPlay::of(number)?;
        if game.played().0 >= shortest {
            games += 1;
            for (at, board) in of_white {
                let four = four(&board);
                if known.insert(four.clone()) {
                    println!("{four} id \"{number}.{at:03}\"; c0 \"game {number}, ply {at}\";");
                }
            }
        }
        number += 1;
    }
    eprintln!("{} positions of {count} games of {} played", known.len(), number - first);
    Ok(())
}

fn main() -> Result<ExitCode, SizeError> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    if wanted == "whole" {
        return whole().map(|()| ExitCode::SUCCESS);
    }
    let Some(phase) = PHASES.into_iter().find(|phase| phase.name == wanted) else {
        eprintln!("name a phase: middlegames or endings, or whole");
        return Ok(ExitCode::from(2));
    };
    let (mut known, mut number, mut plies) = (HashSet::new(), 0, 0);
    while known.len() < POSITIONS {
        number += 1;
        let played = SelfPlay::of(number)?;
        plies += played.game.played().0;
        let mut random = SplitMix64::new(!number);
        let Some((at, board)) = played.draw(&phase, &mut random) else { continue };
        let four = four(board);
        if known.insert(four.clone()) {
            println!("{four} id \"{wanted}.{:03}\"; c0 \"game {number}, ply {at}\";", known.len());
        }
    }
    eprintln!("{POSITIONS} positions of {number} games of {} plies on the average", plies / number as usize);
    Ok(ExitCode::SUCCESS)
}
