//! The files that `merge` writes beside joined results: the measuring sessions and each unit's
//! time.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use super::journal::{JournalHeader, opened_header};

#[derive(Clone, Debug, Default)]
pub struct Past {
    pub headers: Vec<JournalHeader>,
    pub timings: Vec<Timing>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    pub unit: String,
    pub elapsed_ns: u64,
    pub machine: String,
    pub session: String,
    pub journal: String,
}

#[must_use]
pub fn sessions(directory: &Path, study: &str) -> PathBuf {
    directory.join(format!("{study}.sessions.ndjson"))
}

#[must_use]
pub fn timings(directory: &Path, study: &str) -> PathBuf {
    directory.join(format!("{study}.timings.csv"))
}

impl Past {
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
