//! Readers of positions, moves and games in the usual notations.
//!
//! No text makes a reader panic: every error is a [`ReadError`] with place, value and remedy.

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

/// A position to search, with the operations of its source.
#[derive(Clone, Debug)]
pub struct Position {
    /// The `id` of the source, or else the place in the source.
    pub id: String,
    /// The position, with the moves that led to it if the source has them.
    pub game: Chess,
    /// Opcodes and operands in the order of the source; a single string has no quotation marks.
    pub operations: Vec<(String, String)>,
}

impl Position {
    /// The operands of the first operation `opcode`.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&str> {
        value(&self.operations, opcode)
    }
}

fn value<'a>(pairs: &'a [(String, String)], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
