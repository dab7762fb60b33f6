//! The positions that the studies measure on, embedded in the library.
//!
//! They are from Breuker, Uiterwijk and van den Herik: *Replacement Schemes for Transposition
//! Tables*, ICCA Journal 17(4), 1994, and *Information in Transposition Tables*, 1996.

use super::notation::{PgnGame, Position, epd, pgn};

/// The middle-game positions of the 1994 study.
///
/// White is to move, in moves 15 to 32 of Kasparov – Short, Amsterdam 1994; earlier positions count
/// as repetitions.
#[must_use]
pub fn kasparov_short() -> Vec<Position> {
    with_history(
        include_str!("positions/breuker1994.epd"),
        include_str!("positions/breuker1994.pgn"),
        WHITE_TO_MOVE_15,
    )
}

/// The endgame positions of the 1996 study.
///
/// White is to move, in moves 34 to 54 of Rabinovich – Romanovsky, Leningrad 1934.
#[must_use]
pub fn rabinovich_romanovsky() -> Vec<Position> {
    with_history(
        include_str!("positions/breuker1996.epd"),
        include_str!("positions/breuker1996.pgn"),
        WHITE_TO_MOVE_34,
    )
}

/// The games of [`kasparov_short`] and [`rabinovich_romanovsky`], from their first moves.
#[must_use]
pub fn whole_games() -> Vec<PgnGame> {
    let games = [include_str!("positions/breuker1994.pgn"), include_str!("positions/breuker1996.pgn")];
    games
        .iter()
        .flat_map(|text| pgn(text).expect("the embedded games are legal; a test reads them"))
        .collect()
}

/// 240 middle games, each from another game of our search against itself.
///
/// They are open (within 150 centipawns), not in check, and have 14 to 24 points of pieces (knight
/// and bishop 1, rook 2, queen 4). They are ours, under the crate's licence, and never change.
#[must_use]
pub fn middlegames() -> Vec<Position> {
    epd(include_str!("positions/middlegames.epd"))
        .expect("the embedded positions are legal; a test reads them")
}

/// 240 endings, chosen like [`middlegames`], with 1 to 8 points of pieces and at least seven men.
#[must_use]
pub fn endings() -> Vec<Position> {
    epd(include_str!("positions/endings.epd")).expect("the embedded positions are legal; a test reads them")
}

/// 296 positions, each from another game of Stockfish 15.1 against itself.
///
/// Openings, middle games and endings are about equally many, and the sides to move equally.
/// Stockfish gives each position within 300 centipawns. `scripts/strong_games.py` played the games
/// and chose the positions; `docs/experiments/strong-games.pgn.xz` has the games.
#[must_use]
pub fn strong() -> Vec<Position> {
    epd(include_str!("positions/strong.epd")).expect("the embedded positions are legal; a test reads them")
}

/// 148 positions chosen like [`strong`], from other games. No rule is ever tuned on them.
#[must_use]
pub fn heldout() -> Vec<Position> {
    epd(include_str!("positions/heldout.epd")).expect("the embedded positions are legal; a test reads them")
}

const WHITE_TO_MOVE_15: usize = 28;

const WHITE_TO_MOVE_34: usize = 66;

fn with_history(records: &str, game: &str, first: usize) -> Vec<Position> {
    let games = pgn(game).expect("the embedded game is legal; a test reads it");
    let positions = epd(records).expect("the embedded positions are legal; a test reads them");
    let plies = (first..).step_by(2);
    positions
        .into_iter()
        .zip(plies)
        .map(|(position, plies)| {
            let game = games[0].after(plies).expect("the embedded game reaches every position");
            Position { game, ..position }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cozy_chess::Piece;

    use super::{
        Position, endings, heldout, kasparov_short, middlegames, rabinovich_romanovsky, strong, whole_games,
    };
    use crate::game::{
        Game, Root,
        chess::{
            Board,
            notation::{epd, san},
        },
    };

    fn pieces(board: &Board) -> u32 {
        let of = |(piece, points): (Piece, u32)| points * board.pieces(piece).len();
        [(Piece::Knight, 1), (Piece::Bishop, 1), (Piece::Rook, 2), (Piece::Queen, 4)]
            .into_iter()
            .map(of)
            .sum()
    }

    #[test]
    fn no_two_positions_of_a_phase_are_the_same_or_of_one_game() {
        for (set, phase) in [(middlegames(), 14..=24), (endings(), 1..=8)] {
            assert_eq!(set.len(), 240);
            let boards: HashSet<_> = set.iter().map(|position| position.game.key().0).collect();
            let game = |origin: &str| origin.split_once(',').expect("game, ply").0.to_owned();
            let games: HashSet<_> =
                set.iter().map(|position| game(position.operation("c0").expect("an origin"))).collect();
            assert_eq!((boards.len(), games.len()), (240, 240));
            for position in &set {
                let open = position.game.has_moves() && !position.game.in_check();
                assert!(open && phase.contains(&pieces(position.game.board())), "{}", position.id);
            }
        }
        assert_eq!(pieces(&Board::startpos()), 24);
    }

    #[test]
    fn no_two_positions_of_strong_games_are_of_one_game_and_all_kinds_are_there() {
        let (open, held_out) = (strong(), heldout());
        assert_eq!((open.len(), held_out.len()), (296, 148));
        let all: Vec<_> = open.iter().chain(&held_out).collect();
        let about = |position: &Position| position.operation("c0").expect("an origin").to_owned();
        let game = |position: &&Position| about(position).split_once(',').expect("a game").0.to_owned();
        assert_eq!(all.iter().map(game).collect::<HashSet<_>>().len(), all.len());
        assert_eq!(all.iter().map(|position| position.game.key().0).collect::<HashSet<_>>().len(), all.len());
        for set in [&open, &held_out] {
            let share = |is: &dyn Fn(&Position) -> bool| {
                set.iter().filter(|position| is(position)).count() as f64 / set.len() as f64
            };
            for phase in ["opening", "middle game", "ending"] {
                let of = share(&|position| about(position).contains(phase));
                assert!((of - 1.0 / 3.0).abs() < 0.04, "{phase}: {of}");
            }
            let white = share(&|position| position.game.board().side_to_move() == cozy_chess::Color::White);
            assert!((white - 0.5).abs() < 0.05, "White is to move in {white}");
            assert!(share(&|position| about(position).ends_with("quiet")) > 0.5);
            assert!(set.iter().all(|position| position.game.has_moves()));
        }
    }

    #[test]
    fn the_games_pass_through_the_positions_of_the_papers() {
        let middle = (kasparov_short(), include_str!("positions/breuker1994.epd"), 18);
        let ending = (rabinovich_romanovsky(), include_str!("positions/breuker1996.epd"), 21);
        for (positions, published, count) in [middle, ending] {
            let published = epd(published).unwrap();
            assert_eq!((positions.len(), published.len()), (count, count));
            for (position, published) in positions.iter().zip(&published) {
                assert_eq!(position.game.board(), published.game.board(), "{}", position.id);
                assert_eq!(position.game.key(), published.game.key(), "{}", position.id);
                assert_eq!(position.id, published.id);
            }
        }
    }

    #[test]
    fn the_whole_games_are_those_of_the_papers() {
        let games = whole_games();
        let about = |game: usize| (games[game].tag("White").unwrap(), games[game].moves.len());
        assert_eq!((games.len(), about(0), about(1)), (2, ("Kasparov, Garry", 63), ("Rabinovich", 107)));
    }

    #[test]
    fn every_position_knows_its_game_and_the_move_played() {
        let numbered = |set: &'static str, positions: Vec<Position>, first: u16| {
            positions.into_iter().zip(first..).map(move |(position, number)| (set, position, number))
        };
        let all = numbered("breuker1994", kasparov_short(), 15);
        for (set, position, number) in all.chain(numbered("breuker1996", rabinovich_romanovsky(), 34)) {
            assert_eq!(position.id, format!("{set}.{number}"));
            assert_eq!(position.game.board().fullmove_number(), number);
            assert_eq!(position.game.played(), Root(2 * usize::from(number - 1)));
            let played = position.operation("sm").unwrap();
            assert!(san(position.game.board(), played).is_ok(), "{}", position.id);
            let mut game = position.game;
            (0..game.played().0).for_each(|_| game.undo());
            assert_eq!(game.board(), &Board::startpos());
        }
    }
}
