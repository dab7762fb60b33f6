//! `--dry-run`: the units, and how long they will take here.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use crate::cli::exit::Ending;
use crate::cli::output;
use crate::lab::collection::Collection;
use crate::lab::forecast::makespan;
use crate::lab::interrupt;
use crate::lab::journal::{Header, Journal, Records, read};
use crate::lab::progress::duration;
use crate::lab::{Experiment, Unit};

/// What a dry run tells.
#[derive(Serialize)]
struct Forecast<'a> {
    units: usize,
    done: usize,
    jobs: usize,
    seconds: f64,
    missing: Vec<Expected<'a>>,
}

#[derive(Serialize)]
struct Expected<'a> {
    id: &'a str,
    seconds: f64,
}

/// Forecasts `units`, less those that `journal` has; refuses where the run would be refused.
pub(super) fn run<E: Experiment>(
    experiment: &E,
    units: &[Unit<E::Cell>],
    journal: &Path,
    header: &Header,
    jobs: usize,
    json: bool,
) -> Result<Ending> {
    let done = if journal.exists() {
        let held = read::<E>(journal)?;
        Journal::could_follow(&held, header)?;
        let held = Collection::from(held);
        output::remarks(&held.remarks);
        held.finished()?
    } else {
        Records::<E>::new()
    };
    let missing: Vec<_> = units.iter().filter(|unit| !done.contains_key(&unit.id)).cloned().collect();
    let stop = interrupt::on_ctrl_c();
    let seconds = experiment.forecast(&missing, jobs, &stop);
    if stop.is_set() {
        output::complain("interrupted: no forecast");
        return Ok(Ending::Interrupted);
    }
    let expected = missing.iter().zip(&seconds).map(|(unit, &seconds)| Expected { id: &unit.id, seconds });
    let forecast = Forecast {
        units: units.len(),
        done: units.len() - missing.len(),
        jobs,
        seconds: makespan(&seconds, jobs),
        missing: expected.collect(),
    };
    if json {
        output::json(&forecast)?;
        return Ok(Ending::Done);
    }
    for &Expected { id, seconds } in &forecast.missing {
        let time = if seconds < 90.0 { format!("{seconds:.2} s") } else { duration(seconds) };
        output::line(&format!("{id}  {time}"));
    }
    let Forecast { units, done, jobs, seconds, .. } = forecast;
    output::line(&format!(
        "{units} units, {done} of them done; about {} with {jobs} jobs",
        duration(seconds)
    ));
    Ok(Ending::Done)
}
