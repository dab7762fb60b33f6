//! Runs a study: its units, its journal, its tables.

use anyhow::{Result, bail};

use super::arguments::{Arguments, experiment};
use super::{KeptFiles, dry_run};
use crate::cli::exit::Ending;
use crate::cli::output;
use supplant::entry::Depth;
use supplant_lab::experiment::claimed::Claimed;
use supplant_lab::experiment::claims::Claim;
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::interrupt;
use supplant_lab::experiment::journal::{Journal, JournalHeader, Records};
use supplant_lab::experiment::plan::Share;
use supplant_lab::experiment::provenance::{Provenance, RunOrigin};
use supplant_lab::experiment::searches::{
    At, Contender, Mode, Samples, SearchCell, Searches, axes, measures,
};
use supplant_lab::experiment::words::quoted;
use supplant_lab::experiment::{Experiment as _, Unit, runner};
use supplant_lab::report;
use supplant_lab::report::searches::{rows, sums};
use supplant_lab::studies::register::{registered, standing};
use supplant_lab::studies::{Study, judged};
use supplant_search::smp::SEED;

struct Run {
    study: &'static dyn Study,
    experiment: Searches,
    share: Share,
    units: Vec<Unit<SearchCell>>,
    files: KeptFiles,
    jobs: usize,
}

impl Run {
    fn of(study: &'static dyn Study, arguments: &Arguments) -> Result<Self> {
        let experiment = experiment(study, arguments)?;
        let read = |value: &str| axes::search::in_cells(&experiment, value);
        let only = arguments.only.iter().map(|filter| filter.read_on("search", read)).collect();
        let share = Share { only, shard: arguments.shard };
        let whole = experiment.units();
        let cells = whole.iter().map(|unit| &unit.cell);
        let unmet = share.only.iter().flat_map(|filter| filter.unmet::<Searches>(cells.clone()));
        let unmet: Vec<_> = unmet.map(|condition| with_what_there_is(&condition, &experiment)).collect();
        let unmet = unmet.join(", ");
        let all = Share { shard: None, ..share.clone() }.of::<Searches>(whole);
        match (all.is_empty(), unmet.as_str()) {
            (true, "") => {
                bail!("--only: no unit of this grid meets all of it at once; widen it, or the grid")
            }
            (true, _) => bail!("--only: no unit of this grid has {unmet}; widen it, or the grid"),
            (false, "") => {}
            (false, _) => {
                output::complain(&format!("--only: no unit of this grid has {unmet}; the rest is run"));
            }
        }
        let units = share.of::<Searches>(experiment.units());
        let files = KeptFiles::at(&arguments.out, study.name(), share.shard);
        let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
        Ok(Self { study, experiment, share, units, files, jobs })
    }
}

pub(super) fn run(study: &'static dyn Study, arguments: &Arguments) -> Result<Ending> {
    let run = Run::of(study, arguments)?;
    let Run { experiment, units, files, jobs, .. } = &run;
    if arguments.dry_run {
        let header = header(&run, arguments);
        dry_run::run(experiment, units, files, &header, *jobs, arguments.json)
    } else {
        work(&run, arguments)
    }
}

fn work(run: &Run, arguments: &Arguments) -> Result<Ending> {
    let Run { study, experiment, share, units, files, jobs } = run;
    files.create()?;
    let header = header(run, arguments);
    let (mut journal, held) = Journal::open::<Searches>(&files.journal, header.clone())?;
    let held = Collection::from(held);
    output::remarks(&held.remarks);
    let claimed = claimed(run, arguments)?.and_now(header.registered.as_ref());
    if let Some(first) = claimed.first() {
        files.register(study.name(), first)?;
    }
    let warning = standing(*study, &claimed);
    if let Some(why) = warning.warning().filter(|_| !arguments.verify) {
        output::complain(why);
    }
    let mut records = held.finished()?;

    let stop = interrupt::on_ctrl_c();
    let progress = output::progress();
    let tally = runner::run(experiment, units, &mut journal, &mut records, *jobs, &stop, &progress)?;
    let records = only(&experiment.units(), records);
    files.export(experiment, &header.provenance, &records)?;
    let records = only(units, records);
    let found = if tally.found > 0 { format!(" ({} from earlier runs)", tally.found) } else { String::new() };
    let done =
        format!("{} of {}{found}", tally.found + tally.finished, report::counted(tally.planned, "unit"));
    let KeptFiles { journal, csv, json, .. } = files;
    if share.shard.is_some() {
        output::note(&format!("{done} in {}; supplant merge joins the shards", journal.display()));
    } else {
        let (csv, json, journal) = (csv.display(), json.display(), journal.display());
        output::note(&format!("{done}; rows in {csv} and {json}, journal in {journal}"));
    }
    if arguments.json {
        let origin = RunOrigin::of(&header.provenance, experiment.positions.digest());
        output::json(&rows::rows(experiment, &origin, &records))?;
    } else if share.shard.is_none() {
        print_tables(experiment, &records);
    }
    if tally.is_complete() {
        conclude(run, arguments, &records);
        if let Some(why) = warning.warning().filter(|_| arguments.verify) {
            output::complain(why);
        }
    }
    if tally.is_complete() {
        return Ok(Ending::Done);
    }
    output::complain("interrupted: the same command again goes on from here");
    Ok(Ending::Interrupted)
}

fn conclude(run: &Run, arguments: &Arguments, records: &Records<Searches>) {
    let Run { study, experiment, share, .. } = run;
    let is_whole = share.only.is_empty() && share.shard.is_none();
    if arguments.json || !is_whole || study.can_judge(experiment).is_err() {
        return;
    }
    let samples = Samples::complete(experiment, records);
    // Judging every claim can take longer than a quick run.
    let claims = if arguments.verify { judged(*study, &samples) } else { Vec::new() };
    if arguments.verify {
        output::print(&verdicts(*study, &claims, &samples, 0));
    }
    let words = study.takeaway(&samples, &claims);
    if !words.is_empty() {
        output::print(&format!("In short\n\n{words}\n"));
    }
}

const LISTED: usize = 12;

fn with_what_there_is(condition: &str, grid: &Searches) -> String {
    let axis = condition.split_once('=').and_then(|(name, _)| axes::Axis::of_filter(name));
    let mut there = match axis {
        Some(axis) if axis.name == "positions" => {
            grid.positions.positions.iter().map(|(id, _)| id.clone()).collect()
        }
        Some(axis) => (axis.words)(grid),
        None => Vec::new(),
    };
    if there.len() > LISTED {
        there.truncate(LISTED);
        there.push("…".to_owned());
    }
    if there.is_empty() { condition.to_owned() } else { format!("{condition} (it has {})", there.join(", ")) }
}

fn claimed(run: &Run, arguments: &Arguments) -> Result<Claimed> {
    let collection = Collection::<Searches>::of_any_grids(&[&arguments.out], Some(run.study.name()))?;
    let Searches { search: (search, _), positions, .. } = &run.experiment;
    Ok(Claimed::of(&collection, |header| measures(header, search, &positions.name)))
}

fn header(run: &Run, arguments: &Arguments) -> JournalHeader {
    let provenance = Provenance::here(invocation(arguments, run), SEED);
    let registered = registered(run.study, &run.experiment, &provenance);
    JournalHeader::of(&run.experiment, run.share.clone(), provenance).with(registered)
}

fn only(units: &[Unit<SearchCell>], mut records: Records<Searches>) -> Records<Searches> {
    units.iter().filter_map(|unit| records.remove_entry(&unit.id)).collect()
}

fn print_tables(experiment: &Searches, records: &Records<Searches>) {
    for &threads in &experiment.threads {
        let samples = Samples::of(records, &experiment.schemes, threads);
        let workers = if experiment.threads == [1] {
            String::new()
        } else {
            format!(", {}", report::counted(threads, "worker"))
        };
        for &mode in &experiment.modes {
            let how = match mode {
                Mode::Clear => "table cleared between positions",
                Mode::Stamp => "old entries time-stamped",
                Mode::Keep => "table kept between positions",
            };
            match deepest(experiment, &samples, mode) {
                Some(ply) => print_table(experiment, &samples, mode, ply, &format!("{how}{workers}")),
                None => output::note(&format!(
                    "no table for {how}{workers}: none of it was asked for, or finished"
                )),
            }
        }
    }
}

fn deepest(experiment: &Searches, samples: &Samples, mode: Mode) -> Option<Depth> {
    // The search without a table is recorded under `Clear`.
    let is_here = |at: &At| at.mode == mode || at.contender == Contender::None && experiment.modes == [mode];
    samples.cells().filter(is_here).map(|at| at.ply).filter(|&ply| ply <= experiment.plies.1).max()
}

fn print_table(experiment: &Searches, samples: &Samples, mode: Mode, ply: Depth, how: &str) {
    let (searched, all) = (samples.positions().len(), experiment.positions.positions.len());
    let positions = match searched == all {
        true => report::counted(all, "position"),
        false => format!("{searched} of {}", report::counted(all, "position")),
    };
    let other_games = experiment.positions.other_games();
    if !other_games.is_empty() {
        output::line(&other_games);
    }
    output::line(&format!(
        "{ply}-ply searches of {positions} ({}), {how}.\n\
         Nodes; * fewest; % of the savings between no table and one without collisions.\n",
        experiment.positions.name,
    ));
    output::line(&sums::nodes_by_scheme_and_size(experiment, samples, mode, ply));
    output::line("");
}

pub(in crate::cli) fn verdicts(
    study: &dyn Study,
    claims: &[Claim],
    samples: &Samples,
    missing: usize,
) -> String {
    let claims = report::claims::text(claims, missing);
    let beside = study.verify_text(samples);
    if beside.is_empty() { claims } else { format!("{claims}\n{beside}") }
}

fn invocation(arguments: &Arguments, run: &Run) -> String {
    let Run { study, experiment, share, jobs, .. } = run;
    let only = share.only.iter().map(|filter| format!(" --only {filter}"));
    let shard = share.shard.iter().map(|shard| format!(" --shard {shard}"));
    format!(
        "supplant study {} {}{} --jobs {jobs} --out {}",
        arguments.file.as_ref().map_or_else(
            || study.name().to_owned(),
            |file| format!("run {}", quoted(&file.display().to_string()))
        ),
        axes::stated(experiment, None),
        only.chain(shard).collect::<String>(),
        quoted(&arguments.out.display().to_string()),
    )
}
