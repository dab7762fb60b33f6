//! The content of results folders: sessions, their plans, and the finished units.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Experiment;
use super::journal::{self, Contents, Journal, JournalHeader, Record, Records, Session};
use super::past::Past;
use super::plan::{Plan, Share};
use super::provenance::MIXED;
use super::words::counted;

#[derive(Debug)]
pub struct Collection<E: Experiment> {
    pub study: String,
    pub journals: Vec<Contents<E>>,
    pub remarks: Vec<String>,
    pub past: Past,
}

#[derive(Debug)]
pub struct FoundRecord<'a, E: Experiment> {
    pub file: &'a Contents<E>,
    pub session: &'a Session<E>,
    pub line: usize,
    pub record: &'a Record<E::Cell, E::Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisagreementError {
    unit: String,
    places: [String; 2],
}

impl std::fmt::Display for DisagreementError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { unit, places: [first, second] } = self;
        write!(
            f,
            "unit {unit}: {first} and {second} disagree; measure it again in another folder to find out which is wrong"
        )
    }
}

impl std::error::Error for DisagreementError {}

impl<E: Experiment> From<Contents<E>> for Collection<E> {
    fn from(contents: Contents<E>) -> Self {
        let remarks = contents.remarks().collect();
        let study = contents.header().map_or_else(String::new, |header| header.study.clone());
        Self { study, journals: vec![contents], remarks, past: Past::default() }
    }
}

/// Keeps the first of several paths to one file or folder: the others are links.
pub(crate) fn keep_once<T>(found: &mut Vec<T>, path: impl Fn(&T) -> &Path) {
    let mut seen = BTreeSet::new();
    found.retain(|item| seen.insert(path(item).canonicalize().unwrap_or_else(|_| path(item).to_owned())));
}

impl<E: Experiment> Collection<E> {
    /// # Errors
    /// If journals are missing, unreadable, or of different studies or grids.
    pub fn read(directories: &[impl AsRef<Path>], study: Option<&str>) -> Result<Self> {
        let collection = Self::of_any_grids(directories, study)?;
        collection.check_plans().map(|()| collection)
    }

    pub fn of_any_grids(directories: &[impl AsRef<Path>], study: Option<&str>) -> Result<Self> {
        let mut found = Vec::new();
        for directory in directories.iter().map(AsRef::as_ref) {
            let mut here = Journal::all(directory)?;
            here.retain(|(name, _)| study.is_none_or(|wanted| wanted == name));
            if here.is_empty() {
                let of = study.map_or_else(String::new, |study| format!(" of study {study}"));
                bail!("{}: holds no results{of}; give the folder of its --out", directory.display());
            }
            found.extend(here);
        }
        keep_once(&mut found, |(_, path)| path);
        let studies: BTreeSet<_> = found.iter().map(|(study, _)| study.clone()).collect();
        let mut named = studies.into_iter();
        let study = named.next().context("give the folder of a study")?;
        if let Some(other) = named.next() {
            bail!("these are results of study {study} and of study {other}; name one with --study");
        }
        let (mut journals, mut remarks) = (Vec::<Contents<E>>::new(), Vec::new());
        for (_, path) in found {
            let contents = journal::read::<E>(&path)?;
            remarks.extend(contents.remarks());
            if contents.sessions.is_empty() {
                remarks.push(format!(
                    "{}: has no valid header line, so nothing in it counts",
                    contents.path.display()
                ));
            } else {
                journals.push(contents);
            }
        }
        if journals.is_empty() {
            let more = match remarks.len() {
                0..=2 => String::new(),
                all => format!(" (and {} on these files)", counted(all - 2, "more remark")),
            };
            let ends = [remarks.first(), remarks.last()].into_iter().flatten().map(String::as_str);
            let mut ends: Vec<_> = ends.collect();
            ends.dedup();
            bail!("{}{more}; run the study again, here or in another folder", ends.join("; "));
        }
        let mut past = Past::default();
        let is_joined = |file: &Contents<E>| file.sessions.iter().any(|session| session.header.is_joined());
        for file in journals.iter().filter(|file| is_joined(file)) {
            let Past { headers, timings } = Past::read(file.path.parent().unwrap_or(Path::new(".")), &study)?;
            past.headers.extend(headers);
            past.timings.extend(timings);
        }
        Ok(Self { study, journals, remarks, past })
    }

    #[must_use]
    pub fn measured(&self) -> Vec<&JournalHeader> {
        let is_known = !self.past.headers.is_empty();
        let here = self.sessions().filter(|(_, session)| session.has_measured());
        let here = here.map(|(_, session)| &session.header);
        let mut headers: Vec<_> = here.filter(|header| !(is_known && header.is_joined())).collect();
        headers.extend(&self.past.headers);
        headers.sort_by(|a, b| a.provenance.started.cmp(&b.provenance.started));
        headers.into_iter().fold(Vec::new(), |mut seen, header| {
            if !seen.contains(&header) {
                seen.push(header);
            }
            seen
        })
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

    #[must_use]
    pub fn plan(&self) -> &Plan {
        let header = self.journals.iter().find_map(Contents::header);
        &header.expect("a collection has a session").plan
    }

    pub fn sessions(&self) -> impl Iterator<Item = (&Contents<E>, &Session<E>)> {
        self.journals.iter().flat_map(|file| file.sessions.iter().map(move |session| (file, session)))
    }

    #[must_use]
    pub fn share(&self) -> Share {
        self.share_of(|_| true)
    }

    /// A later session on a part does not reduce the plan.
    #[must_use]
    pub fn share_of(&self, is_of_kind: impl Fn(&JournalHeader) -> bool) -> Share {
        let headers = self.sessions().map(|(_, session)| &session.header);
        let shares: Vec<_> =
            headers.filter(|header| is_of_kind(header)).map(|header| &header.share.only).collect();
        let is_whole = shares.iter().any(|only| only.is_empty());
        let only = if is_whole { BTreeSet::new() } else { shares.into_iter().flatten().cloned().collect() };
        Share { only, shard: None }
    }

    pub fn wanted(&self) -> Result<BTreeSet<String>> {
        let units = self.plan().units_of::<E>();
        let units = units.with_context(|| self.journals[0].path.display().to_string())?;
        Ok(self.share().of::<E>(units).into_iter().map(|unit| unit.id).collect())
    }

    #[must_use]
    pub fn records(&self) -> Vec<FoundRecord<'_, E>> {
        self.sessions().flat_map(|(file, session)| of_session(file, session)).collect()
    }

    pub fn finished(&self) -> Result<Records<E>, DisagreementError> {
        agreed(self.records())
    }

    /// A claim that is younger than a measurement could have been adjusted to it.
    ///
    /// # Errors
    /// If results were measured under different sets of claims.
    pub fn check_claims(&self) -> Result<()> {
        let measured = self.sessions().filter(|(_, session)| session.has_measured());
        let mut all = measured
            .filter_map(|(file, session)| Some((file.path.display(), session.header.registered.as_ref()?)));
        let Some((first, known)) = all.next() else { return Ok(()) };
        match all.find(|(_, other)| other.claims != known.claims) {
            None => Ok(()),
            Some((file, other)) if known.claims.is_empty() || other.claims.is_empty() => bail!(
                "{first} and {file}: one was joined from results of several sets of claims; take results of one, or give --allow-mixed, \
                 after which none count as registered"
            ),
            Some((file, other)) => bail!(
                "{first} was measured under the claims {} of {}, {file} under {} of {}; take results of one set of claims, or give \
                 --allow-mixed, after which none count as registered",
                known.claims,
                known.on,
                other.claims,
                other.on
            ),
        }
    }

    pub fn by_machine(&self) -> impl Iterator<Item = (&str, FoundRecord<'_, E>)> {
        self.records().into_iter().filter_map(|found| Some((found.record.machine.as_deref()?, found)))
    }

    pub fn check_builds(&self) -> Result<()> {
        let written = self.sessions().filter(|(_, session)| !session.records.is_empty());
        let mut builds =
            written.map(|(file, session)| (file.path.display(), session.header.provenance.build()));
        let mixed = |(file, session): &(&Contents<E>, &Session<E>)| {
            (session.header.provenance.commit == MIXED).then(|| file.path.display().to_string())
        };
        if let Some(file) = self.sessions().find_map(|session| mixed(&session)) {
            bail!(
                "{file} was merged from results of several builds; take results of one build, or give --allow-mixed"
            );
        }
        let Some((first, build)) = builds.next() else { return Ok(()) };
        builds.find(|(_, other)| *other != build).map_or(Ok(()), |(file, other)| {
            bail!("{first} was written by supplant {build}, {file} by {other}; take results of one build, or give --allow-mixed")
        })
    }
}

pub fn of_session<'a, E: Experiment>(
    file: &'a Contents<E>,
    session: &'a Session<E>,
) -> impl Iterator<Item = FoundRecord<'a, E>> {
    session.records.iter().map(move |(line, record)| FoundRecord { file, session, line: *line, record })
}

impl<E: Experiment> FoundRecord<'_, E> {
    fn begun(&self) -> (&str, &Path, usize) {
        (&self.session.header.provenance.started, &self.file.path, self.line)
    }

    fn place(&self) -> String {
        format!("{} line {}", self.file.path.display(), self.line)
    }
}

/// # Errors
/// A [`DisagreementError`] if records of a deterministic unit differ.
pub fn agreed<E: Experiment>(mut all: Vec<FoundRecord<'_, E>>) -> Result<Records<E>, DisagreementError> {
    all.sort_by(|a, b| a.begun().cmp(&b.begun()));
    let mut agreed = Records::<E>::new();
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
            return Err(DisagreementError { unit: id.clone(), places });
        }
    }
    Ok(agreed)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Collection, Contents, JournalHeader, Past, Record, Session, Share};
    use crate::experiment::Experiment as _;
    use crate::experiment::filter::Filter;
    use crate::experiment::provenance::Provenance;
    use crate::experiment::searches::Searches;

    fn journal(path: &str, started: &str, only: &[&str], elapsed_ns: u64) -> Contents<Searches> {
        let study = Searches { plies: (2, 2), ..Searches::example() };
        let only = only.iter().map(|filter| filter.parse::<Filter>().expect("a filter")).collect();
        let provenance = Provenance { started: started.to_owned(), ..Provenance::default() };
        let header = JournalHeader::of(&study, Share { only, shard: None }, provenance);
        let unit = study.units().remove(0);
        let record = Record {
            id: unit.id,
            cell: unit.cell,
            rows: Vec::new(),
            deterministic: false,
            machine: None,
            elapsed_ns: Some(elapsed_ns),
        };
        Contents {
            path: PathBuf::from(path),
            sessions: vec![Session { header, records: vec![(2, record)], has_damage: false }],
            damage: Vec::new(),
            has_lost_a_session: false,
        }
    }

    fn collection(journals: Vec<Contents<Searches>>) -> Collection<Searches> {
        Collection { study: "example".to_owned(), journals, remarks: Vec::new(), past: Past::default() }
    }

    #[test]
    fn of_two_measurements_the_one_counts_that_began_first_whatever_its_file_is_called() {
        let [earlier, later] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
        for names in [["a.jsonl", "b.jsonl"], ["b.jsonl", "a.jsonl"]] {
            let both = collection(vec![journal(names[0], later, &[], 2), journal(names[1], earlier, &[], 1)]);
            let finished = both.finished().expect("they need not agree");
            let elapsed: Vec<_> = finished.values().filter_map(|record| record.elapsed_ns).collect();
            assert_eq!(elapsed, [1], "{names:?}");
            let started = |header: &&JournalHeader| header.provenance.started.clone();
            assert_eq!(both.measured().iter().map(started).collect::<Vec<_>>(), [earlier, later]);
        }
    }

    #[test]
    fn who_looks_at_a_part_beside_the_whole_leaves_the_whole_to_be_done() {
        let parts = |parts: &[&[&str]]| {
            let of = |part: &&[&str]| journal("a.jsonl", "", part, 1);
            collection(parts.iter().map(of).collect()).share().only.len()
        };
        assert_eq!(parts(&[&["ply=2"], &[]]), 0, "all");
        assert_eq!(parts(&[&["scheme=deep"], &["scheme=twobig1"]]), 2, "of parts, either");
    }
}
