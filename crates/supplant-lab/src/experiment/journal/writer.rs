//! The writer of a journal, which locks the file and flushes every line.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::Value;

use super::contents::{of_text, study_of, whole_lines};
use super::seal::is_sealed;
use super::{Contents, JournalHeader, Line, Record, sealed};
use crate::experiment::Experiment;

const MOST_TOLD: usize = 80;

#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    #[must_use]
    pub fn path(directory: &Path, study: &str, writer: &str) -> PathBuf {
        directory.join(format!("{study}{writer}.jsonl"))
    }

    pub fn all(directory: &Path) -> Result<Vec<(String, PathBuf)>> {
        let cannot = || format!("{}: cannot be read; give a folder of results", directory.display());
        let mut journals = Vec::new();
        for entry in std::fs::read_dir(directory).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            let Some(study) = study_of(&path) else { continue };
            check_file(&path, path.is_file())?;
            journals.push((study, path));
        }
        journals.sort();
        Ok(journals)
    }

    /// Locks the file, begins a session with `header`, and returns the previous content.
    ///
    /// # Errors
    /// If the file cannot be written, is locked, or is not a journal of this study, or if
    /// [`Self::could_follow`] fails.
    pub fn open<E: Experiment>(path: &Path, header: JournalHeader) -> Result<(Self, Contents<E>)> {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).with_context(|| {
                format!("{}: the folder cannot be created; choose another with --out", directory.display())
            })?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file
            .with_context(|| format!("{}: cannot be written; choose another with --out", path.display()))?;
        // Reading a device may never end.
        check_file(path, file.metadata().is_ok_and(|known| known.is_file()))?;
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            // A file system without locks cannot tell; then the user must ensure a single writer.
            bail!(
                "{}: another process is writing it; wait for it, or choose another with --out",
                path.display()
            );
        }
        let mut journal = Self { file, path: path.to_owned() };
        let held = journal.repair::<E>()?;
        Self::could_follow(&held, &header)?;
        journal.append(&Line::<E::Cell, E::Row>::Header(Box::new(header)))?;
        Ok((journal, held))
    }

    /// # Errors
    /// If another build wrote `held`, or its grid has units that the grid of `header` lacks.
    pub fn could_follow<E: Experiment>(held: &Contents<E>, header: &JournalHeader) -> Result<()> {
        let may = held.header().map_or(Ok(()), |last| may_follow::<E>(last, header));
        may.with_context(|| held.path.display().to_string())
    }

    pub fn record<E: Experiment>(&mut self, record: &Record<E::Cell, E::Row>) -> Result<()> {
        self.append(&Line::<E::Cell, E::Row>::Unit(record.clone()))
    }

    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = sealed(line).context("a line of plain values is JSON")?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    fn repair<E: Experiment>(&mut self) -> Result<Contents<E>> {
        let cannot = |what: &str| format!("{}: cannot be {what}", self.path.display());
        let mut text = Vec::new();
        self.file.read_to_end(&mut text).with_context(|| cannot("read"))?;
        let whole = whole_lines(&text).len();
        match Tail::of(&text[whole..]) {
            Tail::None => {}
            Tail::Whole => {
                self.file.write_all(b"\n").with_context(|| cannot("repaired"))?;
                text.push(b'\n');
            }
            Tail::Torn => {
                self.file.set_len(whole as u64).with_context(|| cannot("repaired"))?;
                text.truncate(whole);
            }
            Tail::Foreign => bail!(
                "{}: its last {} bytes are not the beginning of a record; move the file away, or choose another folder with --out",
                self.path.display(),
                text.len() - whole
            ),
        }
        self.file.seek(SeekFrom::End(0)).with_context(|| cannot("read"))?;
        of_text::<E>(&self.path, &text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tail {
    None,
    Whole,
    Torn,
    Foreign,
}

impl Tail {
    fn of(tail: &[u8]) -> Self {
        let line = String::from_utf8_lossy(tail);
        let begins = |with: &str| line.starts_with(with) || with.starts_with(&*line);
        match &*line {
            "" => Self::None,
            line if is_sealed(line) => Self::Whole,
            line if line.contains("\"}{\"") => Self::Foreign,
            _ if begins("{\"header\"") || begins("{\"unit\"") => Self::Torn,
            _ => Self::Foreign,
        }
    }
}

/// With a smaller grid, exports would lose rows.
fn may_follow<E: Experiment>(last: &JournalHeader, next: &JournalHeader) -> Result<()> {
    let (before, now) = (last.provenance.build(), next.provenance.build());
    if before != now {
        bail!("was written by supplant {before}, this is {now}; choose another folder with --out");
    }
    if last.plan.digest == next.plan.digest {
        return Ok(());
    }
    let ids = |header: &JournalHeader| -> Result<BTreeSet<_>> {
        Ok(header.plan.units_of::<E>()?.into_iter().map(|unit| unit.id).collect())
    };
    let lost = ids(last)?.difference(&ids(next)?).count();
    if lost > 0 {
        bail!(
            "holds the results of another experiment{}; {lost} of its units are not in this one; choose another folder with --out",
            differing(&last.plan.grid, &next.plan.grid)
        );
    }
    Ok(())
}

fn differing(before: &Value, now: &Value) -> String {
    let (Value::Object(before), Value::Object(now)) = (before, now) else { return String::new() };
    let others = before.iter().filter(|&(name, value)| now.get(name) != Some(value));
    let told: Vec<_> = others
        .map(|(name, value)| {
            let value = plainly(value);
            if value.len() <= MOST_TOLD { format!("{name} {value}") } else { name.clone() }
        })
        .collect();
    if told.is_empty() { String::new() } else { format!(" ({})", told.join("; ")) }
}

fn plainly(value: &Value) -> String {
    let all = |values: Vec<String>| values.join(",");
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => all(values.iter().map(plainly).collect()),
        Value::Object(fields) => {
            all(fields.iter().map(|(name, value)| format!("{name} {}", plainly(value))).collect())
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

fn check_file(path: &Path, is_file: bool) -> Result<()> {
    if !is_file {
        bail!("{}: has the name of a journal, and is not a file; move it away", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Tail, differing, sealed};

    #[test]
    fn what_differs_between_grids_is_told_without_the_marks_of_json() {
        let before = serde_json::json!({ "clocks": [{ "lockstep": 8 }, "threads"], "plies": [2, 4], "further": null, "search": "alibaba" });
        let now =
            serde_json::json!({ "clocks": ["threads"], "plies": [2, 3], "further": 1, "search": "alibaba" });
        let told = differing(&before, &now);
        for words in ["clocks lockstep 8,threads", "plies 2,4", "further none"] {
            assert!(told.contains(words), "{words}: {told}");
        }
        assert!(!told.contains("search"), "{told}");
    }

    #[test]
    fn what_is_no_torn_record_is_not_cut_off() {
        let line = sealed(&serde_json::json!({ "unit": { "id": "a", "rows": [{ "nodes": 7 }] } }))
            .expect("it is plain");
        assert_eq!(Tail::of(b""), Tail::None);
        assert_eq!(Tail::of(line.as_bytes()), Tail::Whole);
        for end in 1..line.len() {
            assert_eq!(Tail::of(&line.as_bytes()[..end]), Tail::Torn, "{}", &line[..end]);
        }
        for foreign in [format!("{line}{line}"), "{\"my\":\"own\"}".to_owned(), "notes".to_owned()] {
            assert_eq!(Tail::of(foreign.as_bytes()), Tail::Foreign, "{foreign}");
        }
    }
}
