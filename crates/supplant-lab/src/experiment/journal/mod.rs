//! The journal of a study: JSON Lines, one record per finished unit, appended at once. It is the source of truth; every
//! other file is made from it.
//!
//! | file | what |
//! |---|---|
//! | `seal` | the checksum of a line |
//! | `contents` | what a file holds, and what of it is damaged: the one reader |
//! | `writer` | the one who appends |
//!
//! A journal is never believed blindly and never thrown away. A line counts if its checksum fits, its unit has the id of its cell,
//! and its rows could have been measured there ([`Experiment::check`]); any other is *damage*: named with its number, left where it is,
//! and its unit measured anew.

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

/// The version of the line format. Fields are only ever added to it. Lines of version 1 have no checksum.
pub const SCHEMA: u32 = 2;

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line<C, R> {
    /// Begins every session of writing.
    Header(Box<JournalHeader>),
    /// A finished unit.
    Unit(Record<C, R>),
}

/// What a session of writing begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`Experiment::study`].
    pub study: String,
    /// The grid, whole.
    pub plan: Plan,
    /// What of it is to be in this journal.
    pub share: Share,
    /// Who wrote what follows, and where.
    pub provenance: Provenance,
    /// What was claimed before anything was measured; journals of versions that did not keep it do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered: Option<Registered>,
}

/// What a study claimed when a session began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// Digest of [`Self::words`].
    pub claims: String,
    /// The claims in words: what is claimed, of which positions and search, how it is measured, when it holds.
    pub words: String,
    /// When, UTC, ISO 8601.
    pub on: String,
    /// By which build.
    pub by: String,
    /// The file that states the study, if one does.
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

    /// It with what the study claims.
    #[must_use]
    pub fn with(self, registered: Registered) -> Self {
        Self { registered: Some(registered), ..self }
    }

    /// Whether it stands over joined results: those were begun at no one time.
    #[must_use]
    pub fn is_joined(&self) -> bool {
        self.provenance.started.is_empty()
    }
}

/// A finished unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<C, R> {
    /// The unit's id.
    pub id: String,
    /// Its cell.
    pub cell: C,
    /// What was measured.
    pub rows: Vec<R>,
    /// Whether another run, on any machine, must give the same rows.
    pub deterministic: bool,
    /// The machine that measured, where that matters: [`Provenance::machine`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// How long it took; missing in merged files, which keep times apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ns: Option<u64>,
}

/// Finished units, by id.
pub type Records<E> = BTreeMap<String, Record<<E as Experiment>::Cell, <E as Experiment>::Row>>;
