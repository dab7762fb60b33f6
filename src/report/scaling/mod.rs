//! What a scaling run comes to: a table for the terminal, a page with pictures.
//!
//! | file | what |
//! |---|---|
//! | `printed.rs` | the table for the terminal |
//! | `document.rs` | the report, of which `figures.rs` draws |
//! | `schemes.rs` | schemes beside each other |
//! | `predicted.rs` | its section on predicted times, and the same for the terminal |
//! | `page.rs` | the files |

mod document;
mod figures;
pub mod page;
mod predicted;
pub mod printed;
mod schemes;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::lab::Experiment as _;
use crate::lab::collection::Collection;
use crate::lab::provenance::Provenance;
use crate::lab::scaling::curves::{Of, Point, curves};
use crate::lab::scaling::predict::{Predicted, predictions};
use crate::lab::scaling::schemes::{Beside, Under, schemes};
use crate::lab::scaling::{Clock, NAME, Scaling};
use crate::lab::words::once_each;

/// A run with its curves, ready to be shown.
#[derive(Debug)]
pub struct Measured {
    /// What was to be measured.
    pub study: Scaling,
    /// The curves that are whole.
    pub curves: BTreeMap<Of, Vec<Point>>,
    /// Schemes beside the first, where there are several.
    pub schemes: BTreeMap<Under, Vec<Beside>>,
    /// What was to be expected of threads, where lockstep says it.
    pub predicted: Vec<Predicted>,
    /// The sessions that measured, oldest first.
    pub sessions: Vec<Provenance>,
    /// Units that are finished, and that there are.
    pub finished: (usize, usize),
    /// What is to be said of the journal.
    pub remarks: Vec<String>,
}

impl Measured {
    /// Reads the journal of a folder.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(directory: &Path) -> Result<Self> {
        let collection = Collection::<Scaling>::read(&[directory], Some(NAME))?;
        let study = Scaling::try_from(collection.plan().grid::<Scaling>()?)?;
        let records = collection.finished()?;
        let units = study.units();
        let finished = units.iter().filter(|unit| records.contains_key(&unit.id)).count();
        let sessions = collection.measured().into_iter().map(|header| header.provenance.clone()).collect();
        let (curves, schemes) = (curves(&study, &records), schemes(&study, &records));
        let finished = (finished, units.len());
        let predicted = predictions(&curves);
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

    /// The curve that is told first, of those by a clock or of those in lockstep: of the first way of differing.
    fn first_curve(&self, is_timed: bool) -> Option<(&Of, &[Point])> {
        let first = self.study.helpers.first()?.to_string();
        let mut curves = self.curves.iter().filter(|(of, _)| of.clock.is_timed() == is_timed);
        curves.find(|(of, _)| of.helpers == first).map(|(of, points)| (of, &points[..]))
    }

    /// What tells the curves of this run apart, in words.
    #[must_use]
    pub fn name(&self, of: &Of) -> String {
        let study = &self.study;
        let mut words = Vec::new();
        let mut add = |several: bool, word: String| {
            if several {
                words.push(word);
            }
        };
        add(study.helpers.len() > 1, of.helpers.clone());
        add(study.schemes.len() > 1, of.contender.to_string());
        add(study.slots.len() > 1, crate::lab::sizes::name(of.slots));
        add(study.clocks.len() > 1, clock(of.clock));
        if words.is_empty() { of.helpers.clone() } else { words.join(", ") }
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

/// A clock in words.
fn clock(clock: Clock) -> String {
    match clock {
        Clock::Lockstep(quantum) => format!("quantum {quantum}"),
        Clock::Threads => "threads".to_owned(),
        Clock::Pinned => "pinned threads".to_owned(),
        Clock::Loaded => "pinned threads, idle cores loaded".to_owned(),
    }
}
