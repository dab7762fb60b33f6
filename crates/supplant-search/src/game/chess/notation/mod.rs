//! Reading positions, moves and games as people write them. All readers take text; files are opened elsewhere.
//!
//! | reader | for |
//! |---|---|
//! | [`fen`] | one position |
//! | [`epd`] | positions with what is known of them, one a line |
//! | [`pgn`] | games; their positions know the moves that led to them, so that repetitions count |
//! | [`san`] | one move, in its position |
//! | [`read`] | a text that may be any of the first three |
//!
//! Every error is a [`ReadError`]: one line with place, value and remedy. No text makes a reader panic.

mod castling;
mod document;
mod epd;
mod error;
mod fen;
mod pgn;
mod san;
mod tokens;

pub use document::{Document, read};
pub use epd::epd;
pub use error::ReadError;
pub use fen::fen;
pub use pgn::{PgnGame, first_of_pgn, pgn};
pub use san::san;

use super::Chess;

/// A position to search, and what its source says of it.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its name in reports: as the source has it, or else its place in the source.
    pub id: String,
    /// The position, with the moves that led to it where the source knows them.
    pub game: Chess,
    /// Opcode and operands in the order of the source; a single string without its quotation marks.
    pub operations: Vec<(String, String)>,
}

impl Position {
    /// The operands of the first operation `opcode`.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&str> {
        value(&self.operations, opcode)
    }
}

/// The value of the first of the pairs that has `name`.
fn value<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

/// The text without the mark that some editors put before it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
