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
use super::provenance::Provenance;

/// The version of the line format. Fields are only ever added to it.
pub const SCHEMA: u32 = 1;

/// A line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line<C, R> {
    /// Begins every session of writing.
    Header {
        /// [`SCHEMA`].
        schema: u32,
        /// [`Study::NAME`].
        study: String,
        /// Who wrote what follows, and where.
        provenance: Box<Provenance>,
    },
    /// A finished unit.
    Unit(Record<C, R>),
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
    /// How long it took.
    pub elapsed_ns: u64,
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

    /// Opens or creates a journal, locks it, cuts off a torn last line, and begins a session with a header.
    ///
    /// # Errors
    /// If it cannot be created, is locked by another process, or is no journal of this study.
    pub fn open<S: Study>(path: &Path) -> Result<(Self, Records<S>)> {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).with_context(|| {
                format!("{}: cannot create the folder; choose another with --out", directory.display())
            })?;
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file
            .with_context(|| format!("{}: cannot be written; choose another with --out", path.display()))?;
        if file.try_lock().is_err() {
            bail!(
                "{}: another process is writing it; wait for it, or choose another with --out",
                path.display()
            );
        }
        let mut journal = Self { file, path: path.to_owned() };
        let records = journal.repair::<S>().with_context(|| format!("{}", path.display()))?;
        Ok((journal, records))
    }

    /// Begins a session.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin<S: Study>(&mut self, provenance: Provenance) -> Result<()> {
        self.append(&Line::<S::Cell, S::Row>::Header {
            schema: SCHEMA,
            study: S::NAME.to_owned(),
            provenance: Box::new(provenance),
        })
    }

    /// Appends a finished unit.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn record<S: Study>(&mut self, record: &Record<S::Cell, S::Row>) -> Result<()> {
        self.append(&Line::<S::Cell, S::Row>::Unit(record.clone()))
    }

    fn append(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line).context("a line of plain values is JSON")?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.with_context(|| format!("{}: cannot be written", self.path.display()))
    }

    /// Cuts the file back to its last newline, and reads what is before it.
    fn repair<S: Study>(&mut self) -> Result<Records<S>> {
        let mut text = Vec::new();
        self.file.read_to_end(&mut text).context("cannot be read")?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        if whole < text.len() {
            self.file.set_len(whole as u64).context("cannot be repaired")?;
        }
        self.file.seek(SeekFrom::End(0)).context("cannot be read")?;
        let mut records = Records::<S>::new();
        for line in parse::<S>(&text[..whole])? {
            if let Line::Unit(record) = line {
                records.insert(record.id.clone(), record);
            }
        }
        Ok(records)
    }
}

/// Reads the lines of a journal; a torn last one is passed over.
///
/// # Errors
/// If the file cannot be read or a line is not of this study.
pub fn read<S: Study>(path: &Path) -> Result<Vec<Line<S::Cell, S::Row>>> {
    let text = std::fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    parse::<S>(&text[..whole]).with_context(|| format!("{}", path.display()))
}

fn parse<S: Study>(text: &[u8]) -> Result<Vec<Line<S::Cell, S::Row>>> {
    let lines = text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    lines.map(|(i, line)| parse_line::<S>(line).with_context(|| format!("line {}", i + 1))).collect()
}

fn parse_line<S: Study>(line: &[u8]) -> Result<Line<S::Cell, S::Row>> {
    let line = from_json(line).context("is no record of this study; remove it, or choose another file")?;
    if let Line::Header { schema, study, .. } = &line {
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
