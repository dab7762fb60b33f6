//! Reads back all journals of a study's folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{Contender, Samples, SearchCell, Searches};
use crate::experiment::claimed::Claimed;
use crate::experiment::collection::{Collection, FoundRecord, agreed, of_session};
use crate::experiment::journal::{JournalHeader, Records};
use crate::experiment::provenance::{Provenance, RunOrigin};
use supplant::scheme::SchemeName;

#[derive(Clone, Debug, Default)]
pub struct Results {
    pub study: String,
    pub schemes: Vec<SchemeName>,
    pub records: Records<Searches>,
    pub sessions: Vec<Provenance>,
    pub family: Family,
    pub missing: usize,
    pub left_aside: usize,
    pub elapsed_ns: Option<u64>,
    pub origin: RunOrigin,
    pub remarks: Vec<String>,
    pub claimed: Claimed,
    pub positions: usize,
    pub other_games: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    pub search: String,
    pub positions: String,
    pub threads: usize,
    pub lockstep: Option<u64>,
}

impl Results {
    /// # Errors
    /// If a journal is missing or cannot be read, two records of one unit disagree, or several
    /// builds wrote them without `mixed`.
    pub fn read(directory: &Path, study: Option<&str>, threads: Option<usize>, mixed: bool) -> Result<Self> {
        let collection = Collection::<Searches>::of_any_grids(&[directory], study)?;
        if !mixed {
            collection.check_builds()?;
        }
        let mut families = families(&collection)?;
        let units: usize = families.values().map(Records::<Searches>::len).sum();
        let asked = families.iter().filter(|(family, _)| threads.is_none_or(|known| known == family.threads));
        let largest = asked.rev().max_by_key(|(_, records)| records.len());
        let Some(family) = largest.map(|(family, _)| family.clone()) else {
            let (directory, study) = (directory.display(), &collection.study);
            let known: BTreeSet<_> = families.keys().map(|family| family.threads.to_string()).collect();
            if known.is_empty() {
                bail!("{directory}: no unit of {study} is finished; let its run go on");
            }
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            bail!("--threads: {directory} has no unit of {study} with that number; give one of {known}");
        };
        let mut records = families.remove(&family).unwrap_or_default();
        if family.lockstep.is_none() {
            let alone = families.remove(&Family { threads: 1, ..family.clone() }).unwrap_or_default();
            records.extend(alone.into_iter().filter(|(_, record)| record.cell.contender == Contender::None));
        }
        let header = last_session(&collection, &family);
        let (Searches { positions: set, schemes, .. }, whole_units) = header.plan.with_units()?;
        let origin = RunOrigin::of(&header.provenance, set.digest());
        let whole = collection.share_of(|header| measures(header, &family.search, &family.positions));
        let mut wanted = whole.of::<Searches>(whole_units);
        let is_of_family = |cell: &SearchCell| {
            (cell.threads, cell.lockstep) == (family.threads, family.lockstep)
                || (family.lockstep, cell.lockstep) == (None, None) && cell.contender == Contender::None
        };
        wanted.retain(|unit| is_of_family(&unit.cell) && !records.contains_key(&unit.id));
        let missing = wanted.len();
        let sessions = collection.measured().into_iter().map(|header| header.provenance.clone()).collect();
        let claimed = Claimed::of(&collection, |header| measures(header, &family.search, &family.positions));
        let apart = collection.past.timings.iter().map(|timing| (timing.unit.as_str(), timing.elapsed_ns));
        let apart: BTreeMap<_, _> = apart.collect();
        let elapsed =
            records.iter().filter_map(|(id, record)| record.elapsed_ns.or(apart.get(id.as_str()).copied()));
        let elapsed_ns = elapsed.sum::<u64>();
        let Collection { study, remarks, .. } = collection;
        Ok(Self {
            elapsed_ns: (elapsed_ns > 0).then_some(elapsed_ns),
            left_aside: units - records.len(),
            study,
            schemes,
            missing,
            records,
            sessions,
            family,
            origin,
            remarks,
            claimed,
            positions: set.positions.len(),
            other_games: set.other_games(),
        })
    }

    #[must_use]
    pub fn samples(&self) -> Samples {
        let samples =
            Samples::of(&self.records, &self.schemes, self.family.threads).on(&self.family.positions);
        match self.family.search.parse() {
            Ok(first) => samples.of_first(first),
            Err(_) => samples,
        }
    }
}

fn last_session<'a>(collection: &'a Collection<Searches>, family: &Family) -> &'a JournalHeader {
    let mut headers: Vec<_> = collection.sessions().map(|(_, session)| &session.header).collect();
    headers.sort_by_key(|header| &header.provenance.started);
    let last = headers.into_iter().rev().find(|header| measures(header, &family.search, &family.positions));
    last.expect("a family is of the grid of a session")
}

#[must_use]
pub fn measures(header: &JournalHeader, search: &str, positions: &str) -> bool {
    let grid = header.plan.experiment::<Searches>();
    grid.is_ok_and(|grid| grid.search.0 == search && grid.positions.name == positions)
}

fn families(collection: &Collection<Searches>) -> Result<BTreeMap<Family, Records<Searches>>> {
    let mut families = BTreeMap::<_, Vec<FoundRecord<'_, Searches>>>::new();
    for (file, session) in collection.sessions() {
        let grid = session.header.plan.experiment::<Searches>();
        let grid = grid.with_context(|| file.path.display().to_string())?;
        for found in of_session(file, session) {
            let (search, positions) = (grid.search.0.clone(), grid.positions.name.clone());
            let SearchCell { threads, lockstep, .. } = found.record.cell;
            let family = Family { search, positions, threads, lockstep };
            families.entry(family).or_default().push(found);
        }
    }
    families.into_iter().map(|(family, found)| Ok((family, agreed(found)?))).collect()
}
