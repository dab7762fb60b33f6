//! The one reader of journals, so that all commands count the same lines.

use std::ffi::OsStr;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::seal::{Seal, opened};
use super::{JournalHeader, Line, Record, SCHEMA};
use crate::experiment::Experiment;

#[derive(Debug)]
pub struct Contents<E: Experiment> {
    pub path: PathBuf,
    pub sessions: Vec<Session<E>>,
    pub damage: Vec<Damage>,
    pub has_lost_a_session: bool,
}

#[derive(Debug)]
pub struct Session<E: Experiment> {
    pub header: JournalHeader,
    pub records: Vec<Numbered<E>>,
    pub has_damage: bool,
}

impl<E: Experiment> Session<E> {
    #[must_use]
    pub fn has_measured(&self) -> bool {
        self.has_damage || !self.records.is_empty()
    }
}

pub type Numbered<E> = (usize, Record<<E as Experiment>::Cell, <E as Experiment>::Row>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    pub path: PathBuf,
    pub line: usize,
    pub what: String,
    pub is_of_a_session: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, what, is_of_a_session } = self;
        let path = path.display();
        let again = match is_of_a_session {
            true => "units after it count only below another header line; a new run measures the others",
            false => "a new run measures its unit, if no other line has it",
        };
        write!(f, "{path}: line {line} does not count: {what}; {again}")
    }
}

impl<E: Experiment> Contents<E> {
    #[must_use]
    pub fn header(&self) -> Option<&JournalHeader> {
        self.sessions.last().map(|session| &session.header)
    }

    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let alike = |one: &Damage, next: &Damage| {
            let of_units = !one.is_of_a_session && !next.is_of_a_session;
            of_units && one.what == next.what && next.line == one.line + 1
        };
        self.damage.chunk_by(alike).map(|lines| match lines {
            [first, .., last] => {
                let Damage { path, line, what, .. } = first;
                let path = path.display();
                format!(
                    "{path}: line {line} does not count: {what}; nor do the next ones to line {}; a new run measures their units, if no other lines have them",
                    last.line
                )
            }
            _ => lines.iter().map(ToString::to_string).collect(),
        })
    }

    pub fn records(&self) -> impl Iterator<Item = &Numbered<E>> {
        self.sessions.iter().flat_map(|session| &session.records)
    }
}

/// How the names of packed journals end, and the command that unpacks them.
pub const PACKED: [(&str, &str); 2] = [(".xz", "unxz"), (".gz", "gunzip")];

/// The memory that a packed journal may ask for, in KiB: four times that of `xz -9`.
const UNPACKING: u32 = 256 << 10;

/// Reads a journal, plain or packed by xz or gzip, without a torn last line.
///
/// # Errors
/// If the file cannot be read, belongs to another study, or has an unknown version.
pub fn read<E: Experiment>(path: &Path) -> Result<Contents<E>> {
    let stored = std::fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    let text = match path.extension().and_then(OsStr::to_str) {
        Some("xz") => unpacked(XzReader::new_mem_limit(stored.as_slice(), true, UNPACKING)),
        Some("gz") => unpacked(MultiGzDecoder::new(stored.as_slice())),
        _ => Ok(stored),
    };
    let text = text.with_context(|| {
        format!("{}: is damaged; fetch it again, or measure anew in another folder", path.display())
    })?;
    of_text::<E>(path, whole_lines(&text))
}

fn unpacked(mut packed: impl Read) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    packed.read_to_end(&mut text).map(|_| text)
}

pub(super) fn whole_lines(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)]
}

pub(super) fn of_text<E: Experiment>(path: &Path, text: &[u8]) -> Result<Contents<E>> {
    let mut reader = Reader::<E> {
        contents: Contents {
            path: path.to_owned(),
            sessions: Vec::new(),
            damage: Vec::new(),
            has_lost_a_session: false,
        },
        experiment: None,
    };
    let lines = text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    for (i, line) in lines {
        let number = i + 1;
        let taken = reader.take(number, &String::from_utf8_lossy(line));
        if let Some(what) = taken.with_context(|| format!("{}: line {number}", path.display()))? {
            if let Some(session) = reader.contents.sessions.last_mut() {
                session.has_damage = true;
            }
            let is_of_a_session = begins_a_session(&String::from_utf8_lossy(line));
            reader.contents.damage.push(Damage {
                path: path.to_owned(),
                line: number,
                what,
                is_of_a_session,
            });
        }
    }
    Ok(reader.contents)
}

pub(in crate::experiment) fn study_of(journal: &Path) -> Option<String> {
    let name = journal.file_name()?.to_str()?;
    let plain = PACKED.iter().find_map(|(ending, _)| name.strip_suffix(ending));
    let name = plain.unwrap_or(name).strip_suffix(".jsonl")?;
    let study = name.split_once(".shard-").map_or(name, |(study, _)| study);
    let is_name = !study.is_empty() && study.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| study.to_owned())
}

struct Reader<E: Experiment> {
    contents: Contents<E>,
    experiment: Option<E>,
}

impl<E: Experiment> Reader<E> {
    fn take(&mut self, number: usize, line: &str) -> Result<Option<String>> {
        // Line ends that a tool converted carry no data.
        let (json, seal) = opened(line.strip_suffix('\r').unwrap_or(line));
        let read = serde_json::from_str(&json).ok().filter(|_| seal != Seal::Broken);
        Ok(match read {
            Some(Line::Header(header)) => self.begin(*header, seal)?,
            Some(Line::Unit(record)) => self.unit(number, record, seal),
            None => {
                if begins_a_session(line) {
                    self.experiment = None;
                    self.contents.has_lost_a_session = true;
                }
                let what = if seal == Seal::Broken {
                    "its checksum is wrong"
                } else {
                    "it is not a record of this study"
                };
                Some(what.to_owned())
            }
        })
    }

    fn begin(&mut self, header: JournalHeader, seal: Seal) -> Result<Option<String>> {
        self.experiment = None;
        let JournalHeader { schema, study, .. } = &header;
        let named = study_of(&self.contents.path).unwrap_or_default();
        if *study != named {
            bail!(
                "holds study {study}, but the file is named `{named}`; name it {study}.jsonl, or choose another folder"
            );
        }
        if *schema > SCHEMA {
            bail!("has schema {schema}; this version knows {SCHEMA}: use a newer one");
        }
        if lacks_seal(&header, seal) {
            self.contents.has_lost_a_session = true;
            return Ok(Some("it has no checksum".to_owned()));
        }
        let (experiment, _) = header.plan.with_units()?;
        self.experiment = Some(experiment);
        self.contents.sessions.push(Session { header, records: Vec::new(), has_damage: false });
        Ok(None)
    }

    fn unit(&mut self, number: usize, record: Record<E::Cell, E::Row>, seal: Seal) -> Option<String> {
        let (Some(experiment), Some(session)) = (&self.experiment, self.contents.sessions.last_mut()) else {
            self.contents.has_lost_a_session = true;
            return Some("it has no header line before it".to_owned());
        };
        if lacks_seal(&session.header, seal) {
            return Some("it has no checksum".to_owned());
        }
        let id = experiment.id(&record.cell);
        if record.id != id {
            return Some(format!("its id is {}, but its cell has the id {id}", record.id));
        }
        if let Some(what) = record.rows.iter().find_map(|row| E::check(&record.cell, row).err()) {
            return Some(what);
        }
        if let Err(what) = experiment.check_all(&record.cell, &record.rows) {
            return Some(what);
        }
        session.records.push((number, record));
        None
    }
}

fn begins_a_session(line: &str) -> bool {
    !line.starts_with("{\"unit\"") || line.contains("{\"header\"")
}

fn lacks_seal(header: &JournalHeader, seal: Seal) -> bool {
    header.schema > 1 && seal == Seal::Missing
}
