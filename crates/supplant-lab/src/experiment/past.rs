//! The files that `merge` writes beside joined results: the measuring sessions and each unit's
//! time.
//!
//! Joined journals contain neither, so that their bytes do not depend on how the work was split.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::journal::{JournalHeader, opened_header};

/// The sessions and times behind joined results.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The headers of the measuring sessions.
    pub headers: Vec<JournalHeader>,
    /// The time of each unit.
    pub timings: Vec<Timing>,
}

/// The time that a unit took, kept apart from results because it differs in every run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The unit's stable id.
    pub unit: String,
    /// The elapsed time in nanoseconds.
    pub elapsed_ns: u64,
    /// The machine that measured it.
    pub machine: String,
    /// When the measuring session began.
    pub session: String,
    /// The journal that the session wrote.
    pub journal: String,
}

/// The path of the sessions behind joined results of `study` in `directory`.
#[must_use]
pub fn sessions(directory: &Path, study: &str) -> PathBuf {
    directory.join(format!("{study}.sessions.ndjson"))
}

/// The path of the times behind joined results of `study` in `directory`.
#[must_use]
pub fn timings(directory: &Path, study: &str) -> PathBuf {
    directory.join(format!("{study}.timings.csv"))
}

impl Past {
    /// Reads the files beside joined results; missing files count as empty.
    ///
    /// # Errors
    /// If a file or a line of it cannot be read.
    pub(super) fn read(directory: &Path, study: &str) -> Result<Self> {
        let (sessions, timings) = (sessions(directory, study), timings(directory, study));
        let remedy = |path: &Path| format!("{}: cannot be read; merge anew, or move it away", path.display());
        let mut past = Self::default();
        if sessions.exists() {
            let text = std::fs::read_to_string(&sessions).with_context(|| remedy(&sessions))?;
            for (i, line) in text.lines().enumerate() {
                let header = opened_header(line).with_context(|| {
                    format!(
                        "{}: line {} is not a session; merge anew, or move it away",
                        sessions.display(),
                        i + 1
                    )
                })?;
                past.headers.push(header);
            }
        }
        if timings.exists() {
            let mut rows = csv::Reader::from_path(&timings).with_context(|| remedy(&timings))?;
            past.timings = rows.deserialize().collect::<Result<_, _>>().with_context(|| remedy(&timings))?;
        }
        Ok(past)
    }
}
