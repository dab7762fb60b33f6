//! Evaluation: the value of a position without search.

pub mod fitted;
mod preprocessed;
mod terms;
mod weights;

use cozy_chess::Piece;

pub use preprocessed::Tables;
pub use terms::{SQUARES, TERMS, TermCounter, is_of_midgame};

use crate::game::Value;

/// A pawn's value: the unit, and half the aspiration window (1994, section 4.1).
pub const PAWN: Value = 100;

/// The material value of a piece (1994, footnote 2 to section 5).
#[must_use]
pub const fn material(piece: Piece) -> Value {
    match piece {
        Piece::Pawn => PAWN,
        Piece::Knight | Piece::Bishop => 325,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// FNV-1a over the weights, so that a table saved with other weights is rejected.
const DIGEST: u64 = {
    let (mut digest, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < 2 * TERMS {
        digest = (digest ^ weights::FITTED[at / 2][at % 2] as u16 as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    digest
};

/// The evaluation functions to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Evaluation {
    /// Material and piece-square tables, which are filled for each root.
    #[default]
    Study1994,
    /// Weights fitted to games, for play.
    Fitted,
}

impl Evaluation {
    /// All evaluations with their names.
    pub const ALL: [(&'static str, Self); 2] = [("1994", Self::Study1994), ("fitted", Self::Fitted)];

    pub(super) const fn seed(self) -> u64 {
        match self {
            Self::Study1994 => 0,
            // Increase the number in "fitted 1" if the meaning of a term or of the sums changes.
            Self::Fitted => u64::from_be_bytes(*b"fitted 1") ^ DIGEST,
        }
    }
}

impl std::fmt::Display for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let named = Self::ALL.iter().find(|(_, evaluation)| evaluation == self);
        f.pad(named.map_or("", |(name, _)| name))
    }
}

/// The error for an unknown name of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEvaluationError(String);

impl std::fmt::Display for UnknownEvaluationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "no evaluation is called `{}`; there are {}",
            self.0,
            Evaluation::ALL.map(|(name, _)| name).join(", ")
        )
    }
}

impl std::error::Error for UnknownEvaluationError {}

impl std::str::FromStr for Evaluation {
    type Err = UnknownEvaluationError;

    /// Reads a name in any case.
    ///
    /// ```
    /// use supplant_search::game::chess::eval::Evaluation;
    /// assert_eq!("Fitted".parse(), Ok(Evaluation::Fitted));
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownEvaluationError> {
        let known = Self::ALL.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, evaluation)| evaluation).ok_or_else(|| UnknownEvaluationError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests;
