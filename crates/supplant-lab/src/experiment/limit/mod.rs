//! What no scheme can reach: tables that know what is to come.
//!
//! A search with a table without end is recorded: which position was stored, and which stored score ended the search of its position, saving
//! what that score had cost. On such a record it can be said exactly what the best of all policies would have saved in a table of a given size; a
//! scheme run over the same record is on the same scale. What is saved changes what is searched, which a record does not show: therefore
//! [`Foresight`] is told the record and searches anew.
//!
//! | file | what |
//! |---|---|
//! | `recorded` | the record |
//! | `optimum` | the most that can be saved on it, bucket by bucket |
//! | `replay` | what a scheme saves on it, use by use |
//! | `foresight` | a real table that is told what was saved |

mod foresight;
mod optimum;
mod recorded;
mod replay;

use serde::{Deserialize, Serialize};

pub use foresight::Foresight;
pub use optimum::{Reuse, most_saved};
pub use recorded::{Recorded, TableAccess, sized_as};
pub use replay::{ScoreUse, replayed, uses};

use supplant::scheme::SchemeName;

/// A table that cannot be built, or a scheme set beside one. Its name is how it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum SavingsLimit {
    /// A search over a table in buckets of four slots that keep what has most to save yet.
    Foresight,
    /// The most that any policy could save on the record, in buckets of so many slots.
    Optimum(u8),
    /// A scheme on the record.
    Replay(SchemeName),
    /// A scheme on the record that is offered only what will end a search.
    Admitted(SchemeName),
}

/// Widths that an optimum is found for: a table has whole buckets of any.
const WIDTHS: [u8; 7] = [1, 2, 4, 8, 16, 32, 64];

impl SavingsLimit {
    /// The names, as a user is told them.
    pub const NAMES: &'static str = "foresight, optimum-W (W slots a bucket: 1, 2, 4, 8, 16, 32 or 64), replay-SCHEME and admitted-SCHEME";

    /// Slots of its buckets.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Self::Foresight => foresight::WIDTH,
            Self::Optimum(width) => width as usize,
            Self::Replay(scheme) | Self::Admitted(scheme) => scheme.info().slots,
        }
    }

    /// Whether it is found on a record, and not by a search of its own.
    #[must_use]
    pub const fn is_of_a_record(self) -> bool {
        !matches!(self, Self::Foresight)
    }
}

impl std::fmt::Display for SavingsLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&match self {
            Self::Foresight => "foresight".to_owned(),
            Self::Optimum(width) => format!("optimum-{width}"),
            Self::Replay(scheme) => format!("replay-{scheme}"),
            Self::Admitted(scheme) => format!("admitted-{scheme}"),
        })
    }
}

/// No limit has this name.
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

    /// Reads a name, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownLimitError> {
        let unknown = || UnknownLimitError(name.to_owned());
        let lower = name.to_ascii_lowercase();
        if lower == "foresight" {
            return Ok(Self::Foresight);
        }
        let (kind, of) = lower.split_once('-').ok_or_else(unknown)?;
        let scheme = || of.parse().map_err(|_| unknown());
        match kind {
            "optimum" => {
                let width = of.parse().ok().filter(|width| WIDTHS.contains(width));
                width.map(Self::Optimum).ok_or_else(unknown)
            }
            "replay" => scheme().map(Self::Replay),
            "admitted" => scheme().map(Self::Admitted),
            _ => Err(unknown()),
        }
    }
}

impl From<SavingsLimit> for String {
    fn from(limit: SavingsLimit) -> Self {
        limit.to_string()
    }
}

impl TryFrom<String> for SavingsLimit {
    type Error = UnknownLimitError;

    fn try_from(name: String) -> Result<Self, UnknownLimitError> {
        name.parse()
    }
}

#[cfg(test)]
mod tests;
