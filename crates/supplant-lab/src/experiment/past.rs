//! What `merge` writes beside joined results: the sessions that measured, and how long each unit took. Joined journals have neither, so that
//! they are the same bytes however the work was split.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::journal::{JournalHeader, opened_header};

/// Who measured what was joined, and how long it took.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The headers of the sessions.
    pub headers: Vec<JournalHeader>,
    /// Times, unit by unit.
    pub timings: Vec<Timing>,
}

/// How long a unit took: apart from the results, since no two runs agree in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The unit's id.
    pub unit: String,
    /// How long it took.
    pub elapsed_ns: u64,
    /// On which machine.
    pub machine: String,
    /// In the session that began then.
    pub session: String,
    /// In this file.
    pub journal: String,
}

/// Where the sessions behind joined results of `study` in `directory` stand.
#[must_use]
pub fn sessions(directory: &Path, study: &str) -> PathBuf {
    directory.join(format!("{study}.sessions.ndjson"))
}

/// Where their times stand.
#[must_use]
pub fn timings(directory: &Path, study: &str) -> PathBuf {
    directory.join(format!("{study}.timings.csv"))
}

impl Past {
    /// Reads what stands beside joined results; of files that are not there, nothing.
    ///
    /// # Errors
    /// If one cannot be read, or a line of it does not count.
    pub(super) fn read(directory: &Path, study: &str) -> Result<Self> {
        let (sessions, timings) = (sessions(directory, study), timings(directory, study));
        let remedy = |path: &Path| format!("{}: cannot be read; merge anew, or move it away", path.display());
        let mut past = Self::default();
        if sessions.exists() {
            let text = std::fs::read_to_string(&sessions).with_context(|| remedy(&sessions))?;
            for (i, line) in text.lines().enumerate() {
                let header = opened_header(line).with_context(|| {
                    format!(
                        "{}: line {} is no session; merge anew, or move it away",
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
