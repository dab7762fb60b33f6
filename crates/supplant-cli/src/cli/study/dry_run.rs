//! `--dry-run` prints the units, and how long they will take here.

use anyhow::Result;
use serde::Serialize;

use super::KeptFiles;
use crate::cli::exit::Ending;
use crate::cli::output;
use supplant_lab::experiment::Unit;
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::forecast::makespan;
use supplant_lab::experiment::interrupt;
use supplant_lab::experiment::journal::{Journal, JournalHeader, Records, read};
use supplant_lab::experiment::progress::duration;
use supplant_lab::experiment::searches::{SearchCell, Searches};
use supplant_lab::report::counted;

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

pub(super) fn run(
    experiment: &Searches,
    units: &[Unit<SearchCell>],
    files: &KeptFiles,
    header: &JournalHeader,
    jobs: usize,
    json: bool,
) -> Result<Ending> {
    let mut ending = Ending::Done;
    let mut done = Records::<Searches>::new();
    let mut refused = files.check_unpacked().err();
    if files.journal.exists() {
        let held = read::<Searches>(&files.journal)?;
        refused = refused.or(Journal::could_follow(&held, header).err());
        if refused.is_none() {
            let held = Collection::from(held);
            output::remarks(&held.remarks);
            done = held.finished()?;
        }
    }
    if let Some(error) = refused {
        output::complain(&format!("the run would be refused: {error:#}"));
        ending = Ending::Failed;
    }
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
        return Ok(ending);
    }
    longest(&forecast.missing).iter().for_each(|line| output::line(line));
    let Forecast { units, done, jobs, seconds, .. } = forecast;
    output::line(&format!(
        "{}, {done} of them done; about {} with {}",
        counted(units, "unit"),
        duration(seconds),
        counted(jobs, "job")
    ));
    Ok(ending)
}

const LISTED: usize = 20;

fn longest(missing: &[Expected<'_>]) -> Vec<String> {
    let mut shown: Vec<_> = missing.iter().collect();
    if shown.len() > LISTED {
        shown.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        shown.truncate(LISTED);
    }
    let line = |&&Expected { id, seconds }: &&Expected<'_>| {
        let time = if seconds < 90.0 { format!("{seconds:.2} s") } else { duration(seconds) };
        format!("{id}  {time}")
    };
    let mut lines: Vec<_> = shown.iter().map(line).collect();
    if let Some(more) = missing.len().checked_sub(lines.len()).filter(|&more| more > 0) {
        lines.push(format!("and {more} more that take no longer; --json lists all"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{Expected, LISTED, longest};

    #[test]
    fn of_many_units_the_longest_are_listed() {
        let ids: Vec<_> = (0..100).map(|i| format!("unit{i}")).collect();
        let all: Vec<_> =
            ids.iter().enumerate().map(|(i, id)| Expected { id, seconds: f64::from(i as u32) }).collect();
        let few = longest(&all[..3]);
        assert_eq!(few, ["unit0  0.00 s", "unit1  1.00 s", "unit2  2.00 s"]);
        let many = longest(&all);
        assert_eq!((many.len(), many[0].as_str()), (LISTED + 1, "unit99  2 min"));
        assert_eq!(many[LISTED], "and 80 more that take no longer; --json lists all");
    }
}
