//! All that folders of results hold: the sessions that wrote them, what they were to do, and what is done.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Study;
use super::journal::{self, Contents, Journal, Record, Records, Session};
use super::plan::{Plan, Share};

/// The journals of some folders, read.
#[derive(Debug)]
pub struct Collection<S: Study> {
    /// Journals with their sessions, in the order they were written.
    pub journals: Vec<Contents<S>>,
    /// What is to be said of them: lines that do not count, journals that hold nothing.
    pub remarks: Vec<String>,
}

/// A record, and where it is from.
#[derive(Debug)]
pub struct Found<'a, S: Study> {
    /// The file.
    pub file: &'a Contents<S>,
    /// The session that wrote it.
    pub session: &'a Session<S>,
    /// The number of its line.
    pub line: usize,
    /// The record.
    pub record: &'a Record<S::Cell, S::Row>,
}

/// Two measurements of one unit that had to be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    unit: String,
    places: [String; 2],
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { unit, places: [first, second] } = self;
        write!(
            f,
            "unit {unit}: {first} and {second} disagree, and must not; measure it anew in another folder to learn which is wrong"
        )
    }
}

impl std::error::Error for Disagreement {}

impl<S: Study> From<Contents<S>> for Collection<S> {
    fn from(contents: Contents<S>) -> Self {
        let remarks = contents.damage.iter().map(ToString::to_string).collect();
        Self { journals: vec![contents], remarks }
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
        let (mut journals, mut remarks) = (Vec::<Contents<S>>::new(), Vec::new());
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
                let contents = journal::read::<S>(&path)?;
                remarks.extend(contents.damage.iter().map(ToString::to_string));
                if contents.sessions.is_empty() {
                    remarks.push(format!("{}: holds no session", contents.path.display()));
                } else {
                    journals.push(contents);
                }
            }
        }
        if journals.is_empty() {
            bail!("{}; run the study first", remarks.join("; "));
        }
        Ok(Self { journals, remarks })
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

    /// Every session, with the file it is in.
    pub fn sessions(&self) -> impl Iterator<Item = (&Contents<S>, &Session<S>)> {
        self.journals.iter().flat_map(|file| file.sessions.iter().map(move |session| (file, session)))
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

    /// Every record, and where it is from.
    #[must_use]
    pub fn records(&self) -> Vec<Found<'_, S>> {
        self.sessions().flat_map(|(file, session)| of_session(file, session)).collect()
    }

    /// The finished units. Of several records of one that need not agree, the earliest.
    ///
    /// # Errors
    /// A [`Disagreement`] of records that must agree.
    pub fn finished(&self) -> Result<Records<S>, Disagreement> {
        agreed(self.records())
    }

    /// Refuses results of several builds.
    ///
    /// # Errors
    /// If there are such.
    pub fn check_builds(&self) -> Result<()> {
        let written = self.sessions().filter(|(_, session)| !session.records.is_empty());
        let mut builds =
            written.map(|(file, session)| (file.path.display(), session.header.provenance.build()));
        let Some((first, build)) = builds.next() else { return Ok(()) };
        builds.find(|(_, other)| *other != build).map_or(Ok(()), |(file, other)| {
            bail!("{first} was written by supplant {build}, {file} by {other}; take results of one build, or give --allow-mixed")
        })
    }
}

/// The records of a session.
pub fn of_session<'a, S: Study>(
    file: &'a Contents<S>,
    session: &'a Session<S>,
) -> impl Iterator<Item = Found<'a, S>> {
    session.records.iter().map(move |(line, record)| Found { file, session, line: *line, record })
}

impl<S: Study> Found<'_, S> {
    /// What orders records of one unit.
    fn begun(&self) -> (&str, &Path, usize) {
        (&self.session.header.provenance.started, &self.file.path, self.line)
    }

    fn place(&self) -> String {
        format!("{} line {}", self.file.path.display(), self.line)
    }
}

/// The rule for a unit that was measured more than once, for all who read: that of the session which began first counts; where
/// every machine must give the same rows, all must be the same.
///
/// # Errors
/// A [`Disagreement`].
pub fn agreed<S: Study>(mut all: Vec<Found<'_, S>>) -> Result<Records<S>, Disagreement> {
    all.sort_by(|a, b| a.begun().cmp(&b.begun()));
    let mut agreed = Records::<S>::new();
    let mut places = std::collections::BTreeMap::new();
    for found in all {
        let Record { id, rows, .. } = found.record;
        let Some(known) = agreed.get(id) else {
            agreed.insert(id.clone(), found.record.clone());
            places.insert(id.as_str(), found.place());
            continue;
        };
        if known.deterministic && known.rows != *rows {
            let places = [places[id.as_str()].clone(), found.place()];
            return Err(Disagreement { unit: id.clone(), places });
        }
    }
    Ok(agreed)
}
