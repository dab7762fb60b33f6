//! The journal of a study: JSON Lines, one record per finished unit, appended at once.
//!
//! A line counts if its checksum matches, its unit has the id of its cell, and its rows pass
//! [`Experiment::check`]. Any other line is *damage*: it stays in the file, and its unit is
//! measured again.

mod contents;
mod seal;
mod writer;

pub use contents::{Contents, Damage, Numbered, PACKED, Session, read};
pub(in crate::experiment) use seal::opened_header;
pub use seal::sealed;
pub use writer::Journal;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Experiment;
use super::plan::{Plan, Share};
use super::provenance::Provenance;

/// New versions only add fields; lines of version 1 have no checksum.
pub const SCHEMA: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line<C, R> {
    Header(Box<JournalHeader>),
    Unit(Record<C, R>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    pub schema: u32,
    pub study: String,
    pub plan: Plan,
    pub share: Share,
    pub provenance: Provenance,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered: Option<Registered>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    pub claims: String,
    pub words: String,
    /// When they were registered (UTC, ISO 8601).
    pub on: String,
    pub by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declaration: Option<String>,
}

impl JournalHeader {
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

    #[must_use]
    pub fn with(self, registered: Registered) -> Self {
        Self { registered: Some(registered), ..self }
    }

    #[must_use]
    pub fn is_joined(&self) -> bool {
        self.provenance.started.is_empty()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record<C, R> {
    pub id: String,
    pub cell: C,
    pub rows: Vec<R>,
    pub deterministic: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ns: Option<u64>,
}

pub type Records<E> = BTreeMap<String, Record<<E as Experiment>::Cell, <E as Experiment>::Row>>;
