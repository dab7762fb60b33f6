//! All that folders of results hold: the sessions that wrote them, what they were to do, and what is done.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::Study;
use super::journal::{self, Header, Journal, Line, Record, Records};
use super::plan::{Plan, Share};

/// The journals of some folders, read.
#[derive(Debug)]
pub struct Collection<S: Study> {
    /// Journals with their sessions, in the order they were written.
    pub journals: Vec<Contents<S>>,
}

/// A record, with the session and the file it is from.
pub type Found<'a, S> = (&'a Contents<S>, &'a Session<S>, &'a Record<<S as Study>::Cell, <S as Study>::Row>);

/// One journal, read.
#[derive(Debug)]
pub struct Contents<S: Study> {
    /// The file.
    pub path: PathBuf,
    /// Its sessions; the last one's plan and share hold for the file.
    pub sessions: Vec<Session<S>>,
}

/// What was written between one start of the program and the next.
#[derive(Debug)]
pub struct Session<S: Study> {
    /// Who wrote it.
    pub header: Header,
    /// The units it finished.
    pub records: Vec<Record<S::Cell, S::Row>>,
}

impl<S: Study> Contents<S> {
    fn read(path: PathBuf) -> Result<Self> {
        let mut sessions = Vec::<Session<S>>::new();
        for line in journal::read::<S>(&path)? {
            match line {
                Line::Header(header) => sessions.push(Session { header: *header, records: Vec::new() }),
                Line::Unit(record) => match sessions.last_mut() {
                    Some(session) => session.records.push(record),
                    None => bail!("{}: begins without a header; remove it", path.display()),
                },
            }
        }
        Ok(Self { path, sessions })
    }

    /// What this file is to hold.
    fn header(&self) -> Option<&Header> {
        self.sessions.last().map(|session| &session.header)
    }
}

impl<S: Study> Collection<S> {
    /// Reads every journal of the study in `directories`.
    ///
    /// # Errors
    /// If there is none, one cannot be read, or they belong to different grids.
    pub fn read(directories: &[impl AsRef<Path>]) -> Result<Self> {
        let collection = Self::of_any_grids(directories)?;
        collection.check_plans().map(|()| collection)
    }

    /// Reads every journal of the study in `directories`, of one grid or of several.
    ///
    /// # Errors
    /// If there is none, or one cannot be read.
    pub fn of_any_grids(directories: &[impl AsRef<Path>]) -> Result<Self> {
        let mut journals = Vec::<Contents<S>>::new();
        for directory in directories.iter().map(AsRef::as_ref) {
            let paths = Journal::all(directory, S::NAME)?;
            if paths.is_empty() {
                bail!(
                    "{}: holds no results of study {}; give the folder of its --out",
                    directory.display(),
                    S::NAME
                );
            }
            for path in paths {
                let contents = Contents::read(path)?;
                if !contents.sessions.is_empty() {
                    journals.push(contents);
                }
            }
        }
        if journals.is_empty() {
            bail!("there is no session in any of the journals; run the study first");
        }
        Ok(Self { journals })
    }

    fn check_plans(&self) -> Result<()> {
        let mut files = self.journals.iter().filter_map(|file| file.header().map(|header| (file, header)));
        let Some((first, known)) = files.next() else { return Ok(()) };
        match files.find(|(_, header)| header.plan.digest != known.plan.digest) {
            None => Ok(()),
            Some((other, _)) => bail!(
                "{} and {}: are of different grids; give folders of one grid",
                first.path.display(),
                other.path.display()
            ),
        }
    }

    /// The grid that all journals are of, where they are of one.
    ///
    /// # Panics
    /// Never: [`Self::read`] refuses to be empty.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        let header = self.journals.iter().find_map(Contents::header);
        &header.expect("a collection has a session").plan
    }

    /// What the journals together are to hold: all shards, also those whose journal is not here.
    #[must_use]
    pub fn share(&self) -> Share {
        let shares = || self.journals.iter().filter_map(Contents::header).map(|header| &header.share.only);
        let only = match shares().any(BTreeSet::is_empty) {
            true => BTreeSet::new(),
            false => shares().flatten().cloned().collect(),
        };
        Share { only, shard: None }
    }

    /// Ids of the units in [`Self::share`].
    ///
    /// # Errors
    /// If the plan is of another version.
    pub fn wanted(&self) -> Result<BTreeSet<String>> {
        let units = self.plan().units_of::<S>();
        let units = units.with_context(|| self.journals[0].path.display().to_string())?;
        Ok(self.share().of::<S>(units).into_iter().map(|unit| unit.id).collect())
    }

    /// Every record, with the session and the file it is from.
    pub fn records(&self) -> impl Iterator<Item = Found<'_, S>> {
        self.journals.iter().flat_map(|file| {
            file.sessions
                .iter()
                .flat_map(move |session| session.records.iter().map(move |record| (file, session, record)))
        })
    }

    /// The finished units; of several records of one, the first.
    #[must_use]
    pub fn finished(&self) -> Records<S> {
        let mut finished = BTreeMap::new();
        for (_, _, record) in self.records() {
            finished.entry(record.id.clone()).or_insert_with(|| record.clone());
        }
        finished
    }
}
