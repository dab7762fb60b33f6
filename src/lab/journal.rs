//! The journal of a study: JSON Lines, one record per finished unit, appended at once. It is the source of truth; every
//! other file is made from it.
//!
//! A journal has one writer, who holds its lock. Each line is written and flushed whole; a line that a killed process left
//! torn is cut off on opening, because a record appended behind it would be lost with it.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Study;
use super::plan::{Plan, Share};
use super::provenance::Provenance;

/// The version of the line format. Fields are only ever added to it.
pub const SCHEMA: u32 = 1;

/// A line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line<C, R> {
    /// Begins every session of writing.
    Header(Box<Header>),
    /// A finished unit.
    Unit(Record<C, R>),
}

/// What a session of writing begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: u32,
    /// [`Study::NAME`].
    pub study: String,
    /// The grid, whole.
    pub plan: Plan,
    /// What of it is to be in this journal.
    pub share: Share,
    /// Who wrote what follows, and where.
    pub provenance: Provenance,
}

impl Header {
    /// The header of a session on `share` of `study`.
    #[must_use]
    pub fn of<S: Study>(study: &S, share: Share, provenance: Provenance) -> Self {
        Self { schema: SCHEMA, study: S::NAME.to_owned(), plan: Plan::of(study), share, provenance }
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

/// The finished units of a study, by id.
pub type Records<S> = BTreeMap<String, Record<<S as Study>::Cell, <S as Study>::Row>>;

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// The journal of `study` in `directory`, for the writer called `writer` (the shard, or empty).
    #[must_use]
    pub fn path(directory: &Path, study: &str, writer: &str) -> PathBuf {
        directory.join(format!("{study}{writer}.jsonl"))
    }

    /// The journals of `study` in `directory`, by name.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn all(directory: &Path, study: &str) -> Result<Vec<PathBuf>> {
        let cannot = || format!("{}: cannot be read; give a folder of results", directory.display());
        let mut journals = Vec::new();
        for entry in std::fs::read_dir(directory).with_context(cannot)? {
            let path = entry.with_context(cannot)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let writer = name.strip_prefix(study).and_then(|rest| rest.strip_suffix(".jsonl"));
            if writer.is_some_and(|writer| writer.is_empty() || writer.starts_with(".shard-")) {
                journals.push(path);
            }
        }
        journals.sort();
        Ok(journals)
    }

    /// Opens or creates a journal, locks it, cuts off a torn last line, and begins a session with `header`.
    ///
    /// # Errors
    /// If it cannot be written, is locked by another process, is no journal of this study, or another version wrote it.
    pub fn open<S: Study>(path: &Path, header: Header) -> Result<(Self, Records<S>)> {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).with_context(|| {
                format!("{}: the folder cannot be created; choose another with --out", directory.display())
            })?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file
            .with_context(|| format!("{}: cannot be written; choose another with --out", path.display()))?;
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            // Where a file system has no locks there is nothing to be found out; the one writer is then up to the user.
            bail!(
                "{}: another process is writing it; wait for it, or choose another with --out",
                path.display()
            );
        }
        let mut journal = Self { file, path: path.to_owned() };
        let (last, records) = journal.repair::<S>().with_context(|| format!("{}", path.display()))?;
        if let Some(last) = last
            && last.build() != header.provenance.build()
        {
            bail!(
                "{}: was written by supplant {}, this is {}; choose another folder with --out, or remove it",
                path.display(),
                last.build(),
                header.provenance.build()
            );
        }
        journal.append(&Line::<S::Cell, S::Row>::Header(Box::new(header)))?;
        Ok((journal, records))
    }

    /// Appends a finished unit.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record<S: Study>(&mut self, record: &Record<S::Cell, S::Row>) -> Result<()> {
        self.append(&Line::<S::Cell, S::Row>::Unit(record.clone()))
    }

    /// One line, one write, one flush.
    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line).context("a line of plain values is JSON")?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    /// Cuts the file back to its last newline, and reads what is before it: the last writer, and the records.
    fn repair<S: Study>(&mut self) -> Result<(Option<Provenance>, Records<S>)> {
        let mut text = Vec::new();
        self.file.read_to_end(&mut text).context("cannot be read")?;
        let whole = whole_lines(&text);
        if whole.len() < text.len() {
            self.file.set_len(whole.len() as u64).context("cannot be repaired")?;
        }
        self.file.seek(SeekFrom::End(0)).context("cannot be read")?;
        let (mut last, mut records) = (None, Records::<S>::new());
        for line in parse::<S>(whole)? {
            match line {
                Line::Header(header) => last = Some(header.provenance),
                Line::Unit(record) => drop(records.insert(record.id.clone(), record)),
            }
        }
        Ok((last, records))
    }
}

/// Reads the lines of a journal; a torn last one is passed over.
///
/// # Errors
/// If the file cannot be read or a line is not of this study.
pub fn read<S: Study>(path: &Path) -> Result<Vec<Line<S::Cell, S::Row>>> {
    let text = std::fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    parse::<S>(whole_lines(&text)).with_context(|| format!("{}", path.display()))
}

/// The text up to and including its last newline.
fn whole_lines(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)]
}

fn parse<S: Study>(text: &[u8]) -> Result<Vec<Line<S::Cell, S::Row>>> {
    let lines = text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    lines.map(|(i, line)| parse_line::<S>(line).with_context(|| format!("line {}", i + 1))).collect()
}

fn parse_line<S: Study>(line: &[u8]) -> Result<Line<S::Cell, S::Row>> {
    let line = from_json(line).context("is no record of this study; remove it, or choose another file")?;
    if let Line::Header(header) = &line {
        let Header { schema, study, .. } = &**header;
        if study != S::NAME {
            bail!("belongs to study {study}, not {}; choose another folder with --out", S::NAME);
        }
        if *schema > SCHEMA {
            bail!("has schema {schema}; this version knows {SCHEMA}: use a newer one");
        }
    }
    Ok(line)
}

fn from_json<T: DeserializeOwned>(line: &[u8]) -> io::Result<T> {
    serde_json::from_slice(line).map_err(io::Error::from)
}
