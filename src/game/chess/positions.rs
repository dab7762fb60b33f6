//! Positions that published results were measured on, so that every study can be repeated without further files.
//!
//! | positions | used in |
//! |---|---|
//! | [`kasparov_short`] | Breuker, Uiterwijk and van den Herik, *Replacement Schemes for Transposition Tables*, ICCA Journal 17(4), 1994 |
//!
//! How they are read: `notation/`.

use super::notation::{Position, epd, pgn};

/// The middle-game positions of the 1994 study: White to move, moves 15 to 32 of Kasparov – Short, Amsterdam 1994.
///
/// Each has the game behind it, so that positions of the game count as repetitions, and the move played as operation `sm`.
///
/// # Cost
/// Parses two small texts and replays the game once for every position.
#[must_use]
pub fn kasparov_short() -> Vec<Position> {
    with_history(
        include_str!("positions/breuker1994.epd"),
        include_str!("positions/breuker1994.pgn"),
        WHITE_TO_MOVE_15,
    )
}

/// Plies played before White's 15th move.
const WHITE_TO_MOVE_15: usize = 28;

/// The positions of `records`, every second ply of the only game in `game` from `first` on.
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
    use super::kasparov_short;
    use crate::game::{
        Game, Root,
        chess::{
            Board,
            notation::{epd, san},
        },
    };

    #[test]
    fn the_game_passes_through_the_positions_of_the_paper() {
        let published = epd(include_str!("positions/breuker1994.epd")).unwrap();
        let positions = kasparov_short();
        assert_eq!(positions.len(), 18);
        assert_eq!(published.len(), 18);
        for (position, published) in positions.iter().zip(&published) {
            assert_eq!(position.game.board(), published.game.board(), "{}", position.id);
            assert_eq!(position.game.key(), published.game.key(), "{}", position.id);
            assert_eq!(position.id, published.id);
        }
    }

    #[test]
    fn every_position_knows_its_game_and_the_move_played() {
        for (position, number) in kasparov_short().into_iter().zip(15..) {
            assert_eq!(position.id, format!("breuker1994.{number}"));
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
