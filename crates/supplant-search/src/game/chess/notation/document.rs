//! A text that may be FEN, EPD or PGN, as its contents show.

use super::{PgnGame, Position, ReadError, epd, fen, pgn, san};
use crate::game::chess::{Board, Chess};

/// The contents of a text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Document {
    /// Positions from a FEN or from EPD records.
    Positions(Vec<Position>),
    /// The games of a PGN text.
    Games(Vec<PgnGame>),
}

impl Document {
    /// The positions; for games, the last position of each with its history.
    ///
    /// # Panics
    /// May panic if moves of games were changed to illegal ones.
    #[must_use]
    pub fn into_positions(self) -> Vec<Position> {
        match self {
            Self::Positions(positions) => positions,
            Self::Games(games) => games.iter().zip(1..).map(|(game, number)| last(game, number)).collect(),
        }
    }
}

fn last(game: &PgnGame, number: usize) -> Position {
    let id = match (game.tag("White"), game.tag("Black")) {
        (Some(white), Some(black)) => format!("game {number}: {white} – {black}"),
        _ => format!("game {number}"),
    };
    Position { id, game: game.at_end(), operations: Vec::new() }
}

/// Reads a text in any of the notations.
///
/// # Errors
/// If the text is in another notation, or has errors in its own.
///
/// ```
/// use supplant_search::game::chess::notation::read;
/// let error = read("kk.epd", "8/8/8/8/8/8/4k3/8 w - -").unwrap_err();
/// let said = "kk.epd line 1: `8/8/8/8/8/8/4k3/8` is not a position that can occur; ";
/// assert!(error.to_string().starts_with(said));
/// ```
pub fn read(name: &str, text: &str) -> Result<Document, ReadError> {
    any(name, text).map_err(|error| error.in_source(name))
}

fn any(name: &str, text: &str) -> Result<Document, ReadError> {
    let records: Vec<_> = super::epd::records(text).take(2).collect();
    match records[..] {
        [] => Err(ReadError::missing("nothing to read here", NOTATIONS)),
        [(_, first), ..] if begins_game(first) => pgn(text).map(Document::Games),
        [(line, first), ..] if !begins_position(first) => {
            Err(ReadError::of(first, "begins neither FEN, EPD nor PGN", NOTATIONS).at_line(line))
        }
        [(line, only)] if is_fen(only) => {
            let board = fen(only).map_err(|error| error.at_line(line))?;
            let (id, game) = (name.to_owned(), Chess::new(board));
            Ok(Document::Positions(vec![Position { id, game, operations: Vec::new() }]))
        }
        _ => epd(text).map(Document::Positions),
    }
}

const NOTATIONS: &str = "give a FEN, EPD records one a line, or games in PGN";

fn begins_game(line: &str) -> bool {
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let word = first_word(line);
    line.starts_with(['[', '{', ';', '%', '('])
        || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
        || is_number(word.split_once('.').map_or(word, |(number, _)| number))
        || san(&Board::startpos(), word).is_ok()
}

fn begins_position(line: &str) -> bool {
    first_word(line).contains('/')
}

fn is_fen(line: &str) -> bool {
    let mut after_fields = line.split_whitespace().skip(4);
    after_fields.clone().count() <= 2 && after_fields.all(|word| !word.starts_with(char::is_alphabetic))
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Document, read};
    use crate::game::Game;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn kind(text: &str) -> &'static str {
        match read("name", text) {
            Ok(Document::Games(_)) => "pgn",
            Ok(Document::Positions(positions)) if positions[0].id == "name" => "fen",
            Ok(Document::Positions(_)) => "epd",
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn the_notation_is_known_by_the_content() {
        for (text, notation) in [
            (format!("\n{KINGS} 0 1\n"), "fen"),
            (KINGS.to_owned(), "fen"),
            (format!("\u{feff}# remark\n{KINGS} 5"), "fen"),
            (format!("{KINGS} bm e4;"), "epd"),
            (format!("{KINGS} 0 1 bm e4;"), "epd"),
            (format!("{KINGS}\n{KINGS}"), "epd"),
            ("[Site \"a/b\"]\n\n1. e4 *".to_owned(), "pgn"),
            ("\u{feff}\n\n1.e4 e5".to_owned(), "pgn"),
            ("1 . e4".to_owned(), "pgn"),
            ("{a/b} e4".to_owned(), "pgn"),
            ("Nf3 Nf6".to_owned(), "pgn"),
        ] {
            assert_eq!(kind(&text), notation, "{text}");
        }
    }

    #[test]
    fn errors_carry_the_name_of_the_text_and_the_line() {
        for (text, message) in [
            ("", "x.pgn: nothing to read here"),
            ("1/2-1/2", "x.pgn: no game here"),
            ("\ngarbage", "x.pgn line 2: `garbage` begins neither FEN, EPD nor PGN"),
            ("\n8/8 w - -", "x.pgn line 2: `8/8` is not a board of eight ranks"),
            ("\n8/8", "x.pgn line 2: `8/8` is not a position: it has fewer than four fields"),
            ("\n1. e5", "x.pgn line 2: `1. e5` is not a legal move for White here"),
        ] {
            let error = read("x.pgn", text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn games_become_the_positions_they_end_in() {
        let text = "[White \"A\"]\n[Black \"B\"]\n1. e4 e5 * 1. d4";
        let positions = read("x", text).unwrap().into_positions();
        let seen: Vec<_> = positions.iter().map(|p| (p.id.as_str(), p.game.played().0)).collect();
        assert_eq!(seen, [("game 1: A – B", 2), ("game 2", 1)]);
        assert_eq!(read("x", KINGS).unwrap().into_positions()[0].id, "x");
    }
}
