//! Executes the units of a study: a queue, some jobs, one journal.

use std::time::{Duration, Instant};

use anyhow::Result;
use crossbeam::channel;

use super::journal::{Journal, Record, Records};
use super::progress::Progress;
use super::provenance::Provenance;
use super::{Study, Unit};
use crate::search::Stop;
use crate::sync::thread;

/// What a run left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Units of the study.
    pub planned: usize,
    /// Of those, finished before this run.
    pub found: usize,
    /// Of those, finished by this run.
    pub finished: usize,
}

impl Tally {
    /// Whether every unit is finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.found + self.finished == self.planned
    }
}

/// Runs the units that `records` lacks on `jobs` threads, journals each as it finishes and adds it to `records`.
///
/// Rows of a deterministic unit depend on its cell alone: not on `jobs`, nor on what ran before or beside it.
///
/// # Errors
/// If the journal cannot be written.
pub fn run<S: Study>(
    study: &S,
    units: &[Unit<S::Cell>],
    journal: &mut Journal,
    records: &mut Records<S>,
    jobs: usize,
    stop: &Stop,
    progress: &Progress,
) -> Result<Tally> {
    let missing: Vec<_> = units.iter().filter(|unit| !records.contains_key(&unit.id)).collect();
    let mut tally = Tally { planned: units.len(), found: units.len() - missing.len(), finished: 0 };
    progress.begin(missing.iter().map(|unit| unit.cost).sum(), tally);
    let (queue, next) = channel::unbounded();
    missing.into_iter().for_each(|unit| queue.send(unit).expect("the receiver is below"));
    drop(queue);
    let (done, finished) = channel::unbounded::<Done<S>>();
    let machine = Provenance::here(String::new(), 0).machine();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (next, done) = (next.clone(), done.clone());
            scope.spawn(move || work(study, &next, &done, stop));
        }
        drop(done);
        loop {
            progress.tick();
            let (mut record, cost) = match finished.recv_timeout(TICK) {
                Ok(done) => done,
                Err(channel::RecvTimeoutError::Timeout) => continue,
                Err(channel::RecvTimeoutError::Disconnected) => break,
            };
            if !record.deterministic {
                record.machine = Some(machine.clone());
            }
            journal.record::<S>(&record).inspect_err(|_| stop.set())?;
            progress.advance(cost, S::nodes(&record.rows));
            records.insert(record.id.clone(), record);
            tally.finished += 1;
        }
        Ok(())
    })
    .inspect(|()| progress.end())
    .map(|()| tally)
}

/// Time between two looks at the progress while no unit finishes.
const TICK: Duration = Duration::from_millis(500);

type Done<S> = (Record<<S as Study>::Cell, <S as Study>::Row>, f64);

/// One job: takes units until there are none.
fn work<S: Study>(
    study: &S,
    next: &channel::Receiver<&Unit<S::Cell>>,
    done: &channel::Sender<Done<S>>,
    stop: &Stop,
) {
    while !stop.is_set() {
        let Ok(unit) = next.try_recv() else { return };
        let start = Instant::now();
        let Some(rows) = study.run(&unit.cell, stop) else { return };
        let record = Record {
            id: unit.id.clone(),
            cell: unit.cell.clone(),
            rows,
            deterministic: unit.deterministic,
            machine: None,
            elapsed_ns: Some(start.elapsed().as_nanos() as u64),
        };
        if done.send((record, unit.cost)).is_err() {
            return;
        }
    }
}
