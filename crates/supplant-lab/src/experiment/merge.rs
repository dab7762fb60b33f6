//! Joins the results of several machines: every unit once, sorted.
//! The bytes of the result do not depend on how the work was split.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::Experiment;
use super::claimed::Claimed;
use super::collection::{Collection, FoundRecord};
use super::journal::{JournalHeader, Line, Records, Registered, SCHEMA};
use super::past::Timing;
use super::plan::Share;
use super::provenance::MIXED;

#[derive(Debug)]
pub struct MergedJournals<E: Experiment> {
    pub header: JournalHeader,
    pub records: Records<E>,
    pub missing: Vec<String>,
    pub timings: Vec<Timing>,
    pub claimed: Claimed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    pub mixed_builds: bool,
    pub mixed_machines: bool,
}

/// # Errors
/// If two records of a unit disagree, results are mixed in a way that is not `allowed`, or another
/// version wrote the plan.
pub fn merge<E: Experiment>(collection: &Collection<E>, allowed: Allowed) -> Result<MergedJournals<E>> {
    if !allowed.mixed_builds {
        collection.check_builds()?;
        collection.check_claims()?;
    }
    if !allowed.mixed_machines {
        one_machine(collection)?;
    }
    let wanted = collection.wanted()?;
    let mut records = collection.finished()?;
    records.retain(|id, _| wanted.contains(id));
    records.values_mut().for_each(|record| record.elapsed_ns = None);
    let missing = wanted.iter().filter(|id| !records.contains_key(*id)).cloned().collect();
    let whole = wanted.len() == collection.plan().units;
    let claimed = Claimed::of(collection, |_| true);
    let share = if whole { Share::default() } else { collection.share() };
    let header = header(collection, share, claimed.joined());
    Ok(MergedJournals { header, records, missing, timings: timings(collection), claimed })
}

impl<E: Experiment> MergedJournals<E> {
    pub fn lines(&self) -> impl Iterator<Item = Line<E::Cell, E::Row>> {
        let header = Line::Header(Box::new(self.header.clone()));
        std::iter::once(header).chain(self.records.values().cloned().map(Line::Unit))
    }
}

fn header<E: Experiment>(
    collection: &Collection<E>,
    share: Share,
    registered: Option<Registered>,
) -> JournalHeader {
    let first = &collection.journals[0].sessions[0].header;
    let mut provenance = first.provenance.shared();
    if collection.check_builds().is_err() {
        provenance.commit = MIXED.to_owned();
    }
    JournalHeader {
        schema: SCHEMA,
        study: collection.study.clone(),
        plan: collection.plan().clone(),
        share,
        provenance,
        registered,
    }
}

fn one_machine<E: Experiment>(collection: &Collection<E>) -> Result<()> {
    let machines: BTreeSet<_> = collection.by_machine().map(|(machine, _)| machine).collect();
    if machines.len() < 2 {
        return Ok(());
    }
    let machines: Vec<_> = machines.into_iter().collect();
    bail!(
        "units that depend on the machine were measured on {}; merge each apart, or give --allow-mixed-machines",
        machines.join(" and ")
    )
}

fn timings<E: Experiment>(collection: &Collection<E>) -> Vec<Timing> {
    let timing = |FoundRecord { file, session, record, .. }: FoundRecord<'_, E>| {
        record.elapsed_ns.map(|elapsed_ns| Timing {
            unit: record.id.clone(),
            elapsed_ns,
            machine: session.header.provenance.machine(),
            session: session.header.provenance.started.clone(),
            journal: file.path.display().to_string(),
        })
    };
    let measured = collection.records().into_iter().filter_map(timing);
    let mut timings: Vec<_> = measured.chain(collection.past.timings.iter().cloned()).collect();
    timings.sort_by(|a, b| (&a.unit, &a.session, &a.journal).cmp(&(&b.unit, &b.session, &b.journal)));
    timings.dedup_by(|a, b| (&a.unit, &a.session, a.elapsed_ns) == (&b.unit, &b.session, b.elapsed_ns));
    timings
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Allowed, Collection, JournalHeader, Share, merge};
    use crate::experiment::Experiment as _;
    use crate::experiment::journal::{Contents, Record, Session};
    use crate::experiment::provenance::Provenance;
    use crate::experiment::searches::Searches;

    fn session(study: &Searches, measured: &Searches) -> Session<Searches> {
        let record = |unit: crate::experiment::Unit<_>| Record {
            id: unit.id,
            cell: unit.cell,
            rows: Vec::new(),
            deterministic: true,
            machine: None,
            elapsed_ns: None,
        };
        let records = measured.units().into_iter().map(record).zip(2..);
        Session {
            header: JournalHeader::of(study, Share::default(), Provenance::default()),
            records: records.map(|(record, line)| (line, record)).collect(),
            has_damage: false,
        }
    }

    #[test]
    fn what_a_journal_has_beyond_its_grid_is_not_joined() {
        let larger = Searches { plies: (2, 2), ..Searches::example() };
        let smaller = Searches { slots: vec![8 << 10], ..larger.clone() };
        let contents = Contents {
            path: PathBuf::from("example.jsonl"),
            sessions: vec![session(&larger, &larger), session(&smaller, &smaller)],
            damage: Vec::new(),
            has_lost_a_session: false,
        };
        let merged = merge(&Collection::from(contents), Allowed::default()).expect("of one build");
        let wanted = smaller.units().len();
        assert!(wanted < larger.units().len());
        assert_eq!(
            (merged.records.len(), merged.missing.len(), merged.lines().count()),
            (wanted, 0, wanted + 1)
        );
    }
}
