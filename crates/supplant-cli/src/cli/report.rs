//! `supplant report` writes the report of a study from its journals, or an index of several
//! studies.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use super::exit::Ending;
use super::study::verdicts;
use super::{arguments, output, scale};
use supplant_lab::experiment::interrupt;
use supplant_lab::experiment::journal::Journal;
use supplant_lab::experiment::scaling;
use supplant_lab::experiment::searches::Results;
use supplant_lab::report::{self, scaling::ScalingReport};
use supplant_lab::studies::{self, index, judged, page, register, to_judge};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder of a study, as given to `study --out`
    #[arg(value_name = "DIR", required_unless_present = "all")]
    directory: Option<PathBuf>,
    /// Instead: the reports of all studies in the folders of DIR, an index of them (`index.html`,
    /// `README.md`), and a page that chooses a scheme for an engine (`choose.html`)
    #[arg(long, value_name = "DIR", conflicts_with_all = ["directory", "study", "threads", "force", "json"])]
    all: Option<PathBuf>,
    /// The study, where the folder holds results of several
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// The workers of each search, where the folder holds searches of several numbers [default: of
    /// which there are most]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<usize>,
    /// Folder for the report [default: the study's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace a report of all units with one of fewer
    #[arg(long)]
    force: bool,
    /// Take also results that several builds wrote
    #[arg(long)]
    allow_mixed: bool,
    /// Print the checklist, or the curves of `scale`, as JSON instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    interrupt::end_at_ctrl_c(|| {
        output::complain(
            "interrupted: reports may be missing or old; the same command again writes them all",
        );
    });
    match (&arguments.all, &arguments.directory) {
        (Some(folders), _) => write_all(arguments, folders),
        (None, Some(directory)) => write_report(arguments, directory),
        (None, None) => unreachable!("one of the two is required"),
    }
}

fn write_all(arguments: &Arguments, folders: &Path) -> Result<Ending> {
    let out = arguments.out.as_deref().unwrap_or(folders);
    let done = index::write_all(folders, out, arguments.allow_mixed)?;
    output::remarks(&done.remarks);
    if !done.removed.is_empty() {
        output::note(&format!("removed, of earlier reports: {}", output::named(&done.removed)));
    }
    output::note(&format!(
        "wrote {} and {}",
        report::counted(done.reports, "report"),
        output::named(&done.index)
    ));
    done.unfinished.iter().for_each(|said| output::complain(said));
    done.failed.iter().for_each(|error| output::complain(&format!("left out: {error:#}")));
    Ok(if done.failed.is_empty() && done.unfinished.is_empty() { Ending::Done } else { Ending::Failed })
}

fn is_scaling(arguments: &Arguments, directory: &Path) -> Result<bool> {
    let mut studies: Vec<_> = Journal::all(directory)?.into_iter().map(|(study, _)| study).collect();
    studies.retain(|study| arguments.study.as_ref().is_none_or(|wanted| wanted == study));
    Ok(!studies.is_empty() && studies.iter().all(|study| study == scaling::NAME))
}

fn write_scaling(arguments: &Arguments, directory: &Path) -> Result<Ending> {
    if arguments.threads.is_some() {
        bail!("--threads: a report on scaling is on all numbers of workers; leave it out");
    }
    let measured = ScalingReport::read(directory, arguments.allow_mixed)?;
    output::remarks(&measured.remarks);
    let out = arguments.out.as_deref().unwrap_or(directory);
    report::folder::create(out)?;
    let files = report::scaling::page::write(&measured, out)?;
    scale::print(&measured, arguments.json)?;
    output::note(&format!("wrote {}", output::named(&files)));
    let (finished, all) = measured.finished;
    if finished < all {
        output::complain(&format!("unfinished: {} of {all} searches are missing", all - finished));
        return Ok(Ending::Failed);
    }
    Ok(Ending::Done)
}

fn write_report(arguments: &Arguments, directory: &Path) -> Result<Ending> {
    if is_scaling(arguments, directory)? {
        return write_scaling(arguments, directory);
    }
    let mut results =
        Results::read(directory, arguments.study.as_deref(), arguments.threads, arguments.allow_mixed)?;
    let study = studies::of(&mut results, directory)?;
    output::remarks(&results.remarks);
    let samples = results.samples();
    let measured = to_judge(study, &results, &samples);
    let claims = judged(study, &measured);
    let out = arguments.out.as_deref().unwrap_or(directory);
    let in_the_way = page::finished_in_the_way(study, &results, out).filter(|_| !arguments.force);
    let files = match &in_the_way {
        Some(_) => page::ReportFiles::default(),
        None => page::write(study, &results, &samples, &claims, out)?,
    };
    if arguments.json {
        output::json(&claims)?;
    } else {
        output::print(&verdicts(study, &claims, &measured, results.missing));
    }
    if let Some(why) = register::standing(study, &results.claimed).warning() {
        output::complain(why);
    }
    if results.missing > 0 {
        output::complain(&format!(
            "unfinished: {} of {} units are missing, not run yet or damaged, and no claim is decided; `supplant study status` names them",
            results.missing,
            results.missing + results.records.len()
        ));
    }
    if let Some(path) = &in_the_way {
        output::complain(&format!(
            "{}: not replaced, for it is a report of all units; give another --out, or --force",
            path.display()
        ));
    }
    let family = &results.family;
    if results.left_aside > 0 {
        output::complain(&format!(
            "{} units of other searches, positions or numbers of threads were left aside; the report is on `{}` of \
             {} with {} a search; --threads chooses another number",
            results.left_aside,
            family.search,
            family.positions,
            report::counted(family.threads, "thread")
        ));
    }
    if !files.written.is_empty() {
        output::note(&format!("wrote {}", output::named(&files.written)));
    }
    if !files.removed.is_empty() {
        output::note(&format!("removed, of an earlier report: {}", output::named(&files.removed)));
    }
    Ok(if results.missing > 0 { Ending::Failed } else { Ending::Done })
}
