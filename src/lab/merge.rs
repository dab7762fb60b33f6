//! Joining what several machines measured: every unit once, sorted, the same bytes however the work was split.
//!
//! Two machines that measured one deterministic unit must agree: a free test of both.

use std::collections::BTreeSet;

use anyhow::Result;

use super::Study;
use super::collection::{Collection, Found, Session};
use super::journal::{Header, Line, Record, Records, SCHEMA};
use super::plan::Share;

/// Joined results.
#[derive(Debug)]
pub struct Merged<S: Study> {
    /// What all writers have in common.
    pub header: Header,
    /// The units, by id, without times.
    pub records: Records<S>,
    /// Ids of the units that were to be done and are not.
    pub missing: Vec<String>,
    /// How long what took where.
    pub timings: Vec<Timing>,
}

/// How long a unit took: apart from the results, since no two runs agree in it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Timing {
    /// The unit's id.
    pub unit: String,
    /// How long it took.
    pub elapsed_ns: u64,
    /// On which machine.
    pub machine: String,
    /// In the session that began then.
    pub session: String,
    /// In this file.
    pub journal: String,
}

/// Why results cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A deterministic unit has two results: one machine, or the program, is wrong.
    Disagreement(String),
    /// The results do not belong together.
    Mixture(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Disagreement(text) | Self::Mixture(text)) = self;
        f.write_str(text)
    }
}

impl std::error::Error for Refusal {}

/// Joins all of `collection`; measurements that depend on the machine must be of one, unless `mixed_machines`.
///
/// # Errors
/// A [`Refusal`], or a plan of another version.
pub fn merge<S: Study>(collection: &Collection<S>, mixed_machines: bool) -> Result<Merged<S>> {
    one_build(collection)?;
    if !mixed_machines {
        one_machine(collection)?;
    }
    let wanted = collection.wanted()?;
    let mut records = agreed(collection)?;
    // A folder may hold more: what an earlier, other grid left in its journal.
    records.retain(|id, _| wanted.contains(id));
    let missing = wanted.iter().filter(|id| !records.contains_key(*id)).cloned().collect();
    let whole = wanted.len() == collection.plan().units;
    let header = header(collection, if whole { Share::default() } else { collection.share() });
    Ok(Merged { header, records, missing, timings: timings(collection) })
}

impl<S: Study> Merged<S> {
    /// The lines of the joined journal.
    pub fn lines(&self) -> impl Iterator<Item = Line<S::Cell, S::Row>> {
        let header = Line::Header(Box::new(self.header.clone()));
        std::iter::once(header).chain(self.records.values().cloned().map(Line::Unit))
    }
}

/// One header for all: what no split of the work changes.
fn header<S: Study>(collection: &Collection<S>, share: Share) -> Header {
    let first = &collection.journals[0].sessions[0].header;
    Header {
        schema: SCHEMA,
        study: S::NAME.to_owned(),
        plan: collection.plan().clone(),
        share,
        provenance: first.provenance.shared(),
    }
}

fn sessions<S: Study>(collection: &Collection<S>) -> impl Iterator<Item = (String, &Session<S>)> {
    let of = |file: &'_ super::collection::Contents<S>| file.path.display().to_string();
    collection
        .journals
        .iter()
        .flat_map(move |file| file.sessions.iter().map(move |session| (of(file), session)))
}

fn one_build<S: Study>(collection: &Collection<S>) -> Result<(), Refusal> {
    let mut builds = sessions(collection).map(|(file, session)| (file, session.header.provenance.build()));
    let Some((first, build)) = builds.next() else { return Ok(()) };
    builds.find(|(_, other)| *other != build).map_or(Ok(()), |(file, other)| {
        Err(Refusal::Mixture(format!(
            "{first} was written by supplant {build}, {file} by {other}; merge results of one build"
        )))
    })
}

fn one_machine<S: Study>(collection: &Collection<S>) -> Result<(), Refusal> {
    let machines: BTreeSet<_> =
        collection.records().filter_map(|(_, _, record)| record.machine.as_deref()).collect();
    if machines.len() < 2 {
        return Ok(());
    }
    let machines: Vec<_> = machines.into_iter().collect();
    Err(Refusal::Mixture(format!(
        "units that depend on the machine were measured on {}; merge each apart, or give --allow-mixed-machines",
        machines.join(" and ")
    )))
}

/// Every unit once. Of a unit that depends on the machine, the record of the earliest session.
fn agreed<S: Study>(collection: &Collection<S>) -> Result<Records<S>, Refusal> {
    let mut all: Vec<_> = collection.records().collect();
    all.sort_by(|(a, first, _), (b, second, _)| {
        let key = |session: &Session<S>| session.header.provenance.started.clone();
        (key(first), &a.path).cmp(&(key(second), &b.path))
    });
    let mut agreed = Records::<S>::new();
    let mut sources = std::collections::BTreeMap::new();
    for (file, _, record) in all {
        let Some(known) = agreed.get(&record.id) else {
            agreed.insert(record.id.clone(), Record { elapsed_ns: None, ..record.clone() });
            sources.insert(record.id.as_str(), file);
            continue;
        };
        if known.deterministic && known.rows != record.rows {
            return Err(Refusal::Disagreement(format!(
                "unit {}: {} and {} disagree, and must not; run it again on both machines",
                record.id,
                sources[record.id.as_str()].path.display(),
                file.path.display()
            )));
        }
    }
    Ok(agreed)
}

fn timings<S: Study>(collection: &Collection<S>) -> Vec<Timing> {
    let timing = |(file, session, record): Found<'_, S>| {
        record.elapsed_ns.map(|elapsed_ns| Timing {
            unit: record.id.clone(),
            elapsed_ns,
            machine: session.header.provenance.machine(),
            session: session.header.provenance.started.clone(),
            journal: file.path.display().to_string(),
        })
    };
    let mut timings: Vec<_> = collection.records().filter_map(timing).collect();
    timings.sort_by(|a, b| (&a.unit, &a.session, &a.journal).cmp(&(&b.unit, &b.session, &b.journal)));
    timings
}
