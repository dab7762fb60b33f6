//! What a scaling run comes to: a table for the terminal, a page with pictures, JSON for other programs.
//!
//! | file | what |
//! |---|---|
//! | `printed.rs` | the table for the terminal |
//! | `document.rs` | the report, of which `figures.rs` draws |
//! | `schemes.rs` | schemes beside each other |
//! | `laws.rs` | the laws through each curve |
//! | `predicted.rs` | its section on predicted times, and the same for the terminal |
//! | `page.rs` | the files |
//! | `json.rs` | the curves and predictions as one object |

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

/// A run with its curves, ready to be shown.
#[derive(Debug)]
pub struct ScalingReport {
    /// What was to be measured.
    pub study: Scaling,
    /// The curves that are whole.
    pub curves: BTreeMap<CurveKey, Vec<CurvePoint>>,
    /// Schemes beside the first, where there are several.
    pub schemes: BTreeMap<Under, Vec<SchemeTimes>>,
    /// What was to be expected of threads, where lockstep says it.
    pub predicted: Vec<Predicted>,
    /// The sessions that measured, oldest first.
    pub sessions: Vec<Provenance>,
    /// Units that are finished, and that there are.
    pub finished: (usize, usize),
    /// What is to be said of the journal.
    pub remarks: Vec<String>,
}

impl ScalingReport {
    /// Reads the journal of a folder.
    ///
    /// # Errors
    /// If there is none, it cannot be read, it holds times of several machines, or several builds wrote it and are not to be `mixed`.
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

    /// The last session's facts.
    fn provenance(&self) -> Result<&Provenance> {
        self.sessions.last().context("a journal has a session")
    }

    /// The commands that the sessions ran, each once, without what belongs to one machine, at their end: on how many jobs, and where
    /// the results went.
    fn commands(&self) -> Vec<String> {
        let place = [" --jobs ", " --out "];
        let cut =
            |command: &str| place.iter().filter_map(|&at| command.find(at)).min().unwrap_or(command.len());
        let all = self.sessions.iter().map(|session| &session.invocation[..cut(&session.invocation)]);
        once_each(all.map(str::to_owned))
    }

    /// The curve that is told first, of those by a clock or of those in lockstep: of the first way of differing, scheme and size.
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

    /// What tells the curves of this run apart, in words.
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

    /// Whether so many workers of a curve were at work at once, each on a processor of its own: in lockstep always.
    fn are_at_once(&self, of: &CurveKey, workers: usize) -> bool {
        !of.clock.is_timed() || processors(&self.sessions).is_none_or(|most| workers <= most)
    }

    /// Which kinds of time are told: that of a clock, and that of lockstep.
    fn kinds(&self) -> impl Iterator<Item = bool> {
        [true, false]
            .into_iter()
            .filter(|&kind| self.study.clocks.iter().any(|clock| clock.is_timed() == kind))
    }

    /// Whether any time is that of a clock.
    fn is_timed(&self) -> bool {
        self.kinds().any(|is_timed| is_timed)
    }
}

/// The fewest processors that a session had.
fn processors(sessions: &[Provenance]) -> Option<usize> {
    sessions.iter().filter_map(|session| session.cores).min()
}

/// A clock in words.
fn clock(clock: WorkerClock) -> String {
    match clock {
        WorkerClock::Lockstep(quantum) => format!("quantum {quantum}"),
        WorkerClock::Threads => "threads".to_owned(),
        WorkerClock::Pinned => "pinned threads".to_owned(),
        WorkerClock::Loaded => "pinned threads, idle cores loaded".to_owned(),
    }
}
