//! Executes the units of an experiment: a queue, several jobs, one journal.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use crossbeam_channel as channel;

use super::journal::{Journal, Record, Records};
use super::progress::Progress;
use super::provenance::Provenance;
use super::{Experiment, Unit};
use std::thread;
use supplant_search::search::Stop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunTally {
    pub planned: usize,
    pub found: usize,
    pub finished: usize,
}

impl RunTally {
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.found + self.finished == self.planned
    }
}

/// # Errors
/// If the journal cannot be written, or the system lacks a resource that a unit needs. No other
/// unit begins then.
pub fn run<E: Experiment>(
    experiment: &E,
    units: &[Unit<E::Cell>],
    journal: &mut Journal,
    records: &mut Records<E>,
    jobs: usize,
    stop: &Stop,
    progress: &Progress,
) -> Result<RunTally> {
    let missing: Vec<_> = units.iter().filter(|unit| !records.contains_key(&unit.id)).collect();
    let mut tally = RunTally { planned: units.len(), found: units.len() - missing.len(), finished: 0 };
    progress.begin(missing.iter().map(|unit| unit.cost).sum(), tally);
    let (queue, next) = channel::unbounded();
    missing.into_iter().for_each(|unit| queue.send(unit).expect("the receiver is below"));
    drop(queue);
    let (done, finished) = channel::unbounded::<Result<Done<E>>>();
    let mut failure = None;
    let machine = Provenance::here(String::new(), 0).machine();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (next, done) = (next.clone(), done.clone());
            scope.spawn(move || work(experiment, &next, &done, stop));
        }
        drop(done);
        loop {
            progress.tick();
            let (mut record, cost) = match finished.recv_timeout(TICK) {
                Ok(Ok(done)) => done,
                Ok(Err(error)) => {
                    failure.get_or_insert(error);
                    continue;
                }
                Err(channel::RecvTimeoutError::Timeout) => continue,
                Err(channel::RecvTimeoutError::Disconnected) => break,
            };
            if !record.deterministic {
                record.machine = Some(machine.clone());
            }
            journal.record::<E>(&record).inspect_err(|_| stop.set())?;
            progress.advance(cost, E::nodes(&record.rows));
            records.insert(record.id.clone(), record);
            tally.finished += 1;
        }
        progress.end();
        failure.map_or(Ok(tally), Err)
    })
}

const TICK: Duration = Duration::from_millis(500);

type Done<E> = (Record<<E as Experiment>::Cell, <E as Experiment>::Row>, f64);

fn work<E: Experiment>(
    experiment: &E,
    next: &channel::Receiver<&Unit<E::Cell>>,
    done: &channel::Sender<Result<Done<E>>>,
    stop: &Stop,
) {
    while !stop.is_set() {
        let Ok(unit) = next.try_recv() else { return };
        let start = Instant::now();
        let record = |rows| Record {
            id: unit.id.clone(),
            cell: unit.cell.clone(),
            rows,
            deterministic: unit.deterministic,
            machine: None,
            elapsed_ns: Some(start.elapsed().as_nanos() as u64),
        };
        let rows = experiment.run(&unit.cell, stop).with_context(|| unit.id.clone()).transpose();
        let Some(rows) = rows else { return };
        if rows.is_err() {
            stop.set();
        }
        if done.send(rows.map(|rows| (record(rows), unit.cost))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::experiment::Experiment as _;
    use crate::experiment::collection::Collection;
    use crate::experiment::journal::{Journal, JournalHeader};
    use crate::experiment::plan::Share;
    use crate::experiment::progress::Progress;
    use crate::experiment::provenance::Provenance;
    use crate::experiment::searches::Searches;
    use supplant_search::search::Stop;

    #[test]
    fn a_unit_without_memory_ends_the_run_in_one_line_and_what_is_finished_is_kept() {
        let study = Searches { plies: (2, 2), ..Searches::example() };
        let mut units: Vec<_> = study.units().into_iter().take(4).collect();
        units[2].cell.slots = Some(usize::MAX / 64);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("example.jsonl");
        let header = JournalHeader::of(&study, Share::default(), Provenance::default());
        let (mut journal, _) = Journal::open::<Searches>(&path, header).expect("it is new");
        let mut records = Default::default();
        let (stop, progress) = (Stop::default(), Progress::on_stderr());
        let error = run(&study, &units, &mut journal, &mut records, 1, &stop, &progress);
        let said = format!("{:#}", error.expect_err("there is not that much memory"));
        assert!(said.starts_with(&units[2].id) && said.contains("fewer --jobs"), "{said}");
        assert_eq!(said.lines().count(), 1);
        let finished: Vec<_> = records.keys().collect();
        assert_eq!(finished, [&units[0].id, &units[1].id], "the last was not begun");
        drop(journal);
        let header = JournalHeader::of(&study, Share::default(), Provenance::default());
        let (_, held) = Journal::open::<Searches>(&path, header).expect("it goes on");
        assert_eq!(Collection::from(held).finished().expect("one record a unit"), records);
    }
}
