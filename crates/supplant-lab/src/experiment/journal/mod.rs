//! The journal of a study: JSON Lines, one record per finished unit, appended at once.
//!
//! All other result files are made from the journal.
//!
//! | file | content |
//! |---|---|
//! | `seal` | the checksum of a line |
//! | `contents` | the one reader, which finds damage |
//! | `writer` | the one writer |
//!
//! A line counts if its checksum matches, its unit has the id of its cell, and its rows pass
//! [`Experiment::check`]. Any other line is *damage*. A remark names its number, the line stays in
//! the file, and its unit is measured again.

mod contents;
mod seal;
mod writer;

pub use contents::{Contents, Damage, Numbered, Session, read};
pub(in crate::experiment) use seal::opened_header;
pub use seal::sealed;
pub use writer::Journal;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Experiment;
use super::plan::{Plan, Share};
use super::provenance::Provenance;

/// The version of the line format. New versions only add fields; lines of version 1 have no
/// checksum.
pub const SCHEMA: u32 = 2;

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line<C, R> {
    /// The first line of every session.
    Header(Box<JournalHeader>),
    /// A finished unit's record.
    Unit(Record<C, R>),
}

/// The first line of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The version of the line format ([`SCHEMA`]).
    pub schema: u32,
    /// The study's name ([`Experiment::study`]).
    pub study: String,
    /// The whole grid of the study.
    pub plan: Plan,
    /// The share of the grid that belongs in this journal.
    pub share: Share,
    /// The program and the machine that wrote the session.
    pub provenance: Provenance,
    /// The claims registered before the measurement; `None` in journals of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered: Option<Registered>,
}

/// The claims of a study when a session began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// The digest of [`Self::words`].
    pub claims: String,
    /// The claims in words: statement, positions, search, statistic and range.
    pub words: String,
    /// When they were registered (UTC, ISO 8601).
    pub on: String,
    /// The build that registered them.
    pub by: String,
    /// The file that declares the study, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declaration: Option<String>,
}

impl JournalHeader {
    /// The header of a session on `share` of `experiment`.
    #[must_use]
    pub fn of<E: Experiment>(experiment: &E, share: Share, provenance: Provenance) -> Self {
        Self {
            schema: SCHEMA,
            study: experiment.study().to_owned(),
            plan: Plan::of(experiment),
            share,
            provenance,
            registered: None,
        }
    }

    /// Adds the registered claims.
    #[must_use]
    pub fn with(self, registered: Registered) -> Self {
        Self { registered: Some(registered), ..self }
    }

    /// Whether the header belongs to joined results, which have no start time.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        self.provenance.started.is_empty()
    }
}

/// A finished unit with its rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<C, R> {
    /// The unit's stable id.
    pub id: String,
    /// The unit's grid cell.
    pub cell: C,
    /// The rows that were measured.
    pub rows: Vec<R>,
    /// Whether every run on every machine must give equal rows.
    pub deterministic: bool,
    /// The machine that measured the unit, if rows depend on it ([`Provenance::machine`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// The elapsed time; `None` in merged files, which store times separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ns: Option<u64>,
}

/// Finished units by id.
pub type Records<E> = BTreeMap<String, Record<<E as Experiment>::Cell, <E as Experiment>::Row>>;
