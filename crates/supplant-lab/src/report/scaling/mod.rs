//! The results of a scaling run.

mod document;
mod figures;
pub mod json;
mod laws;
pub mod page;
mod predicted;
pub mod printed;
mod schemes;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::experiment::Experiment as _;
use crate::experiment::collection::Collection;
use crate::experiment::provenance::Provenance;
use crate::experiment::scaling::curves::{CurveKey, CurvePoint, curves};
use crate::experiment::scaling::predict::{Predicted, predictions};
use crate::experiment::scaling::schemes::{SchemeTimes, Under, schemes};
use crate::experiment::scaling::{NAME, Scaling, WorkerClock, machine};
use crate::experiment::words::once_each;

/// The heading above the answer. The index of studies reads the sentence below it.
pub const IN_SHORT: &str = "In short";

#[derive(Debug)]
pub struct ScalingReport {
    pub study: Scaling,
    pub curves: BTreeMap<CurveKey, Vec<CurvePoint>>,
    pub schemes: BTreeMap<Under, Vec<SchemeTimes>>,
    pub predicted: Vec<Predicted>,
    pub sessions: Vec<Provenance>,
    pub finished: (usize, usize),
    pub remarks: Vec<String>,
}

impl ScalingReport {
    /// # Errors
    /// If there is no journal, it cannot be read, or no search in it is finished. Also if it holds
    /// times of several machines, or if several builds wrote it and `mixed` is false.
    pub fn read(directory: &Path, mixed: bool) -> Result<Self> {
        let collection = Collection::<Scaling>::read(&[directory], Some(NAME))?;
        if !mixed {
            collection.check_builds()?;
        }
        machine::check(&collection, None)?;
        let study = collection.plan().experiment::<Scaling>()?;
        let records = collection.finished()?;
        let units = study.units();
        let finished = units.iter().filter(|unit| records.contains_key(&unit.id)).count();
        if finished == 0 {
            bail!("{}: no search of the run is finished; let it go on", directory.display());
        }
        let sessions: Vec<_> =
            collection.measured().into_iter().map(|header| header.provenance.clone()).collect();
        let (curves, schemes) = (curves(&study, &records), schemes(&study, &records));
        let finished = (finished, units.len());
        let predicted = predictions(&curves, processors(&sessions));
        Ok(Self { study, curves, schemes, predicted, sessions, finished, remarks: collection.remarks })
    }

    fn provenance(&self) -> Result<&Provenance> {
        self.sessions.last().context("a journal has a session")
    }

    fn commands(&self) -> Vec<String> {
        let place = [" --jobs ", " --out "];
        let cut =
            |command: &str| place.iter().filter_map(|&at| command.find(at)).min().unwrap_or(command.len());
        let all = self.sessions.iter().map(|session| &session.invocation[..cut(&session.invocation)]);
        once_each(all.map(str::to_owned))
    }

    fn first_curve(&self, is_timed: bool) -> Option<(&CurveKey, &[CurvePoint])> {
        let study = &self.study;
        let (helpers, scheme) = (study.helpers.first()?.to_string(), *study.schemes.first()?);
        let is_first = |of: &&CurveKey| {
            (&of.helpers, of.contender.scheme()) == (&helpers, Some(scheme))
                && study.slots.first() == Some(&of.slots)
                && of.clock.is_timed() == is_timed
        };
        let of = self.curves.keys().find(is_first)?;
        Some((of, &self.curves[of][..]))
    }

    #[must_use]
    pub fn name(&self, of: &CurveKey) -> String {
        let study = &self.study;
        let mut words = Vec::new();
        let mut add = |several: bool, word: String| {
            if several {
                words.push(word);
            }
        };
        add(study.helpers.len() > 1, of.helpers.clone());
        add(study.schemes.len() > 1, of.contender.to_string());
        add(study.slots.len() > 1, crate::experiment::sizes::name(of.slots));
        add(study.clocks.len() > 1, clock(of.clock));
        if words.is_empty() { of.helpers.clone() } else { words.join(", ") }
    }

    fn are_at_once(&self, of: &CurveKey, workers: usize) -> bool {
        !of.clock.is_timed() || processors(&self.sessions).is_none_or(|most| workers <= most)
    }

    /// `true` stands for timed curves, `false` for lockstep.
    fn kinds(&self) -> impl Iterator<Item = bool> {
        [true, false]
            .into_iter()
            .filter(|&kind| self.study.clocks.iter().any(|clock| clock.is_timed() == kind))
    }

    fn is_timed(&self) -> bool {
        self.kinds().any(|is_timed| is_timed)
    }
}

fn processors(sessions: &[Provenance]) -> Option<usize> {
    sessions.iter().filter_map(|session| session.cores).min()
}

fn clock(clock: WorkerClock) -> String {
    match clock {
        WorkerClock::Lockstep(quantum) => format!("quantum {quantum}"),
        WorkerClock::Threads => "threads".to_owned(),
        WorkerClock::Pinned => "pinned threads".to_owned(),
        WorkerClock::Loaded => "pinned threads, idle cores loaded".to_owned(),
    }
}
