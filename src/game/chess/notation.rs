//! Reading positions.

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(pub String);
impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for ReadError {}
/// Reads a FEN.
pub fn fen(text: &str) -> Result<cozy_chess::Board, ReadError> {
    text.parse().map_err(|error: cozy_chess::FenParseError| ReadError(error.to_string()))
}
