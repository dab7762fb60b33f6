//! Limits on what a scheme can save: tables that know which entries will be used.
//!
//! The record of a search with an unbounded table gives the exact optimum over all policies in a
//! table of a given size, and the savings of each scheme. A saved entry changes the later search,
//! so [`Foresight`] receives the record and searches again.
//!
//! An entry gives a score, a move, or both. [`Complemented`] tables tell what each is worth: a
//! scheme keeps its own entries, and an unbounded memory beside it supplies all moves or all scores.

mod complemented;
mod foresight;
mod optimum;
mod recorded;
mod replay;

use serde::{Deserialize, Serialize};

pub use complemented::{Complemented, Supplied};
pub use foresight::{Foresight, ForesightOf};
pub use optimum::{Reuse, most_saved, reuses};
pub use recorded::{Recorded, TableAccess, sized_as};
pub use replay::{RecordedUse, UsedPart, replayed, uses};

use super::by_name;
use supplant::scheme::SchemeName;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum SavingsLimit {
    Foresight(ForesightOf),
    /// A scheme beside an unbounded memory of moves, or of scores.
    Complemented(Supplied, SchemeName),
    Optimum(u8),
    Replay(SchemeName),
    Admitted(SchemeName),
}

const WIDTHS: [u8; 7] = [1, 2, 4, 8, 16, 32, 64];

impl SavingsLimit {
    pub const NAMES: &'static str = "foresight, foresight-moves, moves-SCHEME, scores-SCHEME, optimum-W (W slots a bucket: 1, 2, 4, 8, 16, 32 or 64), replay-SCHEME and admitted-SCHEME";

    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Self::Foresight(_) => foresight::WIDTH,
            Self::Optimum(width) => width as usize,
            Self::Complemented(_, scheme) | Self::Replay(scheme) | Self::Admitted(scheme) => {
                scheme.info().slots
            }
        }
    }

    #[must_use]
    pub const fn is_of_a_record(self) -> bool {
        matches!(self, Self::Optimum(_) | Self::Replay(_) | Self::Admitted(_))
    }
}

impl std::fmt::Display for SavingsLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&match self {
            Self::Foresight(ForesightOf::Scores) => "foresight".to_owned(),
            Self::Foresight(ForesightOf::Both) => "foresight-moves".to_owned(),
            Self::Complemented(Supplied::Moves, scheme) => format!("moves-{scheme}"),
            Self::Complemented(Supplied::Scores, scheme) => format!("scores-{scheme}"),
            Self::Optimum(width) => format!("optimum-{width}"),
            Self::Replay(scheme) => format!("replay-{scheme}"),
            Self::Admitted(scheme) => format!("admitted-{scheme}"),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLimitError(String);

impl std::fmt::Display for UnknownLimitError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no limit is called `{}`; there are {}", self.0, SavingsLimit::NAMES)
    }
}

impl std::error::Error for UnknownLimitError {}

impl std::str::FromStr for SavingsLimit {
    type Err = UnknownLimitError;

    fn from_str(name: &str) -> Result<Self, UnknownLimitError> {
        let unknown = || UnknownLimitError(name.to_owned());
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "foresight" => return Ok(Self::Foresight(ForesightOf::Scores)),
            "foresight-moves" => return Ok(Self::Foresight(ForesightOf::Both)),
            _ => {}
        }
        let (kind, of) = lower.split_once('-').ok_or_else(unknown)?;
        let scheme = || of.parse().map_err(|_| unknown());
        match kind {
            "optimum" => {
                let width = of.parse().ok().filter(|width| WIDTHS.contains(width));
                width.map(Self::Optimum).ok_or_else(unknown)
            }
            "moves" => scheme().map(|scheme| Self::Complemented(Supplied::Moves, scheme)),
            "scores" => scheme().map(|scheme| Self::Complemented(Supplied::Scores, scheme)),
            "replay" => scheme().map(Self::Replay),
            "admitted" => scheme().map(Self::Admitted),
            _ => Err(unknown()),
        }
    }
}

by_name::conversions!(SavingsLimit);

#[cfg(test)]
mod tests;
